import ArgumentParsing
import Testing

@testable import CommandKit
@testable import itemsctl

/// What holds for the help of every command and every topic, at every width.
@Suite struct HelpStructureTests {
  // MARK: - The page as a text

  @Test(arguments: HelpPage.all)
  func `a page has no blanks at the ends of lines, and ends with one line feed`(
    _ page: HelpPage
  ) async throws {
    for printed in try await page.printed() {
      #expect(printed.text.hasSuffix("\n") && !printed.text.hasSuffix("\n\n"))
      #expect(!printed.text.hasPrefix("\n") && !printed.text.contains("\n\n\n"))
      let odd = printed.lines.filter { $0.last?.isWhitespace == true || $0.contains("\t") }
      #expect(odd == [], "at \(printed.width) columns")
    }
  }

  @Test(arguments: HelpPage.all)
  func `a line is as wide as the terminal at most, unless it is to be copied`(
    _ page: HelpPage
  ) async throws {
    let kept = Set(page.keptLines)
    for width in HelpPage.widths + [60] {
      let lines = try await page.text(width: width).split(separator: "\n").map(String.init)
      // A word that is wider than the terminal is not broken either.
      let wide = lines.filter {
        $0.displayWidth > width && $0.words.count > 1 && !kept.contains($0)
      }
      #expect(wide == [], "at \(width) columns")
    }
    #expect(kept.filter { $0.displayWidth > 80 } == [], "it has to be kept short")
  }

