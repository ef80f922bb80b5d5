internal import Synchronization

/// An asynchronous factory that is running; it belongs to its task and the tasks that it starts.
///
/// A task that a factory starts and does not wait for still counts as part of it, since Swift cannot tell the two apart:
/// where it resolves that same factory, a cycle is reported instead of a wait that might never end. `Task.detached` starts
/// one that does not count.
final class AsyncFrame: Sendable {
  @TaskLocal private static var innermost: AsyncFrame?
  /// Set for good by the first asynchronous resolution: programs without one pay nothing for it.
  private static let isUsed = Atomic<Bool>(false)

  let outer: AsyncFrame?
  let step: PathStep
  /// The graph scope's values of the whole resolution.
  let graph: SlotTables
  private let manager: ContainerManager
  private let parameter: any Sendable
  private let hasEnded = Atomic<Bool>(false)

  private init(_ step: PathStep, _ manager: ContainerManager, _ parameter: any Sendable) {
    outer = Self.current
    graph = outer?.graph ?? SlotTables()
    self.step = step
    self.manager = manager
    self.parameter = parameter
  }

  /// The innermost asynchronous factory that is running in this task.
  static var current: AsyncFrame? {
    guard isUsed.load(ordering: .acquiring) else { return nil }
    var frame = innermost
    while let ended = frame, ended.hasEnded.load(ordering: .acquiring) { frame = ended.outer }
    return frame
  }

  /// The asynchronous factories that are running in this task, outermost first.
  static var path: [PathStep] {
    var path: [PathStep] = []
    var frame = current
    while let found = frame {
      path.append(found.step)
      frame = found.outer
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
    isUsed.store(true, ordering: .releasing)
    try check(step.declaration, manager, parameter)
    let frame = AsyncFrame(step, manager, parameter)
    defer { frame.hasEnded.store(true, ordering: .releasing) }
    return try await $innermost.withValue(frame, operation: body)
  }

  private static func check<P: Sendable>(
    _ declaration: Declaration,
    _ manager: ContainerManager,
    _ parameter: P
  ) throws {
    guard manager.circularDependencyTesting else { return }
    var count = 0
    var frame = current
    while let found = frame {
      frame = found.outer
      guard found.manager === manager, found.step.declaration == declaration else { continue }
      count += 1
      if count >= ResolutionStack.recursionLimit || isSame(parameter, as: found.parameter as? P) {
        let path = path.map(\.declaration)
        let start = path.lastIndex(of: declaration) ?? path.startIndex
        throw RegistryError.cycle(path.suffix(from: start) + [declaration])
      }
    }
  }
}
