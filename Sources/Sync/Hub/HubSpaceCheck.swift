import Storage

/// Checks one space of a hub file, and mends it; within a transaction of its caller.
struct HubSpaceCheck {
  let connection: Connection
  let id: String

  private var transaction: SQLiteHubTransaction {
    SQLiteHubTransaction(connection: connection, id: id)
  }

  /// What is not as it should be.
  func findings() throws(StorageError) -> [StoreFinding] { try examine().walk.findings }

  /// The space's row, if it is sound, and what a walk over the items' rows finds.
  private func examine() throws(StorageError) -> (space: HubSpace?, walk: Walk) {
    let (space, findings) = try spaceFindings()
    var walk = Walk(id: id, head: space?.head, findings: findings)
    try rows { row throws(StorageError) in walk.visit(row) }
    if let kept = try keptDigest(), walk.unreadable.isEmpty, kept != walk.digest {
      walk.note(.counters, "The digest of the space '\(id)' is not that of its items.")
    }
    return (space, walk)
  }

  /// Mends what ``findings()`` tells.
  func repair() throws(StorageError) {
    let (found, walk) = try examine()
    guard !walk.findings.isEmpty else { return }
    for row in walk.unreadable { try run("DELETE FROM items WHERE rowid = ?1", row) }
    var space = found ?? HubSpace(epoch: 0)
    if found == nil { space.age = try greatestAge() }
    // Above every number in use, since no two rows may have the same.
    space.head = max(space.head, walk.greatest)
    for row in walk.unsent {
      space.head += 1
      try run("UPDATE items SET seq = ?2 WHERE rowid = ?1", row, space.head)
    }
    for row in walk.misfiled {
      try run("UPDATE items SET deleted = 1 - deleted WHERE rowid = ?1", row)
    }
    try store(space, isNewEpoch: found == nil || !walk.unreadable.isEmpty)
    let sql = """
      UPDATE spaces SET digest = ?2, item_count = NULL, byte_count = NULL WHERE space_id = ?1
      """
    try run(sql, walk.digest.bytes)
  }

  /// Stores the space's row with a new commit, so that devices get what was mended at their next sync.
  private func store(_ space: HubSpace, isNewEpoch: Bool) throws(StorageError) {
    var space = space
    if isNewEpoch {
      try run("DELETE FROM spaces WHERE space_id = ?1")
      try run("DELETE FROM commits WHERE space_id = ?1")
      space.epoch = .random(in: 0...Int64.max)
    }
    space.head += 1
    space.nonce = .random(in: 0...Int64.max)
    do throws(HubError) {
      if isNewEpoch { try transaction.makeSpace(epoch: space.epoch) }
      try transaction.addCommit(head: space.head, nonce: space.nonce, at: space.age)
      try transaction.setSpace(space)
    } catch {
      throw StorageError(error)
    }
  }
}

extension StorageError {
  /// The error of the hub's file.
  fileprivate init(_ error: HubError) {
    self = error.cause as? StorageError ?? StorageError(.damaged, error.message, cause: error)
  }
}

// MARK: - The space's own row

extension HubSpaceCheck {
  /// The space's row, if it is sound, and what is wrong with it.
  private func spaceFindings() throws(StorageError) -> (HubSpace?, [StoreFinding]) {
    do throws(HubError) {
      guard let space = try transaction.space() else {
        return (nil, [wrong("has items, but no row of its own")])
      }
      guard try transaction.nonce(at: space.head) == space.nonce else {
        // No device has a token that fits: each has to begin anew, as the repair says.
        return (nil, [wrong("has lost its latest commit")])
      }
      return (space, [])
    } catch {
      guard error.code == .damaged else { throw StorageError(error) }
      return (nil, [StoreFinding(.counters, error.message)])
    }
  }

  private func wrong(_ what: String) -> StoreFinding {
    StoreFinding(.counters, "The space '\(id)' \(what).")
  }

