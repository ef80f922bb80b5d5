// One space as lines of JSON, to be moved to another hub. Does not change once shipped.
//
// | line    | members                                                                                   |
// | ------- | ----------------------------------------------------------------------------------------- |
// | first   | `hub`: 1, the version of this format; `space`; `epoch`, `head`, `nonce`, `floor`, `age`, `purged` as the space's row has them |
// | commit  | `commit`: [head, nonce, age]                                                              |
// | session | `session`: [session, device, counter, clock, age]                                         |
// | token   | `token`: its id; `sha256`: of its text, in hex; `scope`, `label`; `created` and `expires` in ms since 1970, or null |
// | item    | `item`: its id; `q`: its sequence number; `at`: the age when it changed; `doc`: see ItemState+Wire.swift |
// | last    | `end`: the number of items; `digest`: 256 sums, see SpaceDigest.swift                     |
//
// Items come in the order of their sequence numbers. A file without its last line is not whole. Devices go on with the
// space as if nothing had happened, since epoch and commits are those that they know. Tokens, of which the hub knows no
// more than their hashes, are part of it where that is asked for.

import Storage
package import Sync

extension HubAdministration {
  /// Passes one space on as lines of JSON, many whole lines at a time, from one consistent snapshot; with the tokens that
  /// open it now, if they are asked for.
  ///
  /// - Returns: The digest of the items that are alive.
  /// - Throws: `notFound`, `deleted`, `damaged` for a row that cannot be read, and what `write` throws.
  @discardableResult
  package func exportSpace(
    _ name: String,
    withTokens: Bool = false,
    _ write: ([UInt8]) throws(HubError) -> Void
  ) throws(HubError) -> SpaceDigest {
    let now = environment.now()
    return try transaction(.read) { tables throws(HubError) in
      try requireSpace(name, in: tables)
      var lines = SpaceLines()
      if let space = try tables.space(name) { lines.add(space, name) }
      try tables.forEachCommit(of: name) { numbers throws(HubError) in
        lines.add([("commit", .array(numbers.map { .integer($0) }))])
        if lines.isFull { try write(lines.takeBytes()) }
      }
      try tables.forEachSession(of: name) { numbers throws(HubError) in
        lines.add([("session", .array(numbers.map { .integer($0) }))])
        if lines.isFull { try write(lines.takeBytes()) }
      }
      if withTokens {
        for token in try tables.tokens() where token.space == name && token.isLive(at: now) {
          lines.add(token.members)
        }
      }
      return try exportItems(name, of: tables, to: &lines, write)
    }
  }

  private func exportItems(
    _ name: String,
    of tables: any AdministrationTransaction,
    to lines: inout SpaceLines,
    _ write: ([UInt8]) throws(HubError) -> Void
  ) throws(HubError) -> SpaceDigest {
    var digest = SpaceDigest()
    var count: Int64 = 0
    try tables.forEachItem(of: name) { item throws(HubError) in
      // Read, so that no damaged row is moved.
      let row = try StoredHubRow(id: item.id, sequence: item.sequence, doc: item.doc).row()
      digest.add(row.id, row.state)
      count += 1
      lines.add(
        [
          ("item", .string(row.id.description)), ("q", .integer(row.sequence)),
          ("at", .integer(item.changedAt)),
        ],
        doc: item.doc
      )
      if lines.isFull { try write(lines.takeBytes()) }
    }
    let sums = digest.buckets.map { JSONValue.string(String($0, radix: 16)) }
    lines.add([("end", .integer(count)), ("digest", .array(sums))])
    try write(lines.takeBytes())
    return digest
  }
}

/// Gathers lines until there are enough to be written.
private struct SpaceLines {
  private var writer = JSONWriter()

  /// Whether it is time to write them.
  var isFull: Bool { writer.bytes.count > 65_536 }

  /// The first line.
  mutating func add(_ space: HubSpace, _ name: String) {
    add([
      ("hub", 1), ("space", .string(name)), ("epoch", .integer(space.epoch)),
      ("head", .integer(space.head)), ("nonce", .integer(space.nonce)),
      ("floor", .integer(space.floor)), ("age", .integer(space.age)),
      ("purged", .integer(space.purgedAt)),
    ])
  }

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
