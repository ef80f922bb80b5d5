// What a write promises: all or nothing, and its own changes in view.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var transactionChecks: [ContractCheck] {
    [
      ContractCheck("a write that throws changes nothing and passes its error on") { subject in
        let kept = try await subject.repository.add(.everyPart)
        let gone = try await subject.repository.add("deleted before")
        try await subject.repository.delete(gone.id)
        await subject.expect(.aborted) {
          try await subject.repository.write { transaction throws(StorageError) in
            try transaction.add("new")
            var changed = kept
            changed.title = "changed"
            try transaction.update(changed)
            try transaction.delete(kept.id)
            try transaction.restore(gone.id)
            throw StorageError(.aborted, "The test gives up.")
          }
        }
        try await expect(subject.repository.items(), equals: [kept])
        try await expect(subject.repository.count(.text("new")), equals: 0)
        try await expect(subject.repository.item(gone.id), equals: nil)
      },
      ContractCheck("an error of another type comes back as it is, and changes nothing") {
        subject in
        struct OwnError: Error, Equatable { let number: Int }
        let kept = try await subject.repository.add("kept")
        await #expect(throws: OwnError(number: 7)) {
          try await subject.repository.write { transaction in
            try transaction.add("new")
            try transaction.delete(kept.id)
            throw OwnError(number: 7)
          }
        }
        try await expect(subject.repository.items(), equals: [kept])
        try await expect(subject.repository.add("next").number, equals: 2)
      },
      ContractCheck("a write that throws uses up no number") { subject in
        try await subject.repository.add("first")
        await subject.expect(.aborted) {
          try await subject.repository.write { transaction throws(StorageError) in
            try transaction.add("second")
            throw StorageError(.aborted, "The test gives up.")
          }
        }
        try await expect(subject.repository.add("third").number, equals: 2)
      },
      ContractCheck("reads within a write see its changes") { subject in
        let first = try await subject.repository.add("first")
        try await subject.repository.write { transaction throws(StorageError) in
          let second = try transaction.add("second")
          let byNumber = ItemQuery(sort: [.ascending(.number)])
          let (found, sameFound) = (
            try transaction.item(second.id), try transaction.item(number: second.number)
          )
          expect(found == second && sameFound == second)
          let (items, count) = (
            try transaction.page(byNumber).items, try transaction.count(.text("second"))
          )
          expect(items == [first, second] && count == 1)
          try transaction.delete(first.id)
          let (gone, left) = (try transaction.item(first.id), try transaction.page(byNumber).items)
          expect(gone == nil && left == [second])
          let (restored, both) = (try transaction.restore(first.id), try transaction.count(.all))
          expect(restored == first && both == 2)
        }
        try await expect(subject.repository.count(.all), equals: 2)
      },
      ContractCheck("an error that the body catches leaves nothing half done") { subject in
        let taken = try await subject.repository.add("taken")
        try await subject.repository.write { transaction throws(StorageError) in
          try transaction.add("before")
          let tooLong = String(repeating: "x", count: ItemLimits.titleCharacters + 1)
          for draft in [ItemDraft(id: taken.id, title: "again"), ItemDraft(title: tooLong)] {
            do throws(StorageError) {
              try transaction.add(draft)
              Issue.record("the draft should have been refused")
            } catch {}
          }
          try transaction.add("after")
        }
        let items = try await subject.repository.items(ItemQuery(sort: [.ascending(.number)]))
        expect(items.map(\.title), equals: ["taken", "before", "after"])
        expect(items.map(\.number), equals: [1, 2, 3])
        try await expect(subject.repository.count(.text("again")), equals: 0)
      },
      ContractCheck("a write returns what its body returns") { subject in
        let numbers = try await subject.repository.write { transaction throws(StorageError) in
          [try transaction.add("a").number, try transaction.add("b").number]
        }
        expect(numbers, equals: [1, 2])
      },
      ContractCheck("an item can be added, changed, deleted and restored in one write") { subject in
        let item = try await subject.repository.write { transaction throws(StorageError) in
          var item = try transaction.add(.everyPart)
          item.title = "White bread"
          item.tags = ["fast"]
          item = try transaction.update(item)
          try transaction.delete(item.id)
          return try transaction.restore(item.id)
        }
        expect(item.title, equals: "White bread")
        try await expect(subject.repository.items(), equals: [item])
        try await expect(subject.repository.count(.text("white fast")), equals: 1)
        try await expect(subject.repository.count(.text("rye")), equals: 0)
      },
      ContractCheck("writes of many tasks are all kept") { subject in
        let counter = try await subject.repository.add("counter")
        let tasks = 16
        let rounds = 8
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<tasks {
            group.addTask {
              for round in 0..<rounds {
                try await count(up: counter.id, adding: "\(task).\(round)", in: subject.repository)
              }
            }
          }
          try await group.waitForAll()
        }
        let after = try require(try await subject.repository.item(counter.id))
        expect(after.attributes["count"], equals: .integer(Int64(tasks * rounds)))
        let items = try await subject.repository.items(ItemQuery(sort: [.ascending(.number)]))
        expect(items.map(\.number), equals: Array(1...(tasks * rounds + 1)))
        expect(Set(items.map(\.title)).count, equals: tasks * rounds + 1)
      },
      ContractCheck("a read never sees half of a write") { subject in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              for _ in 0..<10 {
                try await subject.repository.write { transaction throws(StorageError) in
                  try transaction.add("left")
                  try transaction.add("right")
                }
              }
            }
            group.addTask {
              for _ in 0..<20 {
                let titles = try await subject.repository.items().map(\.title)
                expect(titles.count { $0 == "left" }, equals: titles.count { $0 == "right" })
              }
            }
          }
          try await group.waitForAll()
        }
        try await expect(subject.repository.count(.all), equals: 80)
      },
    ]
  }
}

/// Adds an item and counts it, as one write.
private func count(
  up counter: ItemID,
  adding title: String,
  in repository: any ItemRepository
) async throws {
  try await repository.write { transaction throws(StorageError) in
    guard var item = try transaction.item(counter) else { return }
    item.attributes["count"] = .integer((item.attributes["count"]?.integer ?? 0) + 1)
    try transaction.update(item)
    try transaction.add(title)
  }
}

extension ItemTransaction {
  /// Adds an item with this title.
  @discardableResult
  func add(_ title: String) throws(StorageError) -> Item {
    try add(ItemDraft(title: title))
  }
}
