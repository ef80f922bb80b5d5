import Storage

/// Passes everything on, and notes what each write found.
final class ObservedTransaction: ReplicaTransaction {
  private let base: any ReplicaTransaction
  private(set) var touched: [PerformedWork.Touched] = []
  private(set) var conflictsAdded: [SyncConflict] = []

  init(_ base: any ReplicaTransaction) { self.base = base }

  func put(_ item: ReplicaItem) throws(StorageError) {
    if let old = try base.replica(item.id) {
      touched.append(PerformedWork.Touched(old: old, new: item))
    }
    try base.put(item)
  }

  func remove(_ id: ItemID) throws(StorageError) {
    if let old = try base.replica(id) {
      touched.append(PerformedWork.Touched(old: old, new: nil))
    }
    try base.remove(id)
  }

  func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int {
    conflictsAdded.append(conflict)
    return try base.addConflict(conflict)
  }

  var clock: UInt64 { base.clock }
  var node: UInt64 { base.node }
  var exchangedTime: UInt64 { base.exchangedTime }
  func syncState() throws(StorageError) -> [UInt8]? { try base.syncState() }
  func setSyncState(_ state: [UInt8]) throws(StorageError) { try base.setSyncState(state) }
  func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem? { try base.replica(id) }
  func unsyncedCount() throws(StorageError) -> Int { try base.unsyncedCount() }
  func markAllUnsynced() throws(StorageError) { try base.markAllUnsynced() }
  func markAllAwaitingBootstrap() throws(StorageError) { try base.markAllAwaitingBootstrap() }
  func awaitingBootstrap() throws(StorageError) -> [ItemID] { try base.awaitingBootstrap() }
  func observe(_ time: UInt64) throws(StorageError) { try base.observe(time) }
  func conflicts() throws(StorageError) -> [SyncConflict] { try base.conflicts() }
  func conflictCount() throws(StorageError) -> Int { try base.conflictCount() }
  func quarantine() throws(StorageError) -> [ItemID: UInt64] { try base.quarantine() }
  func removeConflict(_ number: Int) throws(StorageError) { try base.removeConflict(number) }

  func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try base.replicas(after: number, limit: limit)
  }

  func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try base.unsynced(after: number, limit: limit)
  }

  func withUnknownFields(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try base.withUnknownFields(after: number, limit: limit)
  }

  func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID] {
    try base.settledTombstones(upTo: floor)
  }

  func noteExchange(of time: UInt64) throws(StorageError) { try base.noteExchange(of: time) }

  func resetClock(to time: UInt64, node: UInt64) throws(StorageError) {
    try base.resetClock(to: time, node: node)
  }
}
