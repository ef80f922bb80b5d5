#if Hub
import CEvents
import Files
import HubHTTP
import HubServer
import Sync
import Testing

/// The beginning and the end of a server.
struct LifecycleTests {
  @Test func `addresses are read, and others are refused with a word on how to write them`() throws
  {
    #expect(try ListenAddress("127.0.0.1:8731") == .internet(host: "127.0.0.1", port: 8_731))
    #expect(try ListenAddress("[::1]:0") == .internet(host: "::1", port: 0))
    #expect(try ListenAddress("localhost:1").isLoopback)
    #expect(try ListenAddress("[::ffff:127.0.0.1]:1").isLoopback)
    #expect(try !ListenAddress("0.0.0.0:1").isLoopback)
    #expect("\(try ListenAddress("[::]:80"))" == "[::]:80")
    for text in [
      "", ":1", "8731", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "127.1:1",
      "::1:1", "[::1]", "[127.0.0.1]:1", "example.com:1", "[::1:1", "127.0.0.1:-1", "localhost:a",
    ] {
      #expect(throws: HTTPServerError.self, "\(text)") { try ListenAddress(text) }
    }
  }

  @Test(arguments: ["127.0.0.1:0", "localhost:0", "0.0.0.0:0", "[::]:0"])
  func `a server listens where it is told to`(_ text: String) async throws {
    let address = try ListenAddress(text)
    let server = HTTPServer(handler: TestHandler.echo())
    let port: UInt16
    do throws(HTTPServerError) {
      port = try server.listen(on: address)
    } catch {
      // A machine without IPv6.
      #expect(text.hasPrefix("[") && error.cause != nil)
      return
    }
    try server.start()
    defer { server.stop() }
    let reader = ResponseReader(try TestClient(port))
    reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await reader.next()?.status == 200)
  }

  @Test func `an address that is taken is told with a remedy`() throws {
    let first = HTTPServer(handler: TestHandler.echo())
    let port = try first.listen(on: .internet(host: "127.0.0.1", port: 0))
    let second = HTTPServer(handler: TestHandler.echo())
    let error = try #require(throws: HTTPServerError.self) {
      try second.listen(on: .internet(host: "127.0.0.1", port: port))
    }
    #expect(error.code == .listen)
    #expect(error.message.contains("127.0.0.1:\(port)") && error.message.contains("another port"))
  }

  @Test func `a descriptor that listens already is taken over, and others are refused`()
    async throws
  {
    let settings = HTTPSettings()
    let number = try SystemError.check { socket(AF_INET, cevents_stream, 0) }
    let server = HTTPServer(handler: TestHandler.echo(), settings: settings)
    #expect(throws: HTTPServerError.self) { try server.listen(on: .descriptor(number)) }
    #expect(throws: HTTPServerError.self) { try server.listen(on: .descriptor(9_999)) }
    try SystemError.check { listen(number, 5) }
    let port = try server.listen(on: .descriptor(number))
    // A client that came before the start is served.
    let reader = ResponseReader(try TestClient(port))
    reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    try server.start()
    defer { server.stop() }
    #expect(await reader.next()?.status == 200)
  }

  /// What accepted connections inherit from the socket that listens (tcp(7)).
  @Test func `a peer that vanishes without a word is noticed within 90 seconds`() throws {
    let number = try SystemError.check { socket(AF_INET, cevents_stream, 0) }
    try SystemError.check { listen(number, 5) }
    let server = HTTPServer(handler: TestHandler.echo())
    try server.listen(on: .descriptor(number))
    func option(_ level: Int32, _ name: Int32) throws -> Int {
      var (value, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      try SystemError.check { unsafe getsockopt(number, level, name, &value, &size) }
      return Int(value)
    }
    let tcp = Int32(IPPROTO_TCP)
    #expect(try option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    let probes = try option(tcp, TCP_KEEPINTVL) * option(tcp, TCP_KEEPCNT)
    #expect(try (1...90).contains(option(tcp, TCP_KEEPIDLE) + probes))
    #expect(try option(tcp, TCP_NODELAY) != 0)
  }

  @Test func `draining closes idle connections, and others after their response`() async throws {
    let held = HeldExchanges()
    let handler = TestHandler { request, exchange in
      if request.path == "/held" { return held.add(exchange) }
      exchange.respond(NetworkResponse(status: 204))
    }
    try await RunningServer.run(handler) { server in
      let idle = ResponseReader(try server.client())
      idle.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await idle.next()?.status == 204)
      let busy = ResponseReader(try server.client())
      busy.client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      server.server.stopAccepting()
      async let drained = server.server.drain(deadline: .seconds(5))
      #expect(await idle.isAtEnd())
      #expect(throws: SystemError.self) { try server.client() }
      held.answerAll()
      let response = try #require(await busy.next())
      #expect(response.status == 204 && response.header("Connection") == "close")
      #expect(await drained)
      #expect(server.server.connectionCount == 0)
    }
  }

  @Test func `draining ends at its deadline`() async throws {
    let held = HeldExchanges()
    try await RunningServer.run(TestHandler { _, exchange in held.add(exchange) }) { server in
      let client = try server.client()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { held.all.count == 1 }
      async let drained = server.server.drain(deadline: .seconds(5))
      // It begins in a task of its own: time passes until it has ended.
      let done = Count()
      async let passing: Void = {
        while done.value == 0 { await server.pass(.seconds(6)) }
      }()
      #expect(await !drained)
      done.add(1)
      await passing
      held.answerAll()
    }
  }

  @Test func `a stop ends requests in hand, and tells their handlers`() async throws {
    let box = HandlerBox()
    let handler = TestHandler { _, exchange in exchange.onDisconnect { box.handler?.disconnected() }
    }
    box.set(handler)
    try await RunningServer.run(handler) { server in
      let client = try server.client()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await server.until { !handler.counts.requests.isEmpty }
      server.server.stop()
      #expect(handler.counts.disconnects == 1)
      #expect(await client.receiveAll().isEmpty)
    }
  }
}
#endif
