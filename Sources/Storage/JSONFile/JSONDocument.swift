// The JSON file of an item store, as text. Does not change once shipped.
//
// | key             | type             | meaning                                                 |
// | --------------- | ---------------- | ------------------------------------------------------- |
// | `schema`        | integer          | see JSONDocument+Versions.swift; required, as is `items` |
// | `nextNumber`    | integer          | the number of the next item                             |
// | `nextRecordNumber` | integer       | that of the next done copy; left out before the first   |
// | `items`         | array of objects | the live items by number, see ItemJSON.swift            |
// | `deleted`       | array of objects | the deleted items that can be restored; left out if none |
// | `sync.clock`    | 16 hex digits    | the greatest hybrid time, see HybridClock.swift         |
// | `sync.exchanged` | 16 hex digits   | the greatest that came from outside or left; left out:  |
// |                 |                  | `sync.clock`                                            |
// | `sync.items`    | object           | id → what sync keeps of that item, see ItemSync.swift   |
// | `sync.state`    | string           | the sync engine's own state; left out if none           |
// | `sync.stateBase64` | string        | the same if it is not UTF-8                             |
// | `sync.conflicts` | array of objects | see below; left out if none                            |
// | `history`       | array of objects | the steps that can be undone; left out if none          |
//
// A conflict has `number`, `kind` ("quarantined" or "lost"), `item` (the id), `reason`, `time` (16
// hex digits) and `content` (any JSON), see SyncConflict.swift.
//
// A step has `number`, `time` (ISO 8601), `undone` (true, left out if not) and `changes`, see
// HistoryChange.swift; each is on one line.
//
// Written with two spaces for each level and keys in the order above; an item's line under
// `sync.items` is one line. Any layout and order is read. A file of no bytes is an empty store.
//
// Edits by hand: an item whose digest does not match was edited. An item without a line under
// `sync.items` is new (id and number are drawn if they are missing or taken). A line without an
// item means that the item was removed. An item moved to or from `deleted` was deleted or restored.
// All of these are stamped as edits made here.

import Files

/// The text of a store in pieces: changed pieces are written again, the others are copied.
struct JSONDocument: Sendable, Equatable {
  /// One item's two pieces of text.
  struct Row: Sendable, Equatable {
    let number: Int
    let id: ItemID
    let isDeleted: Bool
    /// The element of `items` or `deleted`, with the line end in front.
    let item: [UInt8]
    /// The member of `sync.items`, with the line end in front.
    let line: [UInt8]
  }

  /// Ordered by number.
  private(set) var rows: [Row] = []
  var numbers = ItemNumbers()
  var clock: UInt64 = 0
  var exchanged: UInt64 = 0
  /// The members of `sync` after `items`, each with a comma and a line end in front.
  var tail: [UInt8] = []
  /// The member `history`, with a comma and a line end in front.
  var history: [UInt8] = []

  init() {}

  /// A document of rows ordered by number.
  init(
    rows: [Row],
    numbers: ItemNumbers,
    clock: UInt64,
    exchanged: UInt64,
    tail: [UInt8],
    history: [UInt8]
  ) {
    self.rows = rows
    self.numbers = numbers
    self.clock = clock
    self.exchanged = exchanged
    self.tail = tail
    self.history = history
  }

  /// The row of a number, or nil.
  func row(_ number: Int) -> Row? {
    let index = firstIndex(notBelow: number)
    return index < rows.count && rows[index].number == number ? rows[index] : nil
  }

  /// Sets or removes a row; returns whether that changed anything.
  mutating func set(_ row: Row?, at number: Int) -> Bool {
    let index = firstIndex(notBelow: number)
    let isThere = index < rows.count && rows[index].number == number
    switch (row, isThere) {
    case (let row?, true):
      guard rows[index] != row else { return false }
      rows[index] = row
    case (let row?, false): rows.insert(row, at: index)
    case (nil, true): rows.remove(at: index)
    case (nil, false): return false
    }
    return true
  }

  private func firstIndex(notBelow number: Int) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONDocument {
  /// Passes the text to the body in pieces, so that it is not in memory as a whole besides its rows.
  func write(_ body: ([UInt8]) throws(StorageError) -> Void) throws(StorageError) {
    var bytes = Array("{\n  \"schema\": \(Self.schema),\n".utf8)
    bytes += "  \"nextNumber\": \(numbers.next),\n".utf8
    if numbers.nextRecord != ItemNumbers.firstRecord {
      bytes += "  \"nextRecordNumber\": \(numbers.nextRecord),\n".utf8
    }
    bytes += "  \"items\": [".utf8
    try append(rows.lazy.filter { !$0.isDeleted }.map(\.item), closing: "\n  ]", to: &bytes, body)
    if rows.contains(where: \.isDeleted) {
      bytes += ",\n  \"deleted\": [".utf8
      try append(rows.lazy.filter(\.isDeleted).map(\.item), closing: "\n  ]", to: &bytes, body)
    }
    bytes += ",\n  \"sync\": {\n    \"clock\": \"\(Hexadecimal.text(clock, digits: 16))\",".utf8
    bytes += "\n    \"exchanged\": \"\(Hexadecimal.text(exchanged, digits: 16))\",".utf8
    bytes += "\n    \"items\": {".utf8
    try append(rows.lazy.map(\.line), closing: "\n    }", to: &bytes, body)
    bytes += tail
    bytes += "\n  }".utf8
    bytes += history
    bytes += "\n}\n".utf8
    try body(bytes)
  }

  private func append(
    _ pieces: some Sequence<[UInt8]>,
    closing: String,
    to bytes: inout [UInt8],
    _ body: ([UInt8]) throws(StorageError) -> Void
  ) throws(StorageError) {
    var isFirst = true
    for piece in pieces {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(contentsOf: piece)
      guard bytes.count >= Self.pieceSize else { continue }
      try body(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    // An empty list has no line end.
    bytes += isFirst ? Array(closing.utf8.suffix(1)) : Array(closing.utf8)
  }

  private static let pieceSize = 262_144
}

extension FileDescriptor {
  /// Writes a store's text.
  func write(_ document: JSONDocument) throws(StorageError) {
    try document.write { bytes throws(StorageError) in
      try StorageError.catching(write(bytes))
    }
  }
}
