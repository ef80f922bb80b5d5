extension JSONDocument {
  /// A store of any backend: items with numbers and stamps, the state of sync, conflicts and history.
  ///
  /// Two stores with the same contents give the same bytes.
  init(of session: SQLiteSession) throws(StorageError) {
    self = try session.connection.transaction(.read) { () throws(StorageError) in
      try session.loadCounters()
      let transaction = SQLiteTransaction(session)
      defer { transaction.end() }
      return JSONDocument(
        rows: try Self.rows(of: session),
        numbers: session.numbers,
        clock: session.clock.time,
        exchanged: session.exchangedTime,
        tail: try JSONDocument.tail(
          state: transaction.syncState(),
          conflicts: transaction.conflicts()
        ),
        history: JSONDocument.history(try session.storedSteps())
      )
    }
  }

  private static func rows(of session: SQLiteSession) throws(StorageError) -> [Row] {
    let statement = try session.connection.prepare(
      "SELECT \(ItemRow.allColumns) FROM items ORDER BY items.number"
    )
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(try Row(statement.itemRow())) }
    return rows
  }
}
