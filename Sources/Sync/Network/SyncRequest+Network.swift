// Requests and replies of sync as HTTP messages.
//
// | request | message                                                                       |
// | push    | `POST /v1/spaces/SPACE/push`, see PushRequest+Wire.swift                       |
// | changes | `GET /v1/spaces/SPACE/changes` with `after`, `tok`, `limit`, `boot`, `bfloor`, `bhead`, `live` |
//
// Does not change once shipped.

import Storage

extension SyncRequest {
  /// The message that asks this of a space.
  package func networkRequest(space: String) -> NetworkRequest {
    let protocolHeader = NetworkRequest.Pair("Sync-Protocol", "\(protocolVersions.upperBound)")
    switch self {
    case .push(let push):
      return NetworkRequest(
        method: "POST",
        path: "/v1/spaces/\(space)/push",
        headers: [protocolHeader, NetworkRequest.Pair("Content-Type", "application/json")],
        body: push.bytes
      )
    case .changes(let changes):
      return NetworkRequest(
        method: "GET",
        path: "/v1/spaces/\(space)/changes",
        query: changes.query,
        headers: [protocolHeader]
      )
    }
  }

  /// Reads the reply out of a response.
  package func reply(from response: NetworkResponse) -> Result<SyncReply, ExchangeFailure> {
    do throws(WireError) {
      switch (response.status, self) {
      case (200, .push): return .success(.push(try PushReply(bytes: response.body)))
      case (200, .changes):
        return .success(.changes(try ChangesPage(bytes: response.body)))
      case (410, _): return .success(.reset(try SyncReset(bytes: response.body)))
      default: return .failure(ExchangeFailure(response))
      }
    } catch {
      // An answer cut short is worth another try; one that makes no sense is not.
      if response.status == 200, response.body.isCutShort {
        return .failure(.transient("The hub's answer was cut short."))
      }
      return .failure(.protocolViolation("The hub's answer makes no sense: \(error.message)"))
    }
  }
}

extension ChangesRequest {
  fileprivate var query: [NetworkRequest.Pair] {
    var pairs = [NetworkRequest.Pair("after", "\(after)")]
    if let limit { pairs.append(NetworkRequest.Pair("limit", "\(limit)")) }
    if let token { pairs.append(NetworkRequest.Pair("tok", token.text)) }
    if isBootstrap { pairs.append(NetworkRequest.Pair("boot", "1")) }
    if let bootstrapFloor { pairs.append(NetworkRequest.Pair("bfloor", "\(bootstrapFloor)")) }
    if let bootstrapHead { pairs.append(NetworkRequest.Pair("bhead", "\(bootstrapHead)")) }
    if isLiveOnly { pairs.append(NetworkRequest.Pair("live", "1")) }
    return pairs
  }

  package init(query: [NetworkRequest.Pair]) throws(WireError) {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    func number(_ name: String) throws(WireError) -> Int64? {
      guard let text = value(name) else { return nil }
      guard let number = Int64(text), number >= 0 else {
        throw WireError("'\(name)' is not a number from 0.")
      }
      return number
    }
    guard let after = try number("after") else { throw WireError("'after' is missing.") }
    var token: SyncToken?
    if let text = value("tok") { token = try SyncToken(text: text) }
    self.init(
      after: after,
      limit: try number("limit").map { Int($0) },
      token: token,
      isBootstrap: value("boot") == "1",
      bootstrapFloor: try number("bfloor"),
      bootstrapHead: try number("bhead"),
      isLiveOnly: value("live") == "1"
    )
  }
}

extension [UInt8] {
  /// Whether the end of an answer is missing: each of its lines ends with a line end.
  fileprivate var isCutShort: Bool { last != UInt8(ascii: "\n") }
}
