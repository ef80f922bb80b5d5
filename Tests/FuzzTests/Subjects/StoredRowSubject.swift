import Files

@testable import Storage

/// Whatever stands in a row, reading, editing and undoing either work or say that it is damaged.
struct StoredRowSubject: FuzzSubject {
  private let session: SQLiteSession

  /// A column, in a table whose rows have numbers, and what it holds.
  private struct Column {
    let table: String
    let name: String
    let kind: Kind

    enum Kind { case integer, text, bytes }
  }

  private static let columns: [Column] =
    ["kind", "title", "notes", "list", "tags", "attributes", "unknown", "attributes", "unknown"]
    .map { Column(table: "items", name: $0, kind: .text) }
    + [
      "number", "status", "priority", "due_at", "created_at", "updated_at", "completed_at",
      "sequence",
      "dirty", "is_deleted",
    ].map { Column(table: "items", name: $0, kind: .integer) }
    + ["id", "stamp", "stamps", "stamps", "deletion"]
    .map { Column(table: "items", name: $0, kind: .bytes) }
    + ["number", "time", "is_undone", "added", "updated"]
    .map { Column(table: "history", name: $0, kind: .integer) }
    + (0..<6).map { _ in Column(table: "history", name: "changes", kind: .text) }
    + [
      Column(table: "history", name: "item_id", kind: .bytes),
      Column(table: "sync_conflicts", name: "content", kind: .text),
      Column(table: "sync_conflicts", name: "kind", kind: .integer),
      Column(table: "sync_conflicts", name: "item_id", kind: .bytes),
      Column(table: "replica", name: "clock", kind: .integer),
      Column(table: "replica", name: "next_number", kind: .integer),
      Column(table: "replica", name: "next_record", kind: .integer),
    ]

  init() async throws {
    session = try SQLiteSession.openInMemory(environment: .still())
    let bytes = try await withTemporaryFile("items.json") { path in
      let store = try JSONFileRepository(at: path, environment: .still())
      try await fillSample(store)
      await store.close()
      return try FileDescriptor(path, .read).readAll()
    }
    session.history = .standard
    let contents = try JSONFileContents(bytes, path: "items.json")
    _ = try session.connection.transaction(.write) { () throws(StorageError) in
      var loader = try JSONFileLoader(contents, path: "items.json", modified: 0, into: session)
      return try loader.load(over: JSONDocument())
    }
  }

  private static let mutation = ByteMutation([
    "{\"k\":1}", "[", "]", "{", "}", ",", "\"", "null", "\u{1f}", "\u{0}", "\u{10}\u{1}a", "1e400",
    "[{\"added\":[\"01890a5d-ac96-774b-bcce-b302099a8057\"]}]",
    "\"fields\":{\"title\":[\"\",\"\"]}",
    "\"due\":[9223372036854775807,null]", "\"status\":[[],[]]", "\"tag:\":[true,null]", "-",
    "\"attr:n\"",
  ])

  /// The column's place in the list, the row's number, and the value.
  func input(_ random: inout SeededGenerator) -> [UInt8] {
    let place = random.below(Self.columns.count)
    let column = Self.columns[place]
    let row = column.table == "replica" ? 1 : 1 + random.below(4)
    var value: [UInt8] = []
    switch column.kind {
    case .integer:
      let number = random.pick([
        Int64.min, .min + 1, -1, 0, 1, 2, 3, 9, 1 << 53, .max - 1, .max,
        Int64(bitPattern: random.next()),
      ])
      withBytes(of: number) { value = $0 }
    case .text, .bytes:
      let key = column.table == "replica" ? "id" : "number"
      let sql = "SELECT \(column.name) FROM \(column.table) WHERE \(key) = ?1"
      if let statement = try? session.connection.cached(sql) {
        statement.bind(row, at: 1)
        value = (try? statement.only { column.kind == .text ? $0.textBytes(0) : $0.blob(0) }) ?? []
      }
      if random.chance(10) { value = JSONGenerator.text(&random) }
      Self.mutation.apply(to: &value, &random)
    }
    return [UInt8(place), UInt8(row)] + value
  }

  private func withBytes(of number: Int64, _ body: ([UInt8]) -> Void) {
    body((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) })
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let column = Self.columns[Int(input[0])]
    var verdict = FuzzVerdict.refused
    do throws(StorageError) {
      try session.connection.transaction(.write) { () throws(StorageError) in
        try damage(column, row: Int(input[1]), value: Array(input[2...]))
        if try use() { verdict = .accepted }
        throw StorageError(.aborted, "")
      }
    } catch  where error.code == .aborted {
      return verdict
    } catch {
      try require(Self.expected.contains(error.code), "\(error.code): \(error)")
    }
    return .refused
  }

  /// What may be said of a damaged value; `unexpected` would be an error that nobody thought of.
  private static let expected: Set<StorageError.Code> = [
    .damaged, .alreadyExists, .invalidItem, .notFound, .full,
  ]

  private func damage(_ column: Column, row: Int, value: [UInt8]) throws(StorageError) {
    let key = column.table == "replica" ? "id" : "number"
    let statement = try session.connection.cached(
      "UPDATE OR IGNORE \(column.table) SET \(column.name) = ?1 WHERE \(key) = ?2"
    )
    switch column.kind {
    case .integer: statement.bind(value.reduce(Int64(0)) { $0 << 8 | Int64($1) }, at: 1)
    case .text: statement.bindText(value, at: 1)
    case .bytes: statement.bind(value, at: 1)
    }
    statement.bind(row, at: 2)
    try statement.run()
  }

  /// Does everything that there is to do; true where nothing was found wrong.
  private func use() throws(StorageError) -> Bool {
    var isSound = true
    func attempt(_ body: () throws(StorageError) -> Void) throws(StorageError) {
      do throws(StorageError) {
        try body()
      } catch  where Self.expected.contains(error.code) {
        isSound = false
      }
    }
    let transaction = SQLiteTransaction(session)
    try attempt { () throws(StorageError) in try session.loadCounters() }
    try attempt { () throws(StorageError) in
      for item in try transaction.page(ItemQuery()).items {
        var item = item
        item.title += "!"
        try attempt { () throws(StorageError) in _ = try transaction.update(item) }
      }
    }
    if let recorder = transaction.recorder.take() {
      try attempt { () throws(StorageError) in try session.keep(recorder) }
    }
    try attempt { () throws(StorageError) in
      for (_, item) in try transaction.unsynced(after: .min, limit: 9) { try transaction.put(item) }
    }
    try attempt { () throws(StorageError) in
      for number in 1...4 {
        if let row = try session.row(number: number) { _ = try JSONDocument.Row(row) }
      }
    }
    try attempt { () throws(StorageError) in
      _ = try JSONDocument.tail(state: transaction.syncState(), conflicts: transaction.conflicts())
    }
    try attempt { () throws(StorageError) in _ = try session.steps() }
    for direction in [HistoryDirection.undo, .undo, .undo, .redo, .undo, .redo, .redo] {
      try attempt { () throws(StorageError) in _ = try transaction.walkHistory(direction) }
    }
    try attempt { () throws(StorageError) in
      _ = JSONDocument.history(try session.storedSteps())
    }
    for title in ["new", "newer"] {
      try attempt { () throws(StorageError) in
        let item = try transaction.add(ItemDraft(title: title))
        try transaction.delete(item.id)
      }
    }
    try attempt { () throws(StorageError) in _ = try transaction.count(.text("new")) }
    return isSound
  }
}
