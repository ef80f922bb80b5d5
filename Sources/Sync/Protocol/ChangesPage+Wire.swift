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
// | `bad`   | list    | rows that were left out, as they are damaged: `[i,seq]`, `i` null if |
// |         |         | it is damaged, too; left out if none     |

import Storage

extension ChangesPage {
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    for row in rows {
      row.state.write(to: &writer, id: row.id, sequence: row.sequence)
      writer.endLine()
    }
    var last: JSONObject = [
      "end": .integer(end), "floor": .integer(floor), "more": .bool(hasMore),
      "n": .integer(Int64(rows.count)), "now": .integer(now), "tok": token.json,
    ]
    if !damaged.isEmpty { last["bad"] = .array(damaged.map(\.json)) }
    return writer.bytes + JSONValue.object(last).canonicalBytes + [UInt8(ascii: "\n")]
  }

  package init(bytes: [UInt8]) throws(WireError) {
    let newline = UInt8(ascii: "\n")
    guard bytes.last == newline else { throw WireError("The page does not end with a newline.") }
    // Looked for from behind: the last line is short, the rows are a megabyte.
    let begin = bytes.dropLast().lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = try WireObject(bytes: Array(bytes[begin...]))
    let rows = try ChangesPage.rows(bytes, in: 0..<begin)
    guard try end.natural("n") == Int64(rows.count) else {
      throw WireError("The page does not have the number of rows that its first line gives.")
    }
    self.init(
      rows: rows,
      end: try end.natural("end"),
      hasMore: try end.bool("more"),
      token: try SyncToken(wire: end.value("tok")),
      floor: try end.natural("floor"),
      now: try end.natural("now"),
      damaged: try ChangesPage.damaged(in: end)
    )
  }

  /// Reads one row from each line.
  private static func rows(_ bytes: [UInt8], in range: Range<Int>) throws(WireError) -> [HubRow] {
    var rows: [HubRow] = []
    var reader = JSONReader(bytes, in: range)
    while !reader.isAtEnd() {
      let item: WireItem
      do throws(JSONError) {
        item = try WireItem(&reader)
      } catch {
        throw WireError(error)
      }
      guard bytes[reader.offset] == UInt8(ascii: "\n") else {
        throw WireError("A line of the page has more than one row.")
      }
      rows.append(try HubRow(wire: item))
    }
    return rows
  }

  private static func damaged(in end: WireObject) throws(WireError) -> [DamagedRow] {
    guard end.optional("bad") != nil else { return [] }
    var damaged: [DamagedRow] = []
    for element in try end.array("bad") { damaged.append(try DamagedRow(wire: element)) }
    return damaged
  }
}

extension DamagedRow {
  fileprivate var json: JSONValue {
    .array([item.map { .string($0.description) } ?? .null, .integer(sequence)])
  }

  fileprivate init(wire value: JSONValue) throws(WireError) {
    guard case .array(let parts) = value, parts.count == 2, case .integer(let sequence) = parts[1]
    else { throw WireError("A damaged row does not have an item's id and a number.") }
    self.init(item: parts[0].isNull ? nil : try ItemID(wire: parts[0]), sequence: sequence)
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
