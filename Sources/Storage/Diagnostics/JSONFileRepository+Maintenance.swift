import Files

extension JSONFileRepository {
  /// Reads the file again, and checks every row and the search index in memory.
  public func check() async throws(StorageError) -> [StoreFinding] {
    let file = file
    return try await engine.perform { session, _ throws(StorageError) in
      do throws(StorageError) {
        try file.refresh(session)
      } catch {
        guard error.code == .malformedFile || error.code == .notAStore else { throw error }
        return [StoreFinding(.file, error.message)]
      }
      return try session.findings() + session.searchIndexFindings()
    }
  }

  /// Some counts in memory.
  public func stats() async throws(StorageError) -> StoreStats {
    let file = file
    return try await engine.perform { session, _ throws(StorageError) in
      try file.refresh(session)
      var stats = try session.stats()
      stats.schemaVersion = JSONDocument.schema
      // The index exists only in memory.
      (stats.pages, stats.searchIndexBytes) = (nil, nil)
      stats.fileBytes = try StorageError.catching(FilePath(file.path).status().size)
      return stats
    }
  }

  /// A JSON file that equals the store's own.
  public func backup(to path: String) async throws(StorageError) {
    let file = file
    try await engine.perform { session, _ throws(StorageError) in
      try file.refresh(session)
      try file.checkIsWhole()
      try NewFile(path).write(
        file.document,
        like: StorageError.catching(FilePath(file.path).status())
      )
    }
  }
}
