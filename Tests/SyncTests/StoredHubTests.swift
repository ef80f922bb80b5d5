import Storage
import Sync
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Hub files that released versions wrote, kept as they were; a new schema gets a file of its own here.
@Suite struct `Hub files of released versions` {
  /// A copy of a stored file.
  private func stored(_ name: String, in folder: TemporaryFolder) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/\(name)").standardizedFileURL
    let path = folder.file(name)
    try Data(contentsOf: source).write(to: URL(filePath: path))
    return path
  }

  @Test(arguments: ["hub-1.sqlite", "hub-2.sqlite", "hub-3.sqlite"])
  func `are looked over without being brought up to date`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try stored(name, in: folder)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(try HubFile(path).check().isEmpty)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    try Connection(.file(path), access: .readWrite).execute("UPDATE items SET deleted = 1")
    #expect(try HubFile(path).check().count == 2)
    #expect(try HubFile(path).repair().left.isEmpty)
  }

  @Test func `that cannot be brought up to date are refused, and keep their items`() throws {
    let folder = try TemporaryFolder()
    let path = try stored("hub-1.sqlite", in: folder)
    let connection = try Connection(.file(path))
    try connection.execute("CREATE TABLE deleted_spaces (mine)")
    let items = try connection.integer("SELECT count(*) FROM items") ?? 0
    for _ in 1...2 {
      #expect(throws: HubError.self) { try SQLiteHubStore(path: path) }
      #expect(throws: HubError.self) { try HubFile(path).check() }
      #expect(throws: HubError.self) { try HubFile(path).repair() }
      #expect(try connection.integer("SELECT count(*) FROM items") == items && items > 0)
    }
  }

  @Test(arguments: ["hub-1.sqlite", "hub-2.sqlite", "hub-3.sqlite"])
  func `open, with everything in them`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try stored(name, in: folder)
    let environment = HubEnvironment(now: { 1_790_000_000_001 }, random: { 5 })
    let hub = Hub(store: try SQLiteHubStore(path: path), environment: environment)
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil, isBootstrap: true))
    guard case .changes(let page) = try hub.answer(request, space: "main") else {
      Issue.record("no page")
      return
    }
    #expect(page.rows.map(\.sequence) == [1, 3, 4])
    #expect(page.rows.map(\.state.isAlive) == [true, true, false])
    let values = Dictionary(
      page.rows[1].state.entries.map { ($0.name, $0.value) },
      uniquingKeysWith: { $1 }
    )
    #expect(values["title"] == "Crème brûlée 🍮")
    #expect(values["tag:dinner"] == true)
    #expect(values["attr:eggs"] == ["yolks": 12, "ratio": 0.5])
    // Of a later version than the one that wrote the file.
    #expect(values["due"] == "2026-11-30" && values["repeat"] == ["rule": "FREQ=WEEKLY"])

    var digest = SpaceDigest()
    for row in page.rows { digest.add(row.id, row.state) }
    let verify = VerifyRequest(head: page.end, token: page.token, digest: digest)
    #expect(try hub.answer(.verify(verify), space: "main") == .verify(.equal(page.token)))
    let push = PushRequest(
      device: 9,
      session: 9,
      counter: 1,
      token: page.token,
      cursor: page.end,
      changes: [
        PushChange(
          id: ItemID(high: 1, low: 4),
          state: ItemState([
            ItemState.Entry("title", "More", stamp: Stamp(milliseconds: 1, node: 9))
          ]),
          seen: 0
        )
      ]
    )
    guard case .push(.accepted(let reply)) = try hub.answer(.push(push), space: "main") else {
      Issue.record("the push was refused")
      return
    }
    #expect(reply.results.map(\.outcome) == [.ok(sequence: 5)])
  }
}
