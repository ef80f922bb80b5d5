// Items that devices place in an order by hand.

import Storage
import SyncSimulator
import Testing

@Suite struct `The order by hand on several devices` {
  private static let byHand = ItemQuery(sort: [.ascending(.rank)])

  private func order(_ store: SQLiteRepository) async throws -> [ItemID] {
    try await store.items(Self.byHand).map(\.id)
  }

  @Test func `two items that were placed in one gap apart come in one order on both`() async throws
  {
    let pair = try Pair.overMemory()
    var items: [Item] = []
    for title in ["a", "b", "c", "d"] { items.append(try await pair.first.add(title)) }
    try await pair.first.place(items[3].id, .last, among: .all)
    try await pair.first.place(items[3].id, .before(items[2].id))
    try await pair.first.place(items[3].id, .last)
    try await pair.syncAll()
    try await pair.first.place(items[3].id, .after(items[0].id))
    try await pair.second.place(items[2].id, .after(items[0].id))
    try await pair.syncAll()
    try await pair.expectEqual()
    let order = try await order(pair.first)
    #expect(order.first == items[0].id && order.last == items[1].id)
    #expect(try await self.order(pair.second) == order)
  }

  @Test(arguments: 0..<20)
  func `moves on two devices come to one order on both, and it can be changed further`(
    _ round: Int
  ) async throws {
    let seed = UInt64.random(in: 0..<1_000_000) &* 32 &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let pair = try Pair.overMemory()
    var ids: [ItemID] = []
    for index in 0..<12 { ids.append(try await pair.first.add("\(index)").id) }
    try await pair.syncAll()
    for _ in 0..<8 {
      for store in [pair.first, pair.second] {
        for _ in 0..<random.below(6) {
          let (id, other) = (ids[random.below(ids.count)], ids[random.below(ids.count)])
          guard id != other else { continue }
          let position: ItemPosition = random.chance(50) ? .before(other) : .after(other)
          try await store.place(id, position)
          let order = try await order(store)
          let (index, beside) = (order.firstIndex(of: id), order.firstIndex(of: other))
          let distance = try #require(index) - #require(beside)
          #expect(distance == (position == .before(other) ? -1 : 1), "with the seed \(seed)")
        }
      }
      try await pair.syncAll()
      try await pair.expectEqual()
      let (ours, theirs) = (try await order(pair.first), try await order(pair.second))
      #expect(ours == theirs, "with the seed \(seed)")
      #expect(Set(ours) == Set(ids))
    }
  }
}
