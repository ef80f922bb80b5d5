#if Hub
import Files
import Foundation
import HubHTTP
import HubServer
import Sync
import Testing

/// Requests and responses over sockets.
struct ConnectionTests {
  @Test func `a request gets its response, with the headers that the transport adds`() async throws
  {
    try await RunningServer.run(.echo()) { server in
      let client = try server.client()
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
      let reader = ResponseReader(client)
      let response = try #require(await reader.next())
      #expect(response.status == 200 && response.text == "POST /a abc")
      #expect(response.header("Connection") == nil)
      let date = try #require(response.header("Date"))
      #expect(date.hasSuffix(" GMT") && date.count == 29)
    }
  }

  @Test func `a connection serves many requests, one after the other`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      for number in 0..<50 {
        reader.client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await reader.next()?.text == "GET /\(number) ")
      }
      #expect(server.handler.counts.began == 1)
    }
  }

  @Test(arguments: ["HTTP/1.1\r\nConnection: close", "HTTP/1.0"])
  func `a connection that is not kept ends after its response`(_ version: String) async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("GET / \(version)\r\nHost: a\r\n\r\n")
      #expect(await reader.next()?.header("Connection") == "close")
      #expect(await reader.isAtEnd())
    }
  }

  @Test func `HTTP/1.0 is kept where the client asks for it`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      for _ in 0..<2 {
        reader.client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\nHost: a\r\n\r\n")
        #expect(await reader.next()?.header("Connection") == "keep-alive")
      }
    }
  }

  @Test func `pipelined requests are answered one by one, in order`() async throws {
    let active = Count()
    let handler = TestHandler { request, exchange in
      #expect(active.add(1) == 1)
      // From another thread, so that the event thread is free to read on, wrongly.
      Thread.detachNewThread {
        active.add(-1)
        exchange.respond(NetworkResponse(status: 200, body: Array(request.path.utf8)))
      }
    }
    try await RunningServer.run(handler) { server in
      let client = try server.client()
      let count = 300
      for number in 0..<count { client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n") }
      let reader = ResponseReader(client)
      for number in 0..<count { #expect(await reader.next()?.text == "/\(number)") }
    }
  }

  @Test func `HEAD gets the length without the body, and 204 neither`() async throws {
    let handler = TestHandler { request, exchange in
      let isEmpty = request.path == "/empty"
      exchange.respond(NetworkResponse(status: isEmpty ? 204 : 200, body: Array("abc".utf8)))
    }
    try await RunningServer.run(handler) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET /empty HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await reader.next(toHead: true)?.header("Content-Length") == "3")
      let empty = try #require(await reader.next())
      #expect(empty.status == 204 && empty.header("Content-Length") == nil)
      reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await reader.next()?.text == "abc")
    }
  }

  @Test func `a response with a control character in a header becomes a 500`() async throws {
    let handler = TestHandler { _, exchange in
      exchange.respond(NetworkResponse(status: 200, headers: [.init("A", "b\r\nC: d")]))
    }
    try await RunningServer.run(handler) { server in
      let reader = ResponseReader(try server.client())
      reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try #require(await reader.next())
      #expect(response.status == 500 && response.header("C") == nil)
      #expect(server.handler.counts.refusals.map(\.status) == [500])
    }
  }

  @Test func `only the first response of a request counts, and late ones do nothing`() async throws
  {
    let held = HeldExchanges()
    let handler = TestHandler { request, exchange in
      held.add(exchange)
      exchange.respond(NetworkResponse(status: 200, body: Array(request.path.utf8)))
      exchange.respond(NetworkResponse(status: 500))
    }
    try await RunningServer.run(handler) { server in
      let reader = ResponseReader(try server.client())
      for path in ["/1", "/2"] {
        reader.client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await reader.next()?.text == path)
        for exchange in held.all {
          exchange.respond(NetworkResponse(status: 500))
          exchange.readBody(atMost: 1) { _ in Issue.record("a body after the response") }
          exchange.onDisconnect { Issue.record("a disconnect after the response") }
        }
      }
      reader.client.socket.close()
      await server.until { server.handler.counts.ended == 1 }
      held.answerAll()
    }
  }

  @Test func `a large response arrives whole through a small buffer`() async throws {
    let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let handler = TestHandler { _, exchange in
      exchange.respond(NetworkResponse(status: 200, body: body))
    }
    var settings = HTTPSettings.twoThreads
    settings.sendBuffer = 4_096
    try await RunningServer.run(handler, settings: settings) { server in
      let reader = ResponseReader(try TestClient(server.port, receiveBuffer: 4_096))
      for _ in 0..<2 {
        reader.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await reader.next()?.body == body)
      }
    }
  }

  @Test func `a handler's refusal of a connection is a 503`() async throws {
    try await RunningServer.run(
      TestHandler(limit: 1) { _, exchange in
        exchange.respond(NetworkResponse(status: 204))
      }
    ) { server in
      let first = ResponseReader(try server.client())
      first.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await first.next()?.status == 204)
      let second = ResponseReader(try server.client())
      #expect(await second.next()?.status == 503)
      #expect(await second.isAtEnd())
    }
  }

  @Test func `a thousand connections at once are all served`() async throws {
    let count = environmentNumber("HTTP_CONNECTIONS") ?? 1_000
    let held = HeldExchanges()
    let handler = TestHandler { _, exchange in held.add(exchange) }
    try await RunningServer.run(handler) { server in
      var readers: [ResponseReader] = []
      for _ in 0..<count { readers.append(ResponseReader(try server.client())) }
      for reader in readers { reader.client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n") }
      await server.until { held.all.count == count }
      #expect(server.server.connectionCount == count)
      held.answerAll(NetworkResponse(status: 200, body: Array("news".utf8)))
      for index in readers.indices { #expect(await readers[index].next()?.text == "news") }
    }
  }
}
#endif
