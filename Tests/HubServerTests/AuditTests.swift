import HubServer
import Storage
import Sync
import TemporaryFolders
import Testing

/// What stands in the audit, which `itemshub log` shows.
@Suite struct `The audit` {
  /// Lets the server note what happened, and waits for the entry.
  private func entries(
    of hub: TestHub,
    _ action: String
  ) async throws -> [AuditEntry] {
    hub.surroundings.advance(.seconds(61))
    await hub.tick()
    var found: [AuditEntry] = []
    while found.isEmpty {
      try Task.checkCancellation()
      found = try hub.administration.log(limit: 1_000).filter { $0.action == action }
      await Task.yield()
    }
    return found
  }

  @Test(TestHub.isFile) func `has what administrators do, and no token's text`() throws {
    let hub = try TestHub()
    let token = try hub.administration.createToken(space: "a", scope: .read, label: "phone")
    let other = try hub.administration.rotateToken(token.record.id)
    try hub.administration.revokeToken(token.record.id)
    try hub.administration.createSpace("b", quota: SpaceQuota(items: 5))
    try hub.administration.setQuota(SpaceQuota(bytes: 6), of: "b")
    try hub.administration.deleteSpace("b", reason: "over")
    let backup = hub.folder.file("backup.sqlite")
    try hub.administration.backup(to: backup)
    _ = try hub.administration.restore(from: backup)
    let log = try hub.administration.log()
    // A backup is noted once it is made, and so goes with what a restore replaces.
    #expect(
      log.reversed().map(\.action) == [
        "space.create", "token.create", "token.rotate", "token.revoke", "space.create",
        "space.quota", "space.quota", "space.delete", "restore",
      ]
    )
    #expect(log.first { $0.action == "token.create" }?.token == token.record.id)
    #expect(log.first { $0.action == "token.rotate" }?.detail.contains(other.record.id) == true)
    #expect(
      log.filter { $0.action == "space.quota" }.map(\.detail)
        == ["items default, bytes 6", "items 5, bytes default"]
    )
    #expect(log.allSatisfy { $0.time == hub.surroundings.now })
    for entry in log {
      #expect(!entry.detail.contains(token.text) && !entry.detail.contains(other.text))
    }
  }

  @Test func `has the purge of old deletions`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    var latest = try await hub.push([change(1), change(2)], token: token, counter: 1, seen: seen)
      .acceptance.token
    latest = try await hub.push([deletion(1, seen: 1)], token: token, counter: 2, seen: latest)
      .acceptance.token
    // Ninety days, in steps in which a space grows older.
    var floors: [Int64] = []
    for counter in 3...14 as ClosedRange<Int64> {
      hub.surroundings.advance(.seconds(9 * 86_400))
      let accepted = try await hub.push([], token: token, counter: counter, seen: latest)
        .acceptance
      latest = accepted.token
      floors.append(accepted.floor)
    }
    #expect(floors.first == 0 && floors.last == 3, "\(floors)")
    let purges = try await entries(of: hub, "space.purge")
    #expect(purges.map(\.space) == ["main"] && purges[0].detail.contains("3"), "\(purges)")
  }

  @Test func `has refusals by network, reason and minute, noted after the answer`() async throws {
    let hub = try TestHub()
    let token = try hub.token("main", .read)
    hub.surroundings.advance(.seconds(61))
    await hub.tick()
    let before = try hub.administration.log().count
    let network = try ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"].map {
      try #require(PeerAddress(text: $0))
    }
    let other = try #require(PeerAddress(text: "2001:db8:0:1::1"))
    for peer in network + [other] {
      _ = await hub.send("GET", "/v1/spaces/main/changes", token: "ith_no", from: peer)
    }
    _ = await hub.send("GET", "/v1/spaces/other/changes", token: token, from: other)
    _ = await hub.send("POST", "/v1/spaces/main/push", token: token, from: other)
    // Nothing is written on a request's way to its answer.
    #expect(try hub.administration.log().count == before)
    let refusals = try await entries(of: hub, "refused").map(\.detail).sorted()
    #expect(
      refusals == [
        "scope: 1 from 2001:db8:0:1:0:0:0:0", "space: 1 from 2001:db8:0:1:0:0:0:0",
        "token: 1 from 2001:db8:0:1:0:0:0:0", "token: 3 from 2001:db8:0:0:0:0:0:0",
      ]
    )
  }

  @Test func `is not filled by a flood from everywhere`() async throws {
    let hub = try TestHub()
    for number in 0..<1_000 as Range<UInt64> {
      _ = await hub.send(
        "GET",
        "/v1/spaces/main/changes",
        from: PeerAddress(high: 0x2001_0DB8 << 32 | number, low: 1)
      )
    }
    #expect(try await entries(of: hub, "refused").count == 100)
    #expect(hub.server.metricsText().contains("reason=\"token\"} 1000\n"))
  }
}
