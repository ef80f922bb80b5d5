import Storage

extension ReplicaStore {
  /// Makes a hub the one that the store is synced with next; uses no network.
  ///
  /// A store that was synced with another hub keeps its place there. If the new hub is that hub at another
  /// address, or a copy of it, the next sync goes on from there.
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
        // The last sync was with the hub before.
        if !utf8Equal(state.remote, remote.description) { state.lastSync = nil }
        state.remote = remote.description
        state.refusal = nil
        if state != before { try transaction.setSyncState(state.bytes) }
      }
    } catch {
      throw SyncError(error)
    }
  }
}
