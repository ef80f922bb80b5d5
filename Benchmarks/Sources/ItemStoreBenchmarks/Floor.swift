import CSQLiteFloor
import Storage

/// A connection without a layer: fails by trapping, checks only what a careful C program would.
final class Floor {
  private let database: OpaquePointer
  private let nodeAndTime: [UInt8] = Array(0..<16)
  private var number: Int64 = 0

  init(path: String, synchronous: String) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    precondition(sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK)
    database = Floor.some(handle)
    sqlite3_busy_timeout(database, 5_000)
    execute("PRAGMA journal_mode = WAL")
    execute("PRAGMA synchronous = \(synchronous)")
    execute("PRAGMA cache_size = -16384")
    execute("PRAGMA temp_store = MEMORY")
  }

  /// The value of an optional that a checked call has set.
  static func some<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("SQLite said OK and gave nothing") }
    return value
  }

  deinit { sqlite3_close_v2(database) }

  func execute(_ sql: String) {
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(database)))
  }

  func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &statement,
      nil
    )
    precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(database)))
    return Floor.some(statement)
  }

  /// The statements that make the schema, and its one row of counters.
  func schema() -> [String] {
    let statement = prepare(
      """
      SELECT sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'item_search_%'
      """
    )
    defer { sqlite3_finalize(statement) }
    var schema: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      schema.append(String(cString: Floor.some(sqlite3_column_text(statement, 0))))
    }
    return schema + ["INSERT INTO replica (id, clock, next_number) VALUES (1, 0, 1)"]
  }

  /// The statements that adding an item runs.
  struct Inserts {
    let item: OpaquePointer
    let tag: OpaquePointer
    let text: OpaquePointer
    let counters: OpaquePointer
    let readCounters: OpaquePointer
    let readStep: OpaquePointer
    let step: OpaquePointer
    let begin: OpaquePointer
    let commit: OpaquePointer

    func finalize() {
      for statement in [
        item, tag, text, counters, readCounters, readStep, step, begin, commit,
      ] {
        sqlite3_finalize(statement)
      }
    }
  }

  func prepareInserts() -> Inserts {
    // The last parameters stay NULL in a new item: `bases`, `start`, `repeat`, `occurrence`, `parent` and `blocked_by`. Its
    // `rank` is empty.
    let parameters = (1...27).map { "?\($0)" }.joined(separator: ", ") + ", ''"
    return Inserts(
      item: prepare("INSERT INTO items VALUES (\(parameters))"),
      tag: prepare("INSERT INTO item_tags (tag, number) VALUES (?1, ?2)"),
      text: prepare("INSERT INTO item_search (rowid, title, notes, tags) VALUES (?1, ?2, ?3, ?4)"),
      counters: prepare("UPDATE replica SET clock = ?1, next_number = ?2 WHERE id = 1"),
      readCounters: prepare("SELECT clock, next_number FROM replica"),
      readStep: prepare("SELECT number, is_undone FROM history ORDER BY number DESC LIMIT 1"),
      step: prepare("INSERT INTO history VALUES (?1, ?2, 0, ?3, 0, 0, 0, ?4, ?5, ?6)"),
      begin: prepare("BEGIN IMMEDIATE"),
      commit: prepare("COMMIT")
    )
  }

  /// Inserts items in one transaction; the search index row by row, or at the end as a whole.
  func insert(
    _ records: some Sequence<FloorRecord>,
    with inserts: Inserts,
    rebuildingIndex: Bool = false
  ) {
    run(inserts.begin)
    precondition(sqlite3_step(inserts.readCounters) == SQLITE_ROW)
    number = sqlite3_column_int64(inserts.readCounters, 1) - 1
    sqlite3_reset(inserts.readCounters)
    var changes = "[{\"added\":["
    var first: [UInt8]?
    let before = number
    for record in records {
      number += 1
      insert(record, with: inserts, indexed: !rebuildingIndex)
      changes += record.quotedID
      first = first ?? record.id
    }
    if let first { keepStep(first, count: number - before, changes + "]}]", with: inserts) }
    sqlite3_bind_int64(inserts.counters, 1, number << 16)
    sqlite3_bind_int64(inserts.counters, 2, number + 1)
    run(inserts.counters)
    if rebuildingIndex { execute("INSERT INTO item_search (item_search) VALUES ('rebuild')") }
    run(inserts.commit)
  }

  private func insert(_ record: FloorRecord, with inserts: Inserts, indexed: Bool) {
    let item = inserts.item
    sqlite3_bind_int64(item, 1, number)
    bind(record.id, item, 2)
    bind(record.kind, item, 3)
    bind(record.title, item, 4)
    bind(record.notes, item, 5)
    sqlite3_bind_int64(item, 6, record.status)
    sqlite3_bind_int64(item, 7, record.priority)
    bind(record.list, item, 8)
    bind(record.packedTags, item, 9)
    bind(record.due, item, 10)
    sqlite3_bind_int64(item, 11, record.created)
    sqlite3_bind_int64(item, 12, record.updated)
    bind(record.completed, item, 13)
    if let attributes = record.attributes {
      bind(attributes, item, 14)
    } else {
      sqlite3_bind_null(item, 14)
    }
    sqlite3_bind_int64(item, 15, 0)
    sqlite3_bind_int64(item, 16, 0)
    sqlite3_bind_int64(item, 17, 1 << 15)
    bind(nodeAndTime, item, 18)
    sqlite3_bind_null(item, 19)
    sqlite3_bind_null(item, 20)
    sqlite3_bind_null(item, 21)
    run(item)
    for tag in record.tags {
      bind(tag, inserts.tag, 1)
      sqlite3_bind_int64(inserts.tag, 2, number)
      run(inserts.tag)
    }
    guard indexed else { return }
    sqlite3_bind_int64(inserts.text, 1, number)
    bind(record.title, inserts.text, 2)
    bind(record.notes, inserts.text, 3)
    bind(record.packedTags, inserts.text, 4)
    run(inserts.text)
  }

  /// What the store writes down of the transaction, so that it can be undone.
  private func keepStep(
    _ first: [UInt8],
    count: Int64,
    _ changes: String,
    with inserts: Inserts
  ) {
    var latest: Int64 = 0
    if sqlite3_step(inserts.readStep) == SQLITE_ROW {
      latest = sqlite3_column_int64(inserts.readStep, 0)
    }
    sqlite3_reset(inserts.readStep)
    sqlite3_bind_int64(inserts.step, 1, latest + 1)
    sqlite3_bind_int64(inserts.step, 2, number)
    sqlite3_bind_int64(inserts.step, 3, count)
    bind(first, inserts.step, 4)
    sqlite3_bind_int64(inserts.step, 5, Int64(changes.utf8.count))
    bind(changes, inserts.step, 6)
    run(inserts.step)
  }

  func run(_ statement: OpaquePointer) {
    let code = sqlite3_step(statement)
    precondition(code == SQLITE_DONE, String(cString: sqlite3_errmsg(database)))
    sqlite3_reset(statement)
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  func bind(_ text: String, _ statement: OpaquePointer, _ index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(
          statement,
          index,
          $0.baseAddress,
          Int32($0.count),
          Floor.transient
        )
      }
    }
  }

  func bind(_ bytes: [UInt8], _ statement: OpaquePointer, _ index: Int32) {
    _ = bytes.withUnsafeBytes {
      sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), Floor.transient)
    }
  }

  private func bind(_ value: Int64?, _ statement: OpaquePointer, _ index: Int32) {
    if let value {
      sqlite3_bind_int64(statement, index, value)
    } else {
      sqlite3_bind_null(statement, index)
    }
  }
}
