import Storage
import StorageTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Edits by hand, each seen by a store that is open and by one that is opened afterwards.
@Suite struct JSONFileEditTests {
  let folder: JSONFileFolder
  let first: JSONFileRepository

  init() throws {
    folder = try JSONFileFolder()
    first = try JSONFileRepository(at: folder.file)
  }

  private func repository(_ isOpen: Bool) throws -> JSONFileRepository {
    isOpen ? first : try JSONFileRepository(at: folder.file)
  }

  private func addAcknowledged(_ draft: ItemDraft) async throws -> Item {
    let item = try await first.add(draft)
    try await first.acknowledgeAll()
    #expect(try await unsyncedFields(of: item.id, in: first).isEmpty)
    return item
  }

  @Test(arguments: [true, false])
  func `a changed title is stamped alone`(isOpen: Bool) async throws {
    let item = try await addAcknowledged(ItemDraft(title: "Old", tags: ["a"]))
    try folder.edit("\"Old\"", "\"New\"")
    let repository = try repository(isOpen)
    let edited = try #require(try await repository.item(item.id))
    #expect(edited.title == "New" && edited.number == 1)
    #expect(edited.updatedAt >= item.updatedAt)
    #expect(try await unsyncedFields(of: item.id, in: repository) == ["title", "updated"])
    // Written back at once, so another opening sees the same and stamps nothing more.
    let text = try folder.text()
    #expect(try await JSONFileRepository(at: folder.file).item(item.id) == edited)
    #expect(try folder.text() == text)
  }

  @Test(arguments: [true, false])
  func `removed tags and attributes are stamped`(isOpen: Bool) async throws {
    let item = try await addAcknowledged(
      ItemDraft(title: "T", tags: ["a", "b"], attributes: ["x": 1, "y": 2])
    )
    try folder.edit { document in
      var items = try #require(document["items"]?.array)
      var object = try #require(items[0].object)
      object["tags"] = ["b", "c"]
      object["attributes"] = ["y": 3]
      object["status"] = "done"
      items[0] = .object(object)
      document["items"] = .array(items)
    }
    let repository = try repository(isOpen)
    let edited = try #require(try await repository.item(item.id))
    #expect(edited.tags == ["b", "c"] && edited.attributes == ["y": 3])
    #expect(edited.status == .done && edited.completedAt != nil)
    let fields = try await unsyncedFields(of: item.id, in: repository)
    #expect(fields == ["attr:x", "attr:y", "status", "tag:a", "tag:c", "updated"])
  }

  @Test(arguments: [true, false])
  func `an added item gets what it lacks`(isOpen: Bool) async throws {
    let item = try await addAcknowledged(ItemDraft(title: "First"))
    try folder.edit("\"items\": [\n    {", "\"items\": [\n    {\"title\": \"By hand\"},\n    {")
    let repository = try repository(isOpen)
    let added = try #require(try await repository.item(number: 2))
    #expect(added.title == "By hand" && added.list == "inbox")
    #expect(try await repository.item(number: 1) == item)
    #expect(try await unsyncedFields(of: added.id, in: repository).count == 9)
    let other = try JSONFileRepository(at: folder.file)
    #expect(try await other.item(number: 2) == added)
    #expect(try await other.add("Third").number == 3)
  }

