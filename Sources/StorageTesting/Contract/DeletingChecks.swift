// What deleting and restoring promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var deletingChecks: [ContractCheck] {
    [
      ContractCheck("a deleted item is nowhere to be found") { subject in
        let item = try await subject.repository.add(.everyPart)
        let other = try await subject.repository.add("other")
        try await subject.repository.delete(item.id)
        try await expect(subject.repository.item(item.id), equals: nil)
        try await expect(subject.repository.item(number: item.number), equals: nil)
        try await expect(subject.repository.items(), equals: [other])
        try await expect(subject.repository.count(.text("bread")), equals: 0)
        try await expect(subject.repository.count(.tags(.any, ["bread"])), equals: 0)
        try await expect(subject.repository.count(.ids([item.id])), equals: 0)
        try await expect(subject.repository.count(.numbers([item.number])), equals: 0)
        try await expect(subject.repository.count(.attribute("vegan", .exists)), equals: 0)
      },
      ContractCheck("a restored item is as it was, and found as before") { subject in
        let item = try await subject.repository.add(.everyPart)
        subject.clock.advance()
        try await subject.repository.delete(item.id)
        subject.clock.advance()
        try await expect(subject.repository.restore(item.id), equals: item)
        try await expect(subject.repository.item(item.id), equals: item)
        try await expect(subject.repository.count(.text("bread")), equals: 1)
        try await expect(subject.repository.count(.tags(.all, ["bread", "slow"])), equals: 1)
      },
      ContractCheck("restoring a live item returns it") { subject in
        let item = try await subject.repository.add(.everyPart)
        subject.clock.advance()
        try await expect(subject.repository.restore(item.id), equals: item)
        try await expect(subject.repository.count(.all), equals: 1)
      },
      ContractCheck("an item can be deleted and restored again and again") { subject in
        let item = try await subject.repository.add(.everyPart)
        for _ in 1...3 {
          try await subject.repository.delete(item.id)
          try await expect(subject.repository.count(.all), equals: 0)
          try await expect(subject.repository.restore(item.id), equals: item)
          try await expect(subject.repository.count(.text("bread")), equals: 1)
        }
      },
      ContractCheck("deleting what is not there is refused") { subject in
        let item = try await subject.repository.add("item")
        try await subject.repository.delete(item.id)
        await subject.expect(.notFound, "deleted before") {
          try await subject.repository.delete(item.id)
        }
        let unknown = ItemID(high: 0x7000, low: 1 << 63)
        await subject.expect(.notFound, "never there") {
          try await subject.repository.delete(unknown)
        }
        await subject.expect(.notFound, "never there") {
          try await subject.repository.restore(unknown)
        }
      },
      ContractCheck("a query for deleted items answers as one for live ones does") { subject in
        let repository = subject.repository
        let item = try await repository.add(.everyPart)
        let others = try await subject.add("flat bread", "crispbread", "cake")
        func found(_ filter: ItemFilter) async throws -> [Item] {
          try await repository.items(
            ItemQuery(filter, sort: [.ascending(.number)], scope: .deleted)
          )
        }
        try await expect(found(.all).isEmpty)
        for id in [item.id, others[0].id, others[1].id] { try await repository.delete(id) }
        try await expect(found(.all), equals: [item, others[0], others[1]])
        try await expect(found(.text("BREAD")), equals: [item, others[0]])
        try await expect(found(.not(.text("bread"))), equals: [others[1]])
        try await expect(found(.tags(.all, ["bread", "slow"])), equals: [item])
        try await expect(
          found(.numbers([others[0].number, others[2].number])),
          equals: [others[0]]
        )
        try await expect(found(.attribute("vegan", .exists)), equals: [item])
        let relevant = ItemQuery(.text("bread"), sort: [.ascending(.relevance)], scope: .deleted)
        try await expect(
          Set(repository.items(relevant).map(\.id)),
          equals: [item.id, others[0].id]
        )
        try await repository.restore(item.id)
        try await expect(found(.text("bread")), equals: [others[0]])
      },
      ContractCheck("deleted items come in pages, each once") { subject in
        for number in 1...7 {
          try await subject.repository.delete(subject.repository.add("bread \(number)").id)
        }
        for filter in [ItemFilter.all, .text("bread")] {
          var query = ItemQuery(filter, sort: [.descending(.title)], limit: 3, scope: .deleted)
          var titles: [String] = []
          repeat {
            let page = try await subject.repository.page(query)
            titles += page.items.map(\.title)
            query.after = page.next
          } while query.after != nil
          expect(titles, equals: (1...7).reversed().map { "bread \($0)" })
        }
      },
      ContractCheck("a purged item is forgotten, but for its number") { subject in
        let repository = subject.repository
        let item = try await repository.add(.everyPart)
        try await repository.delete(item.id)
        try await repository.purge(item.id)
        try await expect(repository.items(ItemQuery(scope: .deleted)).isEmpty)
        await subject.expect(.notFound, "purged before") { try await repository.restore(item.id) }
        try await expect(repository.add(ItemDraft(id: item.id, title: "new")).number, equals: 2)
      },
      ContractCheck("purging what is live or never was is refused") { subject in
        let item = try await subject.repository.add("item")
        for id in [item.id, ItemID(high: 0x7000, low: 1 << 63)] {
          await subject.expect(.notFound, "not deleted") { try await subject.repository.purge(id) }
        }
        try await expect(subject.repository.items(), equals: [item])
      },
      ContractCheck("a purge in a body that gives up keeps the item") { subject in
        let item = try await subject.repository.add(.everyPart)
        try await subject.repository.delete(item.id)
        await #expect(throws: StorageError.self) {
          try await subject.repository.write { transaction throws(StorageError) in
            try transaction.purge(item.id)
            throw StorageError(.aborted, "The test gives up.")
          }
        }
        try await expect(subject.repository.restore(item.id), equals: item)
      },
      ContractCheck("a number is never given again") { subject in
        let items = try await subject.add("a", "b", "c")
        try await subject.repository.delete(items[2].id)
        try await expect(subject.repository.add("d").number, equals: 4)
        for item in items.prefix(2) { try await subject.repository.delete(item.id) }
        try await expect(subject.repository.add("e").number, equals: 5)
        try await expect(subject.repository.restore(items[2].id).number, equals: 3)
      },
    ]
  }
}
