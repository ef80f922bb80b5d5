// How a store stands with its hub, without asking it.

public import Storage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a store stands with its hub, as far as the store knows.
public struct SyncStatus: Sendable, Equatable {
  /// The hub that the store was last synced with, or nil.
  public var remote: String?
  /// When a sync with that hub last came to its end, to the minute; nil where none did.
  public var lastSync: Date?
  /// Items of which something is yet to be acknowledged, those in quarantine included.
  public var unsynced: Int
  /// At most how many of the hub's rows were yet to come at its last answer.
  ///
  /// Nil where the store has not yet fetched all that the hub held at first.
  public var behind: Int?
  /// Changes in quarantine and in lost-and-found, oldest first.
  public var conflicts: [SyncConflict]

  /// Describes a store.
  public init(
    remote: String?,
    lastSync: Date? = nil,
    unsynced: Int,
    behind: Int? = nil,
    conflicts: [SyncConflict]
  ) {
    self.remote = remote
    self.lastSync = lastSync
    self.unsynced = unsynced
    self.behind = behind
    self.conflicts = conflicts
  }
}

extension ReplicaStore {
  /// How the store stands with its hub; no network is used.
  public func syncStatus() async throws(SyncError) -> SyncStatus {
    try await readingForSync { transaction throws(StorageError) -> SyncStatus in
      let state = try transaction.existingSyncState()
      return SyncStatus(
        remote: state?.remote,
        lastSync: state?.lastSync.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
        unsynced: try transaction.unsyncedCount(),
        behind: state?.behind,
        conflicts: try transaction.conflicts()
      )
    }
  }

  /// The engine's state, or nil where the store has never been synced.
  func loadedSyncState() async throws(SyncError) -> SyncState? {
    try await readingForSync { transaction throws(StorageError) in
      try transaction.existingSyncState()
    }
  }

  /// Reads in one snapshot; the store's errors become sync's.
  func readingForSync<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(StorageError) {
      return try await readReplica(body)
    } catch {
      throw SyncError(error)
    }
  }
}

extension ReplicaTransaction {
  /// The engine's state, or nil where the store has never been synced.
  func existingSyncState() throws(StorageError) -> SyncState? {
    guard let bytes = try syncState() else { return nil }
    return try SyncState(bytes: bytes)
  }
}

extension SyncState {
  fileprivate var behind: Int? {
    guard !isBootstrapping, let token else { return nil }
    return Int(clamping: max(0, token.head - cursor))
  }
}
