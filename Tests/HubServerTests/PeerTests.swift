import Storage
import Sync
import Testing

@testable import HubServer

/// Daemons that share a store tell each other of news.
@Suite struct `Peers` {
  /// The addresses of daemons, and their key, as a store keeps them.
  private final class Directory: PeerDirectory {
    let notes = Locked<[String: Int64]>([:])
    let key = Locked<[UInt8]?>(nil)
    let isAway = Locked(false)

    func announce(_ address: String, at now: Int64) throws(HubError) -> [String] {
      if isAway.withLock({ $0 }) { throw HubError(.busy, "away") }
      return notes.withLock { notes in
        notes[address] = now
        return notes.filter { $0.key != address && $0.value > now - 30_000 }.map(\.key).sorted()
      }
    }

    func withdraw(_ address: String) { notes.withLock { $0[address] = nil } }

    func peerKey(orElse fresh: [UInt8]) -> [UInt8] {
      key.withLock { key in
        let known = key ?? fresh
        key = known
        return known
      }
    }
  }

  /// Hands requests to the handlers of this process; an address may be gone, or not answer.
  private final class Transport: PeerTransport {
    let handlers = Locked<[String: PeerHandler]>([:])
    let sent = Locked<[NetworkRequest]>([])
    let tries = Locked(0)

    private final class Connection: PeerConnection {
      let handler: PeerHandler
      let transport: Transport

      init(_ handler: PeerHandler, _ transport: Transport) {
        self.handler = handler
        self.transport = transport
      }

      func send(_ request: NetworkRequest) -> Int? {
        transport.sent.withLock { $0.append(request) }
        let exchange = TestExchange(from: .local, body: request.body)
        handler.handle(request, exchange)
        return exchange.known?.status
      }
    }

    func connect(to address: String) -> (any PeerConnection)? {
      tries.withLock { $0 += 1 }
      return handlers.withLock { $0[address] }.map { Connection($0, self) }
    }
  }

  private let directory = Directory()
  private let transport = Transport()
  private let hub: TestHub
  private let other: HubServer
  private let end: End

  /// Answers what waits, so that the server goes.
  private final class End {
    let servers: [HubServer]
    let links: [PeerLinks]
    let transport: Transport

    init(_ servers: [HubServer], _ links: [PeerLinks], _ transport: Transport) {
      (self.servers, self.links, self.transport) = (servers, links, transport)
    }

    deinit {
      for link in links { link.withdraw() }
      for server in servers { server.beginShutdown() }
      // Without sockets between them, the servers hold each other by it.
      transport.handlers.withLock { $0 = [:] }
    }
  }

