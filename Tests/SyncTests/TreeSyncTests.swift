// Items that devices move apart.

import Storage
import SyncSimulator
import Testing

@Suite struct `Trees on several devices` {
  @Test
  func `a circle that two made apart is the same tree on both, and nothing is written for it`()
    async throws
  {
    let pair = try Pair.overMemory()
    var a = try await pair.first.add("a")
    let b = try await pair.first.add("b")
    try await pair.syncAll()
    a.parent = b.id
    try await pair.first.update(a)
    var other = try #require(try await pair.second.item(b.id))
    other.parent = a.id
    try await pair.second.update(other)
    try await pair.syncAll()
    try await pair.expectEqual()
    let youngest = max(a.id, b.id)
    for store in [pair.first, pair.second] {
      #expect(try await store.items(ItemQuery(.top)).map(\.id) == [youngest])
      #expect(try await store.count(.below(youngest)) == 1)
      #expect(try await store.check().map(\.subject) == [.tree])
      #expect(try await store.stats().unsynced == 0)
    }
    var moved = try #require(try await pair.second.item(youngest))
    moved.parent = nil
    try await pair.second.update(moved)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.check().isEmpty)
    #expect(try await pair.first.items(ItemQuery(.top)).map(\.id) == [youngest])
  }
}
