// What somebody without a token, or with one, tries to do to others.

import HubServer
import Storage
import Sync
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Attacks` {
  @Test func `guessed tokens are all the same, and none gets in`() async throws {
    let hub = try TestHub(limits: ["wrong-tokens-per-minute=100000"])
    let token = try hub.token()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    var first: NetworkResponse?
    for _ in 0..<2_000 {
      var bytes = Array(token.utf8)
      // Near a good one, or anything.
      let guess: String
      if random.next() % 2 == 0 {
        bytes[Int(random.next() % 53)] = UInt8(ascii: "a") + UInt8(random.next() % 26)
        guess = String(decoding: bytes, as: UTF8.self)
      } else {
        guess = HubTokenFormat.text(
          of: (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        )
      }
      guard guess != token else { continue }
      let response = await hub.send("GET", "/v1/spaces/main/changes", token: guess).withoutID
      first = first ?? response
      #expect(response == first, "seed \(seed)")
    }
    #expect(first?.status == 401)
    _ = try await hub.page(token: token)
  }

  @Test func `spaces cannot be enumerated`() async throws {
    let hub = try TestHub()
    let token = try hub.token("mine")
    for space in ["one", "two"] { _ = try hub.token(space) }
    try hub.administration.deleteSpace("two")
    var responses: [NetworkResponse] = []
    for space in ["one", "two", "three", "%6Dine", "mine%00", "MINE", "mine.", ""] {
      for route in [("POST", "push"), ("GET", "changes"), ("POST", "verify"), ("GET", "wait")] {
        let exchange = hub.begin(route.0, "/v1/spaces/\(space)/\(route.1)", token: token, body: [1])
        responses.append(await exchange.response.withoutID)
        #expect(!exchange.isBodyRead)
      }
    }
    #expect(responses.allSatisfy { $0 == responses[0] && $0.status == 404 })
    #expect(try hub.administration.spaces().map(\.name) == ["mine", "one"])
  }

  @Test(TestHub.isFile) func `where the hub keeps its file is told to its log, and to no client`()
    async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    // What is written to a file without a name is lost, so it fails.
    try FileManager.default.moveItem(atPath: hub.path, toPath: hub.path + "-moved")
    let response = await hub.push([change(1)], token: token, counter: 1, seen: seen)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(response.status == 500 && text.contains("the hub's log says why"), "\(text)")
    #expect(!text.contains(hub.folder.path))
    #expect(hub.surroundings.log.contains { $0.contains(hub.path) })
  }

  @Test func `a replayed push changes nothing`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    _ = try await hub.push([change(1)], token: token, counter: 5, seen: seen).acceptance
    let before = try await hub.page(token: token)
    for counter in [5, 4, 1] as [Int64] {
      let reply = await hub.push(
        [change(1), change(2)],
        token: token,
        counter: counter,
        seen: seen
      )
      #expect(try PushReply(bytes: reply.body) == .stale)
    }
    #expect(try await hub.page(token: token) == before.at(hub.surroundings.now))
  }

  @Test func `no line of the log can be forged`() async throws {
    let hub = try TestHub(options: ServerOptions(logLevel: .requests))
    let token = try hub.token()
    let evil = "x\n{\"level\":\"error\"}\u{1B}[2J\u{7F}\u{85}\u{2028}\u{202E}\""
    _ = await hub.send(
      evil,
      "/v1/spaces/\(evil)/push",
      token: evil,
      query: [(evil, evil)],
      headers: [(evil, evil), ("X-Forwarded-For", evil), ("User-Agent", evil)]
    )
    _ = await hub.send(evil, "/v1/spaces/main/push", token: token, body: Array(evil.utf8))
    _ = await hub.send("POST", "/v1/spaces/main/push", token: token, body: Array(evil.utf8))
    hub.server.refused(TransportRefusal(status: 400, reason: evil), from: .local)
    #expect(hub.surroundings.log.count >= 4)
    for line in hub.surroundings.log {
      #expect(line.hasSuffix("}\n") && line.filter { $0 == "\n" }.count == 1)
      #expect((try? JSONParser.parse(line)) != nil)
      let controls = line.dropLast().unicodeScalars.filter {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028
          || $0.value == 0x202E
      }
      #expect(controls.isEmpty)
      #expect(!line.contains(token))
    }
  }

  @Test func `a body nested a million times is refused`() async throws {
    let hub = try TestHub(limits: ["body=4000000"])
    let token = try hub.token()
    let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    for body in [deep, Array("{\"ch\":".utf8) + deep, Array("{\"ch\":[{\"f\":{\"a\":".utf8) + deep]
    {
      for route in ["push", "verify"] {
        let response = await hub.send("POST", "/v1/spaces/main/\(route)", token: token, body: body)
        #expect(response.status == 400)
      }
    }
    _ = try await hub.page(token: token)
  }

  @Test func `a flood of lines does not fill the log`() async throws {
    let hub = try TestHub(limits: ["log-lines-per-second=5"])
    for _ in 0..<500 { _ = await hub.send("GET", "/none") }
    #expect(hub.surroundings.log.count <= 11)
    hub.surroundings.advance(.seconds(1))
    _ = await hub.send("GET", "/none")
    #expect(hub.surroundings.log.contains { $0.contains("\"left-out\"") && $0.contains("490") })
  }

  @Test func `whoever hangs up leaves nothing behind`() async throws {
    let hub = try TestHub(limits: ["queue-bytes=1048576"])
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    for number in 0..<50 {
      let route = number % 2 == 0 ? ("GET", "wait") : ("POST", "push")
      let exchange = hub.begin(
        route.0,
        "/v1/spaces/main/\(route.1)",
        token: token,
        query: [("after", "0"), ("tok", "\(seen.epoch).0.\(seen.nonce)")],
        body: [1]
      )
      exchange.disconnect()
    }
    while !hub.server.isIdle { await Task.yield() }
    #expect(hub.server.waitCount == 0)
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    // The answer goes out before the books are closed.
    while !hub.server.isIdle { await Task.yield() }
    for line in ["itemshub_queued 0", "itemshub_body_bytes 0", "itemshub_waits 0"] {
      #expect(hub.server.metricsText().contains(line + "\n"))
    }
  }

  @Test func `labels of the metrics do not come from outside`() async throws {
    let hub = try TestHub()
    for number in 0..<200 {
      _ = await hub.send("M\(number)", "/p\(number)", headers: [("h\(number)", "v")])
    }
    let handler = MetricsHandler(hub.server)
    let exchange = TestExchange(from: .local, body: [])
    handler.handle(NetworkRequest(method: "GET", path: "/metrics"), exchange)
    let text = await exchange.response.text
    #expect(text.split(separator: "\n").count < 150)
    #expect(text.contains("itemshub_responses_total{route=\"other\",status=\"4xx\"} 200\n"))
    let other = TestExchange(from: .local, body: [])
    handler.handle(NetworkRequest(method: "GET", path: "/v1/hello"), other)
    #expect(await other.response.status == 404)
  }
}

extension ChangesPage {
  /// The page as it would have come at another time.
  fileprivate func at(_ now: Int64) -> ChangesPage {
    var page = self
    page.now = now
    return page
  }
}
