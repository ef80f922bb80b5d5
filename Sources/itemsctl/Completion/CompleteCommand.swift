import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Prints the words that can go on from an unfinished command line; never an error.
struct CompleteCommand {
  let program: Program<CommandAction>
  let context: CommandContext

  func run() async throws -> ExitCode {
    let completion = ShellCompletion(context.arguments)
    let query = program.completion(of: completion.words)
    let reply = CompletionReply(
      query: query,
      candidates: await candidates(query),
      visible: { $0.visible },
      measure: { $0.displayWidth }
    )
    for line in completion.lines(of: reply) { try context.output.print(line) }
    return .success
  }

  private func candidates(_ query: CompletionQuery) async -> [CompletionQuery.Candidate] {
    guard case .custom(let name) = query.source, let kind = CompletionKind(rawValue: name) else {
      return query.candidates
    }
    let repository = repository(query)
    let words = CompletionWords(repository: repository, settings: context.settings)
    let found = await words.words(kind, typed: query.typed, behind: query.positionals)
    await repository?.close()
    // The names of settings are listed with those of views, in place of what stands for them.
    return (kind == .settings ? [] : query.candidates) + found
  }

  /// The store that the unfinished line means, if it is there and can be read.
  private func repository(_ query: CompletionQuery) -> (any OpenedStore)? {
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
}

extension CompleteCommand {
  /// The command of a program, whose words it completes.
  static func command(of program: Program<CommandAction>) -> Command<CommandAction> {
    ShellCompletion.command(
      CommandAction(store: nil) {
        try await CompleteCommand(program: program, context: $0).run()
      }
    )
  }
}
