import HubServer
import Sync
import Testing

/// What the guide and the help promise without a setting.
@Suite struct `Unless told otherwise` {
  @Test(arguments: [
    ("connections", 20_000), ("connections-per-address", 256), ("waits-per-token", 16),
    ("requests-per-second", 50), ("request-burst", 200), ("changes-per-second", 1_000),
    ("change-burst", 100_000), ("wrong-tokens-per-minute", 10), ("body", 1_048_576),
    ("changes", 2_000), ("page", 4_000), ("wait-seconds", 55), ("items-per-space", 1_000_000),
    ("bytes-per-space", 4 << 30), ("spaces", 1_000), ("queue", 4_096), ("queue-bytes", 256 << 20),
    ("log-lines-per-second", 200),
  ])
  func `a limit is`(name: String, value: Int) {
    #expect(ServerLimits().values.first { $0.name == name }?.value == value)
  }

  @Test func `there are no other limits`() { #expect(ServerLimits.names.count == 18) }

  @Test func `a token has sixteen waits, and an address 256 connections`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    for _ in 0..<16 { _ = await hub.beginWait(token: token, seen: seen) }
    #expect(hub.server.waitCount == 16)
    #expect(await hub.beginWait(token: token, seen: seen).response.status == 429)
    // Another token of the space has its own.
    let other = try hub.token()
    #expect(await !hub.beginWait(token: other, seen: seen).isAnswered)
    for _ in 0..<256 { #expect(hub.server.connectionBegan(from: TestHub.peer)) }
    #expect(!hub.server.connectionBegan(from: TestHub.peer))
  }

  @Test func `a token has a burst of 200 requests, and 50 each second`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    func taken(of count: Int) async -> Int {
      var good = 0
      for _ in 0..<count {
        let response = await hub.send(
          "GET",
          "/v1/spaces/main/changes",
          token: token,
          query: [("after", "0")]
        )
        good += response.status == 200 ? 1 : 0
      }
      return good
    }
    #expect(await taken(of: 210) == 200)
    hub.surroundings.advance(.seconds(1))
    #expect(await taken(of: 60) == 50)
  }
}
