import HubServer
import Storage
import Sync
import Testing

@Suite struct `Requests that wait for news` {
  @Test func `are answered by a push, and by nothing else`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let other = try hub.token("other")
    let seen = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: seen)
    _ = try await hub.push(
      [change(1)],
      "other",
      token: other,
      counter: 1,
      seen: hub.page("other", token: other).token
    ).acceptance
    _ = try await hub.push([], token: token, counter: 1, seen: seen).acceptance
    #expect(!waiting.isAnswered)
    let accepted = try await hub.push([change(1)], token: token, counter: 2, seen: seen).acceptance
    let news = await waiting.response
    #expect(news.status == 200)
    #expect(try WaitReply(bytes: news.body) == .changed(accepted.token))
    #expect(hub.server.waitCount == 0)
  }

  @Test func `are answered at once if there is news already, or if they do not wait`() async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let none = await hub.beginWait(token: token, seen: seen, seconds: 0)
    #expect(await none.response.status == 204)
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    #expect(await hub.beginWait(token: token, seen: seen).response.status == 200)
    #expect(await hub.beginWait(token: token, seen: seen, seconds: 0).response.status == 200)
  }

  @Test func `end after their time, and not before`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let short = await hub.beginWait(token: token, seen: seen, seconds: 10)
    let long = await hub.beginWait(token: token, seen: seen, seconds: 100_000)
    hub.surroundings.advance(.seconds(9))
    await hub.tick()
    #expect(!short.isAnswered)
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    #expect(await short.response.status == 204)
    #expect(!long.isAnswered)
    hub.surroundings.advance(.seconds(46))
    await hub.tick()
    #expect(await long.response.status == 204)
  }

  @Test func `are forgotten when the peer hangs up`() async throws {
    let hub = try TestHub(limits: ["waits-per-token=1"])
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: seen)
    let refused = await hub.beginWait(token: token, seen: seen).response
    #expect(refused.status == 429 && refused.header("Retry-After") != nil)
    waiting.disconnect()
    #expect(hub.server.waitCount == 0)
    let next = await hub.beginWait(token: token, seen: seen)
    #expect(!next.isAnswered)
    #expect(waiting.responseCount == 0)
  }

  @Test func `are answered at once when the peer ends its side, since it may still read`()
    async throws
  {
    let hub = try TestHub(limits: ["waits-per-token=1"])
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: seen)
    waiting.endSending()
    #expect(await waiting.response.status == 204)
    #expect(hub.server.waitCount == 0)
    #expect(waiting.responseCount == 1)
    // Its place is free again, and news that came before are told even so.
    let next = await hub.beginWait(token: token, seen: seen)
    #expect(!next.isAnswered)
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    next.endSending()
    #expect(await next.response.status == 200)
    #expect(next.responseCount == 1)
  }

  @Test func `end with 401 when their token is revoked by another process`() async throws {
    let hub = try TestHub()
    let token = try hub.administration.createToken(space: "main")
    let other = try hub.token()
    let seen = try await hub.page(token: token.text).token
    let waiting = await hub.beginWait(token: token.text, seen: seen)
    let untouched = await hub.beginWait(token: other, seen: seen)
    try hub.administration.revokeToken(token.record.id)
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    #expect(await waiting.response.status == 401)
    #expect(!untouched.isAnswered)
  }

  @Test func `are answered by what another process writes`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    await hub.tick()
    let waiting = await hub.beginWait(token: token, seen: seen)
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    #expect(!waiting.isAnswered)
    // Another process on the same file.
    let other = Hub(store: try hub.openStore())
    let push = PushRequest(
      device: 5,
      session: 5,
      counter: 1,
      token: seen,
      cursor: 0,
      changes: [change(1)]
    )
    guard case .push(.accepted(let accepted)) = try other.answer(.push(push), space: "main") else {
      Issue.record("the push was refused")
      return
    }
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    #expect(try WaitReply(bytes: await waiting.response.body) == .changed(accepted.token))
  }

  @Test func `end when the server does, and the others are finished`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: seen)
    #expect(await hub.send("GET", "/readyz").status == 200)
    hub.server.beginShutdown()
    #expect(await waiting.response.status == 204)
    #expect(await hub.send("GET", "/readyz").status == 503)
    #expect(await hub.send("GET", "/livez").status == 200)
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    #expect(await hub.beginWait(token: token, seen: seen).response.status == 200)
    let now = try await hub.page(token: token).token
    #expect(await hub.beginWait(token: token, seen: now).response.status == 204)
    while !hub.server.isIdle { await Task.yield() }
    #expect(try hub.administration.tokens().first?.lastUsed != nil)
  }
}
