// The heads of frames, as JSON.
//
// | message  | members                                                                    |
// | start    | `start`: version, `remote`, `insecure`, `agent`, `token` if there is one   |
// | started  | `started`: version                                                         |
// | refused  | `refused`: message                                                         |
// | request  | `request`: number, `method`, `path`, `query`, `headers`, `patience` in ms  |
// | cancel   | `cancel`: number                                                           |
// | response | `response`: number, `status`, `headers`                                    |
// | failure  | `failure`: number, `code`, `message`                                       |

import Storage
package import Sync

/// A message between a command and its helper.
package enum FrameMessage: Sendable, Equatable {
  /// Says which hub the requests are for.
  case start(Start)
  /// The helper is ready.
  case started(version: String)
  /// The helper cannot reach that hub, and says why.
  case refused(String)
  /// Asks for an exchange.
  case request(Int, NetworkRequest)
  /// Cancels a request.
  case cancel(Int)
  /// The response to a request.
  case response(Int, NetworkResponse)
  /// Why a request has no response.
  case failure(Int, NetworkError.Code, String)

  /// Which hub the requests are for; the token comes this way since others can see arguments.
  package struct Start: Sendable, Equatable {
    package var version: String
    package var remote: String
    package var token: String?
    package var allowsInsecure: Bool
    package var userAgent: String

    package init(
      version: String,
      remote: String,
      token: String?,
      allowsInsecure: Bool,
      userAgent: String
    ) {
      self.version = version
      self.remote = remote
      self.token = token
      self.allowsInsecure = allowsInsecure
      self.userAgent = userAgent
    }
  }
}

extension FrameMessage {
  /// The message as a frame.
  package var frame: Frame {
    switch self {
    case .start(let start):
      var members: JSONObject = [
        "start": .string(start.version), "remote": .string(start.remote),
        "insecure": .bool(start.allowsInsecure), "agent": .string(start.userAgent),
      ]
      if let token = start.token { members["token"] = .string(token) }
      return Frame(members)
    case .started(let version): return Frame(["started": .string(version)])
    case .refused(let message): return Frame(["refused": .string(message)])
    case .cancel(let number): return Frame(["cancel": .integer(Int64(number))])
    case .request(let number, let request):
      let members: JSONObject = [
        "request": .integer(Int64(number)), "method": .string(request.method),
        "path": .string(request.path), "query": request.query.json,
        "headers": request.headers.json, "patience": .integer(request.patience.milliseconds),
      ]
      return Frame(members, body: request.body)
    case .response(let number, let response):
      let members: JSONObject = [
        "response": .integer(Int64(number)), "status": .integer(Int64(response.status)),
        "headers": response.headers.json,
      ]
      return Frame(members, body: response.body)
    case .failure(let number, let code, let message):
      return Frame([
        "failure": .integer(Int64(number)), "code": .string(code.name), "message": .string(message),
      ])
    }
  }

  /// Reads the message of a frame.
  package init(_ frame: Frame) throws(FrameError) {
    guard let value = try? JSONParser.parse(frame.head),
      let message = FrameMessage(value, frame.body)
    else { throw FrameError() }
    self = message
  }

  private init?(_ value: JSONValue, _ body: [UInt8]) {
    if let number = value["request"]?.int {
      guard let method = value["method"]?.string, let path = value["path"]?.string,
        let query = value["query"]?.pairs, let headers = value["headers"]?.pairs,
        let patience = value["patience"]?.integer
      else { return nil }
      let request = NetworkRequest(
        method: method,
        path: path,
        query: query,
        headers: headers,
        body: body,
        patience: .milliseconds(patience)
      )
      self = .request(number, request)
    } else if let number = value["response"]?.int {
      guard let status = value["status"]?.int, let headers = value["headers"]?.pairs else {
        return nil
      }
      self = .response(number, NetworkResponse(status: status, headers: headers, body: body))
    } else if let number = value["failure"]?.int {
      guard let code = value["code"]?.string.flatMap(NetworkError.Code.init(name:)),
        let message = value["message"]?.string
      else { return nil }
      self = .failure(number, code, message)
    } else if let version = value["start"]?.string {
      guard let remote = value["remote"]?.string, let allows = value["insecure"]?.bool,
        let agent = value["agent"]?.string
      else { return nil }
      let token = value["token"]?.string
      self = .start(
        Start(
          version: version,
          remote: remote,
          token: token,
          allowsInsecure: allows,
          userAgent: agent
        )
      )
    } else if let version = value["started"]?.string {
      self = .started(version: version)
    } else if let message = value["refused"]?.string {
      self = .refused(message)
    } else if let number = value["cancel"]?.int {
      self = .cancel(number)
    } else {
      return nil
    }
  }
}

extension Frame {
  fileprivate init(_ members: JSONObject, body: [UInt8] = []) {
    self.init(head: JSONValue.object(members).canonicalBytes, body: body)
  }
}

extension [NetworkRequest.Pair] {
  fileprivate var json: JSONValue {
    .array(map { .array([.string($0.name), .string($0.value)]) })
  }
}

extension JSONValue {
  fileprivate var pairs: [NetworkRequest.Pair]? {
    guard let array else { return nil }
    let pairs = array.compactMap { pair -> NetworkRequest.Pair? in
      guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
      return NetworkRequest.Pair(name, value)
    }
    return pairs.count == array.count ? pairs : nil
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
