import TemporaryFolders
import Testing

@testable import Storage

@Suite struct RepairTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store with all sorts of items, spoilt by a statement.
  private func spoilt(by sql: String) async throws -> String {
    let path = folder.file("a.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.write { transaction throws(StorageError) in
      for number in 1...20 {
        let item = try transaction.add(ItemDraft(title: "word\(number)", tags: ["t\(number % 3)"]))
        if number % 5 == 0 { try transaction.delete(item.id) }
      }
    }
    await store.close()
    try Connection(.file(path), access: .readWrite).execute(sql)
    return path
  }

  @Test(arguments: [
    "DELETE FROM item_tags WHERE number < 5", "INSERT INTO item_tags VALUES ('x', 1)",
    "INSERT INTO item_blockers VALUES (zeroblob(16), 1)",
    "UPDATE replica SET next_number = 3", "UPDATE replica SET next_record = 5",
    "UPDATE replica SET clock = 1", "DELETE FROM replica",
    "UPDATE items SET is_deleted = 1 - is_deleted WHERE number = 7",
    "INSERT INTO item_search (item_search) VALUES ('delete-all')",
    "INSERT INTO item_search (rowid, title, notes, tags) VALUES (99, 'ghost', '', '')",
  ]) func `what can be had anew from the items is mended, and no item is touched`(
    sql: String
  ) async throws {
    let path = try await spoilt(by: sql)
    let connection = try Connection(.file(path), access: .readWrite)
    func titles() throws -> [String] {
      try connection.prepare("SELECT number || title || dirty FROM items").all { $0.text(0) }
    }
    let before = try titles()
    let store = try SQLiteRepository(at: path)
    #expect(try await store.check().isEmpty == false)
    #expect(try await store.repair() == [])
    #expect(try await store.check() == [])
    #expect(try titles() == before)
    #expect(try await store.count(.text("word7")) == 1)
    let added = try await store.write { transaction throws(StorageError) in
      try transaction.add(ItemDraft(title: "next"))
    }
    #expect(added.number == 21)
    await store.close()
  }

  @Test(arguments: [Int.max, 1 << 53])
  func `a number beyond all that are given out spoils no counter`(
    number: Int
  ) async throws {
    let path = try await spoilt(by: "UPDATE items SET number = \(number) WHERE number = 20")
    let store = try SQLiteRepository(at: path)
    _ = try await store.repair()
    let added = try await store.write { transaction throws(StorageError) in
      try transaction.add(ItemDraft(title: "next"))
    }
    #expect(added.number == 21)
    await store.close()
  }

  @Test func `an item that cannot be read stays, and is told`() async throws {
    let path = try await spoilt(by: "UPDATE items SET stamp = x'00' WHERE number = 4")
    let store = try SQLiteRepository(at: path)
    let left = try await store.repair()
    #expect(left.contains { $0.subject == .item && $0.number == 4 }, "\(left)")
    await store.close()
  }
}
