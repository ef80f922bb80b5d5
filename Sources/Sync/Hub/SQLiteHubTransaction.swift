import Storage

/// A transaction that is open on a connection; statements come from the connection's cache.
final class SQLiteHubTransaction: HubTransaction {
  let connection: Connection
  /// The space's name, the first column of every key, on which every WHERE depends.
  let id: String
  /// Digest and counts after the rows written here; nil until one is written.
  private var changed: SpaceSums?
  /// Whether rows have changed since the space's row was written.
  private var isSpaceBehind = false
  /// The bytes of the documents that were read here, so that replacing one need not read it again.
  private var documentBytes: [ItemID: Int] = [:]
  /// Where digest and counts wait for the end of several pushes' transaction; nil writes them with the space's row.
  private let sums: SpaceSumsCache?

  init(connection: Connection, id: String, sums: SpaceSumsCache? = nil) {
    self.connection = connection
    self.id = id
    self.sums = sums
  }

  /// Prepares a statement, with the space's name as its first parameter, and runs the body.
  private func with<Value>(
    _ sql: String,
    _ body: (Statement) throws(StorageError) -> Value
  ) throws(HubError) -> Value {
    do throws(StorageError) {
      let statement = try connection.cached(sql)
      statement.bind(id, at: 1)
      let value = try body(statement)
      statement.reset()
      return value
    } catch {
      throw HubError(error)
    }
  }

  /// Runs a statement with the space's name and these numbers as its parameters.
  private func run(_ sql: String, _ numbers: Int64...) throws(HubError) {
    try with(sql) { statement throws(StorageError) in
      statement.bind(numbers)
      try statement.run()
    }
  }

  /// The first column of the row for these numbers as parameters; nil without a row, or for NULL.
  private func number(_ sql: String, _ numbers: Int64...) throws(HubError) -> Int64? {
    try with(sql) { statement throws(StorageError) in
      statement.bind(numbers)
      return try statement.step() ? statement.optionalInteger(0) : nil
    }
  }

  func space() throws(HubError) -> HubSpace? {
    let space = try with(HubSpace.select) { statement throws(StorageError) -> HubSpace? in
      try statement.step() ? HubSpace(row: statement) : nil
    }
    guard let space else {
      try checkIsNotDeleted()
      return nil
    }
    // No space reaches half of all numbers by counting, and no age by growing.
    let most = Int64.max / 2
    guard space.epoch >= 0, space.nonce >= 0, 0..<most ~= space.head,
      0...space.head ~= space.floor, 0..<most ~= space.age, 0...space.age ~= space.purgedAt
    else { throw HubError(.damaged, "The hub's row of the space '\(id)' is damaged.") }
    return space
  }

  /// Throws code `deleted`, with the administrator's words, where a marker stands in the space's place.
  private func checkIsNotDeleted() throws(HubError) {
    let sql = "SELECT reason FROM deleted_spaces WHERE space_id = ?1"
    let reason = try with(sql) { statement throws(StorageError) in
      try statement.step() ? statement.text(0) : nil
    }
    guard let reason else { return }
    let words = reason.isEmpty ? "." : ": \(reason)"
    throw HubError(.deleted, "The space '\(id)' was deleted on the hub\(words)")
  }

  func makeSpace(epoch: Int64) throws(HubError) {
    let commits = try number("SELECT count(*) FROM commits WHERE space_id = ?1") ?? 0
    guard commits == 0 else {
      throw HubError(.damaged, "The hub has lost its row of the space '\(id)'.")
    }
    try run(
      "INSERT INTO spaces (space_id, epoch, head, nonce, floor) VALUES (?1, ?2, 0, 0, 0)",
      epoch
    )
    try addCommit(head: 0, nonce: 0, at: 0)
  }

  func setSpace(_ space: HubSpace) throws(HubError) {
    let sql = """
      UPDATE spaces SET head = ?2, nonce = ?3, floor = ?4, age_ms = ?5, purged_at = ?6
      WHERE space_id = ?1
      """
    try run(sql, space.head, space.nonce, space.floor, space.age, space.purgedAt)
    try storeSums()
  }

  /// Ends a body: digest and counts are those of the rows, also where it wrote the space's row before them, or not at all.
  func finish() throws(HubError) {
    if isSpaceBehind { try storeSums() }
  }

  private func storeSums() throws(HubError) {
    isSpaceBehind = false
    guard let changed else { return }
    if let sums { sums.changed[id] = changed } else { try write(changed) }
  }

