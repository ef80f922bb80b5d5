import LoopbackHTTP
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `A status` {
  @Test(arguments: StatusCase.all)
  func `has its class`(_ status: StatusCase) async throws {
    let responder = try LoopbackResponder { _ in .text(status.head + "\r\n" + status.body) }
    let service = try HTTPNetworkService(loopback: responder)
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    let response = try await service.send(request.networkRequest(space: "main"))
    guard case .failure(let failure) = request.reply(from: response) else {
      Issue.record("status \(response.status) is taken for an answer")
      return
    }
    #expect(failure.kind == status.kind, "\(failure)")
  }

  @Test func `that asks to start over is a reset`() async throws {
    let body = "{\"reset\":\"union\"}"
    let responder = try LoopbackResponder { _ in
      .answer(NetworkResponse(status: 410, body: Array(body.utf8)))
    }
    let service = try HTTPNetworkService(loopback: responder)
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    let reply = request.reply(
      from: try await service.send(request.networkRequest(space: "main"))
    )
    #expect(reply == .success(.reset(.union)))
  }

  @Test func `of a hub that moved says where to, and sends no token there`() async throws {
    let other = try LoopbackResponder { _ in .close }
    let responder = try LoopbackResponder { _ in
      .text(
        "HTTP/1.1 302 Found\r\nLocation: \(other.origin)/v1/hello\r\nContent-Length: 0\r\n\r\n"
      )
    }
    let service = try HTTPNetworkService(loopback: responder, token: try HubToken("secret"))
    let error = await #expect(throws: SyncError.self) { try await service.hello() }
    #expect(error?.code == .protocolViolation)
    #expect(error?.message.contains("'\(other.origin)'") == true)
    #expect(other.connectionCount == 0)
  }
}

/// A status, what is said with it, and the class it has.
struct StatusCase: Sendable, CustomTestStringConvertible {
  var status: Int
  var kind: String
  var headers: String
  var body = "{\"error\":\"no\"}"

  init(_ status: Int, _ kind: String, _ headers: String = "") {
    (self.status, self.kind, self.headers) = (status, kind, headers)
  }

  var testDescription: String { "\(status) \(headers)" }

  var head: String {
    let lines = headers.isEmpty ? "" : headers + "\r\n"
    return "HTTP/1.1 \(status) Text\r\nContent-Length: \(body.utf8.count)\r\n\(lines)"
  }

  private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

  static let all = [
    StatusCase(301, "protocolViolation", "Location: /elsewhere"),
    StatusCase(302, "protocolViolation", "Location: http://other.example/"),
    StatusCase(307, "protocolViolation", "Location: https://other.example/"),
    StatusCase(308, "protocolViolation"),
    StatusCase(400, "protocolViolation"),
    StatusCase(401, "unauthorized", "WWW-Authenticate: Bearer"),
    StatusCase(401, "unauthorized", "WWW-Authenticate: Basic realm=\"hub\""),
    StatusCase(401, "unauthorized"),
    StatusCase(403, "unauthorized"),
    StatusCase(404, "protocolViolation"),
    StatusCase(407, "protocolViolation"),
    StatusCase(408, "transient"),
    StatusCase(413, "tooLarge"),
    StatusCase(426, "upgrade", "Sync-Protocol: 2"),
    StatusCase(429, "throttled 1.0 seconds"),
    StatusCase(429, "throttled 7.0 seconds", "Retry-After: 7"),
    StatusCase(503, "throttled 30.0 seconds", "Retry-After: 30"),
    StatusCase(503, "throttled 63.0 seconds", date + "Retry-After: Sun, 06 Nov 1994 08:50:40 GMT"),
    StatusCase(503, "throttled 0.0 seconds", date + "Retry-After: Sun, 06 Nov 1994 08:49:00 GMT"),
    StatusCase(503, "throttled 0.0 seconds", "Retry-After: Sun, 06 Nov 1994 08:49:00 GMT"),
    StatusCase(
      429,
      "throttled 9.223372036854776e+18 seconds",
      "Retry-After: 1000000000000000000000"
    ),
    StatusCase(503, "transient", "Retry-After: soon"),
    StatusCase(503, "transient", "Retry-After: -5"),
    StatusCase(503, "transient"),
    StatusCase(500, "transient"),
    StatusCase(502, "transient"),
    StatusCase(504, "transient"),
    StatusCase(507, "quota"),
  ]
}

extension ExchangeError {
  /// The class, without the words.
  var kind: String {
    switch self {
    case .transient: "transient"
    case .throttled(let least, _): "throttled \(least)"
    case .tooLarge: "tooLarge"
    case .unauthorized: "unauthorized"
    case .upgrade: "upgrade"
    case .quota: "quota"
    case .deleted: "deleted"
    case .protocolViolation: "protocolViolation"
    }
  }
}
