// Waiting in messages. Does not change once shipped.
//
// The query has `after` and `tok` as a request for changes does, and `t`, the seconds to wait. The
// reply is 204 with no body, or 200 with:
//
// | member | type    | meaning                          |
// | `head` | integer | the hub's head                   |
// | `tok`  | object  | the latest commit                |

import Storage

extension WaitRequest {
  package var query: [NetworkRequest.Pair] {
    var pairs = [
      NetworkRequest.Pair("after", "\(after)"), NetworkRequest.Pair("t", "\(seconds)"),
    ]
    if let token { pairs.append(NetworkRequest.Pair("tok", token.text)) }
    return pairs
  }

  package init(query: [NetworkRequest.Pair]) throws(WireError) {
    let query = WireQuery(query)
    guard let after = try query.natural("after") else { throw WireError("'after' is missing.") }
    let seconds = try query.natural("t").map { Int(clamping: $0) } ?? WaitRequest.defaultSeconds
    self.init(after: after, token: try query.token(), seconds: seconds)
  }
}

extension WaitReply {
  package var bytes: [UInt8] {
    switch self {
    case .unchanged: []
    case .changed(let token):
      JSONValue.object(["head": .integer(token.head), "tok": token.json]).canonicalBytes
        + [UInt8(ascii: "\n")]
    }
  }

  /// Reads the body of a 200.
  package init(bytes: [UInt8]) throws(WireError) {
    self = .changed(try SyncToken(wire: WireObject(bytes: bytes).value("tok")))
  }
}
