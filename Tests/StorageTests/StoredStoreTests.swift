import Foundation
import TemporaryFolders
import Testing

@testable import Storage

/// Stores that released versions wrote, kept as they were; a new schema gets files of its own here.
@Suite struct `Stores of released versions` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stored(_ name: String) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/\(name)").standardizedFileURL
    return try folder.write(Data(contentsOf: source), to: name)
  }

  static let names = [
    "schema-1.sqlite", "schema-2.sqlite", "schema-3.sqlite", "schema-4.sqlite",
    "schema-1.json", "schema-1-exchanged.json",
  ]

  @Test(arguments: names)
  func `count every time that they may have sent`(_ name: String) async throws {
    let store = try StoreLocation(stored(name)).open()
    let (clock, exchanged) = try await store.readReplica { transaction throws(StorageError) in
      (transaction.clock, transaction.exchangedTime)
    }
    #expect(clock > 0)
    #expect(exchanged == clock)
  }

  @Test(arguments: names)
  func `open, with everything in them`(_ name: String) async throws {
    let store = try StoreLocation(stored(name)).open()
    #expect(try await store.check() == [])
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["Buy milk", "Crème brûlée 🍮"])
    #expect(items.map(\.status) == [.done, .open])
    #expect(items.map(\.list) == ["home", "kitchen"])
    #expect(items.map(\.tags) == [["shop"], ["dinner", "shop"]])
    #expect(items.map(\.notes) == ["", "Twelve egg yolks"])
    #expect(items[0].priority == .high && items[0].completedAt != nil && items[0].due != nil)
    #expect(items[1].due == .day(2026, 11, 30))
    #expect(items.map(\.unknown) == [[:], ["later": ["a": [1, 2.5]]]])
    #expect(try await store.count(.due(.on(CalendarDay(year: 2026, month: 11, day: 30)))) == 1)
    #expect(try await store.count(.text("creme yolk")) == 1)
    let stats = try await store.stats()
    #expect(stats.deleted == 1 && stats.unsynced == 3)
    #expect(try await store.add("Another").number == 4)
    await store.close()
  }

  @Test(arguments: ["texts-4.sqlite", "texts-1.json"])
  func `keep the text that an edit was made from, and the one that lost`(
    _ name: String
  ) async throws {
    let store = try StoreLocation(stored(name)).open()
    let item = try #require(try await store.item(number: 1))
    #expect(item.notes == "soy milk\nrye bread")
    #expect(item.keptTexts.map(\.text) == ["oat milk\nbread"])
    let replica = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(item.id)
    }
    let bases = replica?.registers.compactMap(\.base) ?? []
    #expect(bases.map(\.value) == ["soy milk\nbread"])
    await store.close()
  }

  @Test(arguments: names)
  func `are backups that can be restored`(_ name: String) async throws {
    let path = folder.file(name.hasSuffix("json") ? "new.json" : "new.sqlite")
    let backup = try stored(name)
    let before = try folder.read(name)
    #expect(try await StoreLocation(path).restore(from: backup) == nil)
    #expect(try folder.read(name) == before)
    let store = try StoreLocation(path).open(options: StoreOptions(access: .readOnly))
    #expect(try await store.count(.all) == 2)
    await store.close()
  }

  @Test(arguments: names.filter { $0.hasSuffix(".sqlite") })
  func `are opened once for writing before they are opened for reading only`(
    _ name: String
  ) async throws {
    let path = try stored(name)
    let options = StoreOptions(access: .readOnly)
    let error = #expect(throws: StorageError.self) {
      try SQLiteRepository(at: path, options: options)
    }
    #expect(error?.code == .readOnly)
    await (try SQLiteRepository(at: path)).close()
    #expect(try await SQLiteRepository(at: path, options: options).count(.all) == 2)
  }
}
