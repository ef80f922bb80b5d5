/// A store whose items carry stamps and marks, so that a sync engine can replicate them.
///
/// The store stamps each edit when it writes it, whether or not sync is ever used. A backend need
/// not conform; it may be an ``ItemRepository`` alone.
public protocol ReplicaStore: Sendable {
  /// Reads in one consistent snapshot; the body must not write.
  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value

  /// Reads and writes in one transaction: keeps all changes, or none.
  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value
}

/// One transaction on a replica; valid only inside the body that receives it.
public protocol ReplicaTransaction {
  /// The greatest hybrid time issued or observed: milliseconds above, 16 bits of counter below.
  var clock: UInt64 { get }

  /// The node with which this opening of the store stamps; ask only transactions that may write.
  ///
  /// A reading transaction may use a connection that never stamps.
  var node: UInt64 { get }

  /// The greatest stamp time that this store ever received or sent; 0 at first.
  ///
  /// No other device knows a greater one. A store from before this was counted has its clock's time here.
  var exchangedTime: UInt64 { get }

  /// The sync engine's own state, opaque to the store and stored with the items; nil at first.
  func syncState() throws(StorageError) -> [UInt8]?

  /// Replaces the sync engine's own state.
  func setSyncState(_ state: [UInt8]) throws(StorageError)

  /// The item with its stamps, live or deleted, or nil.
  func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem?

  /// Every item, live or deleted, by local number above `after`, at most `limit`.
  ///
  /// Returns each with its number, from which the next call continues; none only at the end. It may
  /// return fewer, so that a page of large items fits in memory.
  func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)]

  /// Items with anything unacknowledged, by local number above `after`, at most `limit`.
  ///
  /// Returns each with its number, from which the next call continues; none only at the end. It may
  /// return fewer, so that a page of large items fits in memory.
  func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)]

  /// Items with registers that this version has no field for, kept texts among them, by local number
  /// above `after`, at most `limit`.
  func withUnknownFields(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)]

  /// The number of items with anything unacknowledged.
  func unsyncedCount() throws(StorageError) -> Int

  /// Writes an item's state after a merge; adds an unknown item under a new number.
  ///
  /// Neither stamps the item nor checks limits: the merge has decided on the state.
  func put(_ item: ReplicaItem) throws(StorageError)

  /// Writes an item's state after a person's decision on it, which is a step of the history where the store keeps one.
  ///
  /// It stamps nothing, as ``put(_:)``, which is the default. Undo is a new edit of the same fields.
  func putDecision(_ item: ReplicaItem) throws(StorageError)

  /// Marks an item as acknowledged by the hub, if nothing of it was edited since it was pushed.
  ///
  /// It is faster than reading the item, marking it and putting it back, which sync does if this
  /// returns false. A store without a faster way always returns false, which is the default.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - sequence: The hub's number of the item.
  ///   - stamp: The stamp with which a field was pushed; nil for one that was not.
  ///   - deletion: The stamp of the deletion that was pushed.
  /// - Returns: Whether the item is marked; if not, nothing was changed.
  /// - Throws: A `StorageError` if the item cannot be read or written.
  func acknowledge(
    _ id: ItemID,
    sequence: Int64,
    stamp: (Field) -> Stamp?,
    deletion: Stamp?
  ) throws(StorageError) -> Bool

  /// Removes an item completely, its tombstone included.
  func remove(_ id: ItemID) throws(StorageError)

  /// Acknowledged tombstones with a sequence number from 1 to `floor`, with nothing unacknowledged.
  func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID]

  /// Sets every item's sequence to ``ReplicaItem/neverAcknowledged``: sync pushes all items as new.
  ///
  /// It drops every base, because the bases come from another hub's history.
  func markAllUnsynced() throws(StorageError)

  /// Sets every acknowledged item's sequence to ``ReplicaItem/awaitingBootstrap``.
  func markAllAwaitingBootstrap() throws(StorageError)

  /// Items that a bootstrap has not brought: their sequence is ``ReplicaItem/awaitingBootstrap``.
  func awaitingBootstrap() throws(StorageError) -> [ItemID]

  /// Notes a hybrid time that was issued, so that later edits are stamped above it.
  func observe(_ time: UInt64) throws(StorageError)

  /// Notes a stamp time that came from outside, or is about to leave; observes it as well.
  func noteExchange(of time: UInt64) throws(StorageError)

  /// Sets the clock and the node; only restamping and re-keying may do so.
  func resetClock(to time: UInt64, node: UInt64) throws(StorageError)

  /// Changes that could not be applied and edits that lost to a later one, oldest first.
  func conflicts() throws(StorageError) -> [SyncConflict]

  /// The number of changes that could not be applied, without the kind
  /// ``SyncConflict/Kind/overwritten``, which needs no decision.
  func conflictCount() throws(StorageError) -> Int

  /// Items with a change of kind ``SyncConflict/Kind/quarantined``, with the greatest time of each.
  func quarantine() throws(StorageError) -> [ItemID: UInt64]

  /// Stores a change that could not be applied, and returns its number in the list.
  ///
  /// Of the kind ``SyncConflict/Kind/overwritten``, the store keeps the latest ``SyncConflict/maxOverwritten``.
  @discardableResult
  func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int

  /// Removes a conflict from the list.
  func removeConflict(_ number: Int) throws(StorageError)
}

extension ReplicaTransaction {
  /// Writes the item without a step.
  public func putDecision(_ item: ReplicaItem) throws(StorageError) { try put(item) }

  /// Returns false.
  public func acknowledge(
    _ id: ItemID,
    sequence: Int64,
    stamp: (Field) -> Stamp?,
    deletion: Stamp?
  ) throws(StorageError) -> Bool { false }
}
