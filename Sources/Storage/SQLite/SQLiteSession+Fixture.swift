extension SQLiteSession {
  /// Adds a fixture's items in one transaction.
  func add(_ fixture: Fixture) throws(StorageError) {
    try write { transaction throws(StorageError) in
      for draft in fixture.drafts { _ = try transaction.add(draft) }
    }
  }
}
