import StorageTesting
import Testing

@testable import Storage

@Suite struct `Trees of items` {
  private func item(_ id: UInt64, under parent: UInt64? = nil) -> Item {
    var item = Item(id: ItemID(high: 0, low: id), number: Int(id))
    item.title = "\(id)"
    item.parent = parent.map { ItemID(high: 0, low: $0) }
    return item
  }

  @Test func `have the order in which the items were given, each with its level`() {
    let tree = ItemTree([item(5, under: 2), item(2), item(1, under: 5), item(4, under: 2), item(3)])
    #expect(tree.rows.map(\.item.number) == [2, 5, 1, 4, 3])
    #expect(tree.rows.map(\.level) == [0, 1, 2, 1, 0])
    #expect(tree.top.map(\.number) == [2, 3])
    #expect(tree.rows(below: ItemID(high: 0, low: 2)).map(\.level) == [1, 2, 1])
    #expect(tree.ancestors(of: ItemID(high: 0, low: 1)).map(\.number) == [5, 2])
    #expect(tree.parent(of: ItemID(high: 0, low: 2)) == nil && tree.circles.isEmpty)
  }

  @Test func `begin with the youngest of each circle, and with items whose parent is not there`() {
    let tree = ItemTree([
      item(1, under: 3), item(2, under: 1), item(3, under: 2), item(4, under: 1),
      item(5, under: 5), item(6, under: 99), item(7, under: 5),
    ])
    #expect(tree.rows.map(\.item.number) == [3, 1, 2, 4, 5, 7, 6])
    #expect(tree.circles.map { $0.map(\.low) } == [[1, 2, 3], [5]])
    #expect(tree.parent(of: ItemID(high: 0, low: 3)) == nil)
    #expect(tree.ancestors(of: ItemID(high: 0, low: 4)).map(\.number) == [1, 3])
  }

  @Test func `may be as deep as others made them`() {
    let items = (1...20_000).map { item(UInt64($0), under: $0 == 1 ? nil : UInt64($0) - 1) }
    #expect(ItemTree(items).rows.last?.level == 19_999)
  }

  @Test func `move where there is room for what stands under them`() async throws {
    let store = try SQLiteRepository.inMemory()
    var chain = [try await store.add("0")]
    for level in 1...15 {
      chain.append(try await store.add(ItemDraft(title: "\(level)", parent: chain.last?.id)))
    }
    // A record stands a level deeper, and needs no room.
    let daily = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
    chain[15].repeat = daily
    chain[15] = try await store.update(chain[15])
    #expect(try await store.complete(chain[15].id, in: .utc).record != nil)
    let low = try await store.add("low")
    let high = try await store.add(ItemDraft(title: "high", parent: low.id))
    var top = chain[0]
    top.parent = high.id
    let deep = top
    let error = await #expect(throws: StorageError.self) { try await store.update(deep) }
    #expect(error?.code == .invalidItem && error?.message.contains("What stands under") == true)
    top.parent = low.id
    top = try await store.update(top)
    #expect(try await store.count(.below(low.id)) == 18)
    try await store.delete(chain[15].id)
    top.parent = high.id
    try await store.update(top)
    #expect(try await store.count(.below(high.id)) == 15)
  }
}

/// Circles, which only merges make.
@Suite struct `Circles of items` {
  private let store: SQLiteRepository

  init() throws { store = try .inMemory() }

  /// Gives an item a parent as a merge does, which checks nothing.
  private func move(_ id: ItemID, under parent: ItemID?) async throws {
    try await store.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(id) else { return }
      let stamp = Stamp(milliseconds: 1_000_000_000_000, counter: 1, node: 7)
      let value = parent.map { JSONValue.string($0.description) } ?? .null
      item.registers.removeAll { $0.field == .fixed(.parent) }
      item.registers.append(Register(.fixed(.parent), value, stamp: stamp, isDirty: false))
      try transaction.put(item)
    }
  }

  private func titles(_ filter: ItemFilter) async throws -> [String] {
    try await store.items(ItemQuery(filter)).map(\.title).sorted()
  }

  @Test func `end at the youngest, are told by a check, and vanish with a move`() async throws {
    let a = try await store.add("a")
    let b = try await store.add(ItemDraft(title: "b", parent: a.id))
    let c = try await store.add(ItemDraft(title: "c", parent: b.id))
    let d = try await store.add(ItemDraft(title: "d", parent: a.id))
    #expect(try await store.check().isEmpty)
    try await move(a.id, under: c.id)
    let youngest = try #require([a, b, c].map(\.id).max())
    let top = try #require([a, b, c].first { $0.id == youngest })
    #expect(try await titles(.top) == [top.title])
    #expect(try await store.count(.below(top.id)) == 3)
    let findings = try await store.check()
    #expect(findings.map(\.subject) == [.tree] && findings.map(\.number) == [top.number])
    #expect(findings.first?.message.contains("1, 2, 3") == true)
    #expect(try await store.repair() == findings)
    // Other edits are not refused because of it; a move within it is.
    var edited = try #require(try await store.item(b.id))
    edited.title = "B"
    try await store.update(edited)
    edited.parent = d.id
    let further = edited
    await #expect(throws: StorageError.self) { try await store.update(further) }
    #expect(try await titles(.top).count == 1)
    edited.parent = nil
    try await store.update(edited)
    #expect(try await titles(.top) == ["B"])
    #expect(try await store.check().isEmpty)
    #expect(try await store.count(.below(b.id)) == 3)
  }

  @Test func `open where one of them is deleted, and close where it comes back`() async throws {
    let a = try await store.add("a")
    let b = try await store.add(ItemDraft(title: "b", parent: a.id))
    try await move(a.id, under: b.id)
    let young = max(a.id, b.id)
    let old = min(a.id, b.id)
    #expect(try await store.items(ItemQuery(.top)).map(\.id) == [young])
    try await store.delete(young)
    #expect(try await store.items(ItemQuery(.top)).map(\.id) == [old])
    #expect(try await store.check().isEmpty)
    try await store.restore(young)
    #expect(try await store.items(ItemQuery(.top)).map(\.id) == [young])
    try await store.delete(old)
    #expect(try await store.items(ItemQuery(.top)).map(\.id) == [young])
    #expect(try await store.check().isEmpty)
    try await store.purge(old)
    #expect(try await store.items(ItemQuery(.top)).map(\.id) == [young])
  }

  @Test func `that the list does not know are found by a check, and listed by a repair`()
    async throws
  {
    let a = try await store.add("a")
    let b = try await store.add(ItemDraft(title: "b", parent: a.id))
    try await move(a.id, under: b.id)
    try await store.engine.write { transaction throws(StorageError) in
      try transaction.session.connection.execute("DELETE FROM item_circles", doing: "Breaking")
    }
    #expect(try await store.check().count == 2)
    #expect(try await store.repair().count == 1)
    #expect(try await store.count(.top) == 1)
  }

  @Test func `are the same in a copy, a JSON file and back`() async throws {
    let a = try await store.add("a")
    let b = try await store.add(ItemDraft(title: "b", parent: a.id))
    try await move(a.id, under: b.id)
    let folder = try JSONFileFolder()
    let database = folder.file + ".sqlite"
    try await store.backup(to: database)
    try await StoreLocation.sqlite(path: database).convert(to: .json(path: folder.file))
    for location in [StoreLocation.json(path: folder.file), .sqlite(path: database)] {
      let copy = try location.open()
      #expect(try await copy.items(ItemQuery(.top)).map(\.id) == [max(a.id, b.id)])
      #expect(try await copy.check().map(\.subject) == [.tree])
      await copy.close()
    }
  }
}