  /// The age at which the latest item changed; the space is as old at least.
  private func greatestAge() throws(StorageError) -> Int64 {
    let statement = try connection.cached("SELECT max(changed_at) FROM items WHERE space_id = ?1")
    statement.bind(id, at: 1)
    defer { statement.reset() }
    return try statement.step() ? min(max(0, statement.integer(0)), .max / 2 - 1) : 0
  }

  /// The digest that the space keeps; the hub makes a missing or cut one again by itself.
  private func keptDigest() throws(StorageError) -> SpaceDigest? {
    let statement = try connection.cached("SELECT digest FROM spaces WHERE space_id = ?1")
    statement.bind(id, at: 1)
    defer { statement.reset() }
    return try statement.step() ? SpaceDigest(bytes: statement.blob(0)) : nil
  }

  private func run(_ sql: String, _ numbers: Int64...) throws(StorageError) {
    let statement = try connection.cached(sql)
    if numbers.isEmpty { statement.bind(id, at: 1) }
    for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 1) }
    try statement.run()
  }

  private func run(_ sql: String, _ blob: [UInt8]) throws(StorageError) {
    let statement = try connection.cached(sql)
    statement.bind(id, at: 1)
    statement.bind(blob, at: 2)
    try statement.run()
  }
}

// MARK: - Rows

extension HubSpaceCheck {
  /// A row as it stands in the file.
  private struct Row {
    let number: Int64
    let id: ItemID?
    let sequence: Int64
    let isDeleted: Bool
    let doc: [UInt8]
  }

  private func rows(_ body: (Row) throws(StorageError) -> Void) throws(StorageError) {
    let statement = try connection.cached(
      "SELECT rowid, item_id, seq, deleted, doc FROM items WHERE space_id = ?1 ORDER BY seq"
    )
    statement.bind(id, at: 1)
    defer { statement.reset() }
    while try statement.step() {
      try body(
        Row(
          number: statement.integer(0),
          id: statement.itemID(1),
          sequence: statement.integer(2),
          isDeleted: statement.integer(3) != 0,
          doc: statement.textBytes(4)
        )
      )
    }
  }

  /// What a walk over the rows finds, one row in memory at a time.
  private struct Walk {
    let id: String
    /// The space's greatest sequence number; nil if its row is lost.
    let head: Int64?
    var findings: [StoreFinding]
    var digest = SpaceDigest()
    /// The greatest sequence number of a row, sent or not.
    var greatest: Int64 = 0
    /// The rows that cannot be read, those that are never sent, and those with a wrong mark of deletion.
    var unreadable: [Int64] = []
    var unsent: [Int64] = []
    var misfiled: [Int64] = []

    init(id: String, head: Int64?, findings: [StoreFinding]) {
      self.id = id
      self.head = head
      self.findings = findings
    }

    mutating func note(_ subject: StoreFinding.Subject, _ message: String) {
      // Counting goes on in the lists of rows.
      if findings.count < StoreFinding.maxCount { findings.append(StoreFinding(subject, message)) }
    }

    mutating func visit(_ row: Row) {
      guard let item = row.id else {
        unreadable.append(row.number)
        return note(
          .item,
          "The row with number \(row.sequence) of the space '\(id)' has no item's id."
        )
      }
      let state: ItemState
      do throws(WireError) {
        state = try WireItem(row.doc).state
        try state.checkNames()
      } catch {
        unreadable.append(row.number)
        return note(.item, "Item \(item) of the space '\(id)' cannot be read: \(error.message)")
      }
      digest.add(item, state)
      // No space reaches half of all numbers by counting.
      if row.sequence < .max / 2 { greatest = max(greatest, row.sequence) }
      if !(1...(head ?? .max / 2) ~= row.sequence) {
        unsent.append(row.number)
        note(
          .item,
          "Item \(item) of the space '\(id)' is never sent: its number is \(row.sequence)."
        )
      }
      if row.isDeleted == state.isAlive {
        misfiled.append(row.number)
        let what = state.isAlive ? "marked as deleted and is not" : "deleted and is not marked so"
        note(.item, "Item \(item) of the space '\(id)' is \(what).")
      }
    }
  }
}
