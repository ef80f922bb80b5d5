extension SQLiteSession {
  /// Runs the body in a write transaction.
  ///
  /// `beforeCommit` runs after the body and sees its changes; an error of either rolls them back.
  func write<Value>(
    as kind: Connection.TransactionKind = .write,
    beforeCommit: (SQLiteSession) throws(StorageError) -> Void = { _ in },
    _ body: (SQLiteTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try checkWritable()
    // After a commit this loses nothing: `tellChanges()` has sent the changes.
    defer { forgetChanges() }
    awaitTransaction()
    let value = try connection.transaction(kind) { () throws(StorageError) in
      parents.forget()
      try beginNoting()
      try loadCounters()
      let before = counters
      let transaction = SQLiteTransaction(self)
      defer { transaction.end() }
      let value = try body(transaction)
      if let recorder = transaction.recorder.take() { try keep(recorder) }
      if !transaction.purged.isEmpty { try forgetSteps(of: transaction.purged) }
      if counters != before { try saveCounters() }
      try beforeCommit(self)
      try connection.checkPlace()
      log = try connection.checkLog(log)
      return value
    }
    // The file may have been moved while the commit waited for the disk.
    try connection.checkPlace()
    tellChanges()
    return value
  }

  /// Throws `.readOnly` if the file may only be read.
  func checkWritable() throws(StorageError) {
    guard connection.isReadOnly else { return }
    throw StorageError(
      .readOnly,
      "\(connection.location) may only be read, so nothing was changed."
    )
  }

  /// Runs the body on one snapshot.
  func read<Value>(
    _ body: (SQLiteTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try connection.transaction(.read) { () throws(StorageError) in
      try loadCounters()
      let transaction = SQLiteTransaction(self)
      defer { transaction.end() }
      let value = try body(transaction)
      guard !connection.hasWritten else {
        throw StorageError(.misuse, "A read must not write; nothing was changed.")
      }
      return value
    }
  }
}
