import HubServer
import Storage
import Sync
import Testing

/// Two daemons over one store, and an administrator beside them.
@Suite final class `Several daemons` {
  private let hub: TestHub
  private let other: HubServer

  init() throws {
    hub = try TestHub()
    other = try HubServer(
      store: hub.openStore(),
      environment: hub.surroundings.environment
    )
  }

  deinit { other.beginShutdown() }

  /// Begins a request with the second daemon.
  private func begin(_ name: String, token: String, _ query: [(String, String)]) -> TestExchange {
    let exchange = TestExchange(from: TestHub.peer, body: [])
    let request = NetworkRequest(
      method: "GET",
      path: "/v1/spaces/main/\(name)",
      query: query.map { NetworkRequest.Pair($0, $1) },
      headers: [NetworkRequest.Pair("Authorization", "Bearer \(token)")]
    )
    other.handle(request, exchange)
    return exchange
  }

  private func beginWait(token: String, seen: SyncToken) async -> TestExchange {
    let latest = "\(seen.epoch).\(seen.head).\(seen.nonce)"
    let before = other.waitCount
    let exchange = begin(
      "wait",
      token: token,
      [("after", "\(seen.head)"), ("tok", latest), ("t", "55")]
    )
    while other.waitCount == before, !exchange.isAnswered { await Task.yield() }
    return exchange
  }

  @Test func `end the waits of a revoked token within five seconds, each of them`() async throws {
    let token = try hub.administration.createToken(space: "main")
    let kept = try hub.token()
    let seen = try await hub.page(token: token.text).token
    let waits = [
      await hub.beginWait(token: token.text, seen: seen),
      await beginWait(token: token.text, seen: seen),
    ]
    let others = [
      await hub.beginWait(token: kept, seen: seen), await beginWait(token: kept, seen: seen),
    ]
    try hub.administration.revokeToken(token.record.id)
    for _ in 0..<5 {
      hub.surroundings.advance(.milliseconds(999))
      hub.server.tick()
      other.tick()
    }
    for exchange in waits { #expect(await exchange.response.status == 401) }
    #expect(others.allSatisfy { !$0.isAnswered })
    let path = "/v1/spaces/main/changes"
    #expect(await hub.send("GET", path, token: token.text).status == 401)
    #expect(await begin("changes", token: token.text, [("after", "0")]).response.status == 401)
    #expect(await begin("changes", token: kept, [("after", "0")]).response.status == 200)
  }

  @Test func `refuse a revoked token after five seconds though nothing has ticked`() async throws {
    let token = try hub.administration.createToken(space: "main")
    #expect(await begin("changes", token: token.text, [("after", "0")]).response.status == 200)
    try hub.administration.revokeToken(token.record.id)
    hub.surroundings.advance(.seconds(5))
    #expect(await begin("changes", token: token.text, [("after", "0")]).response.status == 401)
  }

  @Test func `wake each other's waits, and see each other's pushes`() async throws {
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    other.tick()
    let waiting = await beginWait(token: token, seen: seen)
    hub.surroundings.advance(.seconds(2))
    other.tick()
    let accepted = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    hub.surroundings.advance(.seconds(2))
    other.tick()
    let news = await waiting.response
    #expect(news.status == 200)
    #expect(try WaitReply(bytes: news.body) == .changed(accepted.token))
    let page = await begin("changes", token: token, [("after", "0")]).response
    #expect(try ChangesPage(bytes: page.body).rows.count == 1)
  }

  @Test func `tell of a deleted space, each of them`() async throws {
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    other.tick()
    let waiting = await beginWait(token: token, seen: seen)
    hub.surroundings.advance(.seconds(2))
    other.tick()
    try hub.administration.deleteSpace("main", reason: "The club is over.")
    hub.surroundings.advance(.seconds(2))
    other.tick()
    let verify = VerifyRequest(head: seen.head, token: seen, digest: SpaceDigest())
    let responses = [
      await waiting.response, await begin("changes", token: token, [("after", "0")]).response,
      await hub.push([change(1)], token: token, counter: 1, seen: seen),
      await hub.send("POST", "/v1/spaces/main/verify", token: token, body: verify.bytes),
    ]
    for response in responses { #expect(response.status == 410, "\(response.text)") }
    for response in responses.dropFirst() {
      #expect(response.text.contains("The club is over."), "\(response.text)")
    }
    // Nobody has brought it back.
    #expect(try hub.administration.spaces().isEmpty)
  }
}
