import Storage

/// A store that is read as another one, and refuses every write.
struct ReadOnlyStore: ItemRepository {
  private let base: any ItemRepository

  init(_ base: any ItemRepository) { self.base = base }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    throw StorageError(.readOnly, "The store can be read only. Make its folder writable.")
  }

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await base.item(id) }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await base.count(filter)
  }
  func changes() -> ChangeNotices { base.changes() }
  func stats() async throws(StorageError) -> StoreStats { try await base.stats() }
  func close() async { await base.close() }
}
