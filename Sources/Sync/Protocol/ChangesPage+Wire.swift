// A page of rows in NDJSON. Does not change once shipped.
//
// One line for each row: `i` (id), `q` (sequence number), `t`, `f`, `ft`, `d` as in
// ItemState+Wire.swift. Then one last line, without which the page is invalid:
//
// | member  | type    | meaning                                  |
// | `end`   | integer | the cursor after this page               |
// | `more`  | boolean | whether there are rows above `end`       |
// | `tok`   | object  | the latest commit                        |
// | `floor` | integer | the last purged sequence number          |
// | `now`   | integer | the hub's clock, ms since 1970           |
// | `n`     | integer | how many rows came before                |

import Storage

extension ChangesPage {
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    for row in rows {
      row.state.write(to: &writer, id: row.id, sequence: row.sequence)
      writer.endLine()
    }
    let last = JSONValue.object([
      "end": .integer(end), "floor": .integer(floor), "more": .bool(hasMore),
      "n": .integer(Int64(rows.count)), "now": .integer(now), "tok": token.json,
    ])
    return writer.bytes + last.canonicalBytes + [UInt8(ascii: "\n")]
  }

  package init(bytes: [UInt8]) throws(WireError) {
    guard bytes.last == UInt8(ascii: "\n") else { throw WireError("The page has no end.") }
    let lines = bytes.dropLast().split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    guard let last = lines.last else { throw WireError("The page is empty.") }
    let end = try WireObject(bytes: Array(last))
    guard try end.natural("n") == Int64(lines.count - 1) else {
      throw WireError("The page has not as many rows as it says.")
    }
    var rows: [HubRow] = []
    rows.reserveCapacity(lines.count - 1)
    for line in lines.dropLast() {
      rows.append(try HubRow(wire: WireItem(bytes, in: line.startIndex..<line.endIndex)))
    }
    self.init(
      rows: rows,
      end: try end.natural("end"),
      hasMore: try end.bool("more"),
      token: try SyncToken(wire: end.value("tok")),
      floor: try end.natural("floor"),
      now: try end.natural("now")
    )
  }
}

extension HubRow {
  fileprivate init(wire item: WireItem) throws(WireError) {
    try item.state.checkNames()
    guard let id = item.id else { throw WireError("'i' is missing.") }
    guard let sequence = item.sequence, sequence > 0 else {
      throw WireError("'q' is not a number above 0.")
    }
    self.init(id: id, sequence: sequence, state: item.state)
  }
}
