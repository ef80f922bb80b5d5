internal import Synchronization

/// The process's waits for creations; it finds a cycle of threads and tasks before a wait closes it.
///
/// The lock is held for a look-up only, by callers that are about to wait anyway.
enum WaitGraph {
  private struct Wait: Sendable {
    let creation: Creation
    /// The factories that wait for it, outermost first.
    let path: [PathStep]
  }

  private static let waits = Locked<[UInt64: Wait]>([:])
  private static let lastID = Atomic<UInt64>(0)

  /// Records a wait, unless it would never end.
  ///
  /// - Returns: The wait's number, for `end`.
  /// - Throws: The chain that the wait would close.
  private static func begin(_ wait: Wait) throws(RegistryError) -> UInt64 {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let cycle = waits.withLock { waits -> [Declaration]? in
      if let cycle = Self.cycle(closedBy: wait, Array(waits.values)) { return cycle }
      waits[id] = wait
      return nil
    }
    if let cycle { throw RegistryError.cycle(cycle) }
    return id
  }

  /// Blocks the thread until the declaration's creation has ended.
  ///
  /// - Throws: The cycle that waiting would close. A factory that came back to itself on its own thread by a way on which
  ///   no task-local value travels, such as a nested run loop, waits for itself.
  static func wait(for creation: Creation, of declaration: Declaration) throws(RegistryError) {
    let wait = try begin(Wait(creation: creation, path: Step.path))
    defer { end(wait) }
    if creation.isRunningHere { throw RegistryError.cycle([declaration, declaration]) }
    creation.wait()
  }

  /// The same for a wait that cannot throw: a cycle ends what cannot go on.
  static func waitOrEnd(for creation: Creation, of declaration: Declaration) {
    do throws(RegistryError) {
      try wait(for: creation, of: declaration)
    } catch {
      Wiring.end(error)
    }
  }

  /// Suspends the task until the creation has ended, or the task is cancelled.
  ///
  /// - Throws: The cycle that waiting would close.
  static func waitAsynchronously(for creation: Creation) async throws {
    let wait = try begin(Wait(creation: creation, path: Step.path))
    await creation.waitAsynchronously()
    end(wait)
  }

  private static func end(_ id: UInt64) {
    waits.withLock { $0[id] = nil }
  }

  /// The cycle that a new wait would close: it follows what the wanted creation waits for, back to the new wait's own path.
  private static func cycle(closedBy new: Wait, _ waits: [Wait]) -> [Declaration]? {
    var visited: Set<ObjectIdentifier> = []
    var start: Int?

    /// The factories between the wanted creation and one that waits on the new path.
    func others(from wanted: Creation) -> [Declaration]? {
      start = new.path.lastIndex { $0.creation === wanted }
      if start != nil { return [] }
      guard !wanted.isFinished, visited.insert(ObjectIdentifier(wanted)).inserted else {
        return nil
      }
      for wait in waits {
        guard let index = wait.path.lastIndex(where: { $0.creation === wanted }) else { continue }
        if let rest = others(from: wait.creation) {
          return wait.path.suffix(from: index).map(\.declaration) + rest
        }
      }
      return nil
    }

    guard let others = others(from: new.creation), let start else { return nil }
    let own = new.path.suffix(from: start).map(\.declaration)
    return own + others + [own[0]]
  }
}
