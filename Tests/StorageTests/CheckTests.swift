import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Checking a store` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Statements that spoil a store, and what a check must say of it.
  static let damages: [(String, StoreFinding.Subject)] = [
    ("DELETE FROM replica", .counters),
    ("UPDATE replica SET next_number = 2", .counters),
    ("UPDATE replica SET next_record = 5", .counters),
    ("UPDATE items SET status = 7 WHERE number = 2", .item),
    ("UPDATE items SET attributes = '{' WHERE number = 2", .item),
    ("UPDATE items SET completed_at = 5 WHERE number = 2", .item),
    ("UPDATE items SET stamps = x'01' WHERE number = 2", .item),
    ("UPDATE items SET is_deleted = 1 WHERE number = 2", .marks),
    ("UPDATE items SET dirty = 0 WHERE number = 2", .marks),
    ("UPDATE items SET sequence = 5, dirty = 8589934592 WHERE number = 2", .marks),
    ("UPDATE items SET stamp = x'7fffffffffffffff0000000000000001' WHERE number = 2", .marks),
    ("DELETE FROM item_tags WHERE number = 2", .tags),
    ("INSERT INTO item_tags VALUES ('stray', 2)", .tags),
    ("UPDATE items SET blocked_by = x'01' WHERE number = 2", .item),
    ("UPDATE items SET blocked_by = zeroblob(16) WHERE number = 2", .blockers),
    ("INSERT INTO item_blockers VALUES (zeroblob(16), 2)", .blockers),
    ("UPDATE items SET title = 'other words' WHERE number = 2", .searchIndex),
    ("INSERT INTO item_search (item_search) VALUES ('delete-all')", .searchIndex),
    ("INSERT INTO sync_conflicts VALUES (1, 9, x'00', '', 0, '{}')", .conflicts),
    (
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE child (parent INTEGER REFERENCES items (number));
      INSERT INTO child VALUES (99);
      """, .reference
    ),
  ]

  @Test(arguments: damages)
  func `what is spoiled is found, and nothing else`(
    _ sql: String,
    _ subject: StoreFinding.Subject
  ) async throws {
    let path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    for number in 1...3 {
      try await store.add(ItemDraft(title: "Item \(number)", tags: ["tag"]))
    }
    #expect(try await store.check() == [])
    try Connection(.file(path)).execute(sql)
    let findings = try await store.check()
    #expect(findings.contains { $0.subject == subject }, "\(findings)")
    for finding in findings {
      #expect(!finding.message.isEmpty)
      #expect(finding.number == nil || finding.number == 2 || subject == .counters)
    }
    await store.close()
  }

  @Test func `damaged pages are a finding, not an error`() async throws {
    let path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.write { transaction throws(StorageError) in
      for draft in Fixture.large(count: 500, seed: 3).drafts { try transaction.add(draft) }
    }
    await store.close()
    var bytes = try folder.read("store.sqlite")
    for index in (bytes.count / 2)..<(bytes.count - 8_192) { bytes[index] = 0xa5 }
    _ = try folder.write(bytes, to: "store.sqlite")
    let findings = try await SQLiteRepository(at: path).check()
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.subject == .file })
  }

  @Test func `a store that may only be read is checked too`() async throws {
    let path = folder.file("store.sqlite")
    let writer = try SQLiteRepository(at: path)
    try await writer.add("One")
    let reader = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
    #expect(try await reader.check() == [])
    try Connection(.file(path)).execute(
      "INSERT INTO item_search (item_search) VALUES ('delete-all')"
    )
    #expect(try await reader.check().map(\.subject) == [.searchIndex])
    await writer.close()
    await reader.close()
  }

  @Test func `a JSON file that was spoiled by hand is a finding with its place`() async throws {
    let path = folder.file("store.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("One")
    #expect(try await store.check() == [])
    _ = try folder.write(try folder.read("store.json").dropLast(10), to: "store.json")
    let findings = try await store.check()
    #expect(findings.map(\.subject) == [.file])
    #expect(findings.first?.message.contains("line ") ?? false, "\(findings)")
  }

  @Test func `figures tell sizes, and what a hub lacks`() async throws {
    let path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    let item = try await store.add("One")
    try await store.add("Two")
    try await store.delete(item.id)
    let stats = try await store.stats()
    #expect(stats.items == [.open: 1])
    #expect(stats.deleted == 1)
    #expect(stats.unsynced == 2)
    #expect(stats.schemaVersion.map { $0 >= 1 } ?? false)
    let pages = try #require(stats.pages)
    #expect(pages.bytes == 4_096 && pages.count > 10 && (0..<pages.count).contains(pages.unused))
    #expect(stats.logBytes.map { $0 > 0 } ?? false)
    #expect(stats.searchIndexBytes.map { $0 > 0 } ?? false)
    #expect(stats.historySteps == 3 && stats.historyBytes.map { $0 > 0 } ?? false)
    await store.close()
    let json = try JSONFileRepository(at: folder.file("store.json"))
    try await json.add("One")
    let file = try await json.stats()
    #expect(file.fileBytes == Int64(try folder.read("store.json").count))
    #expect(file.logBytes == nil && file.pages == nil && file.searchIndexBytes == nil)
    #expect(file.historySteps == 1)
    let memory = try await SQLiteRepository.inMemory(.full).stats()
    #expect(memory.fileBytes == nil && memory.logBytes == nil && memory.itemCount > 20)
  }
}
