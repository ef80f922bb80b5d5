// Where items stand.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var treeChecks: [ContractCheck] {
    [
      treeCheck("items are found below others, level by level") { subject, items in
        let house = items[0]
        try await subject.expect(
          .below(house.id),
          finds: ["roof", "walls", "tiles", "paint", "red paint"]
        )
        try await subject.expect(.parent(house.id), finds: ["roof", "walls"])
        try await subject.expect(.below(house.id, levels: 2...2), finds: ["tiles", "paint"])
        try await subject.expect(
          .and([.below(house.id, levels: 2...9), .status([.open])]),
          finds: ["tiles", "paint", "red paint"]
        )
        try await subject.expect(
          .below(.ids([items[4].id, house.id]), levels: 1...1),
          finds: ["roof", "walls", "red paint"]
        )
        try await subject.expect(
          .below(.text("wal"), levels: 1...Int.max),
          finds: ["paint", "red paint"]
        )
        try await subject.expect(.below(items[5].id), finds: [])
        try await subject.expect(.below(ItemID(high: 1, low: 1)), finds: [])
        try await subject.expect(.top, finds: ["house", "garden"])
        try await subject.expect(
          .not(.top),
          finds: ["roof", "walls", "tiles", "paint", "red paint"]
        )
        try await subject.expect(
          .field(.parent, .oneOf([.string("\(items[2].id)")])),
          finds: ["paint"]
        )
        try await expect(subject.repository.count(.below(house.id)), equals: 5)
      },
      treeCheck("what stands under a deleted item stands at the top, until it is restored") {
        subject,
        items in
        let repository = subject.repository
        try await repository.delete(items[2].id)
        try await subject.expect(.top, finds: ["house", "garden", "paint"])
        try await subject.expect(.below(items[0].id), finds: ["roof", "tiles"])
        try await subject.expect(.below(items[2].id), finds: [])
        try await subject.expect(.below(items[4].id), finds: ["red paint"])
        try await repository.restore(items[2].id)
        try await subject.expect(.top, finds: ["house", "garden"])
        try await subject.expect(.parent(items[2].id), finds: ["paint"])
      },
      treeCheck("items move with all that stands under them, and never under themselves") {
        subject,
        items in
        let repository = subject.repository
        var walls = items[2]
        walls.parent = items[6].id
        walls = try await repository.update(walls)
        try await subject.expect(.below(items[6].id), finds: ["walls", "paint", "red paint"])
        for wrong in [walls.id, items[4].id, items[5].id] {
          var circular = walls
          circular.parent = wrong
          await subject.expect(.invalidItem) { try await repository.update(circular) }
        }
        await subject.expect(.invalidItem) {
          try await repository.add(ItemDraft(id: .of(99), title: "x", parent: .of(99)))
        }
        walls.parent = nil
        walls.title = "walls"
        try await repository.update(walls)
        try await subject.expect(.top, finds: ["house", "garden", "walls"])
      },
      ContractCheck("a parent may come later, and sixteen may stand above an item") { subject in
        let repository = subject.repository
        let waiting = try await repository.add(ItemDraft(title: "child", parent: .of(7)))
        try await expect(repository.count(.top), equals: 1)
        try await repository.add(ItemDraft(id: .of(7), title: "parent"))
        try await expect(repository.items(ItemQuery(.top)).map(\.title), equals: ["parent"])
        try await expect(
          repository.items(ItemQuery(.below(.of(7)))).map(\.id),
          equals: [waiting.id]
        )
        var above = waiting
        for level in 2...16 {
          above = try await repository.add(ItemDraft(title: "\(level)", parent: above.id))
        }
        try await expect(repository.count(.below(.of(7))), equals: 16)
        let deepest = above.id
        await subject.expect(.invalidItem) {
          try await repository.add(ItemDraft(title: "too deep", parent: deepest))
        }
        try await expect(repository.count(.all), equals: 17)
      },
      treeCheck("a circle is refused also if it goes through a deleted item") { subject, items in
        let repository = subject.repository
        try await repository.delete(items[2].id)
        var house = items[0]
        house.parent = items[4].id
        let circular = house
        await subject.expect(.invalidItem) { try await repository.update(circular) }
      },
      ContractCheck("an item moves to no place where something under it would be too deep") {
        subject in
        let repository = subject.repository
        var above = try await repository.add("0")
        for level in 1...15 {
          above = try await repository.add(ItemDraft(title: "\(level)", parent: above.id))
        }
        var item = try await repository.add("moved")
        let child = try await repository.add(ItemDraft(title: "child", parent: item.id))
        item.parent = above.id
        let moved = item
        await subject.expect(.invalidItem) { try await repository.update(moved) }
        try await repository.delete(child.id)
        try await repository.update(moved)
        try await expect(repository.count(.below(above.id)), equals: 1)
      },
      ContractCheck("the deepest item there may be is completed like any other") { subject in
        let repository = subject.repository
        var item = try await repository.add("0")
        for level in 1...16 {
          item = try await repository.add(ItemDraft(title: "\(level)", parent: item.id))
        }
        item.repeat = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
        item = try await repository.update(item)
        for _ in 1...2 {
          let done = try await repository.complete(item.id, at: subject.clock.now, in: .utc)
          expect(done.record?.parent == item.id && done.item.status == .open)
          // Nothing but a record may stand there.
          await subject.expect(.invalidItem) {
            try await repository.add(ItemDraft(title: "too deep", parent: item.id))
          }
          // The next completion brings a deleted record back to its place.
          if let record = done.record { try await repository.delete(record.id) }
          item.occurrence = NominalDate("2026-11-02")
          item.due = .day(2026, 11, 2)
          item = try await repository.update(item)
        }
      },
    ]
  }

  /// A check on a house and a garden: house > (roof > tiles, walls > paint > red paint), garden.
  private static func treeCheck(
    _ name: String,
    _ body: @escaping @Sendable (ContractSubject, [Item]) async throws -> Void
  ) -> ContractCheck {
    ContractCheck(name) { subject in
      var items: [Item] = []
      let parents: [(String, Int?)] = [
        ("house", nil), ("roof", 0), ("walls", 0), ("tiles", 1), ("paint", 2), ("red paint", 4),
        ("garden", nil),
      ]
      for (title, parent) in parents {
        let draft = ItemDraft(title: title, parent: parent.map { items[$0].id })
        items.append(try await subject.repository.add(draft))
      }
      try await body(subject, items)
    }
  }
}

extension ItemID {
  fileprivate static func of(_ number: UInt64) -> ItemID { ItemID(high: 9, low: number) }
}
