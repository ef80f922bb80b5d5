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

  /// Understands the words and does what they say.
  func callAsFunction(_ words: [String]) async -> ExitCode {
    let format = HelpFormat(width: width ?? 80, measure: \.displayWidth)
    switch ItemsctlProgram.program.parse(words, format: format) {
    case .help(let text):
      return print(text)
    case .version(let text):
      return print(text.hasSuffix("\n") ? text : text + "\n")
    case .failure(let failure):
      output(.plain).fail(failure.text(format))
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
    let appearance = Appearance(
      isTerminal: outputIsTerminal,
      width: outputIsTerminal ? width ?? 80 : columns,
      usesColor: arguments[GlobalOptions.color].allowsColor(
        isTerminal: outputIsTerminal,
        variables: surroundings.variables
      )
    )
    let output = output(appearance, isQuiet: arguments[GlobalOptions.quiet])
    do {
      let choice = try StoreChoice(arguments, surroundings)
      let repository = try repository(choice, action.access(arguments))
      let networkService = networkService
      let access = HubAccess(arguments, surroundings)
      let invocation = Invocation(
        arguments: arguments,
        repository: repository,
        output: output,
        input: input,
        calendar: calendar,
        networkService: { remote throws(SyncError) in try networkService(choice, remote, access) },
        storeName: choice.name,
        storePath: choice.path,
        syncLease: syncLease(choice),
        syncEnvironment: syncEnvironment
      )
      let code = await result(of: action, invocation, format)
      await repository.close()
      return code
    } catch {
      return fail(error, output, format)
    }
  }

  private func result(
    of action: CommandAction,
    _ invocation: Invocation,
    _ format: HelpFormat
  ) async -> ExitCode {
    do {
      let code = try await action.run(invocation)
      try invocation.output.flush()
      return code
    } catch {
      return fail(error, invocation.output, format)
    }
  }

  private func fail(_ error: any Error, _ output: Output, _ format: HelpFormat) -> ExitCode {
    if let failure = error as? UsageFailure {
      output.fail(failure.text(format))
      return .usage
    }
    let failure = CommandFailure(error)
    if failure.code != .pipeClosed { output.fail(failure.text) }
    return failure.code
  }

  private func print(_ text: String) -> ExitCode {
    do throws(CommandFailure) {
      try standardOutput.write(Array(text.utf8))
      return .success
    } catch {
      if error.code != .pipeClosed { output(.plain).fail(error.text) }
      return error.code
    }
  }

  private func output(_ appearance: Appearance, isQuiet: Bool = false) -> Output {
    Output(
      to: standardOutput,
      messagesTo: standardError,
      appearance: appearance,
      isQuiet: isQuiet,
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
