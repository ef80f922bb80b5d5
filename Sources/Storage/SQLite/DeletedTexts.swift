/// Deleted items in a store in memory as live ones, so that words mean there what they mean elsewhere.
struct DeletedTexts {
  fileprivate let session: SQLiteSession
  /// The state of the store that the items were read in.
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
  /// Answers a query for the words of deleted items.
  ///
  /// What was read for a page is kept for the next one, as long as there is one and nothing changes.
  func pageOfDeletedTexts(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    // Asked first: what is committed after it makes the next page look anew.
    let version = try StoreVersion(self)
    let texts =
      if let kept = deletedTexts, kept.version == version { kept } else {
        try DeletedTexts(of: self, version)
      }
    var query = query
    query.scope = .live
    let page = try texts.session.page(query)
    // A transaction may be rolled back, after which what was kept of it would be wrong.
    deletedTexts = page.next == nil || connection.isInTransaction ? nil : texts
    return page
  }
}
