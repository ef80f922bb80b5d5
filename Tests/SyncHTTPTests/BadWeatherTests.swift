// Servers that answer badly, late or not at all.

import LoopbackHTTP
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `A service over HTTP in bad weather` {
  private static let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    .networkRequest(space: "main")

  private static let start = "HTTP/1.1 200 OK\r\n"

  private static let padding = "X-Padding: \(String(repeating: "x", count: 8_000))\r\n"

  /// What a server sends, and the code of the error that comes of it.
  private static let damaged: [(String, Reaction)] = [
    ("closed at once", .close),
    ("half a status", .text("HTTP/1.1 20")),
    ("half a head", .text(start + "Content-Le")),
    ("a head without its end", .text(start + "Content-Length: 0\r\n")),
    ("half a body", .text(start + "Content-Length: 100\r\n\r\n{\"end\":")),
    ("half a chunk", .text(start + "Transfer-Encoding: chunked\r\n\r\n64\r\n{\"end\"")),
    ("no last chunk", .text(start + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")),
    ("a length of nonsense", .text(start + "Content-Length: -5\r\n\r\n{}")),
    ("chunks of nonsense", .text(start + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n")),
    ("garbage", .text(String(repeating: "\u{1}garbage\r\n", count: 50))),
    ("a greeting of another protocol", .text("220 mail.example ESMTP\r\n")),
    ("HTTP/0.9", .text("{\"end\":0}\n")),
    (
      "gzip that is none", .text(start + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabc\n")
    ),
    ("zeros", .bytes([UInt8](repeating: 0, count: 3_000), closes: true)),
    ("endless headers", .text(start + String(repeating: padding, count: 100))),
  ]

  @Test(arguments: damaged.indices)
  func `finds no whole answer and says so`(_ index: Int) async throws {
    let (name, reaction) = Self.damaged[index]
    let responder = try LoopbackResponder { _ in reaction }
    let service = try HTTPNetworkService(loopback: responder, token: try HubToken("secret-1"))
    let error = await #expect(throws: NetworkError.self, "\(name)") {
      try await service.send(Self.request)
    }
    #expect(error?.code == .unreachable, "\(name): \(String(describing: error))")
    #expect(error.map { !String(reflecting: $0).contains("secret-1") } == true)
  }

  /// libcurl sends the request again on a new connection, where it ends as well.
  @Test func `notices at once that a connection which lay open ends when it is used again`()
    async throws
  {
    let responder = try LoopbackResponder { request in
      request.method == "GET" ? .answer(NetworkResponse(status: 204)) : .close
    }
    let service = try HTTPNetworkService(loopback: responder)
    for _ in 0..<5 {
      #expect(try await service.send(Self.request).status == 204)
      var push = Self.request
      (push.method, push.body) = ("POST", Array(repeating: 0x20, count: 300))
      let error = await #expect(throws: NetworkError.self) { try await service.send(push) }
      #expect(error?.code == .unreachable)
    }
  }

  /// What follows the last chunk's line is not needed to know the end of a body (RFC 9112, section 8).
  @Test(arguments: [
    start + "Content-Type: application/json\r\nContent-Length: 4\r\n\r\nabc\n",
    start + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n3\r\nbc\n\r\n0\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n" + start + "Content-Length: 2\r\n\r\n{}",
  ])
  func `an answer that is cut at any byte is none`(_ text: String) async throws {
    for count in 0..<text.utf8.count {
      let part = Array(text.utf8.prefix(count))
      let responder = try LoopbackResponder { _ in .bytes(part, closes: true) }
      let service = try HTTPNetworkService(loopback: responder)
      let error = await #expect(throws: NetworkError.self, "cut at \(count)") {
        try await service.send(Self.request)
      }
      #expect(error?.code == .unreachable, "cut at \(count): \(String(describing: error))")
      responder.stop()
    }
  }

  @Test(arguments: [
    "Content-Length: 4\r\n\r\nabc\n",
    "Content-Length: 4\r\n\r\nabc\nand what does not belong to it",
    "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n3;x=y\r\nbc\n\r\n0\r\n\r\n",
    "\r\nabc\n",
  ])
  func `takes a body however its end is told`(_ text: String) async throws {
    let responder = try LoopbackResponder { _ in .text(Self.start + text) }
    let response = try await HTTPNetworkService(loopback: responder).send(Self.request)
    #expect(response.status == 200 && response.body == Array("abc\n".utf8))
  }

  @Test func `takes what another status comes before`() async throws {
    let responder = try LoopbackResponder { _ in
      .text("HTTP/1.1 100 Continue\r\n\r\n" + Self.start + "Content-Length: 2\r\n\r\n{}")
    }
    #expect(try await HTTPNetworkService(loopback: responder).send(Self.request).status == 200)
  }

  @Test func `takes gzip, which it asks for`() async throws {
    let responder = try LoopbackResponder { request in
      guard request.header("Accept-Encoding")?.contains("gzip") == true else { return .close }
      let body = Compressed.hello
      let head = "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
      return .bytes(Array((Self.start + head).utf8) + body, closes: true)
    }
    let response = try await HTTPNetworkService(loopback: responder).send(Self.request)
    #expect(response.body == Compressed.plain)
    #expect(response.header("Content-Encoding") == nil && response.header("Content-Length") == nil)
  }

  @Test(arguments: [
    "Content-Length: 70000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n11170\r\n", "\r\n",
  ])
  func `takes no body that is too large`(_ head: String) async throws {
    let responder = try LoopbackResponder { _ in
      .text(Self.start + head + String(repeating: "x", count: 70_000))
    }
    let service = try HTTPNetworkService(loopback: responder) { $0.responseLimit = 65_536 }
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .invalidAnswer)
  }

  @Test func `refuses what grows too large as it is decompressed`() async throws {
    let body = Compressed.zeros
    let responder = try LoopbackResponder { _ in
      let head = "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
      return .bytes(Array((Self.start + head).utf8) + body, closes: true)
    }
    let service = try HTTPNetworkService(loopback: responder) { $0.responseLimit = 65_536 }
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .invalidAnswer)
  }

  @Test func `gives up where nothing answers`() async throws {
    let responder = try LoopbackResponder { _ in .close }
    let service = try HTTPNetworkService(loopback: responder)
    responder.stop()
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .unreachable)
    #expect(error?.message == "Nothing answers at '\(responder.origin)'.")
  }

  @Test func `knows no host by a name that is none`() async throws {
    let remote = try Remote("https://no-such-host.invalid/main")
    let service = try HTTPNetworkService(remote: remote, token: nil)
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .unreachable)
  }
}
