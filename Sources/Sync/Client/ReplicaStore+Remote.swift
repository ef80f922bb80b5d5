public import Storage

extension ReplicaStore {
  /// Makes a hub the one that the store is synced with next; uses no network.
  ///
  /// A store that was synced with another hub keeps its place there. If the new hub is that hub at another
  /// address, or a copy of it, the next sync goes on from there.
  ///
  /// - Parameters:
  ///   - remote: The hub and the space.
  ///   - random: Random numbers, for the name of a store that has none yet.
  /// - Throws: ``SyncError`` with code `store`.
  public func rememberRemote(
    _ remote: Remote,
    random: @escaping @Sendable () -> UInt64 = SyncEnvironment.live.random
  ) async throws(SyncError) {
    do throws(StorageError) {
      try await writeReplica { transaction throws(StorageError) in
        let before = try transaction.existingSyncState()
        var state =
          before ?? SyncState(RandomIdentifiers(from: random), remote: remote.description)
        state.remote = remote.description
        if state != before { try transaction.setSyncState(state.bytes) }
      }
    } catch {
      throw SyncError(error)
    }
  }
}
