// One space as lines of JSON, to be moved to another hub. Does not change once shipped.
//
// | line    | members                                                                                   |
// | ------- | ----------------------------------------------------------------------------------------- |
// | first   | `hub`: 1, the version of this format; `space`; `epoch`, `head`, `nonce`, `floor`, `age`, `purged` as the space's row has them |
// | commit  | `commit`: [head, nonce, age]                                                              |
// | session | `session`: [session, device, counter, clock, age]                                         |
// | item    | `item`: its id; `q`: its sequence number; `at`: the age when it changed; `doc`: see ItemState+Wire.swift |
// | last    | `end`: the number of items; `digest`: 256 sums, see SpaceDigest.swift                     |
//
// Items come in the order of their sequence numbers. A file without its last line is not whole. Devices go on with the
// space as if nothing had happened, since epoch and commits are those that they know; tokens are not part of it.

import Storage
package import Sync

extension HubAdministration {
  /// Passes one space on as lines of JSON, many whole lines at a time, from one consistent snapshot.
  ///
  /// - Returns: The digest of the items that are alive.
  /// - Throws: `notFound`, `deleted`, `damaged` for a row that cannot be read, and what `write` throws.
  @discardableResult
  package func exportSpace(
    _ name: String,
    _ write: ([UInt8]) throws(HubError) -> Void
  ) throws(HubError) -> SpaceDigest {
    try transaction(.read) { tables throws(HubError) in
      try requireSpace(name)
      var lines = SpaceLines()
      try exportHead(name, to: &lines)
      try exportNumbers(
        "SELECT head, nonce, made_at FROM commits WHERE space_id = ?1 ORDER BY head",
        "commit",
        of: name,
        columns: 3,
        to: &lines,
        write
      )
      try exportNumbers(
        """
        SELECT session, device, counter, clock_ms, seen_at FROM devices WHERE space_id = ?1
        ORDER BY session
        """,
        "session",
        of: name,
        columns: 5,
        to: &lines,
        write
      )
      return try exportItems(name, to: &lines, write)
    }
  }

  private func exportHead(_ name: String, to lines: inout SpaceLines) throws(HubError) {
    let sql = """
      SELECT epoch, head, nonce, floor, age_ms, purged_at FROM spaces WHERE space_id = ?1
      """
    let numbers = try stored { () throws(StorageError) -> [Int64] in
      let statement = try connection.prepare(sql)
      statement.bind(name, at: 1)
      return try statement.step() ? (0..<6).map { statement.integer($0) } : []
    }
    let names = ["epoch", "head", "nonce", "floor", "age", "purged"]
    var members: [(String, JSONValue)] = [("hub", 1), ("space", .string(name))]
    members += zip(names, numbers).map { ($0, .integer($1)) }
    lines.add(members)
  }

  private func exportNumbers(
    _ sql: String,
    _ key: String,
    of name: String,
    columns: Int,
    to lines: inout SpaceLines,
    _ write: ([UInt8]) throws(HubError) -> Void
  ) throws(HubError) {
    try rows(sql, of: name) { statement throws(HubError) in
      let numbers = (0..<columns).map { JSONValue.integer(statement.integer($0)) }
      lines.add([(key, .array(numbers))])
      if lines.isFull { try write(lines.takeBytes()) }
    }
  }

  private func exportItems(
    _ name: String,
    to lines: inout SpaceLines,
    _ write: ([UInt8]) throws(HubError) -> Void
  ) throws(HubError) -> SpaceDigest {
    let sql = "SELECT item_id, seq, changed_at, doc FROM items WHERE space_id = ?1 ORDER BY seq"
    var digest = SpaceDigest()
    var count: Int64 = 0
    try rows(sql, of: name) { statement throws(HubError) in
      let doc = statement.textBytes(3)
      // Read, so that no damaged row is moved.
      let row = try StoredHubRow(
        id: statement.itemID(0),
        sequence: statement.integer(1),
        doc: doc
      ).row()
      digest.add(row.id, row.state)
      count += 1
      lines.add(
        [
          ("item", .string(row.id.description)), ("q", .integer(row.sequence)),
          ("at", .integer(statement.integer(2))),
        ],
        doc: doc
      )
      if lines.isFull { try write(lines.takeBytes()) }
    }
    let sums = digest.buckets.map { JSONValue.string(String($0, radix: 16)) }
    lines.add([("end", .integer(count)), ("digest", .array(sums))])
    try write(lines.takeBytes())
    return digest
  }

  private func rows(
    _ sql: String,
    of name: String,
    _ body: (Statement) throws(HubError) -> Void
  ) throws(HubError) {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare(sql)
      statement.bind(name, at: 1)
      while try statement.step() {
        do throws(HubError) {
          try body(statement)
        } catch {
          throw StorageError(.aborted, error.message, cause: error)
        }
      }
    }
  }
}

/// Gathers lines until there are enough to be written.
private struct SpaceLines {
  private var writer = JSONWriter()

  /// Whether it is time to write them.
  var isFull: Bool { writer.bytes.count > 65_536 }

  mutating func add(_ members: [(String, JSONValue)], doc: [UInt8]? = nil) {
    writer.beginObject()
    for (name, value) in members {
      writer.writeKey(name)
      // No double is among them.
      try? writer.writeValue(value)
    }
    if let doc {
      writer.writeKey("doc")
      writer.writeJSON(doc)
    }
    writer.endObject()
    writer.endLine()
  }

  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }
}
