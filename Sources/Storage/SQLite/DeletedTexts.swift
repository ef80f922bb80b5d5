/// The deleted items as live items of a store in memory, so that the same search index serves both.
struct DeletedTexts {
  fileprivate let session: SQLiteSession
  /// The version of the store from which the items were read.
  fileprivate let version: StoreVersion

  /// Reads all deleted items.
  fileprivate init(of store: SQLiteSession, _ version: StoreVersion) throws(StorageError) {
    self.version = version
    let statement = try store.connection.cached(
      "SELECT \(ItemRow.itemColumns) FROM items WHERE is_deleted = 1"
    )
    let items = try statement.all { row throws(StorageError) in try row.item() }
    let session = try SQLiteSession.openInMemory(environment: store.environment)
    try session.connection.transaction(.write) { () throws(StorageError) in
      for item in items {
        try session.insert(ItemRow(item: item, marks: Marks(base: .zero)))
      }
    }
    self.session = session
  }
}

extension SQLiteSession {
  /// Answers a query for words in deleted items.
  ///
  /// Keeps the items for the next page, if there is one, until the store changes.
  func pageOfDeletedTexts(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    // Read before the items: a later commit then makes the next page read them again.
    let version = try StoreVersion(self)
    let texts =
      if let kept = deletedTexts, kept.version == version { kept } else {
        try DeletedTexts(of: self, version)
      }
    var query = query
    query.scope = .live
    // The copy has none of the items under which they stood.
    query.filter = try query.filter.replacingTrees { condition throws(StorageError) in
      .ids(try deletedItems(condition))
    }
    let page = try texts.session.page(query)
    // A transaction may be rolled back; items kept from it would then be wrong.
    deletedTexts = page.next == nil || connection.isInTransaction ? nil : texts
    return page
  }
  private func deletedItems(_ filter: ItemFilter) throws(StorageError) -> Set<ItemID> {
    let statement = try queryStatement(
      SQLFragment("SELECT id FROM items WHERE is_deleted = 1 AND ") + (try filter.condition())
    )
    return Set(try statement.all { $0.itemID(0) }.compactMap(\.self))
  }
}
