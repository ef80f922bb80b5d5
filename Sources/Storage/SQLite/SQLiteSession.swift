import Files

/// A connection to a store with its clock and its frequent statements; not for two threads at once.
final class SQLiteSession {
  let connection: Connection
  let environment: StoreEnvironment
  var changes = SessionChanges()
  private(set) var clock: HybridClock
  /// The greatest stamp time that ever came from outside or left.
  private(set) var exchangedTime: UInt64 = 0
  private(set) var numbers = ItemNumbers()
  /// The last query that was compiled, with its statement.
  var lastQuery: (query: ItemQuery, compiled: CompiledQuery, statement: Statement)?
  /// The last first page in the order of due dates, whose two statements can be used again.
  var lastDueQuery: DueQuery?
  private var attributeIndexes: AttributeIndexes?
  /// The parents that are known within a transaction; others may change them between two.
  var parents = KnownParents()
  /// The deleted items of the last search among them, while it has more pages.
  var deletedTexts: DeletedTexts?
  /// The rest of the result of which a page was last returned.
  var sortedResultCache: SortedResultCache?
  /// The identity of the log that this session writes to.
  var log: FileStatus.ID?
  /// How much history is kept for undo.
  var history = HistoryOptions.off

  // Prepared on first use: a command that only lists needs no statement that writes.
  private lazy var insertItem = PreparedSlot(ItemRow.insertSQL)
  private lazy var updateItem = PreparedSlot(ItemRow.updateSQL)
  private lazy var updateMarks = PreparedSlot(
    """
    UPDATE items
    SET sequence = ?2, dirty = ?3, stamp = ?4, stamps = ?5, deletion = ?6, bases = ?7
    WHERE number = ?1
    """
  )
  private lazy var insertTag = PreparedSlot("INSERT INTO item_tags (tag, number) VALUES (?1, ?2)")
  private lazy var deleteTag = PreparedSlot("DELETE FROM item_tags WHERE tag = ?1 AND number = ?2")
  private lazy var insertText = PreparedSlot(
    "INSERT INTO item_search (rowid, title, notes, tags) VALUES (?1, ?2, ?3, ?4)"
  )
  private lazy var deleteText = PreparedSlot(
    """
    INSERT INTO item_search (item_search, rowid, title, notes, tags)
    VALUES ('delete', ?1, ?2, ?3, ?4)
    """
  )
  private lazy var liveByID = PreparedSlot(
    "SELECT \(ItemRow.itemColumns) FROM items WHERE id = ?1 AND is_deleted = 0"
  )
  private lazy var liveByNumber = PreparedSlot(
    "SELECT \(ItemRow.itemColumns) FROM items WHERE number = ?1 AND is_deleted = 0"
  )
  private lazy var rowByID = PreparedSlot("SELECT \(ItemRow.allColumns) FROM items WHERE id = ?1")
  private lazy var marksByID = PreparedSlot(
    "SELECT number, \(ItemRow.markColumns) FROM items WHERE id = ?1"
  )
  private lazy var readCounters = PreparedSlot(
    "SELECT clock, exchanged, next_number, next_record FROM replica"
  )
  private lazy var writeCounters = PreparedSlot(
    """
    UPDATE replica SET clock = ?1, exchanged = ?2, next_number = ?3, next_record = ?4
    WHERE id = 1
    """
  )

  init(_ connection: Connection, environment: StoreEnvironment) {
    self.connection = connection
    self.environment = environment
    clock = HybridClock(time: 0, node: environment.random())
  }

  /// Whether no other session can open the file meanwhile.
  var isExclusive: Bool { connection.access == .exclusive }
}

/// A statement that is prepared on first use.
private struct PreparedSlot {
  private let sql: String
  private var prepared: Statement?

  init(_ sql: String) { self.sql = sql }

  @inline(__always)
  mutating func statement(on connection: Connection) throws(StorageError) -> Statement {
    if let prepared { return prepared }
    let statement = try connection.prepare(sql)
    prepared = statement
    return statement
  }
}

extension SQLiteSession {
  /// The indexes that a filter can use; looked up on first use.
  func attributeIndexes(for filter: ItemFilter) throws(StorageError) -> AttributeIndexes {
    guard filter.usesAttributes else { return .none }
    return try readAttributeIndexes()
  }

  /// The indexes of the store; looked up on first use.
  func readAttributeIndexes() throws(StorageError) -> AttributeIndexes {
    if let attributeIndexes { return attributeIndexes }
    let indexes = try AttributeIndexes(of: connection)
    attributeIndexes = indexes
    return indexes
  }
}

// MARK: - Counters

extension SQLiteSession {
  /// What the store counts with.
  struct Counters: Equatable {
    var clock: UInt64
    var exchanged: UInt64
    var numbers: ItemNumbers
  }

