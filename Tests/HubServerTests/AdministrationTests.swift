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

@Suite struct HubAdministrationTests {
  @Test func `the first token makes its space, and each is listed without its text`() throws {
    let hub = try TestHub()
    let token = try hub.administration.createToken(space: "main", label: "laptop")
    #expect(try hub.administration.spaces().map(\.name) == ["main"])
    #expect(try hub.administration.tokens() == [token.record])
    #expect(token.record.hash == SHA256.hash(Array(token.text.utf8)))
    #expect(try hub.administration.log().map(\.action) == ["token.create", "space.create"])
  }

  @Test func `what is asked for in vain is told apart`() throws {
    let hub = try TestHub()
    expect(.invalid) { _ = try hub.administration.createToken(space: "../x") }
    expect(.invalid) { _ = try hub.administration.createToken(space: "a", label: "\u{1B}[2J") }
    expect(.invalid) { _ = try hub.administration.createToken(space: "a", expires: 1) }
    _ = try hub.administration.createToken(space: "a", label: "laptop")
    expect(.alreadyExists) {
      _ = try hub.administration.createToken(space: "a", label: "laptop")
    }
    _ = try hub.administration.createToken(space: "b", label: "laptop")
    expect(.invalid) { _ = try hub.administration.createToken(space: "c", maxSpaces: 2) }
    expect(.notFound) { try hub.administration.revokeToken("none") }
    expect(.notFound) { _ = try hub.administration.space("none") }
    expect(.alreadyExists) { try hub.administration.createSpace("a") }
    #expect(try hub.administration.spaces().map(\.name) == ["a", "b"])
  }

