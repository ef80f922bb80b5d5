#if Postgres
import Foundation
import HubServer
import PostgresHub
import RunningPostgres
import Storage
import Sync
import SyncSimulator
import Testing

@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct PostgresAdministrationTests {
  private let url: String
  private let hub: TestHub
  private let administration: HubAdministration

  init() throws {
    url = try SharedCluster.makeDatabase()
    hub = try TestHub(url)
    administration = try Self.administration(url)
  }

  private static func administration(_ url: String) throws -> HubAdministration {
    HubAdministration(
      store: try PostgresAdministrationStore(PostgresSettings(url)),
      environment: environment
    )
  }

  private static let environment = ServerEnvironment(
    now: { 1_790_000_000_000 },
    monotonic: { Int64(DispatchTime.now().uptimeNanoseconds) },
    randomBytes: { count in (0..<count).map { _ in .random(in: 0...255) } },
    // Enough where nobody attacks.
    sha256: { text in
      var checksum = SipHash()
      for byte in text { checksum.combine(byte) }
      let word = checksum.finished()
      return (0..<32).map { UInt8(truncatingIfNeeded: word >> UInt64($0 % 8 * 8)) }
    }
  )

  private func code(_ body: () throws -> Void) -> HubError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? HubError)?.code
    }
  }

  @Test func `tokens are made, listed, rotated and revoked, and daemons hear of it`() throws {
    let before = try hub.store.tokenVersion()
    let token = try administration.createToken(space: "main", label: "laptop")
    #expect(try administration.tokens() == [token.record])
    #expect(try hub.store.tokenVersion() > before)
    #expect(try hub.store.liveTokens().tokens == [token.record])
    #expect(
      code { _ = try administration.createToken(space: "main", label: "laptop") } == .alreadyExists
    )
    let new = try administration.rotateToken(token.record.id, keepsOldFor: .seconds(60))
    #expect(new.record.label == "laptop")
    #expect(try administration.tokens().map(\.expires).contains(1_790_000_060_000))
    try administration.revokeToken(token.record.id)
    #expect(try hub.store.liveTokens().tokens == [new.record])
    #expect(code { try administration.revokeToken(token.record.id) } == .notFound)
    let log = try administration.log()
    #expect(
      log.map(\.action) == ["token.revoke", "token.rotate", "token.create", "space.create"]
    )
    #expect(log.first?.token == token.record.id)
    #expect(log.first?.space == "main")
  }

  @Test func `uses, refusals and commits are noted`() throws {
    let token = try administration.createToken(space: "main")
    try hub.store.note(
      uses: [(token.record.id, 7_200_000), ("none", 1)],
      audit: [AuditEntry(time: 1_790_000_000_001, action: "refused", detail: "wrong")]
    )
    try hub.store.note(uses: [(token.record.id, 3_600_000)], audit: [])
    #expect(try administration.tokens().first?.lastUsed == 7_200_000)
    #expect(try administration.log(limit: 1).first?.action == "refused")
    #expect(try administration.lastCommit() == nil)
    try hub.store.noteCommit(at: 5)
    try hub.store.noteCommit(at: 4)
    #expect(try administration.lastCommit() == 4)
  }

  @Test func `the audit keeps the latest entries`() throws {
    let entries = (0..<10_050).map { number in
      AuditEntry(time: 1_790_000_000_000 + Int64(number), action: "refused", detail: "\(number)")
    }
    try hub.store.note(uses: [], audit: entries)
    let kept = try administration.log(limit: 20_000)
    #expect(kept.count == 10_000)
    #expect(kept.first?.detail == "10049")
    #expect(kept.last?.detail == "50")
    let late = AuditEntry(time: 1_790_000_000_000 + 91 * 86_400_000, action: "refused")
    try hub.store.note(uses: [], audit: [late])
    #expect(try administration.log(limit: 20_000) == [late])
  }

  @Test func `a space has its numbers, its quota and its end`() throws {
    try administration.createSpace("main", quota: SpaceQuota(items: 2))
    let token = try hub.token()
    let (write, _) = hub.write(hub.request([TestHub.create(1), TestHub.create(2)], token: token))
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    var space = try administration.space("main")
    #expect(space.usage.items == 2)
    #expect(space.quota == SpaceQuota(items: 2))
    #expect(space.head == 2)
    #expect(space.devices == 1)
    #expect(space.lastPush != nil)
    #expect(
      try hub.store.read("main") { tx throws(HubError) in try tx.quota() } == SpaceQuota(items: 2)
    )
    try administration.setQuota(SpaceQuota(bytes: 9), of: "main")
    #expect(try administration.space("main").quota == SpaceQuota(bytes: 9))
    try administration.deleteSpace("main", reason: "moved")
    #expect(code { _ = try administration.space("main") } == .deleted)
    let error = #expect(throws: HubError.self) {
      try hub.store.write("main", seed: 1) { tx throws(HubError) in _ = try tx.space() }
    }
    #expect(error?.code == .deleted)
    #expect(error?.message.contains("moved") == true)
    #expect(code { _ = try hub.token() } == .deleted)
    try administration.createSpace("main")
    space = try administration.space("main")
    #expect(space.usage == SpaceUsage())
    #expect(try hub.token().epoch != token.epoch)
    #expect(try administration.spaces().map(\.name) == ["main"])
  }

  @Test func `a space moves from a file to a server and back, and devices go on with it`() throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/move-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try HubAdministration(path: folder + "/hub.sqlite", environment: Self.environment)
    let hub = Hub(
      store: try SQLiteHubStore(path: folder + "/hub.sqlite"),
      environment: TestSurroundings().hub()
    )
    guard
      case .changes(let page) = try hub.answer(
        .changes(ChangesRequest(after: 0, token: nil)),
        space: "main"
      )
    else { throw TestHub.Unexpected() }
    var push = self.hub.request((1...600).map { TestHub.create($0) }, token: page.token)
    guard case .push(.accepted(let reply)) = try hub.answer(.push(push), space: "main") else {
      throw TestHub.Unexpected()
    }
    var bytes: [UInt8] = []
    try file.exportSpace("main") { bytes += $0 }
    var pieces = [Array(bytes.prefix(1_000)), Array(bytes.dropFirst(1_000))]
    try administration.importSpace("main") { pieces.isEmpty ? nil : pieces.removeFirst() }
    #expect(try self.hub.check(Set(1...600)))
    // The device's token is known, and its session, too.
    push.token = reply.token
    push.cursor = reply.token.head
    push.changes = []
    #expect(try self.hub.hub.answer(.push(push), space: "main") == .push(.stale))
    var again: [UInt8] = []
    try administration.exportSpace("main") { again += $0 }
    #expect(again == bytes)
    // A broken one leaves nothing.
    var broken = [Array(bytes.dropLast(10))]
    #expect(
      code {
        try administration.importSpace("other") { broken.isEmpty ? nil : broken.removeFirst() }
      }
        == .invalid
    )
    #expect(code { _ = try administration.space("other") } == .notFound)
    var twice = [bytes]
    #expect(
      code { try administration.importSpace("main") { twice.isEmpty ? nil : twice.removeFirst() } }
        == .alreadyExists
    )
  }

  @Test func `administrators at once wait for each other`() async throws {
    let url = url
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          do {
            let administration = try Self.administration(url)
            for round in 0..<10 {
              _ = try administration.createToken(space: "space\(round)", label: "\(number)")
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(try administration.tokens().count == 40)
    #expect(try administration.spaces().map(\.tokens) == Array(repeating: 4, count: 10))
  }

  @Test func `a backup is left to the server's own programs`() throws {
    let error = #expect(throws: HubError.self) { try administration.backup(to: "/tmp/none") }
    #expect(error?.message.contains("pg_dump") == true)
  }

  @Test func `spaces that others write are told apart`() throws {
    let other = try TestHub(url)
    for space in ["a", "b"] { _ = try other.token(in: space) }
    func changed(_ spaces: [String] = ["a", "b"]) throws -> [String]? {
      try hub.store.changedSpaces(among: spaces)?.sorted()
    }
    #expect(try changed() == ["a", "b"])
    #expect(try changed() == [])
    let (write, _) = other.write(
      other.request([TestHub.create(1)], token: try other.token(in: "b")),
      to: "b"
    )
    #expect(other.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(try changed() == ["b"])
    try administration.deleteSpace("a")
    #expect(try changed() == ["a"])
    // Waits of a space that is not there are to be answered, even if it was there at no look before.
    #expect(try changed(["b", "c"]) == ["c"])
  }
}
#endif
