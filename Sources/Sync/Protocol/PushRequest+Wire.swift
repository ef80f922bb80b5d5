// A push in JSON. Does not change once shipped.
//
// | member | type    | meaning                                                       |
// | `dev`  | integer | the store's name on the hub                                   |
// | `ses`  | integer | the session in which `n` counts                               |
// | `n`    | integer | counts the session's pushes                                   |
// | `tok`  | object  | see SyncToken+Wire.swift                                      |
// | `cur`  | integer | the device has every row up to this sequence number           |
// | `ch`   | list    | the changes: `i`, `t`, `f`, `ft`, `d` as in ItemState+Wire.swift, |
// |        |         | and `q`, the number of the row that the device has seen, or 0 |

import Storage

extension PushRequest {
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    // Growing would copy up to a megabyte several times.
    writer.bytes.reserveCapacity((written?.count ?? changes.estimatedBytes) + 512)
    writer.beginObject()
    writer.writeKey("ch")
    if let written { writer.writeJSON(written) } else { changes.write(to: &writer) }
    for (name, number) in [("cur", cursor), ("dev", device), ("n", counter), ("ses", session)] {
      writer.writeKey(name)
      writer.writeInteger(number)
    }
    writer.writeKey("tok")
    writer.writeJSON(token.json)
    writer.endObject()
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(WireError) {
    var changes: [PushChange]?
    var others: JSONObject = [:]
    do throws(JSONError) {
      var reader = JSONReader(bytes)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == "ch" {
          changes = try PushRequest.changes(&reader)
        } else {
          others[key] = try reader.readValue()
        }
      }
      try reader.finish()
    } catch {
      throw WireError(error)
    }
    guard let changes else { throw WireError("'ch' is missing.") }
    let object = try WireObject(.object(others))
    self.init(
      device: try object.natural("dev"),
      session: try object.natural("ses"),
      counter: try object.natural("n"),
      token: try SyncToken(wire: object.value("tok")),
      cursor: try object.natural("cur"),
      changes: changes
    )
  }

  private static func changes(_ reader: inout JSONReader) throws(JSONError) -> [PushChange] {
    var changes: [PushChange] = []
    var ids: Set<ItemID> = []
    try reader.beginArray()
    while try reader.nextElement() {
      let item = try WireItem(&reader)
      guard let id = item.id else { throw reader.failure("'i' is missing") }
      guard ids.insert(id).inserted else { throw reader.failure("an item comes twice in one push") }
      guard let seen = item.sequence, seen >= 0 else {
        throw reader.failure("'q' is missing or negative")
      }
      changes.append(PushChange(id: id, state: item.state, seen: seen))
    }
    return changes
  }
}

extension [PushChange] {
  /// The changes as a list in JSON.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(estimatedBytes)
    write(to: &writer)
    return writer.bytes
  }

  fileprivate var estimatedBytes: Int { reduce(0) { $0 + $1.state.estimatedBytes } }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for change in self { change.state.write(to: &writer, id: change.id, sequence: change.seen) }
    writer.endArray()
  }
}
