extension ItemRepository {
  /// Reads every item and checks nothing else; for backends that cannot check more.
  public func check() async throws(StorageError) -> [StoreFinding] {
    for try await _ in pages(of: ItemQuery(sort: [.ascending(.number)])) {}
    return []
  }

  /// Only checks; a backend that stores something besides its items repairs that first.
  public func repair() async throws(StorageError) -> [StoreFinding] { try await check() }

  /// Only counts the items by status; for backends that know no other figures.
  public func stats() async throws(StorageError) -> StoreStats {
    var stats = StoreStats(items: [:])
    for status in Status.allCases {
      let count = try await count(.status([status]))
      if count > 0 { stats.items[status] = count }
    }
    return stats
  }

  /// Throws ``StorageError/Code/misuse``; for backends that cannot be copied.
  public func backup(to path: String) async throws(StorageError) {
    throw StorageError(.misuse, "This kind of store makes no backups. Export its items instead.")
  }
}
