// One command line, from its words to an exit code.

import ArgumentParsing
import Storage
import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs command lines in a world that is handed to it.
struct Run: Sendable {
  let surroundings: Surroundings
  let input: any ByteSource
  let standardOutput: any ByteSink
  let standardError: any ByteSink
  /// Whether each stream is a terminal.
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  var inputIsTerminal = false
  /// The columns of the terminal, if there is one.
  let terminalWidth: Int?
  let calendar: LocalCalendar
  /// The repository that was chosen.
  let repository: @Sendable (StoreChoice, StoreAccess) throws -> any ItemRepository
  /// The way to a hub.
  let networkService:
    @Sendable (StoreChoice, Remote, HubAccess) throws(SyncError) -> any NetworkService
  /// What keeps other processes from syncing the store at the same time.
  var syncLease: @Sendable (StoreChoice) -> SyncLease = { _ in .none }
  /// How a sync waits and draws random numbers.
  var syncEnvironment = SyncEnvironment.live
  /// The time since the process began.
  var elapsed: @Sendable () -> Duration = { .zero }

  /// Understands the words and does what they say.
  func callAsFunction(_ words: [String]) async -> ExitCode {
    let format = HelpFormat(
      width: width ?? 80,
      wrapsMessages: errorIsTerminal || columns != nil,
      measure: \.displayWidth
    )
    switch ItemsctlProgram.program.parse(words, format: format) {
    case .help(let text):
      return print(text, format)
    case .version(let text):
      return print(text.hasSuffix("\n") ? text : text + "\n", format)
    case .failure(let failure):
      output(.plain).fail(failure.text(format).visibleLines)
      return .usage
    case .run(let action, let arguments):
      return await run(action, arguments, format)
    }
  }

  private func run(
    _ action: CommandAction,
    _ arguments: ParsedArguments,
    _ format: HelpFormat
  ) async -> ExitCode {
    let output = output(
      appearance(arguments),
      isQuiet: arguments[GlobalOptions.quiet],
      isVerbose: arguments[GlobalOptions.verbose]
    )
    do {
      let code = try await result(of: action.work, context(arguments, output))
      try output.flush()
      output.detail("Ended with \(code.rawValue) after \(elapsed().milliseconds).")
      return code
    } catch {
      return fail(error, output, format)
    }
  }

  private func result(
    of work: CommandAction.Work,
    _ context: CommandContext
  ) async throws -> ExitCode {
    switch work {
    case .withoutStore(let run):
      return try await run(context)
    case .onStore(let access, let run):
      let invocation = try invocation(context, access(context.arguments))
      do {
        let code = try await run(invocation)
        // A store is closed when all is said, so that nobody waits for it.
        try context.output.flush()
        await invocation.repository.close()
        return code
      } catch {
        await invocation.repository.close()
        throw error
      }
    }
  }

  private func context(_ arguments: ParsedArguments, _ output: Output) -> CommandContext {
    CommandContext(
      arguments: arguments,
      surroundings: surroundings,
      output: output,
      input: input,
      questions: Questions(
        output: output,
        input: input,
        hasTerminal: inputIsTerminal && errorIsTerminal,
        isForbidden: arguments[GlobalOptions.noInput]
      ),
      calendar: calendar
    )
  }

  private func invocation(
    _ context: CommandContext,
    _ access: StoreAccess
  ) throws -> Invocation {
    let choice = try StoreChoice(context.arguments, surroundings)
    context.output.detail("The store is \(choice.path), chosen by \(choice.origin.name).")
    let repository = try repository(choice, access)
    context.output.detail("Opened after \(elapsed().milliseconds).")
    let hubAccess = HubAccess(context.arguments, surroundings)
    return Invocation(
      context: context,
      repository: repository,
      networkService: { [networkService] remote throws(SyncError) in
        try networkService(choice, remote, hubAccess)
      },
      storeName: choice.name,
      storePath: choice.path,
      syncLease: syncLease(choice),
      syncEnvironment: syncEnvironment
    )
  }

  private func fail(_ error: any Error, _ output: Output, _ format: HelpFormat) -> ExitCode {
    if let failure = error as? UsageFailure {
      output.fail(failure.text(format).visibleLines)
      return .usage
    }
    let failure = CommandFailure(error)
    if failure.code != .pipeClosed { output.fail(failure.text(format)) }
    return failure.code
  }

  private func print(_ text: String, _ format: HelpFormat) -> ExitCode {
    do throws(CommandFailure) {
      try standardOutput.write(Array(text.utf8))
      return .success
    } catch {
      if error.code != .pipeClosed { output(.plain).fail(error.text(format)) }
      return error.code
    }
  }

  private func appearance(_ arguments: ParsedArguments) -> Appearance {
    Appearance(
      isTerminal: outputIsTerminal,
      width: outputIsTerminal ? width ?? 80 : columns,
      usesColor: arguments[GlobalOptions.color].allowsColor(
        isTerminal: outputIsTerminal,
        variables: surroundings.variables
      )
    )
  }

  private func output(
    _ appearance: Appearance,
    isQuiet: Bool = false,
    isVerbose: Bool = false
  ) -> Output {
    Output(
      to: standardOutput,
      messagesTo: standardError,
      appearance: appearance,
      isQuiet: isQuiet,
      isVerbose: isVerbose,
      messagesAreSeen: errorIsTerminal,
      redrawnWidth: errorIsTerminal && surroundings.variable("TERM") != "dumb" ? width ?? 80 : nil
    )
  }

  private var width: Int? { columns ?? terminalWidth }

  /// The columns that the environment asks for; 0 stands for not known.
  private var columns: Int? {
    surroundings.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
