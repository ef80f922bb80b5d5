extension SQLiteSession {
  /// Rebuilds the indexes, the lists of tags and blockers, the search index and the counters in one transaction.
  ///
  /// It changes no item except for `is_deleted`, which follows from the stamps.
  func repair() throws(StorageError) {
    try checkWritable()
    try connection.transaction(.write) { () throws(StorageError) in
      try connection.execute("REINDEX", doing: "Repairing")
      try repairRows()
      try rebuildCircles()
      try connection.execute(
        "INSERT INTO item_search (item_search) VALUES ('rebuild')",
        doing: "Repairing"
      )
    }
  }

  private func repairRows() throws(StorageError) {
    try connection.execute("DELETE FROM item_tags", doing: "Repairing")
    try connection.execute("DELETE FROM item_blockers", doing: "Repairing")
    let statement = try connection.prepare(
      "SELECT \(ItemRow.allColumns), items.is_deleted FROM items ORDER BY items.number"
    )
    defer { statement.reset() }
    var (numbers, maxTime) = (ItemNumbers(), UInt64(0))
    while try statement.step(doing: "Repairing") {
      let number = Int(statement.integer(ItemRow.numberColumn))
      // Greater numbers are never given out; the check that follows reports such a row.
      if number < ItemLimits.maxNumber { numbers.reserve(number) }
      // The check that follows reports a row that cannot be read.
      guard let row = try readable(statement) else { continue }
      let newest = row.marks.deletion.map { max($0, row.marks.newest) } ?? row.marks.newest
      maxTime = max(maxTime, newest.time)
      try repairTags(of: row.item)
      try noteBlockers(of: row.item.number, from: [], to: row.item.blockers)
      let isDeleted = statement.integer(ItemRow.allColumnCount) != 0
      if row.marks.isAlive == isDeleted { try showOrHide(row) }
    }
    try repairCounters(numbers, maxTime)
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

  /// Counters only ever grow; lost ones begin after everything that was given out.
  ///
  /// Nobody knows which of the times left the store that has lost its counters: any of them may have.
  private func repairCounters(_ given: ItemNumbers, _ time: UInt64) throws(StorageError) {
    let kept = try storedCounters()
    try connection.execute(
      "INSERT OR IGNORE INTO replica (id, clock, exchanged, next_number) VALUES (1, 0, 0, 1)",
      doing: "Repairing"
    )
    var numbers = kept?.numbers ?? given
    numbers.reserve(all: given)
    setCounters(
      Counters(
        clock: max(kept?.clock ?? 0, time),
        exchanged: kept?.exchanged ?? time,
        numbers: numbers
      )
    )
    try saveCounters()
  }
}
