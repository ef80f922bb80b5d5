// The hub's reply to a push in JSON, and a line end, which shows that the reply is complete. Does
// not change once shipped.
//
// | member  | type    | meaning                                                     |
// | `stale` | true    | the session has sent a later push; the only member then     |
// | `tok`   | object  | the latest commit                                           |
// | `prev`  | integer | the head before this push                                   |
// | `now`   | integer | the hub's clock, ms since 1970                              |
// | `floor` | integer | the last purged sequence number                             |
// | `r`     | list    | for each change, in order: `[i,"ok",seq]`, `[i,"lost",seq,row]`, |
// |         |         | `[i,"gone"]` or `[i,"bad",code]`                            |

import Storage

extension PushReply {
  package var bytes: [UInt8] {
    let json: JSONValue =
      switch self {
      case .stale: .object(["stale": .bool(true)])
      case .accepted(let acceptance): acceptance.json
      }
    return json.canonicalBytes + [UInt8(ascii: "\n")]
  }

  package init(bytes: [UInt8]) throws(WireError) {
    let object = try WireObject(bytes: bytes)
    if object.optional("stale") == .bool(true) {
      self = .stale
      return
    }
    var results: [PushResult] = []
    for element in try object.array("r") { results.append(try PushResult(wire: element)) }
    self = .accepted(
      PushAcceptance(
        token: try SyncToken(wire: object.value("tok")),
        previous: try object.natural("prev"),
        now: try object.natural("now"),
        floor: try object.natural("floor"),
        results: results
      )
    )
  }
}

extension PushAcceptance {
  fileprivate var json: JSONValue {
    .object([
      "tok": token.json,
      "prev": .integer(previous),
      "now": .integer(now),
      "floor": .integer(floor),
      "r": .array(results.map(\.json)),
    ])
  }
}

extension PushResult {
  fileprivate var json: JSONValue {
    let id = JSONValue.string(id.description)
    return switch outcome {
    case .ok(let sequence): .array([id, "ok", .integer(sequence)])
    case .lost(let sequence, let row): .array([id, "lost", .integer(sequence), row.json])
    case .gone: .array([id, "gone"])
    case .bad(let code): .array([id, "bad", .string(code)])
    }
  }

  fileprivate init(wire value: JSONValue) throws(WireError) {
    guard case .array(let parts) = value, parts.count >= 2 else {
      throw WireError("A result is not an array.")
    }
    let outcome: Outcome
    switch (parts[1], parts.count) {
    case (.string("ok"), 3): outcome = .ok(sequence: try parts[2].sequence)
    case (.string("lost"), 4):
      let row = try ItemState(wire: parts[3])
      try row.checkNames()
      outcome = .lost(sequence: try parts[2].sequence, row: row)
    case (.string("gone"), 2): outcome = .gone
    case (.string("bad"), 3):
      guard case .string(let code) = parts[2] else { throw WireError("A code is not a string.") }
      outcome = .bad(code: code)
    default: throw WireError("A result has a kind that this version does not know.")
    }
    self.init(id: try ItemID(wire: parts[0]), outcome: outcome)
  }
}

extension JSONValue {
  fileprivate var sequence: Int64 {
    get throws(WireError) {
      guard case .integer(let number) = self, number > 0 else {
        throw WireError("A sequence number is not a number above 0.")
      }
      return number
    }
  }
}
