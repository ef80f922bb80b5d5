import Storage

extension ReplicaStore {
  /// Has the store remember a hub, as a sync with it would.
  ///
  /// Nothing else changes: the store's token tells the next sync whether that hub knows the store.
  ///
  /// - Throws: ``SyncError`` with code `store`.
  package func remember(
    _ remote: Remote,
    random: @escaping @Sendable () -> UInt64
  ) async throws(SyncError) {
    let fresh = RandomIdentifiers(from: random)
    do throws(StorageError) {
      try await writeReplica { transaction throws(StorageError) in
        let before = try transaction.existingSyncState()
        var state = before ?? SyncState(fresh, remote: remote.description)
        state.remote = remote.description
        if state != before { try transaction.setSyncState(state.bytes) }
      }
    } catch {
      throw SyncError(error)
    }
  }
}
