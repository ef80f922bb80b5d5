import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Tells hooks of what waits; commands start it in the background, nobody types it.
enum HooksCommand {
  static let command = Command<CommandAction>(
    HookDelivery.command,
    abstract: "Run hooks for the changes that wait.",
    isHidden: true,
    action: CommandAction(store: nil) { context in
      let environment = context.world.environment
      guard let folder = HookFolder(environment), let queue = HookQueue(environment) else {
        return .success
      }
      let runner = HookRunner(folder: folder, queue: queue, environment: environment) {
        context.world.clock?() ?? context.world.calendar.now
      }
      try runner.run()
      return .success
    }
  )
}
