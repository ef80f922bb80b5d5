// How a store stands with its hub, without asking it.

public import Storage

/// How a store stands with its hub, as far as the store knows.
public struct SyncStatus: Sendable, Equatable {
  /// The hub that the store was last synced with, or nil.
  public var remote: String?
  /// Items of which something is yet to be acknowledged.
  public var unsynced: Int
  /// Changes in quarantine and in lost-and-found, oldest first.
  public var conflicts: [SyncConflict]

  /// Describes a store.
  public init(remote: String?, unsynced: Int, conflicts: [SyncConflict]) {
    self.remote = remote
    self.unsynced = unsynced
    self.conflicts = conflicts
  }
}

extension ReplicaStore {
  /// How the store stands with its hub; no network is used.
  public func syncStatus() async throws(SyncError) -> SyncStatus {
    do throws(StorageError) {
      return try await readReplica { transaction throws(StorageError) -> SyncStatus in
        SyncStatus(
          remote: try transaction.syncRemote(),
          unsynced: try transaction.unsyncedCount(),
          conflicts: try transaction.conflicts()
        )
      }
    } catch {
      throw SyncError(error)
    }
  }

  /// The hub that the store was last synced with, or nil.
  func syncRemote() async throws(SyncError) -> String? {
    try await loadedSyncState()?.remote
  }

  /// The engine's state, or nil where the store has never been synced.
  func loadedSyncState() async throws(SyncError) -> SyncState? {
    do throws(StorageError) {
      return try await readReplica { transaction throws(StorageError) -> SyncState? in
        guard let bytes = try transaction.syncState() else { return nil }
        return try SyncState(bytes: bytes)
      }
    } catch {
      throw SyncError(error)
    }
  }
}

extension ReplicaTransaction {
  fileprivate func syncRemote() throws(StorageError) -> String? {
    guard let bytes = try syncState() else { return nil }
    return try SyncState(bytes: bytes).remote
  }
}