  var counters: Counters {
    Counters(clock: clock.time, exchanged: exchangedTime, numbers: numbers)
  }

  /// Reads the counters, which another process may have advanced.
  func loadCounters() throws(StorageError) {
    guard let counters = try storedCounters() else { throw lostCounters }
    setCounters(counters)
  }

  /// The counters as they are in the file; nil if it has lost them.
  func storedCounters() throws(StorageError) -> Counters? {
    let statement = try readCounters.statement(on: connection)
    return try statement.only { row -> Counters? in
      let (next, nextRecord) = (Int(row.integer(2)), Int(row.integer(3)))
      guard let numbers = ItemNumbers(next: next, nextRecord: nextRecord) else { return nil }
      return Counters(
        clock: UInt64(bitPattern: row.integer(0)),
        exchanged: UInt64(bitPattern: row.integer(1)),
        numbers: numbers
      )
    } ?? nil
  }

  /// Saves the counters.
  func saveCounters() throws(StorageError) {
    let statement = try writeCounters.statement(on: connection)
    statement.bind(Int64(bitPattern: clock.time), at: 1)
    statement.bind(Int64(bitPattern: exchangedTime), at: 2)
    statement.bind(numbers.next, at: 3)
    statement.bind(numbers.nextRecord, at: 4)
    try statement.run()
  }

  func setCounters(_ counters: Counters) {
    clock.reset(to: counters.clock, node: clock.node)
    exchangedTime = counters.exchanged
    numbers = counters.numbers
  }

  private var lostCounters: StorageError {
    StorageError(
      .damaged,
      "\(connection.location) has lost its counters. Restore it from a backup."
    )
  }

  /// The next local number for an item.
  ///
  /// Throws ``StorageError/Code/full`` after the last number, which only a damaged or hand-edited file reaches.
  func takeNumber(for item: Item) throws(StorageError) -> Int {
    guard let number = numbers.takeNumber(for: item) else {
      throw StorageError(
        .full,
        "\(connection.location) has given out every number that an item can have. "
          + "Export the items and import them into a new store."
      )
    }
    return number
  }

  /// A stamp for an edit made now.
  func stamp() -> Stamp { clock.next(now: environment.now().millisecondsSince1970) }

  /// Counts a local number as given out.
  func reserve(_ number: Int) { numbers.reserve(number) }

  /// Sets the local numbers that were given out.
  func setNumbers(_ numbers: ItemNumbers) { self.numbers = numbers }

  func observe(_ time: UInt64) { clock.observe(time) }

  func noteExchange(of time: UInt64) {
    clock.observe(time)
    exchangedTime = max(exchangedTime, time)
  }

  func resetClock(to time: UInt64, node: UInt64) { clock.reset(to: time, node: node) }
}

// MARK: - Rows

extension SQLiteSession {
  /// The live item with this id.
  func item(_ id: ItemID) throws(StorageError) -> Item? {
    let statement = try liveByID.statement(on: connection)
    statement.bind(id, at: 1)
    return try statement.only { row throws(StorageError) in try row.item() }
  }

  /// The live item with this number.
  func item(number: Int) throws(StorageError) -> Item? {
    let statement = try liveByNumber.statement(on: connection)
    statement.bind(number, at: 1)
    return try statement.only { row throws(StorageError) in try row.item() }
  }

  /// The row with this id, live or deleted.
  func row(_ id: ItemID) throws(StorageError) -> ItemRow? {
    let statement = try rowByID.statement(on: connection)
    statement.bind(id, at: 1)
    return try statement.only { row throws(StorageError) in try row.itemRow() }
  }

  /// The number and the marks of the row with this id, live or deleted.
  func marks(_ id: ItemID) throws(StorageError) -> (number: Int, marks: Marks)? {
    let statement = try marksByID.statement(on: connection)
    statement.bind(id, at: 1)
    return try statement.only { row throws(StorageError) in
      let number = Int(row.integer(0))
      return (number, try row.marks(from: 1, number: number))
    }
  }

  /// The row with this number, live or deleted.
  func row(number: Int) throws(StorageError) -> ItemRow? {
    let statement = try connection.cached(
      "SELECT \(ItemRow.allColumns) FROM items WHERE number = ?1"
    )
    statement.bind(number, at: 1)
    return try statement.only { row throws(StorageError) in try row.itemRow() }
  }

