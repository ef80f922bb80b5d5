// A push in JSON. Does not change once shipped.
//
// | member | type    | meaning                                                       |
// | `dev`  | integer | the store's name on the hub                                   |
// | `ses`  | integer | the session that `n` counts in                                |
// | `n`    | integer | counts the session's pushes                                   |
// | `tok`  | object  | see SyncToken+Wire.swift                                      |
// | `cur`  | integer | the device has every row up to this sequence number           |
// | `ch`   | list    | the changes: `i`, `t`, `f`, `ft`, `d` as in ItemState+Wire.swift, |
// |        |         | and `new` (1) where the hub has never acknowledged the item   |

import Storage

extension PushRequest {
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeKey("ch")
    writer.beginArray()
    for change in changes {
      change.state.write(to: &writer, id: change.id, isNew: change.isNew)
    }
    writer.endArray()
    for (name, number) in [("cur", cursor), ("dev", device), ("n", counter), ("ses", session)] {
      writer.writeKey(name)
      writer.writeInteger(number)
    }
    writer.writeKey("tok")
    token.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(WireError) {
    let object = try WireObject(bytes: bytes)
    var changes: [PushChange] = []
    for element in try object.array("ch") { changes.append(try PushChange(wire: element)) }
    guard Set(changes.map(\.id)).count == changes.count else {
      throw WireError("An item comes twice in one push.")
    }
    self.init(
      device: try object.natural("dev"),
      session: try object.natural("ses"),
      counter: try object.natural("n"),
      token: try SyncToken(wire: object.value("tok")),
      cursor: try object.natural("cur"),
      changes: changes
    )
  }
}

extension PushChange {
  fileprivate init(wire value: JSONValue) throws(WireError) {
    let object = try WireObject(value)
    self.init(
      id: try ItemID(wire: object.value("i")),
      state: try ItemState(object),
      isNew: object.optional("new") == .integer(1)
    )
  }
}
