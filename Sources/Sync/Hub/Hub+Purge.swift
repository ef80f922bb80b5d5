import Storage

extension Hub {
  /// Removes tombstones past the retention; returns whether there were any.
  ///
  /// The hub does so by itself, at most once an hour of each space's age, at the end of a push.
  @discardableResult
  package func purge(space: String) throws(HubError) -> Bool {
    try store.write(space, seed: environment.random()) { transaction throws(HubError) -> Bool in
      var space = try transaction.requireSpace()
      return try purge(&space, in: transaction)
    }
  }

  /// Whether the last look for old tombstones was long ago.
  func isPurgeDue(_ space: HubSpace) -> Bool {
    space.age - space.purgedAt >= environment.purgeInterval
  }

  /// Removes the oldest tombstones and what nobody needs any more; notes this look in any case.
  func purge(_ space: inout HubSpace, in transaction: any HubTransaction) throws(HubError) -> Bool {
    space.purgedAt = space.age
    let floor = try transaction.purge(before: space.age - environment.retention)
    space.floor = max(space.floor, floor ?? 0)
    try transaction.forget(before: space.age - environment.memory, floor: space.floor)
    guard floor != nil else {
      try transaction.setSpace(space)
      return false
    }
    environment.onPurge(space.floor)
    // A commit of its own: a hub restored from before the purge must differ from this one.
    space.head += 1
    try space.commit(by: self, in: transaction)
    return true
  }
}
