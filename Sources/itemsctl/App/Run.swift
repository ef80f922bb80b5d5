import ArgumentParsing
import CommandKit
import Phrases

/// Runs command lines in a world: from their words to an exit code.
struct Run: Sendable {
  let world: World

  init(world: World) {
    var world = world
    world.run = { await Run(world: $0)($1) }
    self.world = world
  }

  /// Understands the words and does what they say.
  func callAsFunction(_ words: [String]) async -> ExitCode {
    switch ItemsctlProgram.program.parse(words, format: helpFormat) {
    case .help(let text):
      return print(text)
    case .version(let text):
      return print(text.hasSuffix("\n") ? text : text + "\n")
    case .failure(let failure):
      output(.plain).fail(failure.text(helpFormat).visibleLines)
      return .usage
    case .run(let action, let arguments):
      return await run(action, arguments)
    }
  }

  private func run(_ action: CommandAction, _ arguments: ParsedArguments) async -> ExitCode {
    let read = Result { () throws(CommandError) in try Settings(world.environment) }
    let settings = (try? read.get()) ?? .none
    let output = output(arguments, settings, isPaged: action.isPaged)
    var context = CommandContext(world, arguments, settings, output)
    do {
      // A command without a store helps to fix what is wrong in the settings.
      if let access = action.access(arguments) {
        _ = try read.get()
        // A warning, as most questions have no time in them, and a script need not stop.
        if let zone = world.environment.unknownZone {
          try output.message("Warning: TZ names no known time zone, '\(zone)': times are in UTC.")
        }
        try context.openStore(for: access)
      }
      let code = try await code(of: action, context)
      try output.finish()
      output.detail("Ended with \(code.rawValue) after \(world.elapsed().milliseconds).")
      return code
    } catch {
      return fail(error, output)
    }
  }

  private func code(
    of action: CommandAction,
    _ context: CommandContext
  ) async throws -> ExitCode {
    do {
      let code = try await action.run(context)
      // The store is closed after the output, so that no reader waits for it.
      try context.output.flush()
      await context.tellHooks()
      await closeStore(of: context)
      return code
    } catch {
      await context.tellHooks()
      await closeStore(of: context)
      throw error
    }
  }

  private func closeStore(of context: CommandContext) async {
    if !world.keepsStoreOpen { await context.closeStore() }
  }
}
