package import Storage

/// The naive oracle with which other backends are compared: an array, scanned for everything.
///
/// It shares no code with the other backends where they could share a mistake: it has its own
/// limits, folding, predicates and order. It knows canonical composition for Latin letters only.
/// Its ranking is its own, so answers by relevance are compared as sets.
package final class ReferenceRepository: ItemRepository {
  struct Entry: Sendable {
    var item: Item
    var isDeleted: Bool
  }

  struct State: Sendable {
    var entries: [Entry] = []
    var nextNumber = 1
    /// Done copies have numbers of their own.
    var nextRecordNumber = 1_000_000_001
    var isClosed = false
  }

  private let environment: StoreEnvironment
  private let state = Locked(State())
  private let broadcaster = ChangeBroadcaster()

  /// Makes an empty store.
  package init(environment: StoreEnvironment) { self.environment = environment }

  package func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try read { transaction throws(StorageError) in try transaction.item(id) }
  }

  package func item(number: Int) async throws(StorageError) -> Item? {
    try read { transaction throws(StorageError) in try transaction.item(number: number) }
  }

  package func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try read { transaction throws(StorageError) in try transaction.page(query) }
  }

  package func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try read { transaction throws(StorageError) in try transaction.count(filter) }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try refuseIfCancelled()
    let value = try state.withLock { state throws(StorageError) in
      let transaction = ReferenceTransaction(try open(state), environment: environment)
      let value = try body(transaction)
      try refuseIfCancelled()
      state = transaction.state
      return value
    }
    broadcaster.send(.everything)
    return value
  }

  package func changes() -> ChangeNotices { broadcaster.changes() }

  package func close() async {
    state.withLock { $0.isClosed = true }
    broadcaster.finish()
  }

  private func read<Value: Sendable>(
    _ body: (ReferenceTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let state = try open(state.withLock { $0 })
    return try body(ReferenceTransaction(state, environment: environment))
  }

  private func open(_ state: State) throws(StorageError) -> State {
    guard !state.isClosed else { throw StorageError(.closed, "The store was closed.") }
    return state
  }

  private func refuseIfCancelled() throws(StorageError) {
    guard !Task.isCancelled else {
      throw StorageError(.cancelled, "The task was cancelled; nothing was changed.")
    }
  }
}
