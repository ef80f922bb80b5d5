extension SQLiteRepository {
  /// Checks every page and row on a reading connection, and the search index on the writing one.
  ///
  /// Writers wait only while the search index is checked.
  public func check() async throws(StorageError) -> [StoreFinding] {
    let findings = try await engine.scan { session throws(StorageError) in try session.findings() }
    guard !findings.contains(where: { $0.subject == .file }) else { return findings }
    return findings
      + (try await engine.perform { session, _ throws(StorageError) in
        try session.searchIndexFindings()
      })
  }

  /// One transaction, which reads every item and rebuilds the indexes.
  public func repair() async throws(StorageError) -> [StoreFinding] {
    try await engine.perform { session, _ throws(StorageError) in try session.repair() }
    return try await check()
  }

  /// Some counts in one snapshot.
  public func stats() async throws(StorageError) -> StoreStats {
    try await engine.scan { session throws(StorageError) in try session.stats() }
  }

  /// A database, also of a store in memory; reads one snapshot while writers write.
  public func backup(to path: String) async throws(StorageError) {
    try await engine.scan { session, operation throws(StorageError) in
      try session.connection.copy(
        to: NewFile(path),
        pause: { () throws(StorageError) in try operation.check() }
      )
    }
  }
}
