import Foundation
import TemporaryFolders
import Testing

@testable import Storage

/// What other versions write: fields that are absent, fields and forms of values that are not known.
@Suite struct `Fields of other versions` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let id = ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  private static let stamp = Stamp(milliseconds: 1_000, node: 7)

  /// Registers as a later version has them: a date of a form of its own, a priority that this one does
  /// not know, a tag with a colour, a field of its own.
  private static let later: [(Field, JSONValue)] = [
    (.fixed(.due), ["month": "2026-11"]),
    (.fixed(.priority), ["urgent", 7.0]),
    (.fixed(.title), "From later"),
    (.tag("red"), ["colour": "#f00"]),
    (.unknown("place"), ["day": "2026-11-29", "é": .null, "e\u{301}": 1]),
  ]

  private static func item(_ registers: [(Field, JSONValue)], sequence: Int64 = 5) -> ReplicaItem {
    ReplicaItem(
      id: id,
      sequence: sequence,
      registers: registers.map { Register($0.0, $0.1, stamp: stamp, isDirty: false) }
    )
  }

  private func open(_ name: String) throws -> any UndoableRepository & ReplicaStore {
    try #require(
      try StoreLocation(folder.file(name)).open() as? any UndoableRepository & ReplicaStore
    )
  }

  private static func read(_ store: any ReplicaStore) async throws -> ReplicaItem? {
    try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(Self.id)
    }
  }

  private static func values(_ item: ReplicaItem?) -> [String: String] {
    let pairs = (item?.registers ?? []).map { ($0.field.name, $0.value.description) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  @Test func `what an older item does not know yields to what was set on it`() {
    var stored = Item(id: Self.id, number: 1)
    stored.unknown = ["status": ["blocked", .null, 2]]
    var edited = stored
    edited.unknown = ["status": ["blocked", .null, 1]]
    #expect(edited.keepingUnknown(of: stored).unknown == edited.unknown)
    edited.status = .done
    let new = edited.keepingUnknown(of: stored)
    #expect(new.status == .done && new.unknown.isEmpty)
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `an absent field means its default, and stays absent`(_ name: String) async throws {
    let some = Self.item([(.fixed(.title), "Alone"), (.tag("t"), true)])
    let store = try open(name)
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.put(some)
      #expect(try transaction.replica(Self.id) == some)
    }
    await store.close()
    let again = try open(name)
    #expect(try await Self.read(again) == some)
    var expected = Item(id: Self.id, number: 1)
    expected.title = "Alone"
    expected.tags = ["t"]
    #expect(try await again.item(Self.id) == expected)
    // Set here, it is there, above everything.
    expected.notes = "now"
    try await again.update(expected)
    let names = Self.values(try await Self.read(again)).keys.sorted()
    #expect(names == ["notes", "tag:t", "title", "updated"])
    await again.close()
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `what is not known here survives edits, undo, closing, conversion and backup`(
    _ name: String
  ) async throws {
    let later = Self.item(Self.later)
    let expected = Self.values(later)
    let store = try open(name)
    try await store.writeReplica { transaction throws(StorageError) in try transaction.put(later) }
    #expect(try await Self.read(store) == later)
    var item = try #require(try await store.item(Self.id))
    #expect(item.due == nil && item.priority == .none && item.tags == ["red"])
    #expect(Array(item.unknown.keys) == ["due", "place", "priority", "tag:red"])
    item.notes = "edited"
    item.tags.insert("more")
    try await store.update(item)
    try await store.undo()
    try await store.redo()
    try await store.delete(Self.id)
    #expect(try await store.restore(Self.id).unknown == item.unknown)
    #expect(try await store.check() == [])
    await store.close()

    let source = StoreLocation(folder.file(name))
    for target in ["b.json", "b.sqlite"] {
      try await source.convert(to: StoreLocation(folder.file(target)))
    }
    try await StoreLocation(folder.file("b.json"))
      .convert(to: StoreLocation(folder.file("c.sqlite")))
    let original = try open(name)
    try await original.backup(to: folder.file("backup-" + name))
    await original.close()
    for copy in [name, "b.json", "b.sqlite", "c.sqlite", "backup-" + name] {
      let store = try open(copy)
      let values = Self.values(try await Self.read(store))
      for (field, value) in expected { #expect(values[field] == value, "\(field) in \(copy)") }
      #expect(values["notes"] == "\"edited\"")
      await store.close()
    }
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a store whose items were all marked for another hub can be converted`(
    _ name: String
  ) async throws {
    let store = try open(name)
    try await store.writeReplica { transaction throws(StorageError) in
      var item = Self.item(Self.later)
      for index in item.registers.indices { item.registers[index].isDirty = true }
      try transaction.put(item)
      try transaction.noteExchange(of: Self.stamp.time)
      try transaction.markAllUnsynced()
    }
    let marked = try await Self.read(store)
    #expect(marked?.sequence == ReplicaItem.neverAcknowledged)
    await store.close()
    for target in ["b.json", "b.sqlite"] {
      let copy = StoreLocation(folder.file(target))
      try await StoreLocation(folder.file(name)).convert(to: copy)
      let converted = try open(target)
      #expect(try await Self.read(converted) == marked)
      await converted.close()
    }
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `an edit of a field whose form is not known replaces it, and undo brings it back`(
    _ name: String
  ) async throws {
    let store = try open(name)
    let later = Self.item(Self.later)
    try await store.writeReplica { transaction throws(StorageError) in try transaction.put(later) }
    var item = try #require(try await store.item(Self.id))
    item.due = .instant(Date(millisecondsSince1970: 86_400_000))
    item.tags = []
    // To its default, which no comparison of the property alone would see.
    item.replaceUnknown(.priority)
    item = try await store.update(item)
    #expect(Array(item.unknown.keys) == ["place"])
    var values = Self.values(try await Self.read(store))
    #expect(values["due"] == "86400000" && values["priority"] == "\"none\"")
    #expect(values["tag:red"] == "null")
    let dirty = try await Self.read(store)?.registers.filter(\.isDirty).map(\.field.name)
    #expect(dirty == ["due", "priority", "tag:red", "updated"])
    #expect(try await store.undo()?.skipped == 0)
    values = Self.values(try await Self.read(store))
    for (field, value) in Self.values(later) { #expect(values[field] == value, "\(field)") }
    try await store.redo()
    #expect(try await store.item(Self.id)?.due == item.due)
    await store.close()
  }

  @Test func `an edit of the file by hand replaces a form that is not known`() async throws {
    let store = try open("a.json")
    let later = Self.item(Self.later)
    try await store.writeReplica { transaction throws(StorageError) in try transaction.put(later) }
    await store.close()
    let path = folder.file("a.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("\"due\": \""))
    try text.replacing("\"tags\"", with: "\"due\": \"2026-12-24\",\n\"tags\"", maxReplacements: 1)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let again = try open("a.json")
    let values = Self.values(try await Self.read(again))
    #expect(values["due"] == "\"2026-12-24\"")
    #expect(values["priority"] == Self.values(later)["priority"])
    await again.close()
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `what an earlier version kept is taken over by one that can read it`(
    _ name: String
  ) async throws {
    let store = try open(name)
    let plain = Self.item([(.fixed(.title), "Kept"), (.fixed(.due), .null)])
    try await store.writeReplica { transaction throws(StorageError) in try transaction.put(plain) }
    await store.close()
    // As a version would have left it that does not know `due`.
    if name.hasSuffix("json") {
      let path = folder.file(name)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("\"digest\"", with: "\"unknown\":{\"due\":86400000},\"digest\"")
        .write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      let connection = try Connection(.file(folder.file(name)), access: .readWrite)
      try connection.execute("UPDATE items SET unknown = '{\"due\":86400000}'")
    }
    let again = try open(name)
    let item = try #require(try await again.item(Self.id))
    #expect(item.due == .instant(Date(millisecondsSince1970: 86_400_000)) && item.unknown.isEmpty)
    let due = try await Self.read(again)?.registers.first { $0.field == .fixed(.due) }
    #expect(due?.value == 86_400_000 && due?.isDirty == false)
    await again.close()
  }

  @Test func `an export carries what is not known here`() async throws {
    let store = try SQLiteRepository.inMemory()
    let later = Self.item(Self.later)
    try await store.writeReplica { transaction throws(StorageError) in try transaction.put(later) }
    let item = try #require(try await store.item(Self.id))
    #expect(try Item(json: item.json()) == item)
    let other = try SQLiteRepository.inMemory()
    var reader = JSONReader(Array(try item.json().utf8))
    let draft = try ItemJSON.readRecord(from: &reader).draft
    let added = try await other.add(draft)
    #expect(added.hasSameContent(as: item))
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `an import brings what is not known here to an item that is there`(
    _ name: String
  ) async throws {
    let later = Self.item(Self.later)
    let source = try SQLiteRepository.inMemory()
    try await source.writeReplica { transaction throws(StorageError) in try transaction.put(later) }
    let exported = try #require(try await source.item(Self.id)).json()

    let store = try open(name)
    var plain = ItemDraft(id: Self.id, title: "Old")
    plain.due = .instant(Date(millisecondsSince1970: 5))
    plain.tags = ["kept"]
    try await store.add(plain)
    func take(_ json: String) async throws -> Item {
      var reader = JSONReader(Array(json.utf8))
      let record = try ItemJSON.readRecord(from: &reader)
      return try await store.write { transaction throws(StorageError) in
        let item = try transaction.item(Self.id) ?? Item.blank
        return try transaction.update(record.applied(to: item))
      }
    }
    let item = try await take(exported)
    #expect(Array(item.unknown.keys) == ["due", "place", "priority", "tag:red"])
    let values = Self.values(try await Self.read(store))
    for (field, value) in Self.values(later) { #expect(values[field] == value, "\(field)") }
    #expect(try await take(exported) == item)
    // What a record does not name stays, what it names in another way is replaced.
    let fields = #"{"place":{"day":"2027-01-01"},"priority":"high"}"#
    let replaced = try await take(#"{"title":"New","unknownFields":\#(fields)}"#)
    #expect(Array(replaced.unknown.keys) == ["due", "place", "tag:red"])
    #expect(replaced.unknown["place"] == ["day": "2027-01-01"] && replaced.priority == .high)
    #expect(try await take(#"{"title":"New"}"#) == replaced)
    try await store.undo()
    #expect(try await store.item(Self.id)?.unknown == item.unknown)
    await store.close()
  }

  @Test func `a field of a later version in a step of the history is kept`() throws {
    var item = Item(id: Self.id, number: 1)
    item.set(.unknown("place"), to: [1])
    #expect(item.value(of: .unknown("place")) == [1])
    item.set(.fixed(.title), to: 5)
    #expect(item.title == "" && item.value(of: .fixed(.title)) == 5)
    item.set(.fixed(.title), to: "a")
    #expect(item.title == "a" && Array(item.unknown.keys) == ["place"])
  }
}
