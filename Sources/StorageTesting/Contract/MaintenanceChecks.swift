// What checking, repairing and backing up a store promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var maintenanceChecks: [ContractCheck] {
    [
      ContractCheck("figures count the live items by status") { subject in
        let repository = subject.repository
        let empty = try await repository.stats()
        expect(empty.items.isEmpty && empty.itemCount == 0)
        var items = try await subject.add("open", "done", "cancelled", "deleted", "open too")
        items[1].status = .done
        items[2].status = .cancelled
        for index in 1...2 { try await repository.update(items[index]) }
        try await repository.delete(items[3].id)
        let stats = try await repository.stats()
        expect(stats.items, equals: [.open: 2, .done: 1, .cancelled: 1])
        expect(stats.itemCount, equals: 4)
        // A backend may not know, but it must not be wrong.
        expect(stats.deleted ?? 1 == 1)
      },
      ContractCheck("a check finds nothing in a sound store") { subject in
        let repository = subject.repository
        try await expect(repository.check().isEmpty)
        for draft in Fixture.full.drafts { try await repository.add(draft) }
        var item = try await repository.add(.everyPart)
        item.tags = ["other"]
        try await repository.update(item)
        try await repository.delete(item.id)
        try await repository.restore(item.id)
        try await repository.delete(item.id)
        try await expect(repository.check(), equals: [])
      },
      ContractCheck("a closed store is not looked over") { subject in
        let repository = subject.repository
        await repository.close()
        await subject.expect(.closed, "check") { try await repository.check() }
        await subject.expect(.closed, "stats") { try await repository.stats() }
        await subject.expect(.closed, "summary") { try await repository.summary(SummaryQuery()) }
      },
    ]
  }
}
