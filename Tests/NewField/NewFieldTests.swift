// In the tree this is no part of a target: Scripts/new-field puts it beside StorageTests in a copy of the
// package that has two more fields, `place` and `remindAt`.

import Foundation
import Migrations
import Sync
import TemporaryFolders
import Testing

@testable import Storage

private let day = Date(millisecondsSince1970: 1_790_000_000_000)

@Suite struct `A field that was added` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  typealias Store = UndoableRepository & ReplicaStore

  static let names = [":memory:", "a.sqlite", "a.json"]

  private func open(_ name: String) throws -> any Store {
    let place = name == ":memory:" ? StoreLocation.memory : StoreLocation(folder.file(name))
    return try #require(try place.open() as? any Store)
  }

  private func stored(_ name: String) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/\(name)").standardizedFileURL
    return try folder.write(Data(contentsOf: source), to: name)
  }

  private static func draft(_ title: String = "Paint") -> ItemDraft {
    var draft = ItemDraft(title: title)
    draft.place = "attic"
    draft.remindAt = day
    return draft
  }

  private static func registers(
    of id: ItemID,
    in store: any ReplicaStore
  ) async throws -> [String: Register] {
    let replica = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)
    }
    let pairs = (replica?.registers ?? []).map { ($0.field.name, $0) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - One store

  @Test(arguments: names)
  func `is kept, edited, undone and redone by every store`(_ name: String) async throws {
    var store = try open(name)
    let id = try await store.add(Self.draft()).id
    var item = try #require(try await store.item(id))
    #expect(item.place == "attic" && item.remindAt == day)
    item.place = "cellar"
    item.remindAt = nil
    try await store.update(item)
    try await store.undo()
    #expect(try await store.item(id)?.place == "attic")
    #expect(try await store.item(id)?.remindAt == day)
    try await store.redo()
    item = try #require(try await store.item(id))
    #expect(item.place == "cellar" && item.remindAt == nil)
    #expect(try Item(json: item.json()) == item)
    #expect(try await store.check() == [])
    guard name != ":memory:" else { return }
    await store.close()
    store = try open(name)
    #expect(try await store.item(id) == item)
    try await store.undo()
    #expect(try await store.item(id)?.place == "attic")
    await store.close()
  }

  @Test func `has the limit of all texts`() async throws {
    var draft = Self.draft()
    draft.place = String(repeating: "x", count: ItemLimits.notesBytes + 1)
    let long = draft
    let store = try open(":memory:")
    let error = await #expect(throws: StorageError.self) { try await store.add(long) }
    #expect(error?.code == .invalidItem && error?.message.hasPrefix("The place is longer") == true)
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `survives conversion, backup and restoring`(_ name: String) async throws {
    let store = try open(name)
    let item = try await store.add(Self.draft())
    try await store.backup(to: folder.file("backup-" + name))
    await store.close()
    let source = StoreLocation(folder.file(name))
    try await source.convert(to: StoreLocation(folder.file("b.json")))
    try await source.convert(to: StoreLocation(folder.file("b.sqlite")))
    _ = try await StoreLocation(folder.file("new-" + name))
      .restore(from: folder.file("backup-" + name))
    for copy in ["b.json", "b.sqlite", "backup-" + name, "new-" + name] {
      let other = try open(copy)
      #expect(try await other.item(item.id) == item, "\(copy)")
      #expect(try await Self.registers(of: item.id, in: other)["place"]?.value == "attic")
      await other.close()
    }
  }

  @Test func `is imported, and left alone where a record does not name it`() async throws {
    let store = try open(":memory:")
    let item = try await store.add(Self.draft())
    func take(_ json: String) async throws -> Item {
      var reader = JSONReader(Array(json.utf8))
      let record = try ItemJSON.readRecord(from: &reader, unknownKeys: .refused)
      return try await store.write { transaction throws(StorageError) in
        try transaction.update(record.applied(to: transaction.item(item.id) ?? item))
      }
    }
    #expect(try await take(#"{"title":"New"}"#).place == "attic")
    let remind = #""remindAt":"2026-12-24T00:00:00Z""#
    let changed = try await take(#"{"title":"New","place":"shed",\#(remind)}"#)
    #expect(changed.place == "shed")
    #expect(changed.remindAt?.millisecondsSince1970 == 1_798_070_400_000)
    #expect(try await take(#"{"title":"New","place":null,"remindAt":null}"#).place == "")
    // As a version exports it that does not know the fields.
    let fields = #""unknownFields":{"place":"far","remind":86400000}"#
    let adopted = try await take(#"{"title":"New",\#(fields)}"#)
    #expect(adopted.place == "far" && adopted.remindAt?.millisecondsSince1970 == 86_400_000)
    #expect(adopted.unknown.isEmpty)
  }

  @Test func `has a digest, so that an edit of the file by hand is seen`() async throws {
    let store = try open("a.json")
    let item = try await store.add(Self.draft())
    try await store.writeReplica { transaction throws(StorageError) in
      guard var replica = try transaction.replica(item.id) else { return }
      replica.sequence = 1
      for index in replica.registers.indices { replica.registers[index].isDirty = false }
      try transaction.put(replica)
    }
    await store.close()
    let path = folder.file("a.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"attic\"") && text.contains("\"place\":\""))
    try text.replacing("\"attic\"", with: "\"by hand\"")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let again = try open("a.json")
    #expect(try await again.item(item.id)?.place == "by hand")
    let registers = try await Self.registers(of: item.id, in: again)
    #expect(registers.values.filter(\.isDirty).map(\.field.name).sorted() == ["place", "updated"])
    await again.close()
  }

  // MARK: - Stores and marks from before

  @Test(arguments: ["schema-1.sqlite", "schema-2.sqlite", "schema-1.json"])
  func `has its default in what was stored before it came, and no stamp`(
    _ name: String
  ) async throws {
    _ = try stored(name)
    let store = try open(name)
    let item = try #require(try await store.items(ItemQuery(sort: [.ascending(.number)])).first)
    #expect(item.place == "" && item.remindAt == nil)
    var registers = try await Self.registers(of: item.id, in: store)
    #expect(registers["title"] != nil && registers["place"] == nil && registers["remind"] == nil)
    var changed = item
    changed.place = "attic"
    try await store.update(changed)
    await store.close()
    let again = try open(name)
    #expect(try await again.item(item.id)?.place == "attic")
    registers = try await Self.registers(of: item.id, in: again)
    let newest = registers.values.map(\.stamp).max()
    #expect(registers["place"]?.stamp == newest && registers["place"]?.isDirty == true)
    #expect(registers["remind"] == nil)
    #expect(try await again.check() == [])
    // Nothing of it was rewritten.
    #expect(!FileManager.default.fileExists(atPath: folder.file(name) + ".schema-1"))
    await again.close()
  }

  @Test(arguments: ["schema-2.sqlite", "schema-1.json"])
  func `is taken over from what an earlier version kept of it`(_ name: String) async throws {
    let path = try stored(name)
    if name.hasSuffix("json") {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("\"unknown\":{"))
      try text.replacing("\"unknown\":{", with: "\"unknown\":{\"place\":\"attic\",")
        .write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      try Connection(.file(path), access: .readWrite)
        .execute(
          "UPDATE items SET unknown = json_set(unknown, '$.place', 'attic') WHERE unknown IS NOT NULL"
        )
    }
    let store = try open(name)
    let item = try #require(try await store.items().first { !$0.unknown.isEmpty })
    #expect(item.place == "attic")
    #expect(item.unknown["place"] == nil && item.unknown["later"] != nil)
    await store.close()
  }

  @Test func `moves the mark of an edit that an earlier version made of it`() {
    let base = Stamp(milliseconds: 9, node: 1)
    let edit = Stamp(milliseconds: 5, node: 2)
    let name = Array("place".utf8)
    let bytes = [UInt8(66 | 128), UInt8(name.count)] + name + Self.bytes(of: edit)
    let marks = Marks(
      sequence: 3,
      dirty: Marks.Bit.exception,
      base: base,
      exceptions: Marks.exceptions(packed: bytes) ?? [],
      deletion: nil
    )
    #expect(marks.dirty == Field.Fixed.place.bit)
    #expect(marks.exceptions.map(\.isDirty) == [false])
    // Its own stamp, although the base is later; the other field has none yet.
    #expect(marks.stamp(of: .fixed(.place)) == edit)
    #expect(marks.stamp(of: .fixed(.remind)) == .zero)
    #expect(marks.stamp(of: .fixed(.title)) == base)
  }

  private static func bytes(of stamp: Stamp) -> [UInt8] {
    [stamp.time, stamp.node].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
  }

  // MARK: - Devices

  private func engine(
    _ store: any ReplicaStore,
    _ hub: any NetworkService
  ) throws -> SyncEngine {
    SyncEngine(store: store, remote: try Remote("file:/test/hub"), networkService: hub)
  }

  private func sync(
    _ first: any ReplicaStore,
    _ second: any ReplicaStore,
    _ hub: any NetworkService
  ) async throws {
    _ = try await engine(first, hub).sync()
    _ = try await engine(second, hub).sync()
    _ = try await engine(first, hub).sync()
  }

  private static func hub() -> any NetworkService {
    InProcessNetworkService(Hub(store: MemoryHubStore()))
  }

  @Test(arguments: ["a.sqlite", "a.json"], [true, false])
  func `travels between devices, and is merged apart from the fields that were there`(
    _ name: String,
    isFirstLater: Bool
  ) async throws {
    let hub = Self.hub()
    let (first, second) = (try open(name), try open(":memory:"))
    let id = try await first.add(Self.draft()).id
    try await sync(first, second, hub)
    #expect(try await second.item(id)?.place == "attic")
    #expect(try await second.item(id)?.remindAt == day)

    // Both edit a field that was there before and the new one; of the same field, the later edit wins.
    let order = isFirstLater ? [second, first] : [first, second]
    for (index, store) in order.enumerated() {
      var item = try #require(try await store.item(id))
      item.place = "place \(index)"
      if index == 0 { item.title = "Title of the first" } else { item.remindAt = nil }
      try await store.update(item)
      try await Task.sleep(for: .milliseconds(3))
    }
    try await sync(first, second, hub)
    for store in [first, second] {
      let item = try #require(try await store.item(id))
      #expect(item.place == "place 1" && item.remindAt == nil && item.title == "Title of the first")
      #expect(try await store.syncStatus().unsynced == 0)
    }
    #expect(try await engine(first, hub).sync().pushed == 0)
  }

  @Test(arguments: ["schema-2.sqlite", "schema-1.json"])
  func `wins over the default of a device that had the item before, whatever that edited since`(
    _ name: String
  ) async throws {
    _ = try stored(name)
    let hub = Self.hub()
    let (old, new) = (try open(name), try open(":memory:"))
    _ = try await engine(old, hub).sync()
    _ = try await engine(new, hub).sync()
    let id = try #require(try await new.items().first { $0.status == .open }?.id)
    var item = try #require(try await new.item(id))
    item.place = "attic"
    try await new.update(item)
    try await Task.sleep(for: .milliseconds(3))
    // Later, and without a word of the place.
    var other = try #require(try await old.item(id))
    other.title = "Later"
    try await old.update(other)
    try await sync(old, new, hub)
    for store in [old, new] {
      let item = try #require(try await store.item(id))
      #expect(item.place == "attic" && item.title == "Later")
    }
  }
}
