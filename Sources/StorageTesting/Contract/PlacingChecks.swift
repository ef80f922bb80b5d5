// What the order by hand promises.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var placingChecks: [ContractCheck] {
    [
      placingCheck("an item is placed beside another, first or last") { subject in
        let items = try await subject.add("a", "b", "c", "d")
        try await subject.place(items[3], .before(items[1].id), gives: ["a", "d", "b", "c"])
        try await subject.place(items[0], .after(items[3].id), gives: ["d", "a", "b", "c"])
        try await subject.place(items[2], .first, gives: ["c", "d", "a", "b"])
        try await subject.place(items[3], .last, gives: ["c", "a", "b", "d"])
        try await subject.expect([.descending(.rank)], gives: ["d", "b", "a", "c"])
      },
      placingCheck("as few ranks as possible are written") { subject in
        let items = try await subject.add("a", "b", "c", "d", "e")
        let repository = subject.repository
        func written(_ item: Item, _ position: ItemPosition) async throws -> [String] {
          try await repository.place(item.id, position).map(\.title)
        }
        // Items without a rank stand behind those with one, so that all before the place need one.
        try await expect(written(items[4], .before(items[2].id)), equals: ["a", "b", "e"])
        try await expect(written(items[1], .first), equals: ["b"])
        try await expect(written(items[3], .after(items[1].id)), equals: ["d"])
        try await expect(written(items[3], .after(items[1].id)), equals: [])
        try await expect(written(items[2], .last), equals: [])
        try await expect(repository.item(items[2].id)?.rank, equals: "")
        try await subject.expect([.ascending(.rank)], gives: ["b", "d", "a", "e", "c"])
      },
      placingCheck("equal ranks, and texts that are none, leave room all the same") { subject in
        let ranks = ["!", "a0", "a0", "a0", "~", "\u{e9}", "zzzz"]
        var items: [Item] = []
        for (index, rank) in ranks.enumerated() {
          items.append(try await subject.repository.add("\(index)", rank: rank))
        }
        let new = try await subject.repository.add("new")
        try await subject.expect(
          [.ascending(.rank)],
          gives: ["0", "1", "2", "3", "6", "4", "5", "new"]
        )
        let order = [items[0], items[1], items[2], items[3], items[6], items[4], items[5]]
        for neighbour in order {
          var titles = order.map(\.title)
          let place = try require(titles.firstIndex(of: neighbour.title))
          titles.insert("new", at: place)
          try await subject.place(new, .before(neighbour.id), gives: titles)
        }
      },
      placingCheck("done items and other lists keep their ranks") { subject in
        let repository = subject.repository
        let done = try await repository.add(ItemDraft(title: "done", status: .done))
        let other = try await repository.add(ItemDraft(title: "other", list: "home"))
        let items = try await subject.add("a", "b")
        try await expect(repository.place(items[1].id, .first).map(\.title), equals: ["b"])
        try await expect(repository.place(items[0].id, .last), equals: [])
        for item in [done, other] {
          try await expect(repository.item(item.id), equals: item)
        }
        // Beside a done item that is named, it has its place.
        try await repository.place(items[1].id, .after(done.id))
        try await subject.expect([.ascending(.rank)], gives: ["done", "b", "other", "a"])
        try await expect(repository.place(items[0].id, .first, among: .all).count, equals: 1)
      },
      placingCheck("a place beside itself, in another list or beside none is refused") { subject in
        let repository = subject.repository
        let items = try await subject.add("a", "b")
        let other = try await repository.add(ItemDraft(title: "other", list: "home"))
        for position in [ItemPosition.before(items[0].id), .after(other.id)] {
          await subject.expect(.invalidItem) { try await repository.place(items[0].id, position) }
        }
        try await repository.delete(items[1].id)
        await subject.expect(.notFound) { try await repository.place(items[1].id, .first) }
        await subject.expect(.notFound) {
          try await repository.place(items[0].id, .before(items[1].id))
        }
        try await expect(repository.item(items[0].id), equals: items[0])
      },
      placingCheck("thousands of moves keep the order of an array, by short ranks") { subject in
        try await subject.moveAtRandom(seed: UInt64.random(in: 0..<1_000_000), times: 10_000)
      },
    ]
  }

  private static func placingCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject) async throws -> Void
  ) -> ContractCheck {
    ContractCheck("placing: \(name)", body: body)
  }
}

extension ItemRepository {
  fileprivate func add(_ title: String, rank: String) async throws -> Item {
    var draft = ItemDraft(title: title)
    draft.rank = rank
    return try await add(draft)
  }
}

extension ContractSubject {
  /// Places an item and expects an order.
  fileprivate func place(
    _ item: Item,
    _ position: ItemPosition,
    gives titles: [String],
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    try await repository.place(item.id, position)
    try await expect([.ascending(.rank)], gives: titles, at: location)
  }

  /// Moves items to random places, a hundred in each write, and compares with an array.
  fileprivate func moveAtRandom(seed: UInt64, times: Int) async throws {
    var random = SeededGenerator(seed: seed)
    var order: [ItemID] = []
    for index in 0..<24 { order.append(try await repository.add("\(index)").id) }
    let query = ItemQuery(sort: [.ascending(.rank)])
    var longest = 0
    for _ in 0..<times / 100 {
      let moves = (0..<100).map { _ in order.move(by: &random) }
      try await repository.write { transaction throws(StorageError) in
        for (id, position) in moves { try transaction.place(id, position) }
      }
      let items = try await repository.items(query)
      longest = max(longest, items.map(\.rank.utf8.count).max() ?? 0)
      guard items.map(\.id) == order else {
        Issue.record("another order, with the seed \(seed)")
        return
      }
    }
    #expect(longest <= ItemRank.maxBytes, "with the seed \(seed)")
  }
}

extension [ItemID] {
  /// Moves an item to a random place, most often between the same two.
  fileprivate mutating func move(by random: inout SeededGenerator) -> (ItemID, ItemPosition) {
    let id = remove(at: random.below(count))
    let index = random.chance(60) ? 5 : random.below(count + 1)
    insert(id, at: index)
    switch index {
    case 0: return (id, .first)
    case count - 1: return (id, .last)
    default:
      return (id, random.chance(50) ? .before(self[index + 1]) : .after(self[index - 1]))
    }
  }
}