  @Test func `a rotated token is good beside the new one for a while`() async throws {
    let hub = try TestHub()
    let old = try hub.administration.createToken(space: "main", scope: .read, label: "laptop")
    let new = try hub.administration.rotateToken(old.record.id, keepsOldFor: .seconds(60))
    #expect(new.record.scope == .read && new.record.label == "laptop")
    expect(.alreadyExists) { _ = try hub.administration.rotateToken(new.record.id) }
    for token in [old, new] { _ = try await hub.page(token: token.text) }
    hub.surroundings.advance(.seconds(61))
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: old.text).status == 401)
    _ = try await hub.page(token: new.text)
    _ = try hub.administration.rotateToken(new.record.id)
  }

  @Test func `devices of a deleted space are told so, and a new one begins a new epoch`()
    async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    let now = try await hub.page(token: token).token
    let waiting = await hub.beginWait(token: token, seen: now)
    try hub.administration.deleteSpace("main", reason: "moved")
    hub.surroundings.advance(.seconds(2))
    await hub.tick()
    var responses = [await waiting.response]
    responses.append(await hub.push([change(2)], token: token, counter: 2, seen: now))
    responses.append(
      await hub.send("GET", "/v1/spaces/main/changes", token: token, query: [("after", "0")])
    )
    for response in responses {
      #expect(response.status == 410)
      #expect(response.text.contains("was deleted"))
      #expect(response.text.contains("\"reset\":\"deleted\""))
    }
    expect(.deleted) { _ = try hub.administration.createToken(space: "main") }
    expect(.deleted) { _ = try hub.administration.space("main") }
    try hub.administration.createSpace("main")
    let fresh = try await hub.page(token: token)
    #expect(fresh.rows.isEmpty && fresh.token.epoch != seen.epoch)
    let union = await hub.push([change(2)], token: token, counter: 3, seen: now)
    #expect(union.status == 410 && union.text.contains("union"))
  }

  @Test func `a space that was exported and imported is the same for its devices`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let first = (1...300).map { change($0, title: "Crème \($0)") }
    var latest = try await hub.push(first, token: token, counter: 1, seen: seen).acceptance.token
    latest = try await hub.push([deletion(7, seen: 7)], token: token, counter: 2, seen: latest)
      .acceptance.token
    var exported: [UInt8] = []
    let digest = try hub.administration.exportSpace("main") { exported += $0 }
    let other = try TestHub()
    var pieces = stride(from: 0, to: exported.count, by: 997)
      .map { Array(exported[$0..<min($0 + 997, exported.count)]) }[...]
    let imported = try other.administration.importSpace("home") { pieces.popFirst() }
    #expect(imported.digest == digest)
    #expect(imported.tokens == 0 && imported.otherTokens == 0)
    let there = try other.token("home")
    // The device goes on with what it knows.
    let next = try await other.push([change(900)], "home", token: there, counter: 3, seen: latest)
      .acceptance
    #expect(next.previous == latest.head && next.token.epoch == latest.epoch)
    let late = await other.push([change(901)], "home", token: there, counter: 2, seen: latest)
    #expect(try PushReply(bytes: late.body) == .stale)
    let summary = try other.administration.space("home")
    #expect(summary.usage.items == 300)
    var again: [UInt8] = []
    _ = try hub.administration.exportSpace("main") { again += $0 }
    #expect(again == exported)
    #expect(try other.findings() == [])
  }

  @Test func `tokens go with a space where both sides ask for it`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    _ = try hub.administration.createToken(space: "main", scope: .read, label: "phone")
    let over = try hub.administration.createToken(space: "main", label: "lost")
    try hub.administration.revokeToken(over.record.id)
    var exported: [UInt8] = []
    try hub.administration.exportSpace("main", withTokens: true) { exported += $0 }
    let text = String(decoding: exported, as: UTF8.self)
    #expect(!text.contains(token) && !text.contains(over.record.id))
    func taking(_ bytes: [UInt8], into hub: TestHub, _ space: String, tokens: Bool) throws
      -> ImportedSpace
    {
      var pieces = [bytes][...]
      return try hub.administration.importSpace(space, takesTokens: tokens) { pieces.popFirst() }
    }
    let other = try TestHub()
    let without = try taking(exported, into: other, "without", tokens: false)
    #expect(without.tokens == 0 && without.otherTokens == 2)
    #expect(
      await other.push(
        [change(1)],
        "without",
        token: token,
        counter: 1,
        seen: SyncToken(epoch: 1, head: 0, nonce: 0)
      ).status == 401
    )
    let with = try taking(exported, into: other, "main", tokens: true)
    #expect(with.tokens == 2 && with.otherTokens == 0)
    #expect(try other.administration.tokens().map(\.label).sorted() == ["", "phone"])
    #expect(try other.administration.tokens().map(\.scope).contains(.read))
    // It opens one space, which a second import does not change.
    let again = try taking(exported, into: other, "third", tokens: true)
    #expect(again.tokens == 0 && again.otherTokens == 2)
    let seen = try await other.page(token: token).token
    _ = try await other.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    // The same one twice, and ids that others have.
    let lines = text.split(separator: "\n")
    let doubled = lines.flatMap { $0.hasPrefix("{\"token\"") ? [$0, $0] : [$0] }
    let third = try TestHub()
    let twice = try taking(
      Array(doubled.map { $0 + "\n" }.joined().utf8),
      into: third,
      "main",
      tokens: true
    )
    #expect(twice.tokens == 2 && twice.otherTokens == 2)
    let same = text.replacing("\"sha256\":\"", with: "\"sha256\":\"00")
      .replacing(/("sha256":"[0-9a-f]{64})../) { $0.1 }
    #expect(try taking(Array(same.utf8), into: third, "other", tokens: true).tokens == 2)
    #expect(try Set(third.administration.tokens().map(\.id)).count == 4)
    for broken in [
      text.replacing("\"scope\":\"read\"", with: "\"scope\":\"all\""),
      text.replacing("\"sha256\":\"", with: "\"sha256\":\"0"),
      text.replacing("\"label\":\"phone\"", with: "\"label\":7"),
      text.replacing("\"expires\":null", with: "\"expires\":\"\""),
      text.replacing("\"token\":\"", with: "\"token\":\"x"),
    ] {
      #expect(broken != text)
      expect(.invalid) {
        _ = try taking(Array(broken.utf8), into: other, "broken", tokens: true)
      }
    }
  }

  @Test func `a frozen space is read alone, and its devices are told to come again`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    #expect(try hub.administration.setFrozen(true, "main"))
    let since = try #require(try hub.administration.space("main").frozenSince)
    #expect(try !hub.administration.setFrozen(true, "main"))
    #expect(try hub.administration.space("main").frozenSince == since)
    let refused = await hub.push([change(1)], token: token, counter: 1, seen: seen)
    #expect(refused.status == 503 && refused.header("Retry-After") == "1")
    #expect(refused.text.contains("frozen") && refused.text.contains("accepts no changes for now"))
    #expect(try await hub.page(token: token).rows.isEmpty)
    #expect(try hub.administration.setFrozen(false, "main"))
    #expect(try hub.administration.space("main").frozenSince == nil)
    _ = try await hub.push([change(1)], token: token, counter: 2, seen: seen).acceptance
    let actions = try hub.administration.log().map(\.action)
    #expect(actions.prefix(2) == ["space.thaw", "space.freeze"])
    expect(.notFound) { _ = try hub.administration.setFrozen(true, "nowhere") }
  }

  @Test func `an import that is not whole, or into a space with items, changes nothing`()
    async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    _ = try await hub.push([change(1), change(2)], token: token, counter: 1, seen: seen).acceptance
    var exported: [UInt8] = []
    _ = try hub.administration.exportSpace("main") { exported += $0 }
    func taking(_ bytes: [UInt8], into space: String) throws {
      var pieces = [bytes][...]
      _ = try hub.administration.importSpace(space) { pieces.popFirst() }
    }
    expect(.alreadyExists) { try taking(exported, into: "main") }
    let lines = exported.split(separator: 0x0A)
    for missing in lines.indices {
      var some = lines
      some.remove(at: missing)
      // Of the commits, the latest alone is needed.
      if String(decoding: lines[missing], as: UTF8.self).hasPrefix("{\"commit\":[0,") { continue }
      if String(decoding: lines[missing], as: UTF8.self).hasPrefix("{\"session\"") { continue }
      expect(.invalid) {
        try taking(some.flatMap { $0 + [0x0A] }, into: "copy")
      }
    }
    for cut in [0, 1, exported.count / 2, exported.count - 1] {
      expect(.invalid) { try taking(Array(exported[..<cut]), into: "copy") }
    }
    expect(.invalid) {
      let text = String(decoding: exported, as: UTF8.self).replacing("Milk", with: "Mild")
      try taking(Array(text.utf8), into: "copy")
    }
    #expect(try hub.administration.spaces().map(\.name) == ["main"])
  }

  @Test(TestHub.isFile)
  func `a backup is made while others write, and restoring it is a union for devices`()
    async throws
  {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    let first = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    let backup = hub.folder.file("backup.sqlite")
    try hub.administration.backup(to: backup)
    expect(.alreadyExists) { try hub.administration.backup(to: backup) }
    let second = try await hub.push([change(2)], token: token, counter: 2, seen: first.token)
      .acceptance
    let other = try hub.administration.createToken(space: "main")
    let restoration = try hub.administration.restore(from: backup, keepsTokens: true)
    #expect(restoration.revoked == 0)
    #expect(try HubFile(restoration.copy).check().isEmpty)
    hub.surroundings.advance(.seconds(5))
    // Made after the backup.
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: other.text).status == 401)
    let reply = await hub.push([change(3)], token: token, counter: 3, seen: second.token)
    #expect(reply.status == 410 && reply.text.contains("union"))
    #expect(try await hub.page(token: token).rows.count == 1)
    let again = try hub.administration.restore(from: backup)
    #expect(again.revoked == 1)
    hub.surroundings.advance(.seconds(5))
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: token).status == 401)
    #expect(try hub.administration.log().first?.action == "restore")
    expect(.missing) { _ = try hub.administration.restore(from: hub.folder.file("none")) }
  }

  @Test func `a store that a released version wrote is read whole`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hub-3.sqlite")
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/hub-3.sqlite").standardizedFileURL
    try Data(contentsOf: source).write(to: URL(filePath: path))
    let administration = try HubAdministration(
      path: path,
      environment: TestSurroundings().environment
    )
    let token = try #require(try administration.tokens().first)
    #expect(token.id == "k3f9xw2a" && token.scope == .write && token.label == "laptop")
    #expect(token.lastUsed == 1_790_002_800_000 && token.expires == nil && token.hash.count == 32)
    let space = try administration.space("main")
    #expect(space.usage.items == 2 && space.quota == SpaceQuota(items: 1_000))
    expect(.deleted) { _ = try administration.space("old") }
    #expect(try administration.log().map(\.action) == ["token.create"])
    #expect(try administration.lastCommit() == 1_790_000_000_000)
  }

  @Test func `the audit keeps 10,000 rows and 90 days`() throws {
    let hub = try TestHub()
    let store = try hub.openStore()
    let now = hub.surroundings.now
    try store.note(uses: [], audit: [AuditEntry(time: now - 91 * 86_400_000, action: "old")])
    try store.note(
      uses: [],
      audit: (0..<10_100).map { AuditEntry(time: now, action: "new", detail: "\($0)") }
    )
    let log = try hub.administration.log(limit: 20_000)
    #expect(log.count == 10_000)
    #expect(log.first?.detail == "10099" && log.allSatisfy { $0.action == "new" })
  }

  private func expect(
    _ code: HubError.Code,
    _ location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: HubError.self, sourceLocation: location) { try body() }
    #expect(error?.code == code, sourceLocation: location)
  }
}
