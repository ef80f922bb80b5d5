// The table `history`.

extension SQLiteSession {
  /// One step with its changes.
  struct StoredStep {
    let step: HistoryStep
    let changes: [UInt8]
  }

  private static let columns = """
    number, time, is_undone, added, updated, deleted, restored, item_id
    """

  /// Stores what a transaction did as the latest step; undone steps can no longer be redone.
  func keep(_ recorder: consuming HistoryRecorder) throws(StorageError) {
    guard let first = recorder.firstItem else { return }
    guard !recorder.isTooLarge else { return try connection.execute("DELETE FROM history") }
    let counts = recorder.counts
    let latest = try connection.cached(
      "SELECT number, is_undone FROM history ORDER BY number DESC LIMIT 1"
    ).only { (number: Int($0.integer(0)), isUndone: $0.integer(1) != 0) }
    if latest?.isUndone == true {
      try connection.cached("DELETE FROM history WHERE is_undone = 1").run()
    }
    var number = (latest?.number ?? 0) &+ 1
    if !(1...ItemLimits.maxNumber).contains(number) {
      // Only a file that was edited by hand can reach this number.
      try connection.execute("DELETE FROM history")
      number = 1
    }
    let changes = recorder.text()
    try insertStep(
      HistoryStep(
        id: number,
        date: environment.now(),
        isUndone: false,
        counts: counts,
        firstItem: first
      ),
      changes: changes
    )
    // Not at every write: finding the old steps costs more than adding one.
    if number % 64 == 0 || changes.count > history.bytes / 64 { try dropOldSteps() }
  }

  /// Adds a row to the table.
  func insertStep(_ step: HistoryStep, changes: [UInt8]) throws(StorageError) {
    let statement = try connection.cached(
      "INSERT INTO history VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
    )
    statement.bind(step.id, at: 1)
    statement.bind(step.date.millisecondsSince1970, at: 2)
    statement.bind(step.isUndone ? 1 : 0, at: 3)
    statement.bind(step.added, at: 4)
    statement.bind(step.updated, at: 5)
    statement.bind(step.deleted, at: 6)
    statement.bind(step.restored, at: 7)
    statement.bind(step.firstItem, at: 8)
    statement.bind(changes.count, at: 9)
    statement.bindText(changes, at: 10)
    try statement.run()
  }

  /// Deletes the oldest steps above the limits of ``history``.
  private func dropOldSteps() throws(StorageError) {
    // Counts rows, since the numbers have gaps where steps became empty.
    let surplus = try connection.cached(
      """
      DELETE FROM history WHERE number <= (
        SELECT number FROM history ORDER BY number DESC LIMIT 1 OFFSET ?1
      )
      """
    )
    surplus.bind(history.steps, at: 1)
    try surplus.run()
    let size = try connection.cached("SELECT sum(size) FROM history").only { $0.integer(0) }
    guard size ?? 0 > history.bytes else { return }
    let statement = try connection.cached(
      """
      DELETE FROM history WHERE number <= (
        SELECT max(number) FROM (
          SELECT number, sum(size) OVER (ORDER BY number DESC) AS total FROM history
        ) WHERE total > ?1
      )
      """
    )
    statement.bind(history.bytes, at: 1)
    try statement.run()
  }

  /// Every step, latest first.
  func steps() throws(StorageError) -> [HistoryStep] {
    let statement = try connection.cached(
      "SELECT \(Self.columns) FROM history ORDER BY number DESC"
    )
    return try statement.all { row throws(StorageError) in try row.step() }
  }

  private func selectSteps(_ choice: String) throws(StorageError) -> Statement {
    try connection.cached("SELECT \(Self.columns), changes FROM history \(choice)")
  }

  /// Every step with its changes, latest last.
  func storedSteps() throws(StorageError) -> [StoredStep] {
    try selectSteps("ORDER BY number").all { row throws(StorageError) in try row.storedStep() }
  }

  /// The changes of a step, in the order in which they were made.
  func changes(of step: HistoryStep.ID) throws(StorageError) -> [HistoryStep.Change] {
    let statement = try selectSteps("WHERE number = ?1")
    statement.bind(step, at: 1)
    let stored = try statement.only { row throws(StorageError) in try row.storedStep() }
    guard let stored else { return [] }
    return try changes(of: stored).flatMap(\.ofItems)
  }

  /// How many steps can be undone, or redone.
  func countSteps(_ direction: HistoryDirection) throws(StorageError) -> Int {
    let statement = try connection.cached("SELECT count(*) FROM history WHERE is_undone = ?1")
    statement.bind(direction == .undo ? 0 : 1, at: 1)
    return Int(try statement.only { $0.integer(0) } ?? 0)
  }

  /// The next step to undo or redo.
  func nextStep(_ direction: HistoryDirection) throws(StorageError) -> StoredStep? {
    let choice =
      direction == .undo
      ? "is_undone = 0 ORDER BY number DESC" : "is_undone = 1 ORDER BY number"
    return try selectSteps("WHERE \(choice) LIMIT 1").only { row throws(StorageError) in
      try row.storedStep()
    }
  }

  /// A step's changes, in the order in which they were made.
  func changes(of stored: StoredStep) throws(StorageError) -> [HistoryChange] {
    guard let json = try? JSONParser.parse(stored.changes), let changes = HistoryChange.read(json)
    else { throw connection.damaged("The history of undo") }
    return changes
  }

  /// Marks a step as undone or redone.
  func markStep(_ number: Int, isUndone: Bool) throws(StorageError) {
    let statement = try connection.cached("UPDATE history SET is_undone = ?2 WHERE number = ?1")
    statement.bind(number, at: 1)
    statement.bind(isUndone ? 1 : 0, at: 2)
    try statement.run()
  }
}

extension Statement {
  fileprivate func storedStep() throws(StorageError) -> SQLiteSession.StoredStep {
    SQLiteSession.StoredStep(step: try step(), changes: textBytes(8))
  }

  fileprivate func step() throws(StorageError) -> HistoryStep {
    guard let first = itemID(7) else { throw damaged("The history of undo") }
    var counts = HistoryCounts()
    counts.added = Int(integer(3))
    counts.updated = Int(integer(4))
    counts.deleted = Int(integer(5))
    counts.restored = Int(integer(6))
    return HistoryStep(
      id: Int(integer(0)),
      date: Timestamp(millisecondsSince1970: integer(1)),
      isUndone: integer(2) != 0,
      counts: counts,
      firstItem: first
    )
  }
}