  func nonce(at head: Int64) throws(HubError) -> Int64? {
    try number("SELECT nonce FROM commits WHERE space_id = ?1 AND head = ?2", head)
  }

  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError) {
    let sql = "INSERT INTO commits (space_id, head, nonce, made_at) VALUES (?1, ?2, ?3, ?4)"
    try run(sql, head, nonce, age)
  }

  func session(_ session: Int64) throws(HubError) -> HubSession? {
    let sql = """
      SELECT device, counter, clock_ms, seen_at FROM devices WHERE space_id = ?1 AND session = ?2
      """
    return try with(sql) { statement throws(StorageError) in
      statement.bind([session])
      guard try statement.step() else { return nil }
      return HubSession(
        device: statement.integer(0),
        counter: statement.integer(1),
        clock: statement.integer(2),
        age: statement.integer(3)
      )
    }
  }

  func setSession(_ session: Int64, _ known: HubSession) throws(HubError) {
    let sql = """
      INSERT INTO devices (space_id, session, device, counter, clock_ms, seen_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (space_id, session) DO UPDATE
      SET device = excluded.device, counter = excluded.counter, clock_ms = excluded.clock_ms,
        seen_at = excluded.seen_at
      """
    try run(sql, session, known.device, known.counter, known.clock, known.age)
  }

  func forget(before age: Int64, floor: Int64) throws(HubError) {
    let last = try number(
      """
      SELECT head FROM commits WHERE space_id = ?1 AND head <= ?2 AND made_at < ?3
      ORDER BY head DESC LIMIT 1
      """,
      floor,
      age
    )
    if let last { try run("DELETE FROM commits WHERE space_id = ?1 AND head < ?2", last) }
    try run("DELETE FROM devices WHERE space_id = ?1 AND seen_at < ?2", age)
  }
}

// MARK: - Items

