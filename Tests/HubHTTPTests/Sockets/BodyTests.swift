#if Hub
import HubHTTP
import HubServer
import Sync
import Testing

/// Bodies: when they are read, and when not.
struct BodyTests {
  /// Reads at most 10 bytes of bodies below `/read`, and answers others at once.
  private static func handler() -> TestHandler {
    TestHandler { request, exchange in
      guard request.path == "/read" else { return exchange.respond(NetworkResponse(status: 401)) }
      exchange.readBody(atMost: 10) { exchange.respond(NetworkResponse(status: 200, body: $0)) }
    }
  }

  @Test func `a long body is refused before it comes`() async throws {
    try await RunningServer.run(Self.handler()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("PUT /read HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n")
      #expect(await reader.next()?.status == 413)
      #expect(await reader.isAtEnd())
      #expect(server.handler.counts.refusals.map(\.status) == [413])
    }
  }

  @Test func `a long chunked body is refused when it is too long`() async throws {
    try await RunningServer.run(Self.handler()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send(
        "PUT /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n3\r\n"
      )
      #expect(await reader.next()?.status == 413)
      #expect(await reader.isAtEnd())
    }
  }

  @Test func `100 Continue is sent only when the body is asked for`() async throws {
    try await RunningServer.run(Self.handler()) { server in
      let head = "HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length"
      let asked = ResponseReader(try server.client())
      asked.client.send("PUT /read \(head): 2\r\n\r\n")
      #expect(await asked.next()?.status == 100)
      asked.client.send("ab")
      #expect(await asked.next()?.text == "ab")
      // The connection goes on.
      asked.client.send("PUT /other \(head): 2\r\n\r\n")
      #expect(await asked.next()?.status == 401)
      #expect(await asked.isAtEnd())
      let long = ResponseReader(try server.client())
      long.client.send("PUT /read \(head): 11\r\n\r\n")
      #expect(await long.next()?.status == 413)
    }
  }

  @Test func `who sends without waiting for 100 Continue is not asked any more`() async throws {
    try await RunningServer.run(Self.handler()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send(
        "PUT /read HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab"
      )
      #expect(await reader.next()?.text == "ab")
    }
  }

  @Test func `a body that nobody read ends the connection, and the response arrives`() async throws
  {
    try await RunningServer.run(Self.handler()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("PUT /other HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n")
      // More than the buffers of both sides hold: the server has to throw it away while we write.
      reader.client.send([UInt8](repeating: 0x61, count: 2_000_000))
      let response = try #require(await reader.next())
      #expect(response.status == 401 && response.header("Connection") == "close")
      #expect(await reader.isAtEnd())
    }
  }

  @Test func `a body that is pipelined behind its head is no request`() async throws {
    try await RunningServer.run(Self.handler()) { server in
      let client = try server.client()
      let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
      client.send(
        "PUT /other HTTP/1.1\r\nHost: a\r\nContent-Length: \(smuggled.count)\r\n\r\n\(smuggled)"
      )
      client.finish()
      #expect(await client.receiveText().components(of: "HTTP/1.1 ") == 1)
      #expect(server.handler.counts.requests == ["/other"])
    }
  }

  @Test(arguments: malformedRequests.indices)
  func `a refusal is one response with its status, and the end`(_ index: Int) async throws {
    let (status, text) = malformedRequests[index]
    try await RunningServer.run(.echoUpTo4096()) { server in
      let client = try server.client()
      client.send(text + "\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finish()
      let response = await client.receiveText()
      #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(text.prefix(200)): \(response)")
      #expect(response.components(of: "HTTP/1.1 ") == 1)
      #expect(!server.handler.counts.requests.contains("/smuggled"))
      #expect(server.handler.counts.refusals.map(\.status) == [status])
    }
  }
}

extension TestHandler {
  fileprivate static func echoUpTo4096() -> TestHandler {
    TestHandler { _, exchange in
      exchange.readBody(atMost: 4_096) { exchange.respond(NetworkResponse(status: 200, body: $0)) }
    }
  }
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
#endif
