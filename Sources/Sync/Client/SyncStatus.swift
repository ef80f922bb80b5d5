public import Storage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The state of a store's sync, as far as the store knows.
public struct SyncStatus: Sendable, Equatable {
  /// The hub that the store was last synced with, or nil.
  public var remote: String?
  /// Whether that hub has ever answered this store.
  public var hasMetHub: Bool
  /// When a sync with that hub last ended, to the minute; nil if none did.
  public var lastSync: Date?
  /// Why that hub has refused the store since then; nil if it has not.
  public var refusal: SyncRefusal?
  /// Items with anything unacknowledged, those in quarantine included.
  public var unsynced: Int
  /// Items that the next sync sends: ``unsynced`` without those in quarantine.
  public var unsent: Int
  /// At most how many of the hub's rows the store lacked at the hub's last answer.
  ///
  /// Nil until the store has fetched everything that the hub had at first.
  public var behind: Int?
  /// Changes in quarantine and in lost-and-found, oldest first.
  public var conflicts: [SyncConflict]
  /// Texts that are kept beside the text that won, ordered by the numbers of their items.
  public var keptTexts: [KeptTextOfItem]
  /// Edits that lost to a later one of the same field, oldest first; the latest thousand.
  public var overwritten: [OverwrittenEdit]

  /// Describes a store.
  public init(
    remote: String?,
    hasMetHub: Bool = false,
    lastSync: Date? = nil,
    refusal: SyncRefusal? = nil,
    unsynced: Int,
    unsent: Int,
    behind: Int? = nil,
    conflicts: [SyncConflict],
    keptTexts: [KeptTextOfItem] = [],
    overwritten: [OverwrittenEdit] = []
  ) {
    self.remote = remote
    self.hasMetHub = hasMetHub
    self.lastSync = lastSync
    self.refusal = refusal
    self.unsynced = unsynced
    self.unsent = unsent
    self.behind = behind
    self.conflicts = conflicts
    self.keptTexts = keptTexts
    self.overwritten = overwritten
  }
}

/// Why a hub refuses a store; another try would not change it.
public struct SyncRefusal: Sendable, Equatable {
  /// The kind of the refusal: `unauthorized`, `deleted`, `upgrade` or `quota`.
  public var code: SyncError.Code
  /// When the hub first refused; it has refused each sync since then for the same reason.
  public var since: Date

  /// Makes a refusal.
  public init(_ code: SyncError.Code, since: Date) {
    self.code = code
    self.since = since
  }
}

extension SyncRefusal {
  /// The kinds that are remembered; others pass, or are the store's own.
  private static let codes: [SyncError.Code] = [.unauthorized, .deleted, .upgrade, .quota]

  /// The refusal that an error stands for; nil for an error that another try may not meet.
  init?(_ error: SyncError, at now: Int64) {
    guard SyncRefusal.codes.contains(error.code) else { return nil }
    self.init(error.code, since: Date(millisecondsSince1970: now))
  }

  /// The refusal in its stored form; nil for a kind of a later version.
  init?(wire value: JSONValue) throws(WireError) {
    let object = try WireObject(value)
    let name = try object.string("why")
    guard let code = SyncRefusal.codes.first(where: { $0.description == name }) else { return nil }
    self.init(code, since: Date(millisecondsSince1970: try object.natural("at")))
  }
}

extension ReplicaTransaction {
  /// Whether the store holds nothing at all, and no hub has ever answered it.
  package func holdsNothing() throws(StorageError) -> Bool {
    guard try existingSyncState()?.token == nil else { return false }
    var isEmpty = true
    try forEachReplica { _, _ in
      isEmpty = false
      return false
    }
    return isEmpty
  }
}

extension ReplicaStore {
  /// The state of the store's sync; uses no network.
  public func syncStatus() async throws(SyncError) -> SyncStatus {
    try await readingForSync { transaction throws(StorageError) -> SyncStatus in
      let state = try transaction.existingSyncState()
      let unsynced = try transaction.unsyncedCount()
      let conflicts = try transaction.conflicts()
      var keptTexts: [KeptTextOfItem] = []
      try transaction.forEachKept { number, item, texts in
        keptTexts += texts.map { KeptTextOfItem($0, item, number: number) }
      }
      return SyncStatus(
        remote: state?.remote,
        hasMetHub: state?.token != nil,
        lastSync: state?.lastSync.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
        refusal: state?.refusal,
        unsynced: unsynced,
        unsent: try transaction.unsentCount(of: unsynced),
        behind: state?.behind,
        conflicts: conflicts.filter { $0.kind != .overwritten },
        keptTexts: keptTexts,
        overwritten: conflicts.compactMap(OverwrittenEdit.init)
      )
    }
  }

  /// The hub that the store was last synced with, or nil; it takes less time than the whole status.
  ///
  /// - Throws: ``SyncError`` with code `store`.
  package func syncedRemote() async throws(SyncError) -> String? {
    try await loadedSyncState()?.remote
  }

  /// Edits that lost to a later one of the same field, oldest first; the latest thousand.
  ///
  /// - Throws: ``SyncError`` with code `store`.
  public func overwrittenEdits() async throws(SyncError) -> [OverwrittenEdit] {
    try await readingForSync { transaction throws(StorageError) in
      try transaction.conflicts().compactMap(OverwrittenEdit.init)
    }
  }

  /// The engine's state, or nil if the store has never been synced.
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
  /// The engine's state, or nil if the store has never been synced.
  func existingSyncState() throws(StorageError) -> SyncState? {
    guard let bytes = try syncState() else { return nil }
    return try SyncState(bytes: bytes)
  }

  /// How many of the unsynced items are not in quarantine.
  fileprivate func unsentCount(of unsynced: Int) throws(StorageError) -> Int {
    if try quarantine().isEmpty { return unsynced }
    var count = 0
    try forEachUnsent { _ in
      count += 1
      return true
    }
    return count
  }
}

extension SyncState {
  fileprivate var behind: Int? {
    guard !isBootstrapping, let token else { return nil }
    return Int(clamping: max(0, token.head - cursor))
  }
}
