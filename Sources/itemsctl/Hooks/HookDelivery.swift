import ChildProcesses
import CommandKit
import Files
import Storage

/// Hands events to hooks, and waits for none of them.
final class HookDelivery: Sendable {
  private let folder: HookFolder
  private let queue: HookQueue
  private let variables: [String: String]
  /// Runners that were started, and perhaps have not ended.
  private let runners = Locked<[ChildProcess]>([])

  /// The word by which the command works off what waits.
  static let command = "__hooks"

  /// Nil where there is no place for hooks, and within one.
  init?(_ environment: ProcessEnvironment) {
    guard environment.variable(HookRunner.variable) == nil,
      let folder = HookFolder(environment), let queue = HookQueue(environment)
    else { return nil }
    (self.folder, self.queue, variables) = (folder, queue, environment.variables)
  }

  /// Whether anybody is to be told.
  var hasHooks: Bool { !folder.programs.isEmpty }

  /// Puts an event behind those that wait, and sees that they are worked off.
  func deliver(_ event: HookEvent) throws {
    try queue.add(event.line(), at: event.date)
    try start()
  }

  /// Has another process work off what waits.
  func start() throws {
    // Those of before have no other parent, which a command that goes on is for long.
    runners.withLock { runners in runners.removeAll { $0.endIfOver() != nil } }
    guard let program = FilePath.runningProgram else { return }
    let nothing = try FileDescriptor("/dev/null", .update)
    let runner = try ChildProcess(
      [program.description, HookDelivery.command],
      variables: variables,
      input: nothing,
      output: nothing,
      errors: nothing,
      inOwnSession: true
    )
    runners.withLock { $0.append(runner) }
  }
}
