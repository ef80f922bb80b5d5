import Storage

// A store for several command lines.

/// A store that stays open when a command closes it.
struct KeptOpen: UndoableRepository, ReplicaStore {
  let base: SQLiteRepository
  /// What others do before a page is read.
  var beforePage: (@Sendable (ItemQuery) async throws(StorageError) -> Void)?

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await base.item(id) }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await beforePage?(query)
    return try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await base.count(filter)
  }
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.write(body) }
  func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary {
    try await base.summary(query)
  }
  func stats() async throws(StorageError) -> StoreStats { try await base.stats() }
  func changes() -> ChangeNotices { base.changes() }
  func history() async throws(StorageError) -> [HistoryStep] { try await base.history() }
  func changes(of step: Int) async throws(StorageError) -> [HistoryStep.Change] {
    try await base.changes(of: step)
  }
  func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await base.undo(count)
  }
  func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await base.redo(count)
  }
  func close() async {}

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.readReplica(body) }
  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.writeReplica(body) }
}
