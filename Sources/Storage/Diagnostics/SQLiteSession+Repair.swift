// Mending what a database keeps beside its items and can be had anew from them.

extension SQLiteSession {
  /// Builds indexes, the list of tags, the search index and the counters anew, in one transaction.
  ///
  /// No item is touched, but for whether it shows, which its stamps say.
  func repair() throws(StorageError) {
    try checkWritable()
    try connection.transaction(.write) { () throws(StorageError) in
      try connection.execute("REINDEX", doing: "Mending")
      try repairRows()
      try connection.execute(
        "INSERT INTO item_search (item_search) VALUES ('rebuild')",
        doing: "Mending"
      )
    }
  }

  private func repairRows() throws(StorageError) {
    try connection.execute("DELETE FROM item_tags", doing: "Mending")
    let statement = try connection.prepare(
      "SELECT \(ItemRow.allColumns), items.is_deleted FROM items ORDER BY items.number"
    )
    defer { statement.reset() }
    var (maxNumber, maxTime) = (0, UInt64(0))
    while try statement.step(doing: "Mending") {
      let number = Int(statement.integer(ItemRow.numberColumn))
      // Beyond, no number is ever given out; the check that follows tells of such a row.
      if number < ItemLimits.maxNumber { maxNumber = max(maxNumber, number) }
      // A row that cannot be read is told by the check that follows.
      guard let row = try readable(statement) else { continue }
      let newest = row.marks.deletion.map { max($0, row.marks.newest) } ?? row.marks.newest
      maxTime = max(maxTime, newest.time)
      try repairTags(of: row.item)
      let isDeleted = statement.integer(ItemRow.allColumnCount) != 0
      if row.marks.isAlive == isDeleted { try showOrHide(row) }
    }
    try repairCounters(maxNumber, maxTime)
  }

  private func readable(_ statement: Statement) throws(StorageError) -> ItemRow? {
    do throws(StorageError) {
      return try statement.itemRow()
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  private func repairTags(of item: Item) throws(StorageError) {
    for tag in item.tags {
      let statement = try connection.cached("INSERT INTO item_tags (tag, number) VALUES (?1, ?2)")
      statement.bind(tag, at: 1)
      statement.bind(item.number, at: 2)
      try statement.run()
    }
  }

  private func showOrHide(_ row: ItemRow) throws(StorageError) {
    let statement = try connection.cached("UPDATE items SET is_deleted = ?2 WHERE number = ?1")
    statement.bind(row.item.number, at: 1)
    statement.bind(row.marks.isAlive ? 0 : 1, at: 2)
    try statement.run()
  }

  /// Counters only ever grow; where they are lost, they begin behind all that was given out.
  private func repairCounters(_ number: Int, _ time: UInt64) throws(StorageError) {
    let time = Int64(bitPattern: time)
    try connection.execute(
      """
      INSERT INTO replica (id, clock, next_number) VALUES (1, \(time), \(number + 1))
        ON CONFLICT (id) DO UPDATE SET
          clock = max(clock, excluded.clock), next_number = max(next_number, excluded.next_number)
      """,
      doing: "Mending"
    )
  }
}