  init() throws {
    hub = try TestHub()
    other = try HubServer(
      store: hub.openStore(),
      environment: hub.surroundings.environment
    )
    var links: [PeerLinks] = []
    for (server, address) in [(hub.server, "here"), (other, "there")] {
      let link = try PeerLinks(
        address: address,
        directory: directory,
        transport: transport,
        environment: hub.surroundings.environment
      )
      server.join(link)
      let handler = PeerHandler(server, from: [try #require(AddressBlock("127.0.0.0/8"))])
      transport.handlers.withLock { $0[address] = handler }
      links.append(link)
    }
    for link in links { link.announce() }
    hub.surroundings.advance(.seconds(6))
    for link in links { link.announce() }
    end = End([other], links, transport)
  }

  private var there: PeerLinks? { other.links.withLock { $0 } }

  private func post(_ body: [UInt8], signature: String?) async -> Int {
    let handler = transport.handlers.withLock { $0["there"] }
    let headers = signature.map { [NetworkRequest.Pair(PeerHint.signatureHeader, $0)] } ?? []
    let exchange = TestExchange(from: .local, body: body)
    handler?.handle(
      NetworkRequest(method: "POST", path: PeerHint.path, headers: headers, body: body),
      exchange
    )
    return await exchange.response.status
  }

  @Test func `a device that waits at one daemon hears of a push at another by a hint`() async throws
  {
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let exchange = TestExchange(from: TestHub.peer, body: [])
    other.handle(
      NetworkRequest(
        method: "GET",
        path: "/v1/spaces/main/wait",
        query: [
          NetworkRequest.Pair("after", "\(seen.head)"), NetworkRequest.Pair("t", "55"),
          NetworkRequest.Pair("tok", "\(seen.epoch).\(seen.head).\(seen.nonce)"),
        ],
        headers: [NetworkRequest.Pair("Authorization", "Bearer \(token)")]
      ),
      exchange
    )
    while other.waitCount == 0 { await Task.yield() }
    let answer = await hub.push([change(1)], token: token, counter: 1, seen: seen)
    #expect(answer.status == 200)
    // No tick of the other daemon is needed.
    #expect(await exchange.response.status == 200)
    #expect(transport.sent.withLock { $0.count } == 1)
    #expect(other.metricsText().contains("itemshub_hints_received 1\n"))
    // It is counted when its answer has come.
    while hub.server.links.withLock({ $0 })?.counts.sent == 0 { await Task.yield() }
    #expect(hub.server.metricsText().contains("itemshub_hints_sent 1\n"))
    #expect(hub.server.metricsText().contains("itemshub_peers 1\n"))
  }

  @Test func `a hint that is forged, changed, too old or from the future is refused and counted`()
    async throws
  {
    let links = try #require(there)
    let now = hub.surroundings.environment.now()
    let body = PeerHint(["main"]).body(at: now)
    let signature = String(decoding: links.key.signature(of: body), as: UTF8.self)
    #expect(await post(body, signature: signature) == 204)
    for (body, signature) in [
      (body, nil), (body, ""), (body, String(signature.dropLast()) + "x"),
      (body + [0x0A], signature),
      (PeerHint(["main"]).body(at: now + 1), signature),
    ] as [([UInt8], String?)] {
      #expect(await post(body, signature: signature) == 403)
    }
    for time in [now - 30_000, now + 30_000] {
      let old = PeerHint(["main"]).body(at: time)
      let signature = String(decoding: links.key.signature(of: old), as: UTF8.self)
      #expect(await post(old, signature: signature) == 403)
    }
    #expect(links.counts.received == 1 && links.counts.refused == 7)
    #expect(hub.surroundings.log.contains { $0.contains("\"hint-refused\"") })
  }

  @Test func `connections from other networks are closed`() throws {
    let handler = try #require(transport.handlers.withLock { $0["there"] })
    #expect(handler.connectionBegan(from: .local))
    #expect(!handler.connectionBegan(from: PeerAddress(ipv4: 0xC000_0201)))
  }

  @Test func `a daemon that is gone keeps nobody waiting, and is told again when it is back`()
    async throws
  {
    let handler = transport.handlers.withLock { $0.removeValue(forKey: "there") }
    let token = try hub.token()
    var seen = try await hub.page(token: token).token
    let answer = await hub.push([change(1)], token: token, counter: 1, seen: seen)
    #expect(answer.status == 200)
    let links = try #require(hub.server.links.withLock { $0 })
    while links.counts.failed == 0 { await Task.yield() }
    // It rests for a second: news of that time is left to the look at the store.
    seen = try await hub.page(token: token).token
    _ = await hub.push([change(2)], token: token, counter: 2, seen: seen)
    #expect(transport.tries.withLock { $0 } == 1)
    transport.handlers.withLock { $0["there"] = handler }
    hub.surroundings.advance(.seconds(1))
    seen = try await hub.page(token: token).token
    _ = await hub.push([change(3)], token: token, counter: 3, seen: seen)
    while links.counts.sent == 0 { await Task.yield() }
  }

  @Test func `a daemon that hears of all news looks at the store rarely, else every second`()
    async throws
  {
    let links = try #require(there)
    #expect(!links.hearsAll)
    hub.surroundings.advance(.seconds(5))
    #expect(links.hearsAll)
    // Its note may be forgotten meanwhile: it looks for itself again.
    directory.isAway.withLock { $0 = true }
    links.announce()
    #expect(!links.hearsAll)
  }

  @Test func `many spaces are told of as all`() throws {
    let links = try #require(there)
    let now = hub.surroundings.environment.now()
    let many = PeerHint((0...PeerHint.maxSpaces).map { "space\($0)" }).body(at: now)
    #expect(many.count < 100)
    let signature = String(decoding: links.key.signature(of: many), as: UTF8.self)
    let hint = PeerHint(many, signature: signature, key: links.key, at: now)
    #expect(hint?.spaces == .some(nil))
  }

  /// Test case 2 of RFC 4231, section 4.3.
  @Test func `the signature is that of the RFC`() {
    let key = PeerKey(Array("Jefe".utf8), sha256: hub.surroundings.environment.sha256)
    let signature = key.signature(of: Array("what do ya want for nothing?".utf8))
    #expect(
      String(decoding: signature, as: UTF8.self)
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  }
}
