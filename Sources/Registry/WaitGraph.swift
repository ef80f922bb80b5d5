/// Who waits for which creation, process-wide, so that a wait that would close a cycle of threads is seen before.
///
/// The lock is held for a look-up only, by callers that are about to block anyway.
enum WaitGraph {
  private struct Wait: Sendable {
    let creation: Creation
    let path: [Declaration]
  }

  private static let waits = Locked<[ObjectIdentifier: Wait]>([:])

  /// Waits for the creation to end.
  ///
  /// - Parameters:
  ///   - creation: What another thread is creating.
  ///   - waiter: The calling thread.
  ///   - path: What the calling thread is resolving, outermost first.
  /// - Returns: The chain that waiting would close, or nil after the wait.
  static func wait(
    for creation: Creation,
    by waiter: ObjectIdentifier,
    path: [Declaration]
  ) -> [Declaration]? {
    let cycle = waits.withLock { waits -> [Declaration]? in
      if let cycle = Self.cycle(closedBy: waiter, path, waitingFor: creation, waits) {
        return cycle
      }
      waits[waiter] = Wait(creation: creation, path: path)
      return nil
    }
    if let cycle { return cycle }
    creation.wait()
    waits.withLock { $0[waiter] = nil }
    return nil
  }

  /// Follows creation, owner, what the owner waits for, and so on, back to the waiter.
  private static func cycle(
    closedBy waiter: ObjectIdentifier,
    _ path: [Declaration],
    waitingFor creation: Creation,
    _ waits: [ObjectIdentifier: Wait]
  ) -> [Declaration]? {
    var chain: [Declaration] = []
    var wanted = creation
    while !wanted.isFinished {
      if wanted.owner == waiter {
        // The waiter's own part comes first: from what the others want of it to what it wants of them.
        let own = path.suffix(from: path.lastIndex(of: wanted.declaration) ?? path.endIndex)
        return own + chain + [wanted.declaration]
      }
      guard let wait = waits[wanted.owner] else { return nil }
      let start = wait.path.lastIndex(of: wanted.declaration) ?? wait.path.endIndex
      chain += wait.path.suffix(from: start)
      wanted = wait.creation
    }
    return nil
  }
}
