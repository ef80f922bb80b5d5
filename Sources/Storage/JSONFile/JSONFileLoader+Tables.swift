extension JSONFileLoader {
  /// Brings the file's rows into the tables; touches only rows whose text differs.
  func replace(
    _ old: JSONDocument,
    rows: [ItemRow],
    pieces: [JSONDocument.Row]
  ) throws(StorageError) {
    let numbers = Dictionary(
      zip(pieces.lazy.map(\.number), pieces.indices),
      uniquingKeysWith: { first, _ in first }
    )
    // Removes rows first: ids and numbers may belong to other items now.
    for row in old.rows where numbers[row.number].map({ pieces[$0].id != row.id }) ?? true {
      if let stored = try session.row(row.id) { try session.remove(stored) }
    }
    for (row, piece) in zip(rows, pieces) {
      let stored = old.row(piece.number)
      if stored == piece { continue }
      if stored?.id == piece.id, let stored = try session.row(piece.id) {
        try session.replace(stored, with: row)
      } else {
        try session.insert(row)
      }
    }
  }

  /// Replaces the sync engine's data.
  func replaceSyncData() throws(StorageError) {
    try session.connection.execute("DELETE FROM sync_state; DELETE FROM sync_conflicts")
    if let state = contents.state {
      let statement = try session.connection.cached("INSERT INTO sync_state VALUES (1, ?1)")
      statement.bind(state, at: 1)
      try statement.run()
    }
    for conflict in contents.conflicts {
      let statement = try session.connection.cached(
        "INSERT INTO sync_conflicts VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
      )
      statement.bind(conflict.number, at: 1)
      statement.bind(conflict.kind.rawValue, at: 2)
      statement.bind(conflict.item, at: 3)
      statement.bind(conflict.reason, at: 4)
      statement.bind(Int64(bitPattern: conflict.time), at: 5)
      statement.bind(conflict.content.description, at: 6)
      try statement.run()
    }
  }
}
