extension SQLiteSession {
  /// Adds a fixture's items, as they are by the session's clock, in one transaction.
  func add(_ fixture: Fixture) throws(StorageError) {
    let drafts = fixture.drafts(in: environment)
    try write { transaction throws(StorageError) in
      for draft in drafts { _ = try transaction.add(draft) }
    }
  }
}
