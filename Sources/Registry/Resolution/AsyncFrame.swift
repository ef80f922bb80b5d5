internal import Synchronization

/// A running asynchronous factory; it belongs to its task and to the tasks that this one starts.
///
/// A task that the factory starts without waiting for it counts as part of it too, since Swift does not tell the two apart.
/// If such a task resolves the same factory, a cycle is reported instead of a wait that might never end. A detached task
/// does not count.
@usableFromInline
final class AsyncFrame: Sendable {
  @TaskLocal private static var innermost: AsyncFrame?
  /// Set by the first asynchronous resolution and never cleared: programs without one pay nothing for it.
  private static let used = Atomic<Bool>(false)

  /// The frame's contents while its factory runs.
  private struct Running: Sendable {
    let manager: ContainerManager
    let parameter: any Sendable
    /// The graph scope's values of the whole resolution.
    let graph: SlotTables
  }

  private let outer: AsyncFrame?
  private let step: PathStep
  /// Nil after the factory has ended: a task that it started may live long and must not keep the contents alive.
  private let state: Locked<Running?>

  private init(_ step: PathStep, _ manager: ContainerManager, _ parameter: any Sendable) {
    let current = Self.current
    outer = current?.frame
    self.step = step
    let graph = current?.running.graph ?? SlotTables()
    state = Locked(Running(manager: manager, parameter: parameter, graph: graph))
  }

  private func end() {
    // A value that is released here may resolve in its `deinit`, so this happens after the lock.
    let ended = state.withLock { state in
      defer { state = nil }
      return state
    }
    withExtendedLifetime(ended) {}
  }

  @usableFromInline static var isUsed: Bool { used.load(ordering: .acquiring) }

  /// The innermost asynchronous factory that is running in this task.
  private static var current: (frame: AsyncFrame, running: Running)? {
    guard isUsed else { return nil }
    return innermost?.innermostRunning
  }

  /// This frame, or the next one outside it, whose factory still runs.
  private var innermostRunning: (frame: AsyncFrame, running: Running)? {
    var next: AsyncFrame? = self
    while let frame = next {
      if let running = frame.state.withLock({ $0 }) { return (frame, running) }
      next = frame.outer
    }
    return nil
  }

  /// The graph of the asynchronous resolution in progress in this task.
  static var graph: SlotTables? { current?.running.graph }

  /// The asynchronous factories that are running in this task, outermost first.
  static var path: [PathStep] {
    var path: [PathStep] = []
    var next = current
    while let (frame, _) = next {
      path.append(frame.step)
      next = frame.outer?.innermostRunning
    }
    return path.reversed()
  }

  /// Runs the body with a frame for this factory.
  ///
  /// - Throws: What the body throws, or a ``RegistryError`` for the cycle that the factory would close.
  static func with<Result>(
    _ step: PathStep,
    _ manager: ContainerManager,
    _ parameter: some Sendable,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    used.store(true, ordering: .releasing)
    try check(step.declaration, manager, parameter)
    let frame = AsyncFrame(step, manager, parameter)
    defer { frame.end() }
    return try await $innermost.withValue(frame, operation: body)
  }

  private static func check<P: Sendable>(
    _ declaration: Declaration,
    _ manager: ContainerManager,
    _ parameter: P
  ) throws {
    guard manager.circularDependencyTesting || ResolutionStack.current.isValidating else { return }
    var count = 0
    var next = current
    while let (frame, running) = next {
      next = frame.outer?.innermostRunning
      guard running.manager === manager, frame.step.declaration == declaration else { continue }
      count += 1
      if count >= ResolutionStack.recursionLimit || isSame(parameter, as: running.parameter as? P) {
        throw RegistryError.cycle(closedBy: declaration, on: path)
      }
    }
  }
}
