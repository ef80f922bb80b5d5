// What updating an item promises.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var updatingChecks: [ContractCheck] {
    [
      ContractCheck("an update changes one part and leaves the others") { subject in
        let before = try await subject.repository.add(.everyPart)
        for (part, change) in singleChanges {
          subject.clock.advance()
          var wanted = try require(try await subject.repository.item(before.id))
          change(&wanted)
          let after = try await subject.repository.update(wanted)
          wanted.updatedAt = subject.clock.now
          expect(after, equals: wanted, "\(part)")
          try await expect(subject.repository.item(before.id), equals: wanted, "\(part)")
        }
      },
      ContractCheck("an update can change every part at once") { subject in
        var item = try await subject.repository.add(.everyPart)
        subject.clock.advance()
        for (_, change) in singleChanges { change(&item) }
        item.createdAt = Date(millisecondsSince1970: 1_600_000_000_000)
        item.updatedAt = Date(millisecondsSince1970: 1_650_000_000_000)
        try await expect(subject.repository.update(item), equals: item)
        try await expect(subject.repository.item(item.id), equals: item)
      },
      ContractCheck("an update to the same values writes nothing") { subject in
        let before = try await subject.repository.add(.everyPart)
        subject.clock.advance()
        try await expect(subject.repository.update(before), equals: before)
        try await expect(subject.repository.item(before.id), equals: before)
      },
      ContractCheck("values that mean the same are no change") { subject in
        let before = try await subject.repository.add(.everyPart)
        subject.clock.advance()
        var same = before
        same.tags = ["bread", "slow", "e\u{301}te\u{301}"]
        same.attributes["nothing"] = .null
        same.due = before.due?.instant.map { .instant($0.shifted(by: 0.000_2)) }
        let after = try await subject.repository.update(same)
        expect(after, equals: before)
        expect(after.updatedAt, equals: before.updatedAt)
      },
      ContractCheck("an update keeps an edit date that it was given") { subject in
        var item = try await subject.repository.add("imported")
        item.title = "imported again"
        item.updatedAt = subject.clock.now.shifted(by: -86_400)
        subject.clock.advance()
        try await expect(subject.repository.update(item), equals: item)
      },
      ContractCheck("closing an item sets its completion date, opening it removes it") { subject in
        var item = try await subject.repository.add("task")
        for status in [Status.done, .open, .cancelled, .open, .done] {
          subject.clock.advance()
          item.status = status
          item = try await subject.repository.update(item)
          expect(item.completedAt, equals: (status == .open ? nil : subject.clock.now), "\(status)")
          try await expect(subject.repository.item(item.id), equals: item)
        }
      },
      ContractCheck("closing an item keeps a completion date that it was given") { subject in
        var item = try await subject.repository.add("task")
        let given = subject.clock.now.shifted(by: -60)
        subject.clock.advance()
        item.status = .done
        item.completedAt = given
        try await expect(subject.repository.update(item).completedAt, equals: given)
      },
      ContractCheck("from done to cancelled, the completion date stays") { subject in
        var item = try await subject.repository.add(ItemDraft(title: "task", status: .done))
        let completed = item.completedAt
        subject.clock.advance()
        item.status = .cancelled
        let after = try await subject.repository.update(item)
        expect(after.status, equals: .cancelled)
        expect(after.completedAt, equals: completed)
      },
      ContractCheck("a closed item that loses its completion date gets a new one") { subject in
        var item = try await subject.repository.add(ItemDraft(title: "task", status: .done))
        subject.clock.advance()
        item.completedAt = nil
        let after = try await subject.repository.update(item)
        expect(after.completedAt, equals: subject.clock.now)
      },
      ContractCheck("tags and attributes can be added and removed") { subject in
        var item = try await subject.repository.add(.everyPart)
        item.tags = ["new", "slow"]
        item.attributes = ["minutes": 75, "added": .object(["a": [1, 2.5]])]
        item = try await subject.repository.update(item)
        expect(item.tags, equals: ["new", "slow"])
        expect(item.attributes, equals: ["minutes": 75, "added": .object(["a": [1, 2.5]])])
        item.tags = []
        item.attributes = ["minutes": .null]
        item = try await subject.repository.update(item)
        expect(item.tags.isEmpty && item.attributes.isEmpty)
        try await expect(subject.repository.item(item.id), equals: item)
        try await expect(
          subject.repository.count(.tags(.any, ["new", "slow", "bread"])),
          equals: 0
        )
      },
      ContractCheck("an update of an item that is not there is refused") { subject in
        let item = try await subject.repository.add("gone")
        try await subject.repository.delete(item.id)
        var changed = item
        changed.title = "changed"
        await subject.expect(.notFound, "a deleted item") {
          try await subject.repository.update(changed)
        }
        try await expect(subject.repository.restore(item.id), equals: item)
      },
      ContractCheck("an item of another store is refused") { subject in
        var stranger = Item(id: ItemID(high: 0x0190_0000_0000_7000, low: 1 << 63), number: 1)
        stranger.title = "stranger"
        await subject.expect(.notFound) { try await subject.repository.update(stranger) }
      },
    ]
  }

  private static let singleChanges: [(part: String, change: @Sendable (inout Item) -> Void)] = [
    ("title", { $0.title = "Wheat bread" }),
    ("kind", { $0.kind = "note" }),
    ("notes", { $0.notes = "" }),
    ("priority", { $0.priority = .high }),
    ("list", { $0.list = "cellar" }),
    ("tags", { $0.tags = ["slow", "white"] }),
    ("due", { $0.due = nil }),
    ("blockers", { $0.blockers = [ItemID(high: 9, low: 9)] }),
    ("created", { $0.createdAt = Date(millisecondsSince1970: 1_500_000_000_000) }),
    ("completed", { $0.completedAt = Date(millisecondsSince1970: 1_500_000_000_001) }),
    ("attributes", { $0.attributes["minutes"] = 75.0 }),
  ]
}
