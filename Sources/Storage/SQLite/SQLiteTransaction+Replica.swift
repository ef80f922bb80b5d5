// The transaction for the sync engine: it reads and writes registers, and stamps nothing.

extension SQLiteTransaction: ReplicaTransaction {
  var clock: UInt64 { session.clock.time }

  var node: UInt64 { session.clock.node }

  var exchangedTime: UInt64 { session.exchangedTime }

  func observe(_ time: UInt64) throws(StorageError) {
    try checkIsOpen()
    session.observe(time)
  }

  func noteExchange(of time: UInt64) throws(StorageError) {
    try checkIsOpen()
    session.noteExchange(of: time)
  }

  func resetClock(to time: UInt64, node: UInt64) throws(StorageError) {
    try checkIsOpen()
    session.resetClock(to: time, node: node)
  }

  func syncState() throws(StorageError) -> [UInt8]? {
    let statement = try prepared("SELECT state FROM sync_state")
    return try statement.only { $0.blob(0) }
  }

  func setSyncState(_ state: [UInt8]) throws(StorageError) {
    let statement = try prepared(
      "INSERT INTO sync_state VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET state = ?1"
    )
    statement.bind(state, at: 1)
    try statement.run()
  }
}

// MARK: - Items

extension SQLiteTransaction {
  /// The row that sync has just read, and usually writes back changed.
  struct Look {
    let id: ItemID
    let row: ItemRow?
    /// ``Connection/changeCount`` at the time of the read.
    let changes: Int32
  }

  func replica(_ id: ItemID) throws(StorageError) -> ReplicaItem? {
    try checkIsOpen()
    let row = try session.row(id)
    lastLook = Look(id: id, row: row, changes: session.connection.changeCount)
    return row.map { ReplicaItem($0) }
  }

  /// The row with this id, from the last look if nothing was written since.
  private func knownRow(_ id: ItemID) throws(StorageError) -> ItemRow? {
    if let lastLook, lastLook.id == id, lastLook.changes == session.connection.changeCount {
      return lastLook.row
    }
    return try session.row(id)
  }

  func replicas(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try replicas("SELECT \(ItemRow.allColumns) FROM items WHERE number > ?1", number, limit)
  }

  func unsynced(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try replicas(
      "SELECT \(ItemRow.allColumns) FROM items WHERE dirty <> 0 AND number > ?1",
      number,
      limit
    )
  }

  func withUnknownFields(
    after number: Int,
    limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    try replicas(
      "SELECT \(ItemRow.allColumns) FROM items WHERE unknown IS NOT NULL AND number > ?1",
      number,
      limit
    )
  }

  private func replicas(
    _ sql: String,
    _ number: Int,
    _ limit: Int
  ) throws(StorageError) -> [(number: Int, item: ReplicaItem)] {
    let statement = try prepared("\(sql) ORDER BY number LIMIT ?2")
    statement.bind(number, at: 1)
    statement.bind(limit, at: 2)
    defer { statement.reset() }
    var found: [(number: Int, item: ReplicaItem)] = []
    var room = SQLiteTransaction.pageBytes
    while room > 0, try statement.step() {
      let row = try statement.itemRow()
      found.append((row.item.number, ReplicaItem(row)))
      room -= statement.itemTextBytes
    }
    return found
  }

  /// The bytes of text with which a page of items ends.
  private static let pageBytes = 1_048_576

  func unsyncedCount() throws(StorageError) -> Int {
    let statement = try prepared("SELECT count(*) FROM items WHERE dirty <> 0")
    return Int(try statement.only { $0.integer(0) } ?? 0)
  }

  func put(_ item: ReplicaItem) throws(StorageError) {
    try checkIsOpen()
    if let old = try knownRow(item.id) {
      try session.replace(old, with: ItemRow(item, number: old.item.number))
    } else {
      var row = ItemRow(item, number: 0)
      row.item.number = try session.takeNumber(for: row.item)
      try session.insert(row)
    }
  }

  func putDecision(_ item: ReplicaItem) throws(StorageError) {
    try checkIsOpen()
    guard let old = try knownRow(item.id) else { return try put(item) }
    let new = ItemRow(item, number: old.item.number)
    try session.replace(old, with: new)
    let fields = old.item.changedFields(to: new.item).filter { $0 != .fixed(.updated) }
    if !fields.isEmpty { try recorder?.noteEdit(from: old.item, to: new.item, fields) }
  }

  func acknowledge(
    _ id: ItemID,
    sequence: Int64,
    stamp: (Field) -> Stamp?,
    deletion: Stamp?
  ) throws(StorageError) -> Bool {
    try checkIsOpen()
    guard let row = try session.marks(id) else { return false }
    var marks = row.marks
    guard marks.acknowledge(sequence: sequence, stamp: stamp, deletion: deletion) else {
      return false
    }
    try session.replaceMarks(of: id, number: row.number, with: marks)
    return true
  }