extension SQLiteHubTransaction {
  func storedRows(_ items: [ItemID], upToBytes limit: Int) throws(HubError) -> [StoredHubRow?] {
    var rows: [StoredHubRow?] = []
    rows.reserveCapacity(items.count)
    try with("SELECT seq, doc FROM items WHERE space_id = ?1 AND item_id = ?2") {
      statement throws(StorageError) in
      var bytes = 0
      for item in items {
        guard rows.isEmpty || bytes < limit else { return }
        statement.bind(id, at: 1)
        statement.bind(item, at: 2)
        if try statement.step() {
          let doc = statement.textBytes(1)
          documentBytes[item] = doc.count
          bytes += doc.count
          rows.append(StoredHubRow(id: item, sequence: statement.integer(0), doc: doc))
        } else {
          rows.append(nil)
        }
        statement.reset()
      }
    }
    return rows
  }

  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError) {
    guard !changes.isEmpty else { return }
    try readSums()
    isSpaceBehind = true
    for change in changes {
      if let old = change.replaced { changed?.remove(old, bytes: try bytes(of: old.id)) }
      let bytes = try write(change.row, at: age)
      changed?.add(change.row, bytes: bytes)
      documentBytes[change.row.id] = bytes
    }
  }

  /// The bytes of an item's document as it is stored.
  private func bytes(of item: ItemID) throws(HubError) -> Int {
    if let known = documentBytes[item] { return known }
    return try with("SELECT doc FROM items WHERE space_id = ?1 AND item_id = ?2") {
      statement throws(StorageError) in
      statement.bind(item, at: 2)
      return try statement.step() ? statement.textByteCount(0) : 0
    }
  }

  private static let replacement = """
    INSERT INTO items (space_id, item_id, seq, deleted, changed_at, doc)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (space_id, item_id) DO UPDATE
    SET seq = excluded.seq, deleted = excluded.deleted, changed_at = excluded.changed_at,
      doc = excluded.doc
    """

  /// Reads the sums before the first change; they are changed in place: a copy for each row of a push
  /// would cost more than the hashes.
  private func readSums() throws(HubError) {
    if changed == nil { changed = try readStoredSums() }
  }

  /// Writes a row; returns the bytes of its document.
  private func write(_ row: HubRow, at age: Int64) throws(HubError) -> Int {
    let bytes = row.state.bytes
    try with(SQLiteHubTransaction.replacement) { statement throws(StorageError) in
      statement.bind(row.id, at: 2)
      statement.bind(row.sequence, at: 3)
      statement.bind(row.state.isAlive ? 0 : 1, at: 4)
      statement.bind(age, at: 5)
      statement.bindText(bytes, at: 6)
      try statement.run()
    }
    return bytes.count
  }

  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError) {
    let sql = """
      SELECT item_id, seq, doc FROM items
      WHERE space_id = ?1 AND seq > ?2 AND seq <= ?3 AND (deleted = 0 OR seq > ?4)
      ORDER BY seq
      """
    var failure: HubError?
    try with(sql) { statement throws(StorageError) in
      statement.bind([after, head, floor])
      while failure == nil, try statement.step() {
        let row = StoredHubRow(
          id: statement.itemID(0),
          sequence: statement.integer(1),
          doc: statement.textBytes(2)
        )
        do throws(HubError) {
          guard try body(row) else { return }
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow] {
    // Two ranges of the index on numbers, where OR would read every row.
    let sql = """
      SELECT item_id, seq FROM items WHERE space_id = ?1 AND seq < 1
      UNION ALL SELECT item_id, seq FROM items WHERE space_id = ?1 AND seq > ?2 LIMIT ?3
      """
    return try with(sql) { statement throws(StorageError) in
      statement.bind([head, Int64(limit)])
      var found: [DamagedRow] = []
      while try statement.step() {
        found.append(DamagedRow(item: statement.itemID(0), sequence: statement.integer(1)))
      }
      return found
    }
  }

  func greatestSequence(below limit: Int64) throws(HubError) -> Int64? {
    try number("SELECT max(seq) FROM items WHERE space_id = ?1 AND seq < ?2", limit)
  }

  func purge(before age: Int64) throws(HubError) -> Int64? {
    let young = try number(
      """
      SELECT seq FROM items
      WHERE space_id = ?1 AND deleted = 1 AND changed_at >= ?2 ORDER BY seq LIMIT 1
      """,
      age
    )
    let floor = try number(
      "SELECT max(seq) FROM items WHERE space_id = ?1 AND deleted = 1 AND seq < ?2",
      young ?? .max
    )
    guard let floor else { return nil }
    try readSums()
    isSpaceBehind = true
    changed?.usage.bytes -=
      try number(
        """
        SELECT sum(length(CAST(doc AS BLOB))) FROM items
        WHERE space_id = ?1 AND deleted = 1 AND seq <= ?2
        """,
        floor
      ) ?? 0
    try run("DELETE FROM items WHERE space_id = ?1 AND deleted = 1 AND seq <= ?2", floor)
    return floor
  }
}

// MARK: - Digest and counts

extension SQLiteHubTransaction {
  func digest() throws(HubError) -> SpaceDigest {
    if let changed { return changed.digest }
    return try readStoredSums().digest
  }

  func usage() throws(HubError) -> SpaceUsage {
    if let changed { return changed.usage }
    return try readStoredSums().usage
  }

  func quota() throws(HubError) -> SpaceQuota {
    try with("SELECT max_items, max_bytes FROM quotas WHERE space_id = ?1") {
      statement throws(StorageError) in
      guard try statement.step() else { return SpaceQuota() }
      return SpaceQuota(items: statement.optionalInteger(0), bytes: statement.optionalInteger(1))
    }
  }

  /// The sums as they were before this transaction; counts what was not stored yet.
  private func readStoredSums() throws(HubError) -> SpaceSums {
    if let known = sums?.changed[id] ?? sums?.committed[id] { return known }
    let sql = "SELECT digest, item_count, byte_count FROM spaces WHERE space_id = ?1"
    let (digest, items, bytes) = try with(sql) {
      statement throws(StorageError) -> ([UInt8], Int64?, Int64?) in
      guard try statement.step() else { return ([], 0, 0) }
      return (statement.blob(0), statement.optionalInteger(1), statement.optionalInteger(2))
    }
    var usage = SpaceUsage()
    if let items, let bytes {
      usage = SpaceUsage(items: items, bytes: bytes)
    } else {
      usage.items =
        try number("SELECT count(*) FROM items WHERE space_id = ?1 AND deleted = 0") ?? 0
      usage.bytes =
        try number(
          "SELECT sum(length(CAST(doc AS BLOB))) FROM items WHERE space_id = ?1"
        ) ?? 0
    }
    if let digest = SpaceDigest(bytes: digest) { return SpaceSums(digest: digest, usage: usage) }
    // No digest was stored yet.
    return SpaceSums(digest: try computedDigest(), usage: usage)
  }

  private func computedDigest() throws(HubError) -> SpaceDigest {
    var digest = SpaceDigest()
    try forEachRow(after: 0, upTo: .max, tombstonesAbove: .max) { stored throws(HubError) in
      if let row = try? stored.row() { digest.add(row.id, row.state) }
      return true
    }
    return digest
  }

  /// Stores the sums in the space's row.
  func write(_ sums: SpaceSums) throws(HubError) {
    let sql = """
      UPDATE spaces SET digest = ?2, item_count = ?3, byte_count = ?4 WHERE space_id = ?1
      """
    try with(sql) { statement throws(StorageError) in
      statement.bind(sums.digest.bytes, at: 2)
      statement.bind(sums.usage.items, at: 3)
      statement.bind(sums.usage.bytes, at: 4)
      try statement.run()
    }
  }
}

extension Statement {
  /// Binds numbers to the parameters behind the space's name.
  fileprivate func bind(_ numbers: [Int64]) {
    for (index, number) in numbers.enumerated() { bind(number, at: index + 2) }
  }
}
