// A hub's description of itself in JSON. Does not change once shipped.
//
// | member     | type    | meaning                                             |
// | `protocol` | list    | the oldest and the newest version of the protocol   |
// | `now`      | integer | the hub's clock, ms since 1970                      |
// | `limits`   | object  | `changes`, `body` (bytes), `page`, `value` (bytes)  |

import Storage

extension Hello {
  package var bytes: [UInt8] {
    JSONValue.object([
      "protocol": .array([.integer(versions.lowerBound), .integer(versions.upperBound)]),
      "now": .integer(now),
      "limits": .object([
        "changes": .integer(Int64(limits.changes)),
        "body": .integer(Int64(limits.body)),
        "page": .integer(Int64(limits.page)),
        "value": .integer(Int64(limits.value)),
      ]),
    ]).canonicalBytes
  }

  package init(bytes: [UInt8]) throws(WireError) {
    let object = try WireObject(bytes: bytes)
    guard case .integer(let oldest) = try object.array("protocol").first,
      case .integer(let newest) = try object.array("protocol").last, oldest <= newest
    else { throw WireError("'protocol' does not have two versions.") }
    let limits = try WireObject(object.value("limits"))
    self.init(
      versions: oldest...newest,
      now: try object.natural("now"),
      limits: SyncLimits(
        changes: Int(try limits.natural("changes")),
        body: Int(try limits.natural("body")),
        page: Int(try limits.natural("page")),
        value: Int(try limits.natural("value"))
      )
    )
  }
}
