import Storage

extension SQLiteHubStore {
  /// Runs all writes in one transaction, each under a savepoint of its own, so that one wait for the disk is enough
  /// for all.
  ///
  /// An error that ends the transaction (a full disk does, savepoints or not) acknowledges nothing: each write then
  /// runs again alone.
  package func writeTogether(_ writes: [HubWrite]) -> [HubError?] {
    guard writes.count > 1 else { return writes.map(writeAlone) }
    do throws(HubError) {
      return try lock.withLock { _ throws(HubError) in
        do throws(StorageError) {
          return try runTogether(writes)
        } catch {
          sums.removeAll()
          throw HubError(error)
        }
      }
    } catch {
      // Nothing began: each would wait for the other process again.
      if error.code == .busy { return writes.map { _ in error } }
      return writes.map(writeAlone)
    }
  }

  /// Ends the open transaction as a full disk does; for tests, within a write.
  package func endTransaction() { try? connection.execute("ROLLBACK") }

  /// What a PRAGMA of the connection that writes says; for tests.
  package func setting(_ name: String) -> Int64? {
    lock.withLock { _ in (try? connection.integer("PRAGMA \(name)")) ?? nil }
  }

  private func runTogether(_ writes: [HubWrite]) throws(StorageError) -> [HubError?] {
    let errors = try connection.transaction(.write) { () throws(StorageError) in
      try connection.checkPlace()
      try forgetSumsOfOthers()
      var errors: [HubError?] = []
      errors.reserveCapacity(writes.count)
      for write in writes { errors.append(try runUnderSavepoint(write)) }
      for (space, changed) in sums.changed {
        do throws(HubError) {
          try SQLiteHubTransaction(connection: connection, id: space).write(changed)
        } catch {
          throw StorageError(.aborted, error.message, cause: error)
        }
      }
      return errors
    }
    sums.commit()
    return errors
  }

  /// Runs one write of several; returns why nothing of it is kept.
  ///
  /// - Throws: ``StorageError`` if the whole transaction is lost.
  private func runUnderSavepoint(_ write: HubWrite) throws(StorageError) -> HubError? {
    try connection.cached("SAVEPOINT one").run()
    let before = sums.changed[write.space]
    let transaction = SQLiteHubTransaction(connection: connection, id: write.space, sums: sums)
    do throws(HubError) {
      if try transaction.space() == nil { try transaction.makeSpace(epoch: write.seed) }
      try write.body(transaction)
      try transaction.finish()
    } catch {
      sums.changed[write.space] = before
      guard connection.isInTransaction else {
        throw StorageError(.aborted, error.message, cause: error)
      }
      try connection.cached("ROLLBACK TO one").run()
      try connection.cached("RELEASE one").run()
      return error
    }
    try connection.cached("RELEASE one").run()
    return nil
  }

  /// Forgets what is known of sums if another connection wrote since the last commit.
  private func forgetSumsOfOthers() throws(StorageError) {
    let statement = try connection.cached("PRAGMA data_version")
    let version = try statement.step() ? statement.integer(0) : nil
    statement.reset()
    if version != dataVersion { sums.removeAll() }
    dataVersion = version
  }
}
