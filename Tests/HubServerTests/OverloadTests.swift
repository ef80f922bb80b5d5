import HubServer
import Storage
import Sync
import Testing

/// What a server does while its store does not answer, and when it does again.
@Suite struct `Under too much load` {
  /// A push of one new item.
  private func push(_ number: UInt64, session: Int64, seen: SyncToken) -> [UInt8] {
    PushRequest(
      device: session,
      session: session,
      counter: 1,
      token: seen,
      cursor: seen.head,
      changes: [change(number)]
    ).bytes
  }

  /// A hub with a token that it knows, and the latest commit.
  private func usedHub(_ limits: [String] = []) async throws -> (TestHub, String, SyncToken) {
    let hub = try TestHub(limits: limits)
    let token = try hub.token()
    return (hub, token, try await hub.page(token: token).token)
  }

  /// Each call of ``HubServer/handle(_:_:)`` returns although the store is held: a test that waits here has failed.
  @Test func `no request keeps the thread of a transport waiting for the store`() async throws {
    let (hub, token, seen) = try await usedHub()
    let unknown = try hub.token()
    hub.store.hold()
    let pushing = hub.begin(
      "POST",
      "/v1/spaces/main/push",
      token: token,
      body: push(1, session: 1, seen: seen)
    )
    let others = [
      hub.begin("GET", "/v1/spaces/main/changes", token: token, query: [("after", "0")]),
      hub.begin("GET", "/v1/spaces/main/changes", token: unknown, query: [("after", "0")]),
      hub.begin("GET", "/readyz"),
    ]
    #expect(await hub.send("GET", "/livez").status == 200)
    #expect(await hub.send("GET", "/v1/hello").status == 200)
    #expect(!pushing.isAnswered && others.allSatisfy { !$0.isAnswered })
    hub.store.release()
    for exchange in [pushing] + others { #expect(await exchange.response.status == 200) }
  }

  @Test func `readiness turns off before anybody is refused, and on again`() async throws {
    let (hub, token, seen) = try await usedHub(["queue=8"])
    #expect(await hub.send("GET", "/readyz").status == 200)
    hub.store.hold()
    var pushes: [TestExchange] = []
    for number in 1...6 as ClosedRange<UInt64> {
      #expect(await hub.send("GET", "/readyz").status == 200, "after \(number - 1)")
      let body = push(number, session: Int64(number), seen: seen)
      pushes.append(hub.begin("POST", "/v1/spaces/main/push", token: token, body: body))
    }
    let crowded = await hub.send("GET", "/readyz")
    #expect(crowded.status == 503 && crowded.header("Retry-After") == "1")
    #expect(await hub.send("GET", "/livez").status == 200)
    // There is room for two more, whom nobody has sent elsewhere yet.
    for number in 7...8 as ClosedRange<UInt64> {
      let body = push(number, session: Int64(number), seen: seen)
      pushes.append(hub.begin("POST", "/v1/spaces/main/push", token: token, body: body))
    }
    #expect(pushes.allSatisfy { !$0.isAnswered })
    let refused = await hub.send("GET", "/v1/spaces/main/changes", token: token)
    #expect(refused.status == 503 && refused.header("Retry-After") == "1")
    hub.store.release()
    for exchange in pushes { #expect(await exchange.response.status == 200) }
    while !hub.server.isIdle { await Task.yield() }
    #expect(await hub.send("GET", "/readyz").status == 200)
    #expect(try await hub.page(token: token).rows.count == 8)
  }

  @Test func `bodies are held up to a limit of each token and of all`() async throws {
    // A sixteenth for one token: two bodies of the size that each of these says it has.
    let (hub, token, seen) = try await usedHub(["body=1000", "queue-bytes=32000"])
    let tokens = try [token] + (1..<20).map { _ in try hub.token() }
    for token in tokens { _ = try await hub.page(token: token) }
    hub.store.hold()
    var held: [TestExchange] = []
    func begin(_ token: String) -> TestExchange {
      let session = Int64(held.count + 1)
      let exchange = hub.begin(
        "POST",
        "/v1/spaces/main/push",
        token: token,
        headers: [("Content-Length", "1000")],
        body: push(UInt64(session), session: session, seen: seen)
      )
      held.append(exchange)
      return exchange
    }
    for number in 0..<2 { #expect(!begin(tokens[0]).isAnswered, "\(number)") }
    let own = await begin(tokens[0]).response
    #expect(own.status == 429 && own.header("Retry-After") == "1")
    for token in tokens[1..<16] {
      for _ in 0..<2 { #expect(!begin(token).isAnswered) }
    }
    let other = begin(tokens[17])
    let all = await other.response
    #expect(all.status == 503 && all.header("Retry-After") == "1" && !other.isBodyRead)
    #expect(await hub.send("GET", "/readyz").status == 503)
    hub.store.release()
    for exchange in held {
      let status = await exchange.response.status
      #expect(exchange === held[2] || exchange === other || status == 200)
    }
    while !hub.server.isIdle { await Task.yield() }
    #expect(hub.server.metricsText().contains("itemshub_body_bytes 0\n"))
  }

  @Test func `a push that is under way when the end begins is finished and stored`() async throws {
    let (hub, token, seen) = try await usedHub()
    hub.store.hold()
    let body = push(1, session: 1, seen: seen)
    let pushing = hub.begin("POST", "/v1/spaces/main/push", token: token, body: body)
    hub.server.beginShutdown()
    #expect(!hub.server.isIdle && !pushing.isAnswered)
    let ready = await hub.send("GET", "/readyz")
    #expect(ready.status == 503 && ready.header("Retry-After") != nil)
    hub.store.release()
    #expect(await pushing.response.status == 200)
    while !hub.server.isIdle { await Task.yield() }
    #expect(try hub.administration.space("main").usage.items == 1)
  }

  @Test func `pushes that wait for one another are all stored, each with its own answer`()
    async throws
  {
    let (hub, token, seen) = try await usedHub()
    hub.store.hold()
    var pushes: [TestExchange] = []
    for number in 1...100 as ClosedRange<UInt64> {
      // Each third is one that the hub cannot take.
      var body = push(number, session: Int64(number), seen: seen)
      if number % 3 == 0 { body = Array("{}".utf8) }
      pushes.append(
        hub.begin(
          "POST",
          "/v1/spaces/main/push",
          token: token,
          // Of a body that does not say how long it is, the most is held.
          headers: [("Content-Length", "\(body.count)")],
          body: body
        )
      )
    }
    hub.store.release()
    for (index, exchange) in pushes.enumerated() {
      #expect(await exchange.response.status == ((index + 1) % 3 == 0 ? 400 : 200))
    }
    #expect(try await hub.page(token: token).rows.count == 67)
    #expect(try hub.findings() == [])
  }

  @Test func `the store is read by as many threads as it says, however many ask`() async throws {
    let (hub, token, seen) = try await usedHub(["waits-per-token=500", "request-burst=2000"])
    for _ in 0..<500 { _ = await hub.beginWait(token: token, seen: seen) }
    #expect(hub.server.waitCount == 500)
    hub.store.hold()
    let pulls = (0..<100).map { _ in
      hub.begin("GET", "/v1/spaces/main/changes", token: token, query: [("after", "0")])
    }
    hub.store.release()
    // Those that wait for news occupy none of the two.
    for exchange in pulls { #expect(await exchange.response.status == 200) }
    #expect(hub.server.waitCount == 500)
    #expect((1...hub.store.readers).contains(hub.store.mostReads))
  }
}
