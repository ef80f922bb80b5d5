import ChildProcesses
import CommandKit
import Files
import Phrases
import Storage

/// Tells hooks of the events that wait: each hook in their order, and none held up by another.
///
/// A process of its own does this, in the background, so that no command waits for a hook.
struct HookRunner: Sendable {
  let folder: HookFolder
  let queue: HookQueue
  let environment: ProcessEnvironment
  /// The time now.
  let clock: @Sendable () -> Date

  /// How long a hook may take, by a clock that tests may hold.
  var limit = HookRunner.standardLimit
  var limitClock: @Sendable () -> ContinuousClock.Instant = { .now }

  static let standardLimit = Duration.seconds(30)

  /// The variable that is set for hooks: commands that run in one tell no hooks, which would never end.
  static let variable = "ITEMSCTL_HOOK"

  /// Works off what waits, and what comes meanwhile; does nothing while another process does.
  ///
  /// Each event is there until its hooks have ended: one that was begun when the machine went down is told again.
  func run() throws {
    repeat {
      guard let lock = try LockedFile(queue.lock.description, .create, permissions: 0o600) else {
        return
      }
      try workOff()
      lock.descriptor.close()
      // What was added between the last look and the end of the lock, nobody else takes.
    } while !queue.waiting.isEmpty
  }

  private func workOff() throws {
    var hooks = folder.programs.map { Hook(program: $0) }
    while true {
      let events = queue.waiting
      for index in hooks.indices where hooks[index].running == nil {
        while let event = events.first(where: { !hooks[index].passed.contains($0) }) {
          if try start(&hooks[index], event) { break }
        }
      }
      for event in events where hooks.allSatisfy({ $0.passed.contains(event) }) {
        try event.remove()
      }
      let running = hooks.compactMap(\.running?.process)
      if running.isEmpty {
        if queue.waiting.isEmpty { return }
        continue
      }
      // What comes meanwhile is for those that wait.
      SupervisedProcess.waitForOne(of: running, atMost: .milliseconds(50))
      for index in hooks.indices { try end(&hooks[index]) }
    }
  }

  /// Starts a hook for an event; returns false, and passes the event over, where that is not possible.
  private func start(_ hook: inout Hook, _ event: FilePath) throws -> Bool {
    var variables = environment.variables
    variables[HookRunner.variable] = "1"
    do {
      // Each reads the file from its beginning, as much of it as it likes.
      let input = try FileDescriptor(event.description, .read)
      if let store = HookEvent.store(of: try input.readAll()) {
        variables["ITEMSCTL_STORE"] = store
      }
      let process = try SupervisedProcess(
        [hook.program.description],
        variables: variables,
        input: input,
        limit: limit,
        clock: limitClock
      )
      hook.running = (event, process)
      return true
    } catch {
      hook.passed.insert(event)
      try note(hook, "it could not be started: \(error)")
      return false
    }
  }

  /// Takes note of a hook that is over.
  ///
  /// One that took too long is not told of what waits by now: it would fall back for good.
  private func end(_ hook: inout Hook) throws {
    guard let (event, process) = hook.running, let outcome = process.outcome else { return }
    hook.running = nil
    hook.passed.insert(event)
    if outcome == .tookTooLong { hook.passed.formUnion(queue.waiting) }
    if let reason = process.failure(limit: limit) { try note(hook, "it \(reason)") }
  }

  private func note(_ hook: Hook, _ reason: String) throws {
    var failures = HookFailures(queue.failures)
    try failures.note(hook.program.name, reason, at: clock())
  }
}

extension HookRunner {
  /// A hook, and how far it is.
  private struct Hook {
    let program: FilePath
    /// The events that it was told of, and those that it is not told of any more.
    var passed: Set<FilePath> = []
    var running: (event: FilePath, process: SupervisedProcess)?
  }
}
