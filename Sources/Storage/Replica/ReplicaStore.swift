/// A store whose items carry stamps and marks, so that a sync engine can replicate them.
///
/// Stamps belong to the store: each edit is stamped when it is written, whether or not sync is ever
/// used. A backend may be an ``ItemRepository`` alone.
public protocol ReplicaStore: Sendable {
  /// Reads in one consistent snapshot; the body must not write.
  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value

  /// Reads and writes in one transaction: all of it is kept, or nothing.
  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
}

/// One transaction on a replica; valid only inside the body it was handed to.
public protocol ReplicaTransaction {
  /// The greatest hybrid time issued or observed: milliseconds above, 16 bits of counter below.
  var clock: UInt64 { get }

  /// The node that this opening of the store stamps with; told by transactions that may write, since a reading one may go
  /// over a connection that never stamps.
  var node: UInt64 { get }

  /// The sync engine's own state, opaque to the store and kept with the items; nil at first.
  func syncState() throws(StorageError) -> [UInt8]?

  /// Replaces the sync engine's own state.
  func setSyncState(_ state: [UInt8]) throws(StorageError)

  /// The item with its stamps, live or deleted, or nil.
  func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem?

  /// Every item, live or deleted, by local number above `after`, at most `limit`.
  ///
  /// Returns each with its number, to go on from.
  func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)]

  /// Items of which something is unacknowledged, by local number above `after`, at most `limit`.
  ///
  /// Returns each with its number, to go on from.
  func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)]

  /// How many items have something unacknowledged.
  func unsyncedCount() throws(StorageError) -> Int

  /// Writes an item as it stands after a merge; makes it, under a new number, where it is unknown.
  ///
  /// Neither stamps nor checks limits: this is the state that the merge decided on.
  func put(_ item: ReplicaItem) throws(StorageError)

  /// Forgets an item altogether, its tombstone included.
  func remove(_ id: ItemID) throws(StorageError)

  /// Acknowledged tombstones with a sequence number from 1 to `floor`, with nothing unacknowledged.
  func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID]

  /// The greatest stamp time at or below `limit` that any register or deletion here carries, or 0.
  func maxTime(upTo limit: UInt64) throws(StorageError) -> UInt64

  /// Sets every item's sequence to ``ReplicaItem/neverAcknowledged``: all is to be pushed as new.
  func markAllUnsynced() throws(StorageError)

  /// Sets every acknowledged item's sequence to ``ReplicaItem/awaitingBootstrap``.
  func markAllAwaitingBootstrap() throws(StorageError)

  /// Items that a bootstrap has not brought: their sequence is ``ReplicaItem/awaitingBootstrap``.
  func awaitingBootstrap() throws(StorageError) -> [ItemID]

  /// Takes note of a hybrid time seen in a message, so that later edits are stamped above it.
  func observe(_ time: UInt64) throws(StorageError)

  /// Sets clock and node anew; only restamping and re-keying may.
  func resetClock(to time: UInt64, node: UInt64) throws(StorageError)

  /// Changes that could not be applied, oldest first.
  func conflicts() throws(StorageError) -> [SyncConflict]

  /// How many changes could not be applied.
  func conflictCount() throws(StorageError) -> Int

  /// Items with a change of kind ``SyncConflict/Kind/quarantined``, with the greatest time of each.
  func quarantine() throws(StorageError) -> [ItemID: UInt64]

  /// Keeps a change that could not be applied, and returns the number it is listed under.
  @discardableResult
  func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int

  /// Takes a conflict off the list.
  func removeConflict(_ number: Int) throws(StorageError)
}
