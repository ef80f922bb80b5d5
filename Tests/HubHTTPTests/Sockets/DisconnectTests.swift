#if Hub
import Files
import HubHTTP
import HubServer
import Sync
import Testing

/// Peers that leave.
struct DisconnectTests {
  private let held = HeldExchanges()

  /// Holds requests.
  ///
  /// Those for `/wait` want to know when the peer has gone; those for `/news` answer its last byte.
  private func handler() -> TestHandler {
    let held = held
    let box = HandlerBox()
    let handler = TestHandler { request, exchange in
      if request.path == "/wait" { exchange.onDisconnect { box.handler?.disconnected() } }
      if request.path == "/news" {
        exchange.onLastByte { exchange.respond(NetworkResponse(status: 204)) }
      }
      held.add(exchange)
    }
    box.set(handler)
    return handler
  }

  @Test func `a waiter that resets is noticed`() async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      client.reset()
      await server.until { server.handler.counts.disconnects == 1 }
      await server.until { server.handler.counts.ended == 1 }
      held.answerAll()
    }
  }

  @Test(arguments: [true, false])
  func `what waits for news is told of the last byte, and answers it`(
    isWithRequest: Bool
  ) async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /news HTTP/1.1\r\nHost: a\r\n\r\n")
      if !isWithRequest { await server.until { held.all.count == 1 } }
      client.finish()
      #expect(await client.receiveText().hasPrefix("HTTP/1.1 204 "))
      await server.until { server.handler.counts.ended == 1 }
      held.answerAll()
    }
  }

  @Test func `what waits for news is told of a peer that closes, and its connection ends`()
    async throws
  {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /news HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      client.socket.close()
      await server.until { server.handler.counts.ended == 1 }
      held.answerAll()
    }
  }

  @Test(arguments: ["/", "/wait"])
  func `a request whose sender ends its side with it is answered each time`(
    path: String
  ) async throws {
    try await RunningServer.run(handler()) { server in
      for count in 1...50 {
        let client = try server.client()
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        client.finish()
        await server.until { held.all.count == count }
        await server.server.settle()
        held.all[count - 1].respond(NetworkResponse(status: 200, body: Array("abc".utf8)))
        #expect(await client.receiveText().hasSuffix("\r\n\r\nabc"))
      }
      #expect(server.handler.counts.disconnects == 0)
    }
  }

  @Test func `requests that were pipelined before the end are all answered`() async throws {
    try await RunningServer.run(.echo()) { server in
      let client = try server.client()
      for number in 0..<20 { client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n") }
      client.finish()
      #expect(await client.receiveText().components(of: "HTTP/1.1 200 OK") == 20)
    }
  }

  @Test func `an action for the end runs at once if the end was before`() async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      client.reset()
      await server.until { server.handler.counts.ended == 1 }
      held.all[0].onDisconnect { server.handler.disconnected() }
      #expect(server.handler.counts.disconnects == 1)
      held.answerAll()
    }
  }

  @Test func `a peer that leaves within its body ends the request`() async throws {
    let box = HandlerBox()
    let handler = TestHandler { _, exchange in
      exchange.onDisconnect { box.handler?.disconnected() }
      exchange.readBody(atMost: 10) { _ in Issue.record("half a body") }
    }
    box.set(handler)
    try await RunningServer.run(handler) { server in
      let client = try server.client()
      client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
      await server.until { !handler.counts.requests.isEmpty }
      await server.server.settle()
      client.finish()
      #expect(await client.receiveText().hasPrefix("HTTP/1.1 400 "))
      #expect(server.handler.counts.disconnects == 1)
    }
  }
}
#endif
