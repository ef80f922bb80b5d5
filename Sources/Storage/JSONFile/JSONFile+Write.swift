// Changes the file: one replacement for each transaction.

import Files

extension JSONFile {
  /// Runs a write transaction on the tables and replaces the file before it is committed.
  func write<Value>(
    _ session: SQLiteSession,
    _ operation: SessionOperation,
    _ body: (SQLiteTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    guard access != .readOnly else {
      throw StorageError(
        .readOnly,
        "'\(path)' was opened for reading only, so nothing was changed."
      )
    }
    return try withLock(waiting: busyTimeout, for: operation) { target throws(StorageError) in
      if try !isCurrent() { try load(target.descriptor, into: session) }
      var saved: (document: JSONDocument, file: Known)?
      do throws(StorageError) {
        let value = try session.write(
          beforeCommit: { session throws(StorageError) in
            try operation.check()
            // Once the file is replaced, the tables must follow.
            operation.finishUninterrupted()
            if let document = try changedDocument(session) {
              saved = (document, try replace(target, with: document))
            }
          },
          body
        )
        if let saved { note(saved.document, in: saved.file) }
        return value
      } catch {
        // The tables were rolled back and the file was not: the next use reads it.
        if saved != nil { forgetFile() }
        throw error
      }
    }
  }

  /// The document after the transaction, or nil if the file is the same already.
  private func changedDocument(_ session: SQLiteSession) throws(StorageError) -> JSONDocument? {
    var document = document
    var isChanged = isBehind
    for number in try changedNumbers(session) {
      let row = try session.row(number: number)
      let piece: JSONDocument.Row? =
        if let row { try JSONDocument.Row(row) } else { nil }
      if document.set(piece, at: number) { isChanged = true }
    }
    let transaction = SQLiteTransaction(session)
    let tail = try JSONDocument.tail(
      state: transaction.syncState(),
      conflicts: transaction.conflicts()
    )
    let history = JSONDocument.history(try session.storedSteps())
    isChanged =
      isChanged || tail != document.tail || history != document.history
      || document.clock != session.clock.time || document.exchanged != session.exchangedTime
      || document.numbers != session.numbers
    try session.connection.execute("DELETE FROM temp.changed_items")
    guard isChanged else { return nil }
    document.tail = tail
    document.history = history
    document.clock = session.clock.time
    document.exchanged = session.exchangedTime
    document.numbers = session.numbers
    return document
  }

  private func changedNumbers(_ session: SQLiteSession) throws(StorageError) -> [Int] {
    let statement = try session.connection.cached(
      "SELECT number FROM temp.changed_items ORDER BY number"
    )
    var numbers: [Int] = []
    while try statement.step() { numbers.append(Int(statement.integer(0))) }
    return numbers
  }
}

// MARK: - Replacing the file

extension JSONFile {
  /// Runs the body while this process alone may replace the file.
  func withLock<Value>(
    waiting patience: Duration,
    for operation: SessionOperation? = nil,
    _ body: (LockedFile) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let deadline = ContinuousClock.now + patience
    while true {
      if let target = try StorageError.catching(LockedFile(path, .update)) {
        // The descriptor may be kept for longer.
        defer { target.descriptor.unlock() }
        if target.status.linkCount > 1 { try StoreFile(path).checkLinks() }
        return try body(target)
      }
      guard ContinuousClock.now < deadline else {
        throw StorageError(
          .busy,
          "Another process keeps '\(path)' locked. Try again in a moment; nothing was changed."
        )
      }
      try operation?.check()
      FilePath.pause()
    }
  }

  /// Puts a new file in the locked one's place; after an error, the locked one is unchanged.
  ///
  /// People who edit by hand take no lock, so this checks the file once more just before.
  func replace(_ target: LockedFile, with document: JSONDocument) throws(StorageError) -> Known {
    if let rewrittenVersion { try keepCopy(of: target, version: rewrittenVersion) }
    let temporary = target.path.unfinishedUnderLock
    // A process that was killed while it wrote leaves one; if it cannot be removed, no file can be made.
    try StorageError.catching(temporary.remove())
    let unfinished = UnfinishedFile(for: target.path, at: temporary)
    do throws(StorageError) {
      let model = try StorageError.catching(target.descriptor.status())
      let file = try StorageError.catching(unfinished.make(like: model))
      try file.write(document)
      try StorageError.catching(file.synchronize())
      let identity = try StorageError.catching(file.status().identity)
      guard try isCurrent() else {
        throw StorageError(
          .busy,
          "'\(path)' was changed by another program meanwhile. Try again; nothing was changed."
        )
      }
      try StorageError.catching(unfinished.replace())
      return Known(file: file, identity: identity)
    } catch {
      throw error.renaming(temporary.description, to: path)
    }
  }
}
