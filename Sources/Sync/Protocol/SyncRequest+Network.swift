// Requests and replies of sync as HTTP messages.
//
// | request | message                                                                       |
// | push    | `POST /v1/spaces/SPACE/push`, see PushRequest+Wire.swift                       |
// | changes | `GET /v1/spaces/SPACE/changes` with `after`, `tok`, `limit`, `boot`, `bfloor`, `bhead`, `live` |
// | verify  | `POST /v1/spaces/SPACE/verify`, see VerifyRequest+Wire.swift                   |
// | wait    | `GET /v1/spaces/SPACE/wait` with `after`, `tok`, `t`                           |
//
// Does not change once shipped.

import Storage

extension NetworkRequest {
  /// Asks a hub for its versions, clock and limits.
  package static let hello = NetworkRequest(
    method: "GET",
    path: "/v1/hello",
    headers: [protocolHeader]
  )

  fileprivate static let protocolHeader = Pair("Sync-Protocol", "\(protocolVersions.upperBound)")
}

extension SyncRequest {
  /// The HTTP message that sends this request to a space.
  package func networkRequest(space: String) -> NetworkRequest {
    let protocolHeader = NetworkRequest.protocolHeader
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
    case .verify(let verify):
      return NetworkRequest(
        method: "POST",
        path: "/v1/spaces/\(space)/verify",
        headers: [protocolHeader, NetworkRequest.Pair("Content-Type", "application/json")],
        body: verify.bytes
      )
    case .wait(let wait):
      return NetworkRequest(
        method: "GET",
        path: "/v1/spaces/\(space)/wait",
        query: wait.query,
        headers: [protocolHeader],
        patience: .seconds(wait.seconds)
      )
    }
  }

  /// Reads the reply out of a response.
  package func reply(from response: NetworkResponse) -> Result<SyncReply, ExchangeError> {
    do throws(WireError) {
      switch (response.status, self) {
      case (200, .push): return .success(.push(try PushReply(bytes: response.body)))
      case (200, .changes):
        return .success(.changes(try ChangesPage(bytes: response.body)))
      case (200, .verify):
        return .success(.verify(try VerifyReply(bytes: response.body)))
      case (409, .verify):
        return .success(.verify(try VerifyReply(movedOn: response.body)))
      case (200, .wait): return .success(.wait(try WaitReply(bytes: response.body)))
      case (204, .wait): return .success(.wait(.unchanged))
      case (410, _): return .success(.reset(try SyncReset(bytes: response.body)))
      default: return .failure(ExchangeError(response))
      }
    } catch {
      // A reply that was cut short is worth another try; an invalid one is not.
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
    let query = WireQuery(query)
    guard let after = try query.natural("after") else { throw WireError("'after' is missing.") }
    self.init(
      after: after,
      limit: try query.natural("limit").map { Int($0) },
      token: try query.token(),
      isBootstrap: query.text("boot") == "1",
      bootstrapFloor: try query.natural("bfloor"),
      bootstrapHead: try query.natural("bhead"),
      isLiveOnly: query.text("live") == "1"
    )
  }
}

extension [UInt8] {
  /// Whether the end of a reply is missing: each of its lines ends with a line end.
  fileprivate var isCutShort: Bool { last != UInt8(ascii: "\n") }
}