  @Test(arguments: HelpPage.all)
  func `a paragraph fills the width`(_ page: HelpPage) async throws {
    for printed in try await page.printed() {
      for (line, next) in zip(printed.lines, printed.lines.dropFirst()) {
        guard let first = line.first, let word = next.words.first, !first.isWhitespace,
          !next.hasPrefix(" ")
        else { continue }
        #expect(
          line.displayWidth + 1 + word.displayWidth > printed.width,
          "'\(word)' has room in '\(line)'"
        )
      }
    }
  }

  @Test(arguments: HelpPage.all)
  func `the words are the same at every width, and those of the definition`(
    _ page: HelpPage
  ) async throws {
    let pages = try await page.printed()
    for other in pages.dropFirst() { #expect(other.words == pages[0].words) }
    let title = if case .command = page.content { "OVERVIEW" } else { "TOPIC" }
    #expect(pages[0].section(title)?.words == page.prose.words)
    for printed in pages {
      let missing = page.keptLines.filter { !printed.lines.contains($0.trimmingTrailingSpaces) }
      #expect(missing == [], "at \(printed.width) columns")
    }
  }

  // MARK: - The parts of a command's page

  @Test(arguments: HelpPage.commands)
  func `the sections come in one order`(_ page: HelpPage) async throws {
    let chain = try #require(page.chain)
    var titles = ["OVERVIEW", "USAGE", "EXAMPLES"]
    if chain.command.arguments.contains(where: { !$0.isHidden }) { titles.append("ARGUMENTS") }
    titles += chain.shownGroups.map(\.title)
    // The program's page tells of the options that all commands share, all others name them.
    if chain.path.count > 1 { titles.append("GLOBAL OPTIONS") }
    titles += chain.command.subcommandGroups.map(\.title)
    if chain.path.count == 1 { titles.append("HELP TOPICS") }
    for printed in try await page.printed() { #expect(printed.sections.map(\.title) == titles) }
  }

  @Test(arguments: HelpPage.commands)
  func `the usage names the command, then each argument and option once`(
    _ page: HelpPage
  ) async throws {
    let chain = try #require(page.chain)
    var parts = [chain.path.joined(separator: " ")]
    if chain.path.count == 1 {
      parts += ["[<options>]", "[<subcommand>]"]
    } else {
      let definitions = chain.command.arguments + chain.command.groups.flatMap(\.definitions)
      parts += definitions.filter { !$0.isHidden }.map(\.partOfUsage)
      if chain.command.hasSubcommands {
        let needsOne = chain.command.action == nil && chain.command.defaultSubcommand == nil
        parts.append(needsOne ? "<subcommand>" : "[<subcommand>]")
      }
    }
    for printed in try await page.printed() {
      let usage = printed.section("USAGE")?.words.joined(separator: " ")
      #expect(usage == parts.joined(separator: " "))
    }
  }

  @Test(arguments: HelpPage.commands)
  func `each argument and option has one entry, with all that it takes`(
    _ page: HelpPage
  ) async throws {
    let chain = try #require(page.chain)
    let arguments = chain.command.arguments.filter { !$0.isHidden }
    var groups = [(title: "ARGUMENTS", definitions: arguments)] + chain.shownGroups
    if chain.path.count == 1 { groups[groups.count - 1].definitions += chain.builtInOptions }
    for printed in try await page.printed() {
      for group in groups {
        var rows = printed.section(group.title)?.rows ?? []
        for definition in group.definitions {
          guard !rows.isEmpty else {
            Issue.record("\(definition.id) has no entry")
            continue
          }
          expect(rows.removeFirst(), toTellOf: definition)
          for shorthand in definition.shorthands where !rows.isEmpty {
            let text = "--\(shorthand.flag) The same as --\(definition.name) \(shorthand.value)."
            #expect(rows.removeFirst() == text.words)
          }
        }
        #expect(rows == [], "of \(group.title) at \(printed.width) columns")
      }
    }
  }

  /// An entry has the names, the placeholder, the help, and what values there are, in this order.
  private func expect(_ row: [String], toTellOf definition: ParameterDefinition) {
    var label = definition.short.map { ["-\($0),"] } ?? []
    switch definition.kind {
    case .positional: label += ["<\(definition.name)>"]
    case .option: label += ["--\(definition.name)"] + "<\(definition.valueName)>".words
    case .flag(let isInvertible):
      label.append("--\(definition.name)" + (isInvertible ? "/--no-\(definition.name)" : ""))
    }
    let start = label + definition.help.words
    #expect(Array(row.prefix(start.count)) == start)
    #expect(definition.help.first?.isUppercase == true || definition.help.hasPrefix("'"))
    #expect(definition.help.hasSuffix("."), "\(definition.id): \(definition.help)")
    let notes = row.dropFirst(start.count).joined(separator: " ")
    let told = [
      ("values", definition.allowedValues), ("default", definition.defaultTexts),
      ("environment", definition.environmentVariable.map { [$0] } ?? []),
    ].filter { !$0.1.isEmpty }
    var rest = notes
    for (name, values) in told {
      let text = "\(name): \(values.joined(separator: ", "))"
      #expect(notes.contains(text), "\(definition.id): \(text)")
      rest = rest.replacing(text, with: "")
    }
    #expect(rest.allSatisfy { "(; )".contains($0) }, "\(definition.id): \(notes)")
  }

  @Test(arguments: HelpPage.commands)
  func `the options of all commands are named once`(_ page: HelpPage) async throws {
    let chain = try #require(page.chain)
    guard chain.path.count > 1 else { return }
    let root = try #require(HelpPage.commands.first?.chain)
    let shared = root.command.groups.flatMap(\.definitions).filter { !$0.isHidden }
    let names = (shared + chain.builtInOptions).map { "--\($0.name)" }
    for printed in try await page.printed() {
      let words = try #require(printed.section("GLOBAL OPTIONS")).body.flatMap(\.words)
      let told = "\(names.joined(separator: ", ")) See 'itemsctl --help'."
      #expect(words.joined(separator: " ") == told)
    }
  }

  @Test(arguments: HelpPage.commands)
  func `each subcommand has one entry, and the program's page one for each topic`(
    _ page: HelpPage
  ) async throws {
    let chain = try #require(page.chain)
    var groups = chain.command.subcommandGroups.map { group in
      (
        title: group.title,
        rows: group.subcommands.filter { !$0.command.isHidden }.map { subcommand in
          let names = [subcommand.name] + subcommand.aliases
          return "\(names.joined(separator: ", ")) \(subcommand.command.abstract)".words
        }
      )
    }
    if chain.path.count == 1 {
      groups.append(("HELP TOPICS", HelpTopics.all.map { "\($0.name) \($0.abstract)".words }))
    }
    for printed in try await page.printed() {
      for group in groups { #expect(printed.section(group.title)?.rows == group.rows) }
    }
  }

  // MARK: - What is said

  @Test(arguments: HelpPage.all)
  func `a summary is one line that begins alike everywhere`(_ page: HelpPage) throws {
    switch page.content {
    case .command(let chain):
      // "Add items.": what the command is told to do.
      let abstract = chain.command.abstract
      let verb = try #require(abstract.words.first)
      #expect(verb.first?.isUppercase == true && verb.allSatisfy(\.isLetter), "\(abstract)")
      #expect(!verb.hasSuffix("s") && (verb == "Bring" || !verb.hasSuffix("ing")), "\(abstract)")
      #expect(abstract.hasSuffix(".") && abstract.filter { $0 == "." }.count == 1, "\(abstract)")
      #expect(abstract.displayWidth <= 70 && !abstract.contains("\n"), "\(abstract)")
    case .topic(let topic):
      // "How items repeat": a title, which other pages end with a full stop.
      #expect(topic.abstract.first?.isUppercase == true && topic.abstract.last?.isLetter == true)
      #expect(topic.abstract.displayWidth <= 54 && !topic.abstract.contains("\n"))
    }
  }

  @Test(arguments: HelpPage.commands)
  func `examples stand there as they are typed, and the command understands each`(
    _ page: HelpPage
  ) async throws {
    let chain = try #require(page.chain)
    let examples = chain.command.examples
    #expect(!examples.isEmpty)
    for printed in try await page.printed() {
      let words = printed.section("EXAMPLES")?.words
      #expect(words == examples.flatMap { $0.explanation.words + $0.commandLine.words })
    }
    // Some lines call what comes before the command, or a program that takes what it has made.
    var paths: [[String]] = []
    for example in examples {
      #expect(example.explanation.first?.isUppercase == true && example.explanation.hasSuffix(":"))
      for call in example.calls {
        guard case .run(_, let arguments) = ItemsctlProgram.program.parse(call) else {
          Issue.record("'\(example.commandLine)' is not understood")
          continue
        }
        paths.append(arguments.commandPath)
      }
    }
    #expect(paths.contains { $0.starts(with: chain.path) }, "no example calls the command")
  }

  @Test(arguments: HelpPage.all)
  func `every command, topic and option that a page names is there`(_ page: HelpPage) async throws {
    let program = ItemsctlProgram.program
    let everything = Set(program.chains.flatMap(\.visibleOptions).flatMap(\.longSpellings))
    for part in try await page.text(width: 80).quotedParts {
      let words = part.words
      var chain = try #require(program.chains.first)
      if words.first == "itemsctl" {
        var rest = words.dropFirst()
        let isHelp = rest.first == "help"
        if isHelp { rest = rest.dropFirst() }
        while let name = rest.first, let next = chain.child(named: name, in: program) {
          chain = next
          rest = rest.dropFirst()
        }
        // A name that is none would be taken for a filter, a value, or nothing.
        let needsName = isHelp || chain.path.count == 1
        if needsName, let name = rest.first, !name.hasPrefix("<"), !name.hasPrefix("-") {
          #expect(isHelp && program.topic(named: name) != nil, "'\(part)'")
        }
      }
      let isOwn = words.first == "itemsctl" && chain.path.count > 1
      let known = isOwn ? Set(chain.visibleOptions.flatMap(\.longSpellings)) : everything
      for word in words where word.hasPrefix("--") && word != "--" {
        let name = String(word.prefix { $0 != "=" })
        #expect(known.contains(name), "'\(part)'")
      }
    }
  }

  @Test func `every variable that an option reads stands in the topic about the environment`() {
    let topic = HelpTopics.all.first { $0.name == "environment" }?.text ?? ""
    let listed = topic.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("  ") }.compactMap(\.words.first)
    for definition in ItemsctlProgram.program.chains.flatMap(\.visibleOptions) {
      guard let variable = definition.environmentVariable else { continue }
      #expect(listed.contains(variable), "\(definition.id) reads \(variable)")
    }
  }

  @Test(arguments: HelpPage.commands)
  func `'help' and the command's name ask for the same page, with the topic of that name behind it`(
    _ page: HelpPage
  ) async throws {
    let chain = try #require(page.chain)
    let path = Array(chain.path.dropFirst())
    let long = await (try Shell(isTerminal: true, width: 80)).run(["help"] + path).output
    let short = try await page.text(width: 80)
    guard path.count == 1, let topic = HelpPage.topics.first(where: { $0.words.last == path[0] })
    else { return #expect(long == short) }
    let title = PrintedHelp(long, width: 80).section("TOPIC")?.lines.first
    #expect(long.hasPrefix("\(short)\nTOPIC: ") && topic.prose.hasPrefix(title ?? "none"))
    #expect(short.hasSuffix("  See 'itemsctl help \(path[0])' for: \(title ?? "none").\n"))
  }
}

extension CommandChain<CommandAction> {
  /// The command below this one that a word calls.
  fileprivate func child(named name: String, in program: Program<CommandAction>) -> Self? {
    guard let command = command.subcommand(named: name) else { return nil }
    return program.chains.first { $0.path == path + [command.name] }
  }

  /// The groups whose options the page tells of: its own, and those that it shares with the command above it.
  fileprivate var shownGroups: [(title: String, definitions: [ParameterDefinition])] {
    let parents = ItemsctlProgram.program.chains.filter {
      $0.path.count > 1 && $0.path.count < path.count && path.starts(with: $0.path)
    }
    let shared = parents.flatMap(\.command.groups).filter { $0.scope == .subcommands }
    return (command.groups + shared)
      .map { ($0.title, $0.definitions.filter { !$0.isHidden }) }.filter { !$0.1.isEmpty }
  }

  /// The options that no command declares: `--help` and `--version`.
  fileprivate var builtInOptions: [ParameterDefinition] {
    visibleOptions.filter { ["help", "version"].contains($0.name) }
  }
}

extension ParameterDefinition {
  /// The parameter as a usage line has it.
  fileprivate var partOfUsage: String {
    var part = kind == .positional ? "<\(name)>" : "--\(name)"
    if kind == .flag(isInvertible: true) { part += "/--no-\(name)" }
    if takesValue { part += " <\(valueName)>" }
    if multiplicity.isRepeated { part += " ..." }
    return multiplicity.isRequired ? part : "[\(part)]"
  }
}

extension Example {
  /// The words behind each `itemsctl` of the command line, as a shell takes it apart.
  fileprivate var calls: [[String]] {
    var calls: [[String]] = [[]]
    var word: String?
    var quote: Character?
    // What a shell puts in place of `$(…)` is a command line of its own, within quotes, too.
    for character in commandLine.replacing("\"$(", with: "$(").replacing(")\"", with: ")") + " " {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word?.append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || "|&;<>()".contains(character) {
        if let whole = word { calls[calls.count - 1].append(whole) }
        word = nil
        if character != " " { calls.append([]) }
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return calls.compactMap { words in
      words.firstIndex(of: "itemsctl").map { Array(words[($0 + 1)...]) }
    }
  }
}
