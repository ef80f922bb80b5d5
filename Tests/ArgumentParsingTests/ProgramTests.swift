import ArgumentParsing
import Synchronization
import Testing

@Suite struct ProgramTests {
  private typealias Node = Command<String>

  private let count = Option<Int>("count", help: "How many.")
  private let files = Argument<[String]>("file", help: "What to read.", atLeastOne: true)

  private func run(_ root: Command<String>, _ arguments: [String]) -> String {
    switch Program(root: root).parse(arguments) {
    case .run(let action, _): action
    case .failure(let failure): failure.reason.message
    case .help: "help"
    case .version: "version"
    }
  }

  @Test func `an option without default is required`() {
    let root = Node("x", abstract: "X.", options: [count], action: "run")
    #expect(run(root, []) == "Missing expected argument '--count <count>'")
    #expect(run(root, ["--count", "2"]) == "run")
    #expect(Program(root: root).helpText()?.contains("USAGE: x --count <count>\n") == true)
  }

  @Test func `a repeated argument can need one word`() {
    let root = Node("x", abstract: "X.", arguments: [files], action: "run")
    #expect(run(root, []) == "Missing expected argument '<file>'")
    #expect(run(root, ["a", "b"]) == "run")
    #expect(Program(root: root).helpText()?.contains("USAGE: x <file> ...\n") == true)
  }

  @Test func `a word that others have for a command does not run it, but finds it`() {
    let list = Node("list", synonyms: ["ls", "dir"], abstract: "List.", action: "list")
    let dig = Node("dig", abstract: "Dig.", action: "dig")
    let root = Node("x", abstract: "X.", subcommands: [dig, list])
    #expect(run(root, ["dir"]) == "Unknown subcommand 'dir'. Did you mean 'list'?")
    #expect(run(root, ["help", "ls"]).hasSuffix("Did you mean 'list'?"))
    #expect(run(root, ["diir"]) == "Unknown subcommand 'diir'")
  }

  @Test func `an alias runs a command, and help names it`() {
    let list = Subcommand("list", aliases: ["ls"], Node("list", abstract: "List.", action: "list"))
    let show = Subcommand("show", Node("show", abstract: "Show.", action: "show"))
    let group = SubcommandGroup("SUBCOMMANDS", [list, show])
    let root = Node("x", abstract: "X.", subcommandGroups: [group])
    #expect(run(root, ["ls"]) == "list" && run(root, ["list"]) == "list")
    let program = Program(root: root)
    #expect(program.definitionErrors.isEmpty)
    #expect(program.helpText()?.contains("  list, ls                List.\n") == true)
    #expect(program.helpText(for: ["ls"]) == program.helpText(for: ["list"]))
    #expect(ManualPage(of: program, date: "").source.contains("Also called ls."))
    // It is no word that completes, and none that two commands may have.
    let words = program.completion(of: ["l"]).candidates.map(\.word)
    #expect(words.contains("list") && !words.contains("ls"))
    let twice = SubcommandGroup("MORE", [Subcommand("ls", Node("ls", abstract: "L.", action: ""))])
    let wrong = Program(root: Node("x", abstract: "X.", subcommandGroups: [group, twice]))
    #expect(wrong.definitionErrors.contains { $0.contains("ls is defined twice") })
  }

  @Test func `a default subcommand runs only when none is named`() {
    let list = Node("list", abstract: "List.", arguments: [files], action: "list")
    let show = Node("show", abstract: "Show.", action: "show")
    let root = Node("x", abstract: "X.", subcommands: [list, show], defaultSubcommand: "show")
    #expect(run(root, []) == "show")
    #expect(run(root, ["list", "a"]) == "list")
    #expect(run(root, ["shwo"]) == "Unknown subcommand 'shwo'. Did you mean 'show'?")
    #expect(run(root, ["--", "a"]) == "Unexpected argument 'a'")
  }

  @Test func `a subcommand is declared only when it is called for`() {
    let declared = Mutex<[String]>([])
    @Sendable func node(_ name: String) -> Node {
      declared.withLock { $0.append(name) }
      return Node(name, abstract: "Do.", action: name)
    }
    let program = Program(
      root: Node(
        "x",
        abstract: "X.",
        subcommandGroups: [
          SubcommandGroup("ALL", [Subcommand("a", node("a")), Subcommand("b", node("b"))])
        ]
      )
    )
    #expect(declared.withLock { $0 }.isEmpty)
    guard case .run("b", _) = program.parse(["b"]) else {
      Issue.record("b was not called")
      return
    }
    #expect(declared.withLock { $0 } == ["b"])
    #expect(program.helpText()?.contains("  a ") == true)
    #expect(Set(declared.withLock { $0 }) == ["a", "b"])
  }

