#if Hub
import Files
import HubHTTP
import HubServer
import Sync
import Testing

/// Peers that leave.
struct DisconnectTests {
  private let held = HeldExchanges()

  /// Holds requests; those for `/wait` want to know when the peer has gone.
  private func handler() -> TestHandler {
    let held = held
    let box = HandlerBox()
    let handler = TestHandler { request, exchange in
      if request.path == "/wait" { exchange.onDisconnect { box.handler?.disconnected() } }
      held.add(exchange)
    }
    box.set(handler)
    return handler
  }

  @Test(arguments: [true, false])
  func `a waiter that closes, or resets, is noticed`(_ resets: Bool) async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      if resets { client.reset() } else { client.socket.close() }
      await server.until { server.handler.counts.disconnects == 1 }
      await server.until { server.handler.counts.ended == 1 }
      held.answerAll()
    }
  }

  @Test func `a waiter that only ends its side counts as gone`() async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      client.finish()
      #expect(await client.receiveAll().isEmpty)
      #expect(server.handler.counts.disconnects == 1)
      held.answerAll()
    }
  }

  @Test func `a waiter that ended its side with its request counts as gone`() async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finish()
      #expect(await client.receiveAll().isEmpty)
      #expect(server.handler.counts.disconnects == 1)
      held.answerAll()
    }
  }

  @Test func `a peer that ended its side gets the answer to an ordinary request`() async throws {
    try await RunningServer.run(handler()) { server in
      let client = try server.client()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finish()
      await server.until { held.all.count == 1 }
      await server.server.settle()
      held.answerAll(NetworkResponse(status: 200, body: Array("abc".utf8)))
      #expect(await client.receiveText().hasSuffix("\r\n\r\nabc"))
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
