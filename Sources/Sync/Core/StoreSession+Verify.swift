// Comparing the store with the hub.

import Storage

extension StoreSession {
  /// The digest of all live items, to be compared with the hub's.
  ///
  /// Items with something unacknowledged are counted in, as the hub may hold them all the same; a
  /// difference in one of their buckets proves nothing.
  func digest() throws(StorageError) -> StoreOutcome {
    guard let token = state.token, !state.isBootstrapping else { return .superseded }
    var digest = SpaceDigest()
    var unsynced = StoreOutcome.Unsynced()
    var number = 0
    while true {
      let found = try transaction.replicas(after: number, limit: 500)
      for (_, item) in found {
        digest.add(item.id, item.state)
        if item.isDirty { unsynced.add(item.id) }
      }
      guard let last = found.last else { break }
      number = last.number
    }
    let request = VerifyRequest(head: state.cursor, token: token, digest: digest)
    return .digest(request, unsynced)
  }
}
