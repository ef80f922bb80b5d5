internal import Synchronization

/// An asynchronous factory that is running; it belongs to its task and the tasks that it starts.
///
/// A task that a factory starts and does not wait for still counts as part of it, since Swift cannot tell the two apart:
/// where it resolves that same factory, a cycle is reported instead of a wait that might never end. `Task.detached` starts
/// one that does not count.
@usableFromInline
final class AsyncFrame: Sendable {
  @TaskLocal private static var innermost: AsyncFrame?
  /// Set for good by the first asynchronous resolution: programs without one pay nothing for it.
  private static let used = Atomic<Bool>(false)

  /// What the frame holds while its factory runs.
  private struct Running: Sendable {
    let manager: ContainerManager
    let parameter: any Sendable
    /// The graph scope's values of the whole resolution.
    let graph: SlotTables
  }

  private let outer: AsyncFrame?
  private let step: PathStep
  /// Nil once the factory has ended: a task that it started may live long, and must keep none of it alive.
  private let state: Locked<Running?>

  private init(_ step: PathStep, _ manager: ContainerManager, _ parameter: any Sendable) {
    let current = Self.current
    outer = current?.frame
    self.step = step
    let graph = current?.running.graph ?? SlotTables()
    state = Locked(Running(manager: manager, parameter: parameter, graph: graph))
  }

  private func end() {
    // What goes here may resolve as it is deinitialised, hence after the lock.
    let ended = state.withLock { state in
      defer { state = nil }
      return state
    }
    withExtendedLifetime(ended) {}
  }

  @usableFromInline static var isUsed: Bool { used.load(ordering: .acquiring) }

  /// The innermost asynchronous factory that is running in this task, be it this frame's or one further out.
  private static var current: (frame: AsyncFrame, running: Running)? {
    guard isUsed else { return nil }
    return innermost?.unlessEnded
  }

  private var unlessEnded: (frame: AsyncFrame, running: Running)? {
    var next: AsyncFrame? = self
    while let frame = next {
      if let running = frame.state.withLock({ $0 }) { return (frame, running) }
      next = frame.outer
    }
    return nil
  }

  /// The graph of the resolution in progress in this task, if it is an asynchronous one.
  static var graph: SlotTables? { current?.running.graph }

  /// The asynchronous factories that are running in this task, outermost first.
  static var path: [PathStep] {
    var path: [PathStep] = []
    var next = current
    while let (frame, _) = next {
      path.append(frame.step)
      next = frame.outer?.unlessEnded
    }
    return path.reversed()
  }

  /// Runs the body with a frame for this factory.
  ///
  /// - Throws: What the body throws, or the cycle that the factory would close.
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
    guard manager.circularDependencyTesting else { return }
    var count = 0
    var next = current
    while let (frame, running) = next {
      next = frame.outer?.unlessEnded
      guard running.manager === manager, frame.step.declaration == declaration else { continue }
      count += 1
      if count >= ResolutionStack.recursionLimit || isSame(parameter, as: running.parameter as? P) {
        let path = path.map(\.declaration)
        let start = path.lastIndex(of: declaration) ?? path.startIndex
        throw RegistryError.cycle(path.suffix(from: start) + [declaration])
      }
    }
  }
}
