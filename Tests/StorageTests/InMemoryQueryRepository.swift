import Storage

/// A store whose queries are answered on its items in memory, as backends do whose storage answers none.
struct InMemoryQueryRepository: ItemRepository {
  let store: SQLiteRepository
  let environment: StoreEnvironment

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await store.item(id) }

  func item(number: Int) async throws(StorageError) -> Item? {
    try await store.item(number: number)
  }

  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    let items = [
      ItemScope.live: try await store.items(.everything(.live)),
      .deleted: try await store.items(.everything(.deleted)),
    ]
    return try query.page(of: { items[$0] ?? [] }, environment: environment)
  }

  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    let live = try await store.items(.everything(.live))
    return live.count(where: try filter.predicate(among: live, environment: environment))
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await store.write { [environment] transaction throws(StorageError) in
      try body(InMemoryQueryTransaction(transaction: transaction, environment: environment))
    }
  }

  func changes() -> ChangeNotices { store.changes() }

  func close() async { await store.close() }
}

private struct InMemoryQueryTransaction: ItemTransaction {
  let transaction: any ItemTransaction
  let environment: StoreEnvironment

  func item(_ id: ItemID) throws(StorageError) -> Item? { try transaction.item(id) }

  func item(number: Int) throws(StorageError) -> Item? { try transaction.item(number: number) }

  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    let items = [
      ItemScope.live: try transaction.page(.everything(.live)).items,
      .deleted: try transaction.page(.everything(.deleted)).items,
    ]
    return try query.page(of: { items[$0] ?? [] }, environment: environment)
  }

  func count(_ filter: ItemFilter) throws(StorageError) -> Int {
    let live = try transaction.page(.everything(.live)).items
    return live.count(where: try filter.predicate(among: live, environment: environment))
  }

  func add(_ draft: ItemDraft) throws(StorageError) -> Item { try transaction.add(draft) }

  func update(_ item: Item) throws(StorageError) -> Item { try transaction.update(item) }

  func delete(_ id: ItemID) throws(StorageError) { try transaction.delete(id) }

  func restore(_ id: ItemID) throws(StorageError) -> Item { try transaction.restore(id) }

  func purge(_ id: ItemID) throws(StorageError) { try transaction.purge(id) }
}

extension ItemQuery {
  /// Newest first, so that the order that is asked for does not come by chance.
  fileprivate static func everything(_ scope: ItemScope) -> ItemQuery {
    ItemQuery(sort: [.descending(.number)], scope: scope)
  }
}
