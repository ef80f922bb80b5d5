import HubServer
import Storage
import Sync
import Testing

@Suite struct `A hub's clock` {
  /// A hub that has committed something, and another server started over it.
  private func restart(
    _ hub: TestHub,
    acceptsClock: Bool = false
  ) throws -> HubServer {
    try HubServer(
      store: hub.openStore(),
      environment: hub.surroundings.environment,
      options: ServerOptions(acceptsClock: acceptsClock)
    )
  }

  private func usedHub() async throws -> (hub: TestHub, token: String) {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    await hub.tick()
    while try hub.administration.lastCommit() == nil { await Task.yield() }
    return (hub, token)
  }

  @Test func `that is five minutes behind the last commit is not believed`() async throws {
    let (hub, token) = try await usedHub()
    #expect(try hub.administration.lastCommit() == hub.surroundings.now)
    hub.surroundings.setClock(aheadBy: -299_000)
    #expect(hub.server.isReady)
    hub.surroundings.setClock(aheadBy: -2_000)
    #expect(!hub.server.isReady && hub.server.clockFault?.contains("behind") == true)
    #expect(await hub.send("GET", "/readyz").status == 503)
    #expect(await hub.send("GET", "/livez").status == 200)
    let refused = await hub.send("GET", "/v1/spaces/main/changes", token: token)
    #expect(refused.status == 503 && refused.header("Retry-After") == "60")
    // Devices show it, and have clocks of their own.
    #expect(refused.text.contains("The hub's clock is 301 seconds behind its last commit."))
    #expect(try !restart(hub).isReady)
    #expect(try restart(hub, acceptsClock: true).isReady)
    hub.surroundings.setClock(aheadBy: 301_000)
    #expect(hub.server.isReady)
  }

  @Test func `that jumps thirty days ahead needs somebody's word`() async throws {
    let (hub, _) = try await usedHub()
    hub.surroundings.setClock(aheadBy: 29 * 86_400_000)
    #expect(try restart(hub).isReady)
    hub.surroundings.setClock(aheadBy: 2 * 86_400_000)
    let server = try restart(hub)
    #expect(!server.isReady && server.clockFault?.contains("ahead") == true)
    #expect(try restart(hub, acceptsClock: true).isReady)
  }

  @Test func `of a server that runs may go on for long without a commit`() async throws {
    let (hub, _) = try await usedHub()
    hub.surroundings.advance(.seconds(40 * 86_400))
    #expect(hub.server.isReady)
    hub.surroundings.setClock(aheadBy: 31 * 86_400_000)
    #expect(!hub.server.isReady)
  }

  @Test func `means nothing before the first commit`() throws {
    let hub = try TestHub()
    hub.surroundings.setClock(aheadBy: -1_700_000_000_000)
    #expect(hub.server.isReady)
  }
}
