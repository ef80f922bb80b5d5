// A hub file: who may open it, and many writers at once.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct SQLiteHubStoreTests {
  @Test(arguments: [true, false])
  func `a hub file that is removed or replaced while it is open takes nothing more`(
    isReplaced: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hub")
    let surroundings = TestSurroundings()
    let hub = Hub(store: try SQLiteHubStore(path: path), environment: surroundings.hub())
    let token = try page(of: hub).token
    for name in ["hub", "hub-wal", "hub-shm"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    if isReplaced { _ = try SQLiteHubStore(path: path) }
    let error = #expect(throws: HubError.self) {
      try push(1, to: hub, token: token, at: surroundings.now)
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("was moved, removed or replaced") == true)
  }

  private func push(_ number: Int, to hub: Hub, token: SyncToken, at now: Int64) throws {
    let request = PushRequest(
      device: 1,
      session: 1,
      counter: Int64(number),
      token: token,
      cursor: 0,
      changes: [change(number, at: now)]
    )
    let reply = try hub.answer(.push(request), space: "main")
    guard case .push(.accepted) = reply else { throw HubError(.malformed, "\(reply)") }
  }

  private func page(of hub: Hub) throws -> ChangesPage {
    let reply = try hub.answer(.changes(ChangesRequest(after: 0, token: nil)), space: "main")
    guard case .changes(let page) = reply else { throw HubError(.malformed, "\(reply)") }
    return page
  }

  @Test func `what a hub was told is there when the file is opened again`() async throws {
    let folder = try TemporaryFolder()
    let remote = try Remote("file:\(folder.file("hub.sqlite"))#notes")
    let first = try SQLiteRepository.inMemory()
    let second = try SQLiteRepository.inMemory()
    let item = try await first.add("Milk")
    for store in [first, second] {
      let engine = SyncEngine(
        store: store,
        remote: remote,
        networkService: try remote.makeNetworkService()
      )
      _ = try await engine.sync()
    }
    #expect(try await second.item(item.id)?.title == "Milk")
    #expect(try await second.syncStatus().remote == remote.description)
  }

  @Test func `a file that is something else is refused and left as it is`() throws {
    let folder = try TemporaryFolder()
    let text = folder.file("text")
    let words = Array(String(repeating: "These are words, not a hub. ", count: 100).utf8)
    try Data(words).write(to: URL(fileURLWithPath: text))
    expect(text, .notAHub)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: text))) == words)

    let database = folder.file("database")
    let connection = try Connection(.file(database))
    try connection.execute("CREATE TABLE t (x)")
    expect(database, .notAHub)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func `a hub of a later version and a missing folder are refused`() throws {
    let folder = try TemporaryFolder()
    let later = folder.file("later")
    _ = try SQLiteHubStore(path: later)
    try Connection(.file(later)).execute("PRAGMA user_version = 99")
    expect(later, .laterVersion)
    expect(folder.file("missing/hub"), .cannotOpen)
  }

  @Test(arguments: [1, 2])
  func `a hub of an earlier build is told to be one, with what to do`(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("early")
    _ = try SQLiteHubStore(path: path)
    // Builds from before the first release listed no migrations, and counted in their own way.
    let connection = try Connection(.file(path))
    try connection.execute("DROP TABLE schema_migrations; PRAGMA user_version = \(version)")
    expect(path, .notAHub)
    let error = #expect(throws: HubError.self) { try SQLiteHubStore(path: path) }
    #expect(error?.message.contains("from before the first release") == true)
    #expect(error?.message.contains("sync with a new hub file") == true)
  }

  @Test func `a row beyond the end of a page is not read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hub")
    let surroundings = TestSurroundings()
    let hub = Hub(
      store: try SQLiteHubStore(path: path),
      environment: surroundings.hub(limits: SyncLimits(page: 2))
    )
    var token = try page(of: hub).token
    for number in 1...3 {
      try push(number, to: hub, token: token, at: surroundings.now)
      token = try page(of: hub).token
    }
    try Connection(.file(path)).execute("UPDATE items SET doc = '{' WHERE seq = 3")
    let first = try page(of: hub)
    #expect(first.rows.map(\.sequence) == [1, 2])
    #expect(first.hasMore)
  }

  private func expect(
    _ path: String,
    _ code: HubError.Code,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: HubError.self, sourceLocation: location) {
      try SQLiteHubStore(path: path)
    }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.message.contains(path) == true, sourceLocation: location)
  }
}

private func change(_ number: Int, at now: Int64) -> PushChange {
  PushChange(
    id: ItemID(high: 1, low: UInt64(number)),
    state: .whole([("title", "t")], stamp: Stamp(milliseconds: now, node: UInt64(number))),
    seen: 0
  )
}
