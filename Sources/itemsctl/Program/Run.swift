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
  let environment: ProcessEnvironment
  let input: any ByteSource
  let standardOutput: any ByteSink
  let standardError: any ByteSink
  /// Whether each stream is a terminal.
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  var inputIsTerminal = false
  /// The columns of the terminal, if there is one.
  let terminalWidth: Int?
  /// The lines of the terminal that standard output is, if it is one.
  var terminalHeight: Int?
  let calendar: LocalCalendar
  /// The time now, for commands that go on; without it, time stands still.
  var clock: (@Sendable () -> Date)?
  /// The whole screen of the terminal.
  var screen: (any Screen)?
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
    switch ItemsctlProgram.program.parse(words, format: format) {
    case .help(let text):
      return print(text)
    case .version(let text):
      return print(text.hasSuffix("\n") ? text : text + "\n")
    case .failure(let failure):
      output(.plain).fail(failure.text(format).visibleLines)
      return .usage
    case .run(let action, let arguments):
      return await run(action, arguments)
    }
  }

  private func run(_ action: CommandAction, _ arguments: ParsedArguments) async -> ExitCode {
    let read = Result { () throws(CommandError) in try Settings(environment) }
    let settings = (try? read.get()) ?? .none
    let output = output(arguments, settings, isPaged: action.isPaged)
    do {
      // What works without a store helps to mend what is wrong in the settings.
      if action.needsStore {
        _ = try read.get()
        // A warning, as most of what is asked has no time in it, and a script need not stop.
        if let zone = environment.unknownZone {
          try output.message("Warning: TZ names no known time zone, '\(zone)': times are in UTC.")
        }
      }
      let code = try await result(of: action.work, context(arguments, settings, output))
      try output.finish()
      output.detail("Ended with \(code.rawValue) after \(elapsed().milliseconds).")
      return code
    } catch {
      return fail(error, output)
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

  private func context(
    _ arguments: ParsedArguments,
    _ settings: Settings,
    _ output: Output
  ) -> CommandContext {
    CommandContext(
      arguments: arguments,
      environment: environment,
      settings: settings,
      output: output,
      input: announced(input, output),
      questions: Questions(
        output: output,
        input: input,
        hasTerminal: inputIsTerminal && errorIsTerminal,
        isForbidden: arguments[GlobalOptions.noInput]
      ),
      calendar: calendar,
      clock: clock ?? { [now = calendar.now] in now },
      screen: outputIsTerminal && environment.variable("TERM") != "dumb" ? screen : nil,
      elapsed: elapsed,
      repository: repository
    )
  }

  /// Standard input; who sits at it is told that it is waited for.
  private func announced(_ input: any ByteSource, _ output: Output) -> any ByteSource {
    guard inputIsTerminal, let input = input as? DescriptorSource else { return input }
    return input.announced { try? output.hint("Reading from the terminal; Ctrl-D ends it.") }
  }

  private func invocation(
    _ context: CommandContext,
    _ access: StoreAccess
  ) throws -> Invocation {
    let choice = try context.storeChoice(context.arguments)
    context.output.detail("The store is \(choice.path), chosen by \(choice.origin.name).")
    let repository = try repository(choice, access)
    context.output.detail("Opened after \(elapsed().milliseconds).")
    let hubAccess = HubAccess(context.arguments, environment)
    return Invocation(
      context: context,
      repository: repository,
      networkService: { [networkService] remote, missing throws(SyncError) in
        var access = hubAccess
        access.missingFile = missing
        return try networkService(choice, remote, access)
      },
      storeName: choice.name,
      storePath: choice.path,
      // Beside a store that is not there yet, there may be no folder for a lock.
      syncLease: repository is NewStore ? .none : syncLease(choice),
      syncEnvironment: syncEnvironment
    )
  }
}
