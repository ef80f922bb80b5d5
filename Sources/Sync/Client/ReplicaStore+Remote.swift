public import Storage

extension ReplicaStore {
  /// Remembers a hub for the next sync, as a sync with it would; sends and asks nothing.
  ///
  /// A store that knows another hub already keeps what it knows of it: should the new one be a copy of
  /// that hub, or the same one at another address, they go on from where they were.
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
