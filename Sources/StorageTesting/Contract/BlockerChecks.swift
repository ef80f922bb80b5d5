// What items wait for.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var blockerChecks: [ContractCheck] {
    [
      blockerCheck("open items that wait for an open one are blocked, and nothing else is") {
        subject,
        items in
        try await subject.expect(.blocked, finds: ["walls", "roof"])
        try await subject.expect(.blocking, finds: ["ground", "walls"])
        try await subject.expect(.not(.blocked), finds: ["ground", "garden"])
        try await subject.expect(.blockedBy(items[0].id), finds: ["walls"])
        try await subject.expect(
          .blockedBy(.ids([items[0].id, items[1].id])),
          finds: ["walls", "roof"]
        )
        try await subject.expect(.blockedBy(.text("gro")), finds: ["walls"])
        try await subject.expect(.blocking(.text("roo")), finds: ["walls"])
        try await subject.expect(.blockedBy(.or([])), finds: [])
        try await subject.expect(.blockedBy(.blocked), finds: ["roof"])
        try await subject.expect(
          .field(.blockers, .oneOf([.string("\(items[0].id)"), .string("\(items[3].id)")])),
          finds: ["walls"]
        )
        try await subject.expect(.field(.blockers, .exists(true)), finds: ["walls", "roof"])
        try await subject.expect(.field(.blockers, .exists(false)), finds: ["ground", "garden"])
        try await subject.expect(.and([.blocked, .text("roof")]), finds: ["roof"])
        try await expect(subject.repository.count(.blocked), equals: 2)
      },
      blockerCheck("a closed or deleted blocker blocks no more, until it is open again") {
        subject,
        items in
        let repository = subject.repository
        for status in [Status.done, .cancelled] {
          var ground = try require(try await repository.item(items[0].id))
          ground.status = status
          ground = try await repository.update(ground)
          try await subject.expect(.blocked, finds: ["roof"])
          try await subject.expect(.blocking, finds: ["walls"])
          try await subject.expect(.blockedBy(items[0].id), finds: ["walls"])
          ground.status = .open
          try await repository.update(ground)
          try await subject.expect(.blocked, finds: ["walls", "roof"])
        }
        try await repository.delete(items[0].id)
        try await subject.expect(.blocked, finds: ["roof"])
        try await repository.restore(items[0].id)
        try await subject.expect(.blocked, finds: ["walls", "roof"])
        try await repository.delete(items[0].id)
        try await repository.purge(items[0].id)
        try await subject.expect(.blocked, finds: ["roof"])
        try await expect(repository.item(items[1].id)?.blockers, equals: [items[0].id])
      },
      blockerCheck("an item that is closed or deleted waits no more, and blocks nothing") {
        subject,
        items in
        let repository = subject.repository
        try await repository.complete(items[1].id)
        try await subject.expect(.blocked, finds: [])
        try await subject.expect(.blocking, finds: [])
        var walls = try require(try await repository.item(items[1].id))
        walls.status = .open
        try await repository.update(walls)
        try await repository.delete(items[2].id)
        try await subject.expect(.blocked, finds: ["walls"])
        try await subject.expect(.blocking, finds: ["ground"])
      },
      blockerCheck("no edit lets an item wait for itself, be it by way of others") {
        subject,
        items in
        let repository = subject.repository
        for blocker in items[0...2] {
          var ground = items[0]
          ground.blockers = [blocker.id]
          let circular = ground
          await subject.expect(.invalidItem) { try await repository.update(circular) }
        }
        try await expect(repository.item(items[0].id)?.blockers, equals: [])
        // Neither what is done nor what is deleted may close it.
        try await repository.complete(items[1].id)
        var ground = items[0]
        ground.blockers = [items[2].id]
        let circular = ground
        await subject.expect(.invalidItem) { try await repository.update(circular) }
        try await repository.delete(items[1].id)
        await subject.expect(.invalidItem) { try await repository.update(circular) }
        ground.blockers = [items[3].id]
        try await repository.update(ground)
        try await subject.expect(.blocked, finds: ["ground"])
      },
      ContractCheck("a blocker may come later, and then closes no cycle either") { subject in
        let repository = subject.repository
        let (early, late) = (ItemID(high: 9, low: 1), ItemID(high: 9, low: 2))
        var draft = ItemDraft(id: early, title: "early")
        draft.blockers = [late]
        try await repository.add(draft)
        try await subject.expect(.blocked, finds: [])
        var other = ItemDraft(id: late, title: "late")
        other.blockers = [early]
        let circular = other
        await subject.expect(.invalidItem) { try await repository.add(circular) }
        other.blockers = []
        try await repository.add(other)
        try await subject.expect(.blocked, finds: ["early"])
        var itself = ItemDraft(id: ItemID(high: 9, low: 3), title: "itself")
        itself.blockers = [ItemID(high: 9, low: 3)]
        let own = itself
        await subject.expect(.invalidItem) { try await repository.add(own) }
      },
      blockerCheck("what waits for an item that repeats waits for the date that is open") {
        subject,
        items in
        let repository = subject.repository
        var ground = items[0]
        ground.repeat = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
        ground = try await repository.update(ground)
        try await subject.expect(.blocked, finds: ["walls", "roof"])
        try await repository.skip(ground.id, at: subject.clock.now, in: .utc)
        try await subject.expect(.blocked, finds: ["walls", "roof"])
        let done = try await repository.complete(ground.id, at: subject.clock.now, in: .utc)
        let record = try require(done.record)
        try await expect(repository.item(items[1].id)?.blockers, equals: [record.id])
        try await subject.expect(.blocked, finds: ["roof"])
        expect(record.blockers.isEmpty && done.item.status == .open)
      },
    ]
  }

  /// A check on a house that waits for its walls, and these for the ground; a garden waits for nothing.
  private static func blockerCheck(
    _ name: String,
    _ body: @escaping @Sendable (ContractSubject, [Item]) async throws -> Void
  ) -> ContractCheck {
    ContractCheck(name) { subject in
      var items: [Item] = []
      for (title, blocker) in [("ground", nil), ("walls", 0), ("roof", 1), ("garden", nil)] {
        var draft = ItemDraft(title: title)
        if let blocker { draft.blockers = [items[blocker].id] }
        items.append(try await subject.repository.add(draft))
      }
      try await body(subject, items)
    }
  }
}
