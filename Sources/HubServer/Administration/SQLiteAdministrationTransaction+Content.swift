import Storage
import Sync

// A whole space, row by row.

extension SQLiteAdministrationTransaction {
  func forEachCommit(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError) {
    let sql = "SELECT head, nonce, made_at FROM commits WHERE space_id = ?1 ORDER BY head"
    try rows(sql, of: name) { statement throws(HubError) in
      try body((0..<3).map { statement.integer($0) })
    }
  }

  func forEachSession(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError) {
    let sql = """
      SELECT session, device, counter, clock_ms, seen_at FROM devices WHERE space_id = ?1
      ORDER BY session
      """
    try rows(sql, of: name) { statement throws(HubError) in
      try body((0..<5).map { statement.integer($0) })
    }
  }

  func forEachItem(
    of name: String,
    _ body: (AdministeredItem) throws(HubError) -> Void
  ) throws(HubError) {
    let sql = "SELECT item_id, seq, changed_at, doc FROM items WHERE space_id = ?1 ORDER BY seq"
    try rows(sql, of: name) { statement throws(HubError) in
      try body(
        AdministeredItem(
          id: statement.itemID(0),
          sequence: statement.integer(1),
          changedAt: statement.integer(2),
          doc: statement.textBytes(3)
        )
      )
    }
  }

  func isEmpty(_ name: String) throws(HubError) -> Bool {
    let sql = """
      SELECT (SELECT head FROM spaces WHERE space_id = ?1)
        + (SELECT count(*) FROM items WHERE space_id = ?1)
      """
    return try number(sql, name) == 0
  }

  func replaceSpace(_ name: String, by space: HubSpace) throws(HubError) {
    try stored { () throws(StorageError) in
      for table in ["commits", "devices"] {
        try ServerTables(connection: connection)
          .run("DELETE FROM \(table) WHERE space_id = ?1", name)
      }
    }
    try run(
      """
      UPDATE spaces SET epoch = ?2, head = ?3, nonce = ?4, floor = ?5, age_ms = ?6, purged_at = ?7
      WHERE space_id = ?1
      """,
      name,
      [space.epoch, space.head, space.nonce, space.floor, space.age, space.purgedAt]
    )
  }

  func addCommit(_ numbers: [Int64], to name: String) throws(HubError) {
    try run(
      "INSERT INTO commits (space_id, head, nonce, made_at) VALUES (?1, ?2, ?3, ?4)",
      name,
      numbers
    )
  }

  func addSession(_ numbers: [Int64], to name: String) throws(HubError) {
    try run(
      """
      INSERT INTO devices (space_id, session, device, counter, clock_ms, seen_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      name,
      numbers
    )
  }

  func add(_ item: AdministeredItem, isAlive: Bool, to name: String) throws(HubError) {
    guard let id = item.id else { throw HubError(.damaged, "An item has no id.") }
    try stored { () throws(StorageError) in
      let statement = try connection.cached(
        """
        INSERT INTO items (space_id, item_id, seq, deleted, changed_at, doc)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
      )
      statement.bind(name, at: 1)
      statement.bind(id, at: 2)
      statement.bind(item.sequence, at: 3)
      statement.bind(isAlive ? 0 : 1, at: 4)
      statement.bind(item.changedAt, at: 5)
      statement.bindText(item.doc, at: 6)
      try statement.run()
    }
  }

  func setSums(_ digest: SpaceDigest, _ usage: SpaceUsage, of name: String) throws(HubError) {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare(
        "UPDATE spaces SET digest = ?2, item_count = ?3, byte_count = ?4 WHERE space_id = ?1"
      )
      statement.bind(name, at: 1)
      statement.bind(digest.bytes, at: 2)
      statement.bind(usage.items, at: 3)
      statement.bind(usage.bytes, at: 4)
      try statement.run()
    }
  }

  private func rows(
    _ sql: String,
    of name: String,
    _ body: (Statement) throws(HubError) -> Void
  ) throws(HubError) {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare(sql)
      statement.bind(name, at: 1)
      while try statement.step() {
        do throws(HubError) {
          try body(statement)
        } catch {
          throw StorageError(.aborted, error.message, cause: error)
        }
      }
    }
  }

  private func run(_ sql: String, _ name: String, _ numbers: [Int64]) throws(HubError) {
    try stored { () throws(StorageError) in
      let statement = try connection.cached(sql)
      statement.bind(name, at: 1)
      for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 2) }
      try statement.run()
    }
  }
}
