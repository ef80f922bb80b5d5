import Files

extension SQLiteSession {
  /// The figures of the database, counted in one snapshot.
  func stats() throws(StorageError) -> StoreStats {
    var stats = try connection.transaction(.read) { () throws(StorageError) in
      var stats = StoreStats(items: try itemsByStatus())
      stats.deleted = try count("SELECT count(*) FROM items WHERE is_deleted = 1")
      stats.unsynced = try count("SELECT count(*) FROM items WHERE dirty <> 0")
      stats.historySteps = try count("SELECT count(*) FROM history")
      stats.historyBytes = Int64(try count("SELECT ifnull(sum(size), 0) FROM history"))
      stats.searchIndexBytes = Int64(
        try count("SELECT ifnull(sum(length(block)), 0) FROM item_search_data")
      )
      stats.schemaVersion = try count("PRAGMA user_version")
      stats.pages = StoreStats.Pages(
        bytes: try count("PRAGMA page_size"),
        count: try count("PRAGMA page_count"),
        unused: try count("PRAGMA freelist_count")
      )
      return stats
    }
    if case .file(let path) = connection.location {
      stats.fileBytes = try StorageError.catching(FilePath(path).status().size)
      stats.logBytes = FilePath(path).companion(.log).size ?? 0
    }
    return stats
  }

  private func itemsByStatus() throws(StorageError) -> [Status: Int] {
    let statement = try connection.prepare(
      "SELECT \(Self.statusSums) FROM items WHERE is_deleted = 0"
    )
    let counts = try statement.only { $0.statusCounts(from: 0) } ?? StatusCounts()
    return Dictionary(uniqueKeysWithValues: Status.allCases.map { ($0, counts[$0]) })
      .filter { $0.value > 0 }
  }

  private func count(_ sql: String) throws(StorageError) -> Int {
    Int(try connection.integer(sql) ?? 0)
  }
}
