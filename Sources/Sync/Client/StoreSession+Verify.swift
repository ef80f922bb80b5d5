import Storage

extension StoreSession {
  /// The digest of all live items, to be compared with the hub's.
  ///
  /// It includes items with anything unacknowledged, since the hub may hold them already; a
  /// difference in one of their buckets proves nothing.
  func digest() throws(StorageError) -> StoreOutcome {
    guard let token = state.token, !state.isBootstrapping else { return .superseded }
    var digest = SpaceDigest()
    var unsynced = StoreOutcome.Unsynced()
    try transaction.forEachReplica { _, item in
      digest.add(item.id, item.state)
      if item.isDirty { unsynced.add(item.id) }
      return true
    }
    let request = VerifyRequest(head: state.cursor, token: token, digest: digest)
    return .digest(request, unsynced)
  }

  /// Notes that the next run is to read everything again, since store and hub differ.
  mutating func noteDifference(_ request: VerifyRequest) -> StoreOutcome {
    guard state.isAwaiting(request) else { return .superseded }
    state.readsAgain = true
    return .noted
  }
}