  @Test func `a closure can be the action`() async throws {
    typealias Run = @Sendable (ParsedArguments) async throws -> Int
    let count = count
    let root = Command<Run>("x", abstract: "X.", options: [count], action: { $0[count] + 1 })
    guard case .run(let action, let values) = Program(root: root).parse(["--count=2"]) else {
      Issue.record("nothing to run")
      return
    }
    #expect(try await action(values) == 3)
  }

  @Test func `subcommands stand in groups, and a command leads to the topic of its name`() throws {
    let program = Program(
      root: Node(
        "x",
        abstract: "X.",
        subcommandGroups: [
          SubcommandGroup(
            "SEEING SUBCOMMANDS",
            [Subcommand(Node("list", abstract: "List.", action: "list"))]
          ),
          SubcommandGroup(
            "HIDDEN SUBCOMMANDS",
            [Subcommand(Node("gone", abstract: "Gone.", isHidden: true, action: "gone"))]
          ),
        ]
      ),
      topics: [HelpTopic("list", abstract: "All about lists", text: "They are long.")]
    )
    let root = try #require(program.helpText())
    #expect(root.contains("\nSEEING SUBCOMMANDS:\n  list                    List.\n\n  See "))
    #expect(!root.contains("HIDDEN"))
    let short = try #require(program.helpText(for: ["list"]))
    #expect(short.hasSuffix("\n\n  See 'x help list' for: All about lists.\n"))
    guard case .help(let long) = program.parse(["help", "list"]) else {
      Issue.record("no help")
      return
    }
    #expect(long == short + "\nTOPIC: All about lists\n\nThey are long.\n")
  }

  @Test func `a sound definition has no problems`() {
    #expect(sample.definitionErrors.isEmpty)
  }

  @Test func `an unsound definition is found out`() {
    let flag = Flag("all", short: "h", help: "")
    let digit = Flag("five", short: "5", help: "")
    let optional = Argument<String?>("a", help: "")
    let required = Argument<String>("b", help: "")
    let root = Node(
      "x",
      abstract: "X.",
      arguments: [optional, required, files, files],
      options: [flag, flag, digit],
      subcommands: [Node("y", abstract: "Y."), Node("help", abstract: "Z.", action: "")],
      subcommandGroups: [
        SubcommandGroup("MORE", [Subcommand("w", Node("v", abstract: "V.", action: ""))])
      ],
      defaultSubcommand: "z"
    )
    #expect(
      Program(root: root).definitionErrors == [
        "x: --all is defined twice",
        "x: -h is defined twice",
        "x: -h is defined twice",
        "x: <file> is defined twice",
        "x: help is defined twice",
        "x: -5 could not be told from a word",
        "x: <b> is required but follows <a>, which is not",
        "x: <file> follows <file>, which takes all words",
        "x: the default subcommand z does not exist",
        "x: the subcommand w declares itself as v",
        "x y: has neither an action nor subcommands",
      ]
    )
  }

  @Test func `all commands are described, parents first`() throws {
    let all = sample.chains
    #expect(
      all.map { $0.path.joined(separator: " ") } == [
        "itemsctl", "itemsctl add", "itemsctl list", "itemsctl convert", "itemsctl undo",
        "itemsctl sync", "itemsctl sync status", "itemsctl backup",
      ]
    )
    #expect(all.filter(\.command.isHidden).map(\.path.last) == ["backup"])
    let status = try #require(all.first { $0.path.last == "status" })
    #expect(
      status.visibleOptions.flatMap(\.longSpellings) == [
        "--remote", "--store", "--format", "--json", "--verbose", "--input", "--no-input",
        "--help", "--version",
      ]
    )
    let add = all[1]
    let priority = try #require(add.command.groups[0].definitions.first { $0.name == "priority" })
    #expect(priority.allowedValues == ["none", "low", "medium", "high"])
    #expect(priority.defaultTexts == ["none"])
    #expect(priority.short == "p" && priority.takesValue)
    #expect(all[3].command.arguments.map(\.completion) == [.files, .files])
    #expect(all[0].subcommandNames == ["add", "list", "convert", "undo", "sync", "help"])
  }
}
