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
  package static let hello = NetworkRequest(getting: "/v1/hello")

  private static let protocolHeader = Pair("Sync-Protocol", "\(protocolVersions.upperBound)")

  fileprivate init(getting path: String, _ query: [Pair] = []) {
    self.init(method: "GET", path: path, query: query, headers: [Self.protocolHeader])
  }

  fileprivate init(posting body: [UInt8], to path: String) {
    let headers = [Self.protocolHeader, Pair("Content-Type", "application/json")]
    self.init(method: "POST", path: path, headers: headers, body: body)
  }
}

extension SyncRequest {
  /// The HTTP message that sends this request to a space.
  package func networkRequest(space: String) -> NetworkRequest {
    let path = "/v1/spaces/\(space)/"
    switch self {
    case .push(let push): return NetworkRequest(posting: push.bytes, to: path + "push")
    case .changes(let changes): return NetworkRequest(getting: path + "changes", changes.query)
    case .verify(let verify): return NetworkRequest(posting: verify.bytes, to: path + "verify")
    case .wait(let wait):
      var request = NetworkRequest(getting: path + "wait", wait.query)
      request.patience = .seconds(wait.seconds)
      return request
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
      case (410, _):
        guard let reset = try SyncReset(bytes: response.body) else {
          return .failure(ExchangeError(deletion: response))
        }
        return .success(.reset(reset))
      default: return .failure(ExchangeError(response))
      }
    } catch {
      // A reply without its line end was cut short, and worth another try; an invalid one is not.
      if response.status == 200, response.body.last != UInt8(ascii: "\n") {
        return .failure(.transient("The hub's answer was cut short."))
      }
      return .failure(.protocolViolation("The hub's answer cannot be read: \(error.message)"))
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
