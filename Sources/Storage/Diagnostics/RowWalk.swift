/// One pass over all items, in bounded memory.
struct RowWalk {
  private let session: SQLiteSession
  private var findings: [StoreFinding] = []
  private var tagCount = 0
  private var blockerCount = 0

  init(session: SQLiteSession) { self.session = session }

  /// What is wrong with the rows; needs the session's counters to be loaded.
  mutating func run() throws(StorageError) -> [StoreFinding] {
    let statement = try session.connection.prepare(
      "SELECT \(ItemRow.allColumns), items.is_deleted FROM items ORDER BY items.number"
    )
    defer { statement.reset() }
    while findings.count < StoreFinding.maxCount, try statement.step(doing: "Checking") {
      try check(statement)
    }
    guard findings.isEmpty else { return findings }
    let stored = try session.connection.integer("SELECT count(*) FROM item_tags") ?? 0
    if Int(stored) != tagCount {
      note(.tags, nil, "The list of tags has \(stored) entries, the items have \(tagCount) tags.")
    }
    let blockers = try session.connection.integer("SELECT count(*) FROM item_blockers") ?? 0
    if Int(blockers) != blockerCount {
      note(
        .blockers,
        nil,
        "The list of blockers has \(blockers) entries, the items have \(blockerCount) blockers."
      )
    }
    return findings
  }

  private mutating func check(_ statement: Statement) throws(StorageError) {
    let row: ItemRow
    do throws(StorageError) {
      row = try statement.itemRow()
    } catch {
      guard error.code == .damaged else { throw error }
      return note(.item, Int(statement.integer(ItemRow.numberColumn)), error.message)
    }
    checkItem(row.item)
    checkMarks(row, isDeleted: statement.integer(ItemRow.allColumnCount) != 0)
    try checkTags(row.item)
    try checkBlockers(row.item)
  }

  private mutating func checkItem(_ item: Item) {
    let number = item.number
    if !session.numbers.contains(number) {
      note(.counters, number, "Item \(number) has a number that was not given out yet.")
    }
    if item.status == .open, item.completedAt != nil {
      note(.item, number, "Item \(number) is open and has a time of completion.")
    }
  }

  private mutating func checkMarks(_ row: ItemRow, isDeleted: Bool) {
    let number = row.item.number
    if row.marks.isAlive == isDeleted {
      note(.marks, number, "Item \(number) is shown or hidden against what its stamps say.")
    }
    let newest = row.marks.deletion.map { max($0, row.marks.newest) } ?? row.marks.newest
    if newest.time > session.clock.time {
      note(
        .marks,
        number,
        "Item \(number) has a stamp of a time that the store's clock has not reached."
      )
    }
    let hasMark = row.marks.dirty & Marks.Bit.exception != 0
    if !row.marks.isWhollyDirty, hasMark != row.marks.exceptions.contains(where: \.isDirty) {
      note(.marks, number, "Item \(number) has marks for sync that contradict each other.")
    }
    if row.marks.isWhollyDirty, row.marks.dirty == 0 {
      note(.marks, number, "Item \(number) was never synced, and is not marked to be.")
    }
  }

  private mutating func checkTags(_ item: Item) throws(StorageError) {
    tagCount += item.tags.count
    for tag in item.tags {
      let statement = try session.connection.cached(
        "SELECT 1 FROM item_tags WHERE tag = ?1 AND number = ?2"
      )
      statement.bind(tag, at: 1)
      statement.bind(item.number, at: 2)
      guard try statement.only({ _ in true }) == nil else { continue }
      return note(.tags, item.number, "A tag of item \(item.number) is not in the list of tags.")
    }
  }

  private mutating func checkBlockers(_ item: Item) throws(StorageError) {
    blockerCount += item.blockers.count
    for id in item.blockers where try !session.isListed(id, of: item.number) {
      return note(
        .blockers,
        item.number,
        "A blocker of item \(item.number) is not in the list of blockers."
      )
    }
  }

  private mutating func note(_ subject: StoreFinding.Subject, _ number: Int?, _ message: String) {
    findings.append(StoreFinding(subject, number: number, message))
  }
}
