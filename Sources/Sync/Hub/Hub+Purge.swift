import Storage

extension Hub {
  /// Removes tombstones past the retention; returns whether there were any.
  ///
  /// The hub does so by itself, at most once an hour for each space, with a push or with a request
  /// for changes.
  @discardableResult
  package func purge(space: String) throws(HubError) -> Bool {
    let now = environment.now()
    return try store.write(space, seed: environment.random()) {
      transaction throws(HubError) -> Bool in
      var space = try transaction.requireSpace()
      return try purge(&space, in: transaction, at: now)
    }
  }

  /// Whether the last look for old tombstones was long ago, or far ahead, since the clock was set back.
  func isPurgeDue(_ space: HubSpace, at now: Int64) -> Bool {
    (now - space.purgedAt).magnitude >= environment.purgeInterval.magnitude
  }

  /// Removes the oldest tombstones, and notes the time of this look in any case.
  func purge(
    _ space: inout HubSpace,
    in transaction: any HubTransaction,
    at now: Int64
  ) throws(HubError) -> Bool {
    space.purgedAt = now
    guard let floor = try transaction.purge(before: now - environment.retention) else {
      try transaction.setSpace(space)
      return false
    }
    space.floor = max(space.floor, floor)
    // A commit of its own: a hub restored from before the purge must differ from this one.
    space.head += 1
    try space.commit(by: self, in: transaction, at: now)
    return true
  }
}
