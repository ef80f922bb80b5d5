import StorageTesting
import Testing

@testable import Storage

@Suite struct `Items that wait for others` {
  private func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

  private func blockers(_ links: [UInt64: [UInt64]]) -> [ItemID: [ItemID]] {
    Dictionary(uniqueKeysWithValues: links.map { (id($0.key), $0.value.map { id($0) }) })
  }

  @Test func `form cycles that are found, each with its items in order`() {
    let cycles = BlockerCycle.all(blockers([1: [2], 2: [3, 9], 3: [1], 4: [1], 5: [5], 6: [7]]))
    #expect(cycles.map { $0.items.map(\.low) } == [[1, 2, 3], [5]])
    #expect(BlockerCycle.all(blockers([1: [2, 3], 2: [4], 3: [4]])).isEmpty)
  }

  @Test func `may form a chain or a circle of any length`() throws {
    var links: [ItemID: [ItemID]] = [:]
    for number in 1..<50_000 { links[id(UInt64(number))] = [id(UInt64(number) + 1)] }
    #expect(BlockerCycle.all(links).isEmpty)
    links[id(50_000)] = [id(1)]
    #expect(BlockerCycle.all(links).map(\.items.count) == [50_000])
    var item = Item.blank
    item.id = id(50_000)
    item.blockers = [id(1)]
    let known = links
    let error = #expect(throws: StorageError.self) {
      try item.checkBlockers { Set(known[$0, default: []]) }
    }
    #expect((error?.cause as? BlockerCycle)?.items.count == 50_000)
  }

  @Test func `have a register for each blocker, by its id in the one form`() {
    let text = "01890a5d-ac96-774b-bcce-b302099a8057"
    let field = Field(name: "blocker:" + text)
    #expect(field == ItemID(text).map { .blocker($0) })
    #expect(field.name == "blocker:" + text)
    #expect(Field(name: "blocker:" + text.uppercased()) == .unknown("blocker:" + text.uppercased()))
    #expect(Field(name: "blocker:") == .unknown("blocker:"))
    #expect(
      Field(name: "blocker:" + text) != Field(name: "blocker:" + text.replacing("7", with: "8"))
    )
  }

  @Test func `leave blockers out of a file where there are none`() throws {
    var item = Item.blank
    item.title = "x"
    #expect(try !item.json().contains("blockedBy"))
    item.blockers = [id(2), id(1)]
    let json = try item.json()
    #expect(json.contains(#""blockedBy":["\#(id(1))","\#(id(2))"]"#))
    #expect(try Item(json: json).blockers == item.blockers)
  }

  @Test func `are found by the table of blockers, not by a walk along the items`() async throws {
    let store = try SQLiteRepository.inMemory()
    let plan = try await store.engine.perform { session, _ throws(StorageError) in
      let condition = try ItemFilter.or([.blocked, .blocking, .blockedBy(ItemID(high: 1, low: 1))])
        .condition()
      let statement = try session.connection.prepare(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM items WHERE is_deleted = 0 AND \(condition.sql)"
      )
      return try statement.all { $0.text(3) }
    }
    #expect(plan.contains { $0.contains("SEARCH items USING INDEX") })
    #expect(plan.contains { $0.contains("SEARCH items USING INTEGER PRIMARY KEY") })
    // Each is an item of one of the few links.
    #expect(plan.count { $0.contains("SCAN link") } == 2)
    #expect(plan.contains { $0.contains("SEARCH link USING PRIMARY KEY (blocker=?)") })
  }

  @Test func `are named by the error of an edit that would close a cycle, each before its blocker`()
    async throws
  {
    let store = try SQLiteRepository.inMemory()
    var ground = try await store.add("ground")
    var draft = ItemDraft(title: "walls")
    draft.blockers = [ground.id]
    let walls = try await store.add(draft)
    draft = ItemDraft(title: "roof")
    draft.blockers = [walls.id]
    let roof = try await store.add(draft)
    ground.blockers = [roof.id]
    let circular = ground
    let error = await #expect(throws: StorageError.self) { try await store.update(circular) }
    #expect((error?.cause as? BlockerCycle)?.items == [ground.id, roof.id, walls.id])
    #expect(error?.message.contains("\(ground.id), \(roof.id), \(walls.id)") == true)
    ground.blockers = [ground.id]
    let own = ground
    let other = await #expect(throws: StorageError.self) { try await store.update(own) }
    #expect((other?.cause as? BlockerCycle)?.items == [ground.id])
  }

  @Test func `keep what an earlier version kept as unknown, removals too`() async throws {
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add("waits")
    let (one, other) = (id(7), id(8))
    // As a version without blockers has it: values by their names, under the stamp of the whole.
    try await store.engine.write { transaction throws(StorageError) in
      try transaction.session.connection.execute(
        "UPDATE items SET unknown = '{\"blocker:\(one)\":true,\"blocker:\(other)\":null}'",
        doing: "Aging"
      )
    }
    #expect(try await store.item(item.id)?.blockers == [one])
    let replica = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(item.id)
    }
    let values = Dictionary(
      (replica?.registers ?? []).map { ($0.field, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(values[.blocker(one)] == true)
    #expect(values[.blocker(other)] == .null)
  }
}
