// What observers of a store are promised.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var observationChecks: [ContractCheck] {
    [
      observationCheck("the first notice comes at once and says everything") { subject in
        try await subject.add("before")
        var changes = subject.repository.changes().makeAsyncIterator()
        await expect(changes.next(), equals: .everything)
      },
      observationCheck("every kind of change is told, with the item where it is known") { subject in
        let repository = subject.repository
        var changes = repository.changes().makeAsyncIterator()
        _ = await changes.next()
        var item = try await repository.add("new")
        expect(names(item.id, await changes.next()))
        item.title = "changed"
        item = try await repository.update(item)
        expect(names(item.id, await changes.next()))
        try await repository.delete(item.id)
        expect(names(item.id, await changes.next()))
        try await repository.restore(item.id)
        expect(names(item.id, await changes.next()))
      },
      observationCheck("commits that nobody fetched are told as one") { subject in
        var changes = subject.repository.changes().makeAsyncIterator()
        _ = await changes.next()
        let items = try await subject.add("one", "two", "three")
        let notice = await changes.next()
        for item in items { expect(names(item.id, notice)) }
        let last = try await subject.repository.add("four")
        expect(names(last.id, await changes.next()))
      },
      observationCheck("a write that fails is not told of") { subject in
        var changes = subject.repository.changes().makeAsyncIterator()
        _ = await changes.next()
        let failed = try await subject.idOfFailedWrite()
        let item = try await subject.repository.add("kept")
        let notice = await changes.next()
        expect(names(item.id, notice))
        if case .items(let items) = notice { expect(!items.contains(failed)) }
      },
      observationCheck("each observer is told") { subject in
        var first = subject.repository.changes().makeAsyncIterator()
        var second = subject.repository.changes().makeAsyncIterator()
        _ = await first.next()
        let item = try await subject.repository.add("one")
        expect(names(item.id, await first.next()))
        await expect(second.next(), equals: .everything)
        let other = try await subject.repository.add("two")
        expect(names(other.id, await first.next()))
        expect(names(other.id, await second.next()))
      },
      observationCheck("an observed query answers at the start and after what concerns it") {
        subject in
        let repository = subject.repository
        try await subject.add("one")
        let query = ItemQuery(.status([.open]), sort: [.ascending(.number)])
        var pages = repository.observe(query).makeAsyncIterator()
        try await expect(pages.next()?.items.map(\.title), equals: ["one"])
        var second = try await repository.add("two")
        try await expect(pages.next()?.items.map(\.title), equals: ["one", "two"])
        second.status = .done
        try await repository.update(second)
        try await expect(pages.next()?.items.map(\.title), equals: ["one"])
        // The query's result does not change by this.
        second.title = "done already"
        try await repository.update(second)
        try await repository.add("three")
        try await expect(pages.next()?.items.map(\.title), equals: ["one", "three"])
      },
      observationCheck("an observed item is there, changes and goes") { subject in
        let repository = subject.repository
        var item = try await repository.add("one")
        var states = repository.observe(item.id).makeAsyncIterator()
        try await expect(states.next(), equals: .some(item))
        item.title = "changed"
        item = try await repository.update(item)
        try await expect(states.next(), equals: .some(item))
        try await repository.delete(item.id)
        try await expect(states.next(), equals: .some(nil))
      },
      observationCheck("the last state is never missed, however many write") { subject in
        let repository = subject.repository
        let total = 24
        async let last = lastCount(upTo: total, in: repository)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<6 {
            group.addTask {
              for round in 0..<(total / 6) { try await repository.add("\(task).\(round)") }
            }
          }
          try await group.waitForAll()
        }
        try await expect(last, equals: total)
      },
    ]
  }

  static var endOfObservationChecks: [ContractCheck] {
    [
      observationCheck("cancelling the task ends an observation") { subject in
        let repository = subject.repository
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
          var answers = 0
          for try await _ in repository.observe() {
            answers += 1
            start.finish()
          }
          return answers
        }
        for await _ in started {}
        task.cancel()
        let answers = try await task.value
        expect(answers, equals: 1)
      },
      observationCheck("a task that is cancelled already observes nothing") { subject in
        let repository = subject.repository
        let task = Task {
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
          for await _ in repository.changes() { Issue.record("there was a notice") }
          for try await _ in repository.observe() { Issue.record("there was an answer") }
        }
        try await task.value
      },
      observationCheck("closing the store ends every observation") { subject in
        let repository = subject.repository
        var changes = repository.changes().makeAsyncIterator()
        var answers = repository.observeCount().makeAsyncIterator()
        _ = await changes.next()
        let first = try await answers.next()
        expect(first, equals: 0)
        await repository.close()
        await expect(changes.next(), equals: nil)
        let (second, third) = (try await answers.next(), try await answers.next())
        expect(second == nil && third == nil)
      },
      observationCheck("to observe a closed store is refused") { subject in
        let repository = subject.repository
        await repository.close()
        for await _ in repository.changes() { Issue.record("there was a notice") }
        await subject.expect(.closed, "observe") {
          var answers = repository.observe().makeAsyncIterator()
          _ = try await answers.next()
        }
      },
    ]
  }
}

/// A check that fails instead of waiting forever.
private func observationCheck(
  _ name: String,
  body: @escaping @Sendable (ContractSubject) async throws -> Void
) -> ContractCheck {
  ContractCheck(name) { subject in
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await body(subject)
        return true
      }
      group.addTask {
        // So long that no machine is too busy for it.
        try? await Task.sleep(for: .seconds(900))
        return false
      }
      let isInTime = try await group.next() ?? false
      group.cancelAll()
      expect(isInTime, "nothing was told for 15 minutes")
    }
  }
}

/// Whether a notice says that this item changed.
private func names(_ id: ItemID, _ notice: ChangeNotice?) -> Bool {
  switch notice {
  case .everything: true
  case .items(let items): items.contains(id)
  case nil: false
  }
}

/// Observes the count until it has reached a number.
private func lastCount(upTo total: Int, in repository: any ItemRepository) async throws -> Int {
  var last = 0
  for try await count in repository.observeCount() {
    expect(count >= last, "an older state came after a newer one")
    last = count
    if count >= total { break }
  }
  return last
}

extension ContractSubject {
  /// The id of an item that a failed write would have added.
  fileprivate func idOfFailedWrite() async throws -> ItemID {
    let id = try require(ItemID("019063c5-5c00-7000-8000-000000000001"))
    await expect(.aborted) {
      try await repository.write { transaction throws(StorageError) in
        try transaction.add(ItemDraft(id: id, title: "never"))
        throw StorageError(.aborted, "The test gives up.")
      }
    }
    return id
  }
}
