// Items whose blockers devices edit apart.

import Storage
import SyncSimulator
import Testing

@Suite struct `Blockers on several devices` {
  private func item(_ id: ItemID, in store: any ItemRepository) async throws -> Item {
    try #require(try await store.item(id))
  }

  @Test func `each blocker is merged by itself, and a removal holds on both`() async throws {
    let pair = try Pair.overMemory()
    var waiting = try await pair.first.add("waiting")
    let ids = [try await pair.first.add("a").id, try await pair.first.add("b").id]
    let old = try await pair.first.add("old").id
    waiting.blockers = [old]
    waiting = try await pair.first.update(waiting)
    try await pair.syncAll()
    waiting.blockers = [old, ids[0]]
    try await pair.first.update(waiting)
    var other = try await item(waiting.id, in: pair.second)
    other.blockers = [ids[1]]
    try await pair.second.update(other)
    try await pair.syncAll()
    try await pair.expectEqual()
    for store in [pair.first, pair.second] {
      #expect(try await item(waiting.id, in: store).blockers == Set(ids))
      #expect(try await store.check().isEmpty)
    }
  }

  @Test func `a cycle that two made apart is shown on both, and one edit opens it`() async throws {
    let pair = try Pair.overMemory()
    var a = try await pair.first.add("a")
    let b = try await pair.first.add("b")
    try await pair.syncAll()
    a.blockers = [b.id]
    try await pair.first.update(a)
    var other = try await item(b.id, in: pair.second)
    other.blockers = [a.id]
    try await pair.second.update(other)
    try await pair.syncAll()
    try await pair.expectEqual()
    for store in [pair.first, pair.second] {
      #expect(try await store.count(.blocked) == 2)
      #expect(try await store.blockerCycle(of: b.id)?.items == [b.id, a.id])
      #expect(try await store.check().map(\.subject) == [.blockers])
      #expect(try await store.stats().unsynced == 0)
    }
    var opened = try await item(a.id, in: pair.second)
    opened.blockers = []
    try await pair.second.update(opened)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.check().isEmpty)
    #expect(try await pair.first.items(ItemQuery(.blocked)).map(\.id) == [b.id])
  }
}