  func remove(_ id: ItemID) throws(StorageError) {
    try checkIsOpen()
    guard let row = try session.row(id) else { return }
    try session.remove(row)
  }
}

// MARK: - Many items at once

extension SQLiteTransaction {
  func settledTombstones(upTo floor: Int64) throws(StorageError) -> [ItemID] {
    let statement = try prepared(
      """
      SELECT id FROM items
      WHERE is_deleted = 1 AND sequence BETWEEN 1 AND ?1 AND dirty = 0 ORDER BY sequence
      """
    )
    statement.bind(floor, at: 1)
    return try ids(statement)
  }

  func awaitingBootstrap() throws(StorageError) -> [ItemID] {
    try ids(
      prepared(
        """
        SELECT id FROM items WHERE sequence = \(ReplicaItem.awaitingBootstrap) ORDER BY number
        """
      )
    )
  }

  func markAllUnsynced() throws(StorageError) {
    try prepared(
      """
      UPDATE items
      SET sequence = \(ReplicaItem.neverAcknowledged), dirty = \(Marks.Bit.whole), bases = NULL
      """
    ).run()
  }

  func markAllAwaitingBootstrap() throws(StorageError) {
    try prepared(
      "UPDATE items SET sequence = \(ReplicaItem.awaitingBootstrap) WHERE sequence > 0"
    ).run()
  }

  private func ids(_ statement: Statement) throws(StorageError) -> [ItemID] {
    try statement.all { statement throws(StorageError) in
      guard let id = statement.itemID(0) else { throw statement.damaged("An item's id") }
      return id
    }
  }

  private func prepared(_ sql: String) throws(StorageError) -> Statement {
    try checkIsOpen()
    return try session.connection.cached(sql)
  }
}

// MARK: - Conflicts

extension SQLiteTransaction {
  func conflicts() throws(StorageError) -> [SyncConflict] {
    let statement = try prepared(
      "SELECT number, kind, item_id, reason, time, content FROM sync_conflicts ORDER BY number"
    )
    return try statement.all { statement throws(StorageError) in
      guard let kind = SyncConflict.Kind(rawValue: Int(statement.integer(1))),
        let item = statement.itemID(2),
        let content = try? JSONParser.parse(statement.textBytes(5))
      else {
        throw statement.damaged("The list of sync conflicts")
      }
      return SyncConflict(
        number: Int(statement.integer(0)),
        kind: kind,
        item: item,
        reason: statement.text(3),
        time: UInt64(bitPattern: statement.integer(4)),
        content: content
      )
    }
  }

  func conflictCount() throws(StorageError) -> Int {
    let statement = try prepared("SELECT count(*) FROM sync_conflicts WHERE kind <> ?1")
    statement.bind(SyncConflict.Kind.overwritten.rawValue, at: 1)
    return Int(try statement.only { $0.integer(0) } ?? 0)
  }

  func quarantine() throws(StorageError) -> [ItemID: UInt64] {
    let statement = try prepared("SELECT item_id, time FROM sync_conflicts WHERE kind = ?1")
    statement.bind(SyncConflict.Kind.quarantined.rawValue, at: 1)
    let found = try statement.all { statement throws(StorageError) -> (ItemID, UInt64) in
      guard let item = statement.itemID(0) else {
        throw statement.damaged("The list of sync conflicts")
      }
      return (item, UInt64(bitPattern: statement.integer(1)))
    }
    return Dictionary(found, uniquingKeysWith: max)
  }

  func addConflict(_ conflict: SyncConflict) throws(StorageError) -> Int {
    let statement = try prepared(
      """
      INSERT INTO sync_conflicts (kind, item_id, reason, time, content)
      VALUES (?1, ?2, ?3, ?4, ?5) RETURNING number
      """
    )
    statement.bind(conflict.kind.rawValue, at: 1)
    statement.bind(conflict.item, at: 2)
    statement.bind(conflict.reason, at: 3)
    statement.bind(Int64(bitPattern: conflict.time), at: 4)
    statement.bind(conflict.content.description, at: 5)
    let number = Int(try statement.only { $0.integer(0) } ?? 0)
    guard number <= ItemLimits.maxNumber else {
      throw StorageError(.full, "The list of sync conflicts has no number left. Clear the list.")
    }
    if conflict.kind == .overwritten { try dropOldOverwritten() }
    return number
  }

  private func dropOldOverwritten() throws(StorageError) {
    let statement = try prepared(
      """
      DELETE FROM sync_conflicts WHERE number IN (
        SELECT number FROM sync_conflicts WHERE kind = ?1 ORDER BY number DESC LIMIT -1 OFFSET ?2
      )
      """
    )
    statement.bind(SyncConflict.Kind.overwritten.rawValue, at: 1)
    statement.bind(SyncConflict.maxOverwritten, at: 2)
    try statement.run()
  }

  func removeConflict(_ number: Int) throws(StorageError) {
    let statement = try prepared("DELETE FROM sync_conflicts WHERE number = ?1")
    statement.bind(number, at: 1)
    try statement.run()
  }
}
