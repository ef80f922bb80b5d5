import HubServer
import Storage
import Sync
import Testing

@Suite struct `Each limit` {
  @Test func `has a name, a default, and is read from what a person types`() throws {
    var limits = ServerLimits()
    #expect(limits.waitsPerToken == 16 && limits.connections == 20_000)
    #expect(Set(ServerLimits.names).count == ServerLimits.names.count)
    for name in ServerLimits.names { try limits.set("\(name)=7") }
    #expect(limits.values.allSatisfy { $0.value == 7 })
    try limits.set("bytes-per-space=4_000_000")
    #expect(limits.bytesPerSpace == 4_000_000)
    for wrong in ["", "waits-per-token", "waits-per-token=0", "waits-per-token=x", "none=1"] {
      #expect(throws: HubError.self) { try limits.set(wrong) }
    }
  }

  @Test func `of requests lets a burst in, then a rate`() async throws {
    let hub = try TestHub(limits: ["request-burst=3", "requests-per-second=2"])
    let token = try hub.token()
    let other = try hub.token()
    for _ in 0..<3 { _ = try await hub.page(token: token) }
    let refused = await hub.send("GET", "/v1/spaces/main/changes", token: token)
    #expect(refused.status == 429 && refused.header("Retry-After") == "1")
    _ = try await hub.page(token: other)
    hub.surroundings.advance(.milliseconds(500))
    _ = try await hub.page(token: token)
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: token).status == 429)
  }

  @Test func `of changes counts them all, and a large push waits`() async throws {
    let hub = try TestHub(limits: ["change-burst=5", "changes-per-second=1"])
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let first = (1...4).map { change($0) }
    let accepted = try await hub.push(first, token: token, counter: 1, seen: seen).acceptance
    let more = (5...7).map { change($0) }
    let refused = await hub.push(more, token: token, counter: 2, seen: accepted.token)
    #expect(refused.status == 429 && refused.header("Retry-After") == "2")
    hub.surroundings.advance(.seconds(2))
    _ = try await hub.push(more, token: token, counter: 2, seen: accepted.token).acceptance
  }

  @Test func `of a body is told before it is read`() async throws {
    let hub = try TestHub(limits: ["body=1000"])
    let token = try hub.token()
    let exchange = hub.begin(
      "POST",
      "/v1/spaces/main/push",
      token: token,
      headers: [("content-length", "1001")],
      body: [UInt8](repeating: 0, count: 1_001)
    )
    #expect(await exchange.response.status == 413)
    #expect(!exchange.isBodyRead)
    let unsaid = hub.begin(
      "POST",
      "/v1/spaces/main/push",
      token: token,
      body: [UInt8](repeating: 0, count: 1_001)
    )
    #expect(await unsaid.response.status == 413)
  }

  @Test func `of wrong tokens is an address's own, and never a valid token's`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let elsewhere = PeerAddress(ipv4: 0xC633_6401)
    var statuses: [Int] = []
    for number in 0..<12 {
      let wrong = HubTokenFormat.text(of: [UInt8](repeating: UInt8(number), count: 32))
      statuses.append(await hub.send("GET", "/v1/spaces/main/changes", token: wrong).status)
    }
    #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
    _ = try await hub.page(token: token)
    // One that the server has not seen yet, made since.
    _ = try await hub.page(token: hub.token())
    let wrong = HubTokenFormat.text(of: [UInt8](repeating: 99, count: 32))
    let other = await hub.send("GET", "/v1/spaces/main/changes", token: wrong, from: elsewhere)
    #expect(other.status == 401)
    hub.surroundings.advance(.seconds(60))
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: wrong).status == 401)
    await hub.tick()
    hub.surroundings.advance(.seconds(61))
    await hub.tick()
    while try !hub.administration.log().contains(where: { $0.action == "refused" }) {
      await Task.yield()
    }
    let refused = try hub.administration.log().filter { $0.action == "refused" }
    #expect(
      refused.contains {
        $0.detail.hasPrefix("wrong_tokens: ") && $0.detail.hasSuffix(" from 192.0.2.1")
      }
    )
  }

  @Test func `of connections is an address's, a /64's, and everybody's`() throws {
    let block = try #require(AddressBlock("10.0.0.0/8"))
    let hub = try TestHub(
      limits: ["connections=8", "connections-per-address=2"],
      options: ServerOptions(trustedProxies: [block])
    )
    let server = hub.server
    let first = try #require(PeerAddress(text: "2001:db8::1"))
    let second = try #require(PeerAddress(text: "2001:db8::ffff:1"))
    let other = try #require(PeerAddress(text: "2001:db8:0:1::1"))
    #expect(server.connectionBegan(from: first) && server.connectionBegan(from: second))
    #expect(!server.connectionBegan(from: first) && server.connectionBegan(from: other))
    server.connectionEnded(from: second)
    #expect(server.connectionBegan(from: first))
    let proxy = try #require(PeerAddress(text: "10.1.2.3"))
    for peer in [proxy, proxy, proxy, .local, .local] {
      #expect(server.connectionBegan(from: peer))
    }
    #expect(!server.connectionBegan(from: .local))
    server.connectionEnded(from: proxy)
    #expect(server.connectionBegan(from: .local))
  }

  @Test func `of the queue sheds what is too much, and recovers`() async throws {
    let hub = try TestHub(limits: ["queue=1"])
    let token = try hub.token()
    _ = try await hub.page(token: token)
    var exchanges: [TestExchange] = []
    for _ in 0..<40 {
      exchanges.append(
        hub.begin("GET", "/v1/spaces/main/changes", token: token, query: [("after", "0")])
      )
    }
    var statuses: [Int: Int] = [:]
    for exchange in exchanges {
      let response = await exchange.response
      statuses[response.status, default: 0] += 1
      if response.status == 503 { #expect(response.header("Retry-After") == "1") }
    }
    #expect(Set(statuses.keys).isSubset(of: [200, 503]) && statuses[200] ?? 0 >= 1)
    _ = try await hub.page(token: token)
    while !hub.server.isIdle { await Task.yield() }
  }

  @Test func `of a space refuses what grows, and takes what does not`() async throws {
    let hub = try TestHub(limits: ["items-per-space=3"])
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let three = (1...3).map { change($0) }
    let full = try await hub.push(three, token: token, counter: 1, seen: seen).acceptance
    let refused = await hub.push([change(4)], token: token, counter: 2, seen: full.token)
    #expect(refused.status == 507 && refused.text.contains("3 items"))
    // An edit is taken, and so is a deletion; a new item among them is not, but does not keep them back.
    let edit = change(1, title: "Tea", seen: 1, time: 5_000)
    let edited = try await hub.push([edit], token: token, counter: 3, seen: full.token).acceptance
    let mixed = [change(5), deletion(2, seen: 2), change(6)]
    let partial = await hub.push(mixed, token: token, counter: 4, seen: edited.token)
    #expect(partial.status == 507)
    #expect(try hub.administration.space("main").usage.items == 2)
    let now = try await hub.page(token: token).token
    let room = try await hub.push([change(7)], token: token, counter: 5, seen: now).acceptance
    #expect(try hub.administration.space("main").usage.items == 3)
    try hub.administration.setQuota(SpaceQuota(items: 4), of: "main")
    _ = try await hub.push([change(8)], token: token, counter: 6, seen: room.token).acceptance
    #expect(try hub.findings() == [])
  }

  @Test func `of a space's bytes counts documents, and deletions always pass`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let text = String(repeating: "x", count: 1_000)
    let accepted = try await hub.push(
      [change(1, title: text)],
      token: token,
      counter: 1,
      seen: seen
    ).acceptance
    let bytes = try hub.administration.space("main").usage.bytes
    #expect((1_000..<1_200).contains(bytes))
    try hub.administration.setQuota(SpaceQuota(bytes: bytes), of: "main")
    let longer = change(1, title: text + "yy", seen: 1, time: 3_000)
    #expect(await hub.push([longer], token: token, counter: 2, seen: accepted.token).status == 507)
    _ = try await hub.push([deletion(1, seen: 1)], token: token, counter: 3, seen: accepted.token)
      .acceptance
    #expect(try hub.administration.space("main").usage.items == 0)
  }
}
