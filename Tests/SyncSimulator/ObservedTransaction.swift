package import Storage

/// Passes everything on until it is to fail, and notes what each write found.
package final class ObservedTransaction: ReplicaTransaction {
  private let base: any ReplicaTransaction
  private let failure: StoreFailure?
  private var calls = 0
  private var hasFailed = false
  private(set) var touched: [PerformedWork.Touched] = []
  private(set) var conflictsAdded: [SyncConflict] = []

  package init(_ base: any ReplicaTransaction, failure: StoreFailure? = nil) {
    self.base = base
    self.failure = failure
  }

  /// The transaction that does the call; throws if this call is to fail.
  private func called() throws(StorageError) -> any ReplicaTransaction {
    defer { calls += 1 }
    // The calls behind it succeed: to go on after it must not pass for its failure.
    guard let failure, calls == failure.calls else { return base }
    hasFailed = true
    throw failure.error
  }

  /// Throws if the work is to fail and did not: because no call was left for it, or because it went on after one that failed.
  package func commit() throws(StorageError) {
    guard let failure else { return }
    guard hasFailed else { throw failure.error }
    throw StorageError(.damaged, "call \(failure.calls + 1) failed, and that was passed over")
  }

  package func put(_ item: ReplicaItem) throws(StorageError) {
    if let old = try base.replica(item.id) {
      touched.append(PerformedWork.Touched(old: old, new: item))
    }
    try called().put(item)
  }

  package func remove(_ id: ItemID) throws(StorageError) {
    if let old = try base.replica(id) {
      touched.append(PerformedWork.Touched(old: old, new: nil))
    }
    try called().remove(id)
  }

  package func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int {
    conflictsAdded.append(conflict)
    return try called().addConflict(conflict)
  }

  package var clock: UInt64 { base.clock }
  package var node: UInt64 { base.node }
  package var exchangedTime: UInt64 { base.exchangedTime }

  package func syncState() throws(StorageError) -> [UInt8]? { try called().syncState() }
  package func setSyncState(_ state: [UInt8]) throws(StorageError) {
    try called().setSyncState(state)
  }
  package func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem? {
    try called().replica(id)
  }
  package func unsyncedCount() throws(StorageError) -> Int { try called().unsyncedCount() }
  package func markAllUnsynced() throws(StorageError) { try called().markAllUnsynced() }
  package func markAllAwaitingBootstrap() throws(StorageError) {
    try called().markAllAwaitingBootstrap()
  }
  package func awaitingBootstrap() throws(StorageError) -> [ItemID] {
    try called().awaitingBootstrap()
  }
  package func observe(_ time: UInt64) throws(StorageError) { try called().observe(time) }
  package func conflicts() throws(StorageError) -> [SyncConflict] { try called().conflicts() }
  package func conflictCount() throws(StorageError) -> Int { try called().conflictCount() }
  package func quarantine() throws(StorageError) -> [ItemID: UInt64] { try called().quarantine() }
  package func removeConflict(_ number: Int) throws(StorageError) {
    try called().removeConflict(number)
  }

  package func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try called().replicas(after: number, limit: limit)
  }

  package func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try called().unsynced(after: number, limit: limit)
  }

  package func withUnknownFields(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try called().withUnknownFields(after: number, limit: limit)
  }

  package func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID] {
    try called().settledTombstones(upTo: floor)
  }

  package func noteExchange(of time: UInt64) throws(StorageError) {
    try called().noteExchange(of: time)
  }

  package func resetClock(to time: UInt64, node: UInt64) throws(StorageError) {
    try called().resetClock(to: time, node: node)
  }
}
