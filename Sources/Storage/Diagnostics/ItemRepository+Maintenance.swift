// What a backend need not have of its own.

extension ItemRepository {
  /// Reads every item and finds nothing else; a backend that can look deeper does.
  public func check() async throws(StorageError) -> [StoreFinding] {
    for try await _ in pages(of: ItemQuery(sort: [.ascending(.number)])) {}
    return []
  }

  /// Checks; a backend that keeps something beside its items mends that first.
  public func repair() async throws(StorageError) -> [StoreFinding] { try await check() }

  /// Counts the items by status; a backend that knows more says so.
  public func stats() async throws(StorageError) -> StoreStats {
    var stats = StoreStats(items: [:])
    for status in Status.allCases {
      let count = try await count(.status([status]))
      if count > 0 { stats.items[status] = count }
    }
    return stats
  }

  /// Refuses, where a backend does not say how it is copied.
  public func backup(to path: String) async throws(StorageError) {
    throw StorageError(.misuse, "This kind of store makes no backups. Export its items instead.")
  }
}
