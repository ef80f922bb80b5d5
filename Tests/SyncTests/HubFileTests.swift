// Checking and mending a hub file.

import Storage
import Sync
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HubFileTests {
  /// A hub file with six items and a deleted one, and the two stores that were synced with it.
  private struct Hub {
    let folder: TemporaryFolder
    let first: SQLiteRepository
    let second: SQLiteRepository

    var path: String { folder.file("hub.sqlite") }
    var file: HubFile { HubFile(path) }

    init() async throws {
      folder = try TemporaryFolder()
      first = try SQLiteRepository.inMemory()
      second = try SQLiteRepository.inMemory()
      for number in 1...6 { try await first.add(ItemDraft(title: "Item \(number)", tags: ["t"])) }
      let gone = try await first.add("Gone")
      try await sync(first)
      try await first.delete(gone.id)
      try await sync(first)
      try await sync(second)
    }

    func sync(_ store: SQLiteRepository) async throws {
      let remote = try Remote("file:\(path)#notes")
      let service = try remote.makeNetworkService()
      let engine = SyncEngine(store: store, remote: remote, networkService: service)
      let summary = try await engine.sync(verifies: true)
      #expect(summary.verification?.isEqual == true)
    }

    func damage(_ sql: String) throws {
      try Connection(.file(path), access: .readWrite).execute(sql)
    }

    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  @Test func `a sound hub has no findings, and a check changes nothing`() async throws {
    let hub = try await Hub()
    let before = try hub.bytes()
    #expect(try hub.file.check().isEmpty)
    #expect(try hub.bytes() == before)
  }

  static let damages = [
    ("UPDATE items SET doc = '{' WHERE seq = 2", "cannot be read"),
    ("UPDATE items SET item_id = x'00' WHERE seq = 2", "has no item's id"),
    ("UPDATE items SET seq = -3 WHERE seq = 2", "is never sent: its number is -3"),
    ("UPDATE items SET seq = seq + 7 WHERE seq > 4", "is never sent"),
    ("UPDATE items SET seq = 9223372036854775807 WHERE seq = 2", "is never sent"),
    ("UPDATE items SET deleted = 1 - deleted", "is marked as deleted and is not"),
    ("UPDATE spaces SET digest = zeroblob(2048)", "The digest of the space 'notes'"),
    ("UPDATE spaces SET head = -1", "The hub's row of the space 'notes' is damaged"),
    ("DELETE FROM spaces", "has items, but no row of its own"),
    ("DELETE FROM commits", "has lost its latest commit"),
    (
      """
      DELETE FROM spaces; UPDATE items SET seq = -seq WHERE seq > 3;
      UPDATE items SET doc = 'x' WHERE seq = 1
      """, "cannot be read"
    ),
  ]

  @Test(arguments: damages)
  func `what is wrong is told, and mended without a loss`(
    sql: String,
    sentence: String
  ) async throws {
    let hub = try await Hub()
    try hub.damage(sql)
    let damaged = try Connection(.file(hub.path)).text("SELECT group_concat(quote(doc)) FROM items")
    let findings = try hub.file.check()
    #expect(findings.contains { $0.message.contains(sentence) }, "\(findings)")
    let repair = try hub.file.repair()
    #expect(repair.left.isEmpty, "\(repair.left)")
    let kept = try Connection(.file(repair.copy))
      .text("SELECT group_concat(quote(doc)) FROM items")
    #expect(kept == damaged)
    let third = try SQLiteRepository.inMemory()
    for store in [hub.first, hub.second, third, hub.first] { try await hub.sync(store) }
    for store in [hub.first, hub.second, third] {
      let titles = try await store.items(ItemQuery(sort: [.ascending(.title)])).map(\.title)
      #expect(titles == (1...6).map { "Item \($0)" })
    }
    #expect(try hub.file.check().isEmpty)
  }

  @Test func `a hub that has lost a space's row is not taken for a new one`() async throws {
    let hub = try await Hub()
    try hub.damage("DELETE FROM spaces")
    let error = await #expect(throws: SyncError.self) { try await hub.sync(hub.first) }
    #expect(error?.message.contains("has lost its row of the space 'notes'") == true, "\(error)")
  }

  @Test func `each repair keeps a copy of its own`() async throws {
    let hub = try await Hub()
    for number in 1...2 {
      try hub.damage("UPDATE items SET deleted = 1 WHERE seq = 2")
      let copy = try hub.file.repair().copy
      #expect(copy == hub.path + (number == 1 ? ".before-fix" : ".before-fix-2"))
    }
  }

  @Test func `damaged pages are told and left alone`() async throws {
    let hub = try await Hub()
    try Connection(.file(hub.path)).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try hub.bytes()
    // The pages behind the first, which holds the header and the schema.
    for index in 4_096..<bytes.count where index % 3 == 0 { bytes[index] = 0x5a }
    try bytes.write(to: URL(fileURLWithPath: hub.path))
    let findings = try hub.file.check()
    #expect(!findings.isEmpty && findings.allSatisfy { $0.subject == .file })
    let left = (try? hub.file.repair())?.left
    #expect(left?.isEmpty != true)
    #expect(try hub.bytes() == bytes)
  }

  /// Where the log is not turned on yet, as while a hub is made.
  @Test func `a hub that a killed process left unfinished is checked as it was before`()
    async throws
  {
    let hub = try await Hub()
    try hub.damage("PRAGMA journal_mode = DELETE")
    let writer = try Connection(.file(hub.path), access: .readWrite)
    // What does not fit into the cache goes to the file before the end of the transaction.
    try writer.execute("PRAGMA cache_size = 1; BEGIN; UPDATE items SET doc = zeroblob(9000) || ''")
    let left = hub.folder.file("left.sqlite")
    for suffix in ["", "-journal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: hub.path + suffix))
      try bytes.write(to: URL(fileURLWithPath: left + suffix))
    }
    #expect(try HubFile(left).check().isEmpty)
  }

  @Test func `what is no hub is refused`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("store")
    try Connection(.file(store)).execute("CREATE TABLE t (x)")
    try Data().write(to: URL(fileURLWithPath: folder.file("empty")))
    for (name, code) in [("store", HubError.Code.notAHub), ("empty", .missing), ("none", .missing)]
    {
      let error = #expect(throws: HubError.self) { try HubFile(folder.file(name)).check() }
      #expect(error?.code == code, "\(name)")
    }
  }
}
