import ArgumentParsing
import Storage

/// Prints the words that can go on from an unfinished command line; never an error.
struct CompleteCommand {
  let program: Program<CommandAction>
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    let shell = arguments[Keys.shell]
    let words = arguments[Keys.words]
    let line = ShellLine(words.first ?? "", wordBreaks: arguments[Keys.wordBreaks])
    // The first word of bash's line is the command itself.
    let query = program.completion(
      of: shell == .bash ? Array(line.words.dropFirst()) : words
    )
    let reply = CompletionReply(query: query, candidates: await candidates(query))
    let lines =
      shell == .bash
      ? reply.bash(line, showsExplanations: Self.lists(arguments[Keys.type])) : reply.explained
    for line in lines { try context.output.print(line) }
    return .success
  }

  private func candidates(_ query: CompletionQuery) async -> [CompletionQuery.Candidate] {
    guard case .custom(let name) = query.source, let kind = CompletionKind(rawValue: name) else {
      return query.candidates
    }
    let repository = repository(query)
    let words = CompletionWords(repository: repository)
    let found = await words.words(kind, typed: query.typed)
    await repository?.close()
    return query.candidates + found
  }

  /// The store that the unfinished line means, if it is there and can be read.
  private func repository(_ query: CompletionQuery) -> (any ItemRepository)? {
    var words: [String] = []
    for key in [GlobalOptions.store.definition, GlobalOptions.context.definition] {
      if let value = query.given[key.id]?.last { words.append("\(key.id)=\(expanded(value))") }
    }
    guard case .run(_, let arguments) = program.parse(words + ["list"]),
      let choice = try? StoreChoice(arguments, context.world.environment, context.settings)
    else { return nil }
    return try? context.world.repository(choice, .inspect)
  }

  /// The path with the home folder that the shell would put in place of `~`.
  private func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = context.world.environment.variable("HOME") else {
      return path
    }
    return home + path.dropFirst()
  }

  /// Whether bash is about to list the words, rather than to put one in: '?', '!' and '@'.
  private static func lists(_ type: Int) -> Bool { [63, 33, 64].contains(type) }
}

extension CompleteCommand {
  enum Keys {
    static let shell = Argument<ShellName>("shell", help: "The shell that asks.")
    static let words = Argument<[String]>(
      "word",
      help: "The words up to the cursor behind the command's name; for bash, the line as it is."
    )
    static let wordBreaks = Option<String>(
      "word-breaks",
      valueName: "characters",
      help: "What ends a word for readline.",
      default: ""
    )
    static let type = Option<Int>("type", help: "bash's COMP_TYPE.", default: 9)
  }

  /// The command of a program, whose words it completes.
  static func command(of program: Program<CommandAction>) -> Command<CommandAction> {
    Command<CommandAction>(
      "__complete",
      abstract: "Print what can go on from a command line.",
      arguments: [Keys.shell, Keys.words],
      options: [Keys.wordBreaks, Keys.type],
      isHidden: true,
      action: CommandAction(store: nil) {
        try await CompleteCommand(program: program, context: $0).run()
      }
    )
  }
}
