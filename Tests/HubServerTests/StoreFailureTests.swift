import HubServer
import Sync
import Testing

/// What devices and balancers are told while the store fails.
@Suite struct `A store that fails` {
  @Test(arguments: [
    (HubError.Code.busy, 503), (.full, 507), (.inputOutput, 500), (.damaged, 500),
  ])
  func `is told with a status, and nothing is acknowledged`(code: HubError.Code, status: Int)
    async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    hub.store.fail(with: HubError(code, "The file /secret/hub.sqlite is not as it should be."))
    let responses = [
      await hub.push([change(1)], token: token, counter: 1, seen: seen),
      await hub.send("GET", "/v1/spaces/main/changes", token: token, query: [("after", "0")]),
    ]
    for response in responses {
      #expect(response.status == status)
      #expect((response.header("Retry-After") != nil) == (status == 503))
      #expect(!response.text.contains("secret"))
    }
    #expect(hub.surroundings.log.contains { $0.contains("/secret/hub.sqlite") })
    #expect(hub.server.metricsText().contains("itemshub_store_errors_total 2\n"))
    hub.store.fail(with: nil)
    #expect(try await hub.page(token: token).rows.isEmpty)
    // The push that failed is sent again as it was, and is not taken for one that was sent before.
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    #expect(try await hub.page(token: token).rows.count == 1)
  }

  @Test func `turns readiness off, which asks it, and leaves liveness on`() async throws {
    let hub = try TestHub()
    #expect(await hub.send("GET", "/readyz").status == 200)
    hub.store.fail(with: HubError(.inputOutput, "The disk is gone."))
    hub.surroundings.advance(.seconds(1))
    let response = await hub.send("GET", "/readyz")
    #expect(response.status == 503 && response.header("Retry-After") == "5")
    #expect(!response.text.contains("disk is gone"))
    #expect(await hub.send("GET", "/livez").status == 200)
    hub.store.fail(with: nil)
    hub.surroundings.advance(.seconds(1))
    #expect(await hub.send("GET", "/readyz").status == 200)
  }

  @Test func `keeps those who wait for news waiting`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: seen)
    // It is compared with the store once, at its beginning.
    while !hub.server.metricsText().contains("itemshub_queued 0\n") { await Task.yield() }
    hub.store.fail(with: HubError(.inputOutput, "The disk is gone."))
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    #expect(!waiting.isAnswered)
    hub.store.fail(with: nil)
    let accepted = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    #expect(try WaitReply(bytes: await waiting.response.body) == .changed(accepted.token))
  }
}