  @Test(arguments: [true, false])
  func `an item added without an id has one id, until a write gives it to the file`(
    hasClock: Bool
  ) async throws {
    if hasClock {
      _ = try await first.add("First")
      try folder.edit(
        "\"items\": [\n",
        "\"items\": [\n {\"title\": \"A\"}, {\"title\": \"A\"}, {\"title\": \"B\"},\n"
      )
    } else {
      try folder.write(#"{"schema": 1, "items": [{"title": "A"}, {"title": "A"}, {"title": "B"}]}"#)
    }
    let text = try folder.text()
    let seen = try await readOnlyItems().map(\.id)
    #expect(Set(seen).count == (hasClock ? 4 : 3))
    #expect(try await readOnlyItems().map(\.id) == seen)
    #expect(try folder.text() == text)
    let writing = try repository(false)
    _ = try await writing.add("Next")
    #expect(try await Set(readOnlyItems().map(\.id)).isSuperset(of: seen))
    for id in seen { #expect(try folder.text().contains(id.description)) }
  }

  @Test func `an added item keeps its id while others are edited, and in another layout`()
    async throws
  {
    _ = try await first.add("First")
    try folder.edit("\"items\": [\n", "\"items\": [\n {\"title\": \"By hand\"},\n")
    let seen = try await readOnlyItems()
    try folder.edit("\"First\"", "\"Edited\"")
    #expect(try await readOnlyItems().map(\.id) == seen.map(\.id))
    try folder.write(JSONWriter.bytes(of: JSONParser.parse(folder.bytes())))
    #expect(try await readOnlyItems().map(\.id) == seen.map(\.id))
  }

  @Test func `the same text is another item in another file, and added again after a write`()
    async throws
  {
    _ = try await first.add("First")
    let before = try folder.text()
    func addByHand() throws {
      try folder.edit("\"items\": [\n", "\"items\": [\n {\"title\": \"By hand\"},\n")
    }
    try addByHand()
    let edited = try folder.text()
    let other = try JSONFileFolder()
    try other.write(edited)
    func ids(_ file: String) async throws -> [ItemID] {
      let options = StoreOptions(access: .readOnly)
      return try await JSONFileRepository(at: file, options: options).items()
        .filter { $0.title == "By hand" }.map(\.id)
    }
    let once = try await ids(folder.file)
    let elsewhere = try await ids(other.file)
    #expect(once.count == 1 && elsewhere != once)
    try folder.write(before)
    #expect(try await first.add("Second").title == "Second")
    try addByHand()
    #expect(try await ids(folder.file) != once)
  }

  private func readOnlyItems() async throws -> [Item] {
    try await JSONFileRepository(at: folder.file, options: StoreOptions(access: .readOnly)).items()
  }

  @Test func `a taken number is drawn anew`() async throws {
    let item = try await first.add("First")
    try folder.edit(
      "\"items\": [\n",
      "\"items\": [\n    {\"title\": \"A\", \"number\": 1}, {\"title\": \"B\", \"number\": 7},\n"
    )
    #expect(try await first.item(number: 1) == item)
    #expect(try await first.item(number: 7)?.title == "B")
    #expect(try await first.item(number: 8)?.title == "A")
    #expect(try await first.add("Next").number == 9)
  }

  @Test(arguments: [true, false])
  func `a removed item is deleted everywhere`(isOpen: Bool) async throws {
    let item = try await addAcknowledged(ItemDraft(title: "Removed"))
    let other = try await addAcknowledged(ItemDraft(title: "Stays"))
    try folder.edit { document in
      document["items"] = .array(Array(document["items"]?.array?.dropFirst() ?? []))
    }
    let repository = try repository(isOpen)
    #expect(try await repository.items() == [other])
    let replica = try await repository.readReplica { transaction throws(StorageError) in
      try transaction.replica(item.id)
    }
    #expect(replica?.isAlive == false && replica?.deletion?.isDirty == true)
    #expect(try await unsyncedFields(of: item.id, in: repository).isEmpty)
    if isOpen { #expect(try await repository.restore(item.id).title == "Removed") }
  }

  @Test func `a removed item that the hub never had is forgotten`() async throws {
    let item = try await first.add("Removed")
    try folder.edit { $0["items"] = [] }
    let repository = try repository(false)
    let replica = try await repository.readReplica { transaction throws(StorageError) in
      try transaction.replica(item.id)
    }
    #expect(replica == nil)
    #expect(try await repository.add("Next").number == 2)
  }

  @Test func `an item moved between the lists is deleted and restored`() async throws {
    let item = try await addAcknowledged(ItemDraft(title: "Moved"))
    try folder.edit { document in
      document["deleted"] = document["items"]
      document["items"] = []
    }
    #expect(try await first.items().isEmpty)
    try folder.edit { document in
      document["items"] = document["deleted"]
      document["deleted"] = nil
    }
    #expect(try await first.item(item.id)?.title == "Moved")
    #expect(try await unsyncedFields(of: item.id, in: first) == ["updated"])
  }

  @Test func `an edit by hand just before the file is replaced is kept, and the write is refused`()
    async throws
  {
    _ = try await first.add("First")
    let folder = folder
    let error = await #expect(throws: StorageError.self) {
      try await first.write { transaction throws(StorageError) in
        _ = try transaction.add(ItemDraft(title: "Second"))
        // The store has its lock and has read the file, and has not replaced it yet.
        #expect(throws: Never.self) { try folder.edit("\"First\"", "\"By hand\"") }
      }
    }
    #expect(error?.code == .busy)
    #expect(try folder.text().contains("\"By hand\"") && !folder.text().contains("Second"))
    #expect(try folder.names == ["items.json"])
    #expect(try await first.items().map(\.title) == ["By hand"])
    _ = try await first.add("Second")
    for store in [first, try repository(false)] {
      #expect(try await Set(store.items().map(\.title)) == ["By hand", "Second"])
    }
  }

  @Test func `a file that is put back under an open store gets stamps of another node`()
    async throws
  {
    let moment = Date(millisecondsSince1970: 1_800_000_000_000)
    let store = try JSONFileRepository(
      at: folder.file,
      environment: StoreEnvironment(now: { moment }, random: StoreEnvironment.live.random)
    )
    let item = try await store.add("Kept")
    let copy = try folder.bytes()
    let nodes = try await stamps(of: item.id, in: store).map(\.node)
    var given: Set<Stamp> = []
    for title in ["one", "two"] {
      try await store.update(item.id, title: title)
      given.formUnion(try await stamps(of: item.id, in: store))
    }
    // The clock in the copy is behind: with the same node, the next edits would have stamps that were given out.
    try folder.write(copy)
    for title in ["three", "four"] {
      try await store.update(item.id, title: title)
      let written = try await stamps(of: item.id, in: store).filter { !nodes.contains($0.node) }
      #expect(!written.isEmpty && given.isDisjoint(with: written))
    }
  }

  private func stamps(of id: ItemID, in store: some ReplicaStore) async throws -> [Stamp] {
    let item = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)
    }
    return try #require(item).registers.map(\.stamp)
  }

  @Test func `another layout is no edit`() async throws {
    let item = try await addAcknowledged(ItemDraft(title: "Same", attributes: ["a": [1.0]]))
    try folder.write(JSONWriter.bytes(of: JSONParser.parse(folder.bytes())))
    let compact = try folder.bytes()
    #expect(try await first.item(item.id) == item)
    #expect(try await unsyncedFields(of: item.id, in: repository(false)).isEmpty)
    #expect(try folder.bytes() == compact)
  }

  @Test func `a plain list of items is a store`() async throws {
    try folder.write(#"{"schema": 1, "items": [{"title": "a"}, {"title": "b", "color": "red"}]}"#)
    let items = try await repository(false).items()
    #expect(items.map(\.title) == ["a", "b"] && items.map(\.number) == [1, 2])
    #expect(items[1].attributes == ["color": "red"])
  }

  @Test func `an empty file is an empty store`() async throws {
    try folder.write("")
    #expect(try await repository(false).add("First").number == 1)
  }
}

extension JSONFileRepository {
  fileprivate func update(_ id: ItemID, title: String) async throws {
    var item = try #require(try await item(id))
    item.title = title
    try await update(item)
  }
}