  /// Writes a new row, its tags and, if it is alive, its text.
  ///
  /// An id that was drawn just now is known to nobody, so that no item stands under it yet.
  func insert(_ row: consuming ItemRow, withNewID isNewID: Bool = false) throws(StorageError) {
    let statement = try insertItem.statement(on: connection)
    let tags = try statement.bind(&row)
    do throws(StorageError) {
      try statement.run()
    } catch  where error.isPrimaryKeyViolation {
      throw lostCounters
    }
    changes.note(row.item.id)
    if isNewID || row.item.parent == nil {
      parents.change(of: row.item.id, to: row.item.parent)
    } else {
      try noteParent(from: nil, to: row)
    }
    for tag in row.item.tags { try insert(tag: tag, of: row.item.number) }
    try noteBlockers(of: row.item.number, from: [], to: row.item.blockers)
    if row.marks.isAlive { try index(row.item, tags: tags) }
  }

  /// Updates a row, its tags and its text from one state to another.
  func replace(_ old: ItemRow, with new: consuming ItemRow) throws(StorageError) {
    guard !new.differsInMarksOnly(from: old) else {
      return try replaceMarks(of: new.item.id, number: new.item.number, with: new.marks)
    }
    let statement = try updateItem.statement(on: connection)
    let tags = try statement.bind(&new)
    try statement.run()
    changes.note(new.item.id)
    try noteParent(from: old, to: new)
    for tag in old.item.tags.subtracting(new.item.tags) {
      try delete(tag: tag, of: new.item.number)
    }
    for tag in new.item.tags.subtracting(old.item.tags) {
      try insert(tag: tag, of: new.item.number)
    }
    try noteBlockers(of: new.item.number, from: old.item.blockers, to: new.item.blockers)
    let shows = (old: old.marks.isAlive, new: new.marks.isAlive)
    guard shows.old != shows.new || !old.item.hasSameText(as: new.item) else { return }
    if shows.old { try removeFromIndex(old.item) }
    if shows.new { try index(new.item, tags: tags) }
  }

  /// Writes only the sync marks of an otherwise unchanged item, which spares most indexes.
  func replaceMarks(of id: ItemID, number: Int, with marks: Marks) throws(StorageError) {
    let statement = try updateMarks.statement(on: connection)
    statement.bind(number, at: 1)
    try statement.bind(marks, from: 2)
    try statement.run()
    changes.note(id)
  }

  /// Removes a row, its tags and its text.
  func remove(_ row: ItemRow) throws(StorageError) {
    let statement = try connection.cached("DELETE FROM items WHERE number = ?1")
    statement.bind(row.item.number, at: 1)
    try statement.run()
    changes.note(row.item.id)
    try noteParent(from: row, to: nil)
    for tag in row.item.tags { try delete(tag: tag, of: row.item.number) }
    try noteBlockers(of: row.item.number, from: row.item.blockers, to: [])
    if row.marks.isAlive { try removeFromIndex(row.item) }
  }

  private func insert(tag: String, of number: Int) throws(StorageError) {
    let statement = try insertTag.statement(on: connection)
    statement.bind(tag, at: 1)
    statement.bind(number, at: 2)
    try statement.run()
  }

  private func delete(tag: String, of number: Int) throws(StorageError) {
    let statement = try deleteTag.statement(on: connection)
    statement.bind(tag, at: 1)
    statement.bind(number, at: 2)
    try statement.run()
  }

  private func index(_ item: Item, tags: [UInt8]) throws(StorageError) {
    try run(insertText.statement(on: connection), item, tags: tags)
  }

  /// FTS5 needs the exact old text to remove it from an external-content index.
  /// https://www.sqlite.org/fts5.html#the_delete_command
  private func removeFromIndex(_ item: Item) throws(StorageError) {
    try run(deleteText.statement(on: connection), item, tags: item.packedTags)
  }

  private func run(_ statement: Statement, _ item: Item, tags: [UInt8]) throws(StorageError) {
    statement.bind(item.number, at: 1)
    statement.bind(item.title, at: 2)
    statement.bind(item.notes, at: 3)
    statement.bindText(tags, at: 4)
    try statement.run()
  }
}

extension Statement {
  /// The body's value for the only row, or nil without a row; resets the statement.
  @inline(__always)
  func only<Value>(
    _ body: (Statement) throws(StorageError) -> Value
  ) throws(StorageError) -> Value? {
    guard try step() else { return nil }
    defer { reset() }
    return try body(self)
  }

  /// The body's value for each row; resets the statement, even if the body throws.
  ///
  /// A statement that is not reset keeps its connection's snapshot: later reads would see old data.
  @inline(__always)
  func all<Value>(
    _ body: (Statement) throws(StorageError) -> Value
  ) throws(StorageError) -> [Value] {
    defer { reset() }
    var values: [Value] = []
    while try step() { values.append(try body(self)) }
    return values
  }
}

extension Item {
  /// Whether the search index holds the same text for both.
  fileprivate func hasSameText(as other: Item) -> Bool {
    utf8Equal(title, other.title) && utf8Equal(notes, other.notes) && tags == other.tags
  }
}
