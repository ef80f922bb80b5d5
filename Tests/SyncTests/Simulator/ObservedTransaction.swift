// Watches what sync does to a store, for the oracle's books.

import Storage

/// Passes everything on, and notes restamped values and items removed with edits in them.
final class ObservedTransaction: ReplicaTransaction {
  struct Restamp: Sendable {
    var id: ItemID
    var name: String
    var old: Stamp
    var new: Stamp
  }

  private let base: any ReplicaTransaction
  private(set) var restamps: [Restamp] = []
  private(set) var removed: [ItemID] = []

  init(_ base: any ReplicaTransaction) { self.base = base }

  func put(_ item: ReplicaItem) throws(StorageError) {
    if let old = try base.replica(item.id) { note(old, becomes: item) }
    try base.put(item)
  }

  func remove(_ id: ItemID) throws(StorageError) {
    if try base.replica(id)?.isDirty == true { removed.append(id) }
    try base.remove(id)
  }

  /// An unacknowledged stamp goes down only by restamping.
  private func note(_ old: ReplicaItem, becomes new: ReplicaItem) {
    for register in old.registers where old.sequence == 0 || register.isDirty {
      guard let now = new.registers.first(where: { $0.field == register.field }),
        now.stamp < register.stamp, now.value == register.value
      else { continue }
      restamps.append(
        Restamp(id: old.id, name: register.field.name, old: register.stamp, new: now.stamp)
      )
    }
    guard let deleted = old.deletion, old.sequence == 0 || deleted.isDirty,
      let now = new.deletion, now.stamp < deleted.stamp
    else { return }
    restamps.append(
      Restamp(id: old.id, name: Oracle.deletion, old: deleted.stamp, new: now.stamp)
    )
  }

  var clock: UInt64 { base.clock }
  var node: UInt64 { base.node }
  func syncState() throws(StorageError) -> [UInt8]? { try base.syncState() }
  func setSyncState(_ state: [UInt8]) throws(StorageError) { try base.setSyncState(state) }
  func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem? { try base.replica(id) }
  func unsyncedCount() throws(StorageError) -> Int { try base.unsyncedCount() }
  func markAllUnsynced() throws(StorageError) { try base.markAllUnsynced() }
  func markAllAwaitingBootstrap() throws(StorageError) { try base.markAllAwaitingBootstrap() }
  func awaitingBootstrap() throws(StorageError) -> [ItemID] { try base.awaitingBootstrap() }
  func observe(_ time: UInt64) throws(StorageError) { try base.observe(time) }
  func conflicts() throws(StorageError) -> [SyncConflict] { try base.conflicts() }
  func removeConflict(_ number: Int) throws(StorageError) { try base.removeConflict(number) }

  func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try base.replicas(after: number, limit: limit)
  }

  func conflictCount() throws(StorageError) -> Int { try base.conflictCount() }
  func quarantine() throws(StorageError) -> [ItemID: UInt64] { try base.quarantine() }

  func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try base.unsynced(after: number, limit: limit)
  }

  func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID] {
    try base.settledTombstones(upTo: floor)
  }

  func greatestTime(upTo limit: UInt64) throws(StorageError) -> UInt64 {
    try base.greatestTime(upTo: limit)
  }

  func resetClock(to time: UInt64, node: UInt64) throws(StorageError) {
    try base.resetClock(to: time, node: node)
  }

  func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int {
    try base.addConflict(conflict)
  }
}
