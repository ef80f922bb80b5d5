#if Hub
import HubHTTP
import HubServer
import Sync
import Testing

/// Clients that are slow, by a clock that the tests move.
struct DeadlineTests {
  private let head = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"

  @Test func `a head has ten seconds, however many bytes come meanwhile`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      for byte in Array("GET / HTT".utf8) {
        reader.client.send([byte])
        await server.pass(.seconds(1))
      }
      #expect(server.server.connectionCount == 1)
      await server.pass(.seconds(2))
      #expect(await reader.next()?.status == 408)
      #expect(await reader.isAtEnd())
      #expect(server.handler.counts.refusals.map(\.status) == [408])
    }
  }

  @Test func `a connection that never says anything is closed without a word`() async throws {
    try await RunningServer.run(.echo()) { server in
      let client = try server.client()
      await server.until { server.server.connectionCount == 1 }
      await server.pass(.seconds(9))
      #expect(server.server.connectionCount == 1)
      await server.pass(.seconds(2))
      #expect(await client.receive() == [])
      #expect(server.handler.counts.refusals.isEmpty)
    }
  }

  @Test func `between requests there are 75 seconds, and then the next head has ten`() async throws
  {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      for _ in 0..<3 {
        reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await reader.next()?.status == 200)
        await server.pass(.seconds(70))
      }
      reader.client.send("GET / HTTP/1.1\r\n")
      await server.pass(.seconds(9))
      reader.client.send("Host: a\r\n\r\n")
      #expect(await reader.next()?.status == 200)
      await server.pass(.seconds(76))
      #expect(await reader.isAtEnd())
    }
  }

  @Test func `a request in hand has no deadline`() async throws {
    let held = HeldExchanges()
    try await RunningServer.run(TestHandler { _, exchange in held.add(exchange) }) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      await server.pass(.seconds(3_600))
      held.answerAll()
      #expect(await reader.next()?.status == 204)
    }
  }

  @Test func `a body that does not come is refused after 30 seconds`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send(head)
      await server.until { !server.handler.counts.requests.isEmpty }
      await server.pass(.seconds(29))
      #expect(server.handler.counts.refusals.isEmpty)
      await server.pass(.seconds(2))
      #expect(await reader.next()?.status == 408)
      #expect(await reader.isAtEnd())
    }
  }

  @Test func `what comes of a body earns time at the least rate, and no more`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send(head)
      await server.until { !server.handler.counts.requests.isEmpty }
      // 10 seconds' worth: 40 in all.
      reader.client.send([UInt8](repeating: 0x61, count: 81_920))
      for _ in 0..<38 { await server.pass(.seconds(1)) }
      #expect(server.handler.counts.refusals.isEmpty)
      for _ in 0..<4 { await server.pass(.seconds(1)) }
      #expect(await reader.next()?.status == 408)
    }
  }

  @Test func `a peer that takes nothing of a response is closed`() async throws {
    let handler = TestHandler { _, exchange in
      exchange.respond(NetworkResponse(status: 200, body: [UInt8](repeating: 0, count: 8_000_000)))
    }
    var settings = HTTPSettings.twoThreads
    settings.sendBuffer = 4_096
    try await RunningServer.run(handler, settings: settings) { server in
      let client = try TestClient(server.port, receiveBuffer: 4_096)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { !server.handler.counts.requests.isEmpty }
      await server.pass(.seconds(29))
      #expect(server.server.connectionCount == 1)
      await server.pass(.seconds(2))
      await server.until { server.handler.counts.ended == 1 }
      #expect(server.handler.counts.refusals.map(\.status) == [0])
    }
  }

  @Test func `a peer that neither reads nor closes after a refusal is closed soon`() async throws {
    try await RunningServer.run(.echo()) { server in
      let client = try server.client()
      client.send("nonsense\r\n")
      await server.until { !server.handler.counts.refusals.isEmpty }
      await server.pass(.seconds(3))
      await server.until { server.handler.counts.ended == 1 }
      #expect(await client.receiveText().hasPrefix("HTTP/1.1 400 "))
    }
  }
}
#endif
