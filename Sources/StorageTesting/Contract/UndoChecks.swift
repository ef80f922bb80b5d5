// What undoing and redoing promise, for backends that remember their writes.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  /// The further promises of ``/Storage/UndoableRepository``, for backends that conform to it.
  public static var undoChecks: [ContractCheck] {
    [
      undoCheck("every sort of write is undone and redone in order") { subject, store in
        let added = try await store.add(.everyPart)
        let other = try await store.add("other")
        subject.clock.advance()
        var changed = added
        changed.title = "Wheat bread"
        changed.tags = ["bread", "quick"]
        changed.status = .open
        changed.attributes = ["minutes": 20, "salt": [1, 2.0]]
        changed = try await store.update(changed)
        try await store.delete(other.id)
        try await store.restore(other.id)
        try await store.delete(other.id)
        try await expect(store.history().map(\.isUndone), equals: Array(repeating: false, count: 6))
        subject.clock.advance()
        for count in [2, 1, 2] {
          try await expect(store.undo()?.applied, equals: 1)
          try await expect(store.count(.all), equals: count)
        }
        let undone = try require(try await store.undo())
        expect(undone.applied == 1 && undone.skipped == 0 && undone.step.updated == 1)
        expect(undone.step.firstItem == added.id && undone.step.isUndone)
        let back = try require(try await store.item(added.id))
        expect(back.updatedAt, equals: subject.clock.now)
        expect(back.withoutUpdate, equals: added.withoutUpdate)
        try await store.undo()
        try await store.undo()
        try await expect(store.items().isEmpty)
        try await expect(store.undo(), equals: nil)
        for _ in 1...6 { try await expect(store.redo()?.step.isUndone, equals: false) }
        try await expect(store.redo(), equals: nil)
        try await expect(store.items().map(\.withoutUpdate), equals: [changed.withoutUpdate])
      },
      undoCheck("a completion is one step, with its record and all dates") { subject, store in
        let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
        var draft = ItemDraft(title: "Run", due: .day(2026, 11, 2), repeat: rule)
        draft.start = .day(2026, 11, 1)
        let item = try await store.add(draft)
        let noon = Date(millisecondsSince1970: 1_793_620_800_000)
        let moved = try await store.complete(item.id, at: noon, in: .utc)
        let record = try require(moved.record)
        try await expect(store.undo()?.applied, equals: 2)
        try await expect(store.items().map(\.withoutUpdate), equals: [item.withoutUpdate])
        try await expect(store.redo()?.applied, equals: 2)
        try await expect(store.item(item.id)?.withoutUpdate, equals: moved.item.withoutUpdate)
        try await expect(store.item(record.id)?.withoutUpdate, equals: record.withoutUpdate)
        try await store.undo()
        // Done again, the record comes back.
        try await expect(store.complete(item.id, at: noon, in: .utc).record?.id, equals: record.id)
        try await store.undo()
        try await expect(store.items().map(\.withoutUpdate), equals: [item.withoutUpdate])
        try await store.skip(item.id, at: noon, in: .utc)
        try await expect(store.undo()?.applied, equals: 1)
        try await expect(store.items().map(\.withoutUpdate), equals: [item.withoutUpdate])
      },
      undoCheck("a decision on a kept text is a step, and undo a new edit of its register") {
        subject,
        store in
        let replicas = try require(subject.repository as? any ReplicaStore)
        let item = try await store.add("one")
        let kept = KeptText(
          field: .fixed(.notes),
          stamp: Stamp(milliseconds: 6_000, node: 6),
          text: "kept"
        )
        var replica = try await replicas.existing(item.id)
        replica.set(kept.register, "kept", kept.stamp, isDirty: false)
        let before = replica
        try await replicas.put(before)
        try await expect(store.history().count, equals: 1)
        let decided = Stamp(milliseconds: 9_000, node: 3)
        replica.set(kept.register, .null, decided, isDirty: true)
        replica.set(.fixed(.notes), "taken", decided, isDirty: true)
        let after = replica
        try await replicas.writing { try $0.observe(decided.time) }
        try await replicas.writing { try $0.putDecision(after) }
        try await expect(replicas.replica(item.id), equals: after)
        try await expect(store.history().map(\.updated), equals: [1, 0])
        let outcome = try require(try await store.undo())
        expect(outcome.applied == 1 && outcome.skipped == 0)
        let back = try require(try await store.item(item.id))
        expect(back.keptTexts == [kept] && back.notes == "")
        let stamp = try await replicas.existing(item.id).registers.first {
          $0.field == kept.register
        }
        expect(stamp.map { $0.stamp > decided && $0.isDirty } ?? false)
        try await expect(store.redo()?.applied, equals: 1)
        try await expect(store.item(item.id)?.keptTexts, equals: [])
        try await expect(store.item(item.id)?.notes, equals: "taken")
      },
      undoCheck("many changes in one write are one step") { _, store in
        let drafts = Array(Fixture.large(count: 50, seed: 1).drafts)
        try await store.write { transaction throws(StorageError) in
          for draft in drafts { try transaction.add(draft) }
        }
        try await store.write { transaction throws(StorageError) in
          for var item in try transaction.page(ItemQuery(limit: 20)).items {
            item.title += "!"
            try transaction.update(item)
            try transaction.delete(item.id)
          }
          try transaction.add(ItemDraft(title: "last"))
        }
        let step = try require(try await store.history().first)
        expect(step.added == 1 && step.updated == 20 && step.deleted == 20 && step.count == 41)
        try await expect(store.undo()?.applied, equals: 41)
        try await expect(store.count(.all), equals: 50)
        try await expect(store.undo()?.applied, equals: 50)
        try await expect(store.count(.all), equals: 0)
        try await expect(store.redo()?.applied, equals: 50)
        try await expect(store.redo()?.applied, equals: 41)
        try await expect(store.count(.all), equals: 31)
      },
      undoCheck("several steps are undone and redone at once, or none of them") { _, store in
        let items = try await store.write { transaction throws(StorageError) in
          [try transaction.add(ItemDraft(title: "a")), try transaction.add(ItemDraft(title: "b"))]
        }
        try await store.delete(items[1].id)
        try await expect(store.undo(3).isEmpty)
        try await expect(store.redo(1).isEmpty)
        try await expect(store.items().map(\.title), equals: ["a"])
        try await expect(store.undo(2).map(\.step.deleted), equals: [1, 0])
        try await expect(store.items().isEmpty)
        try await expect(store.redo(3).isEmpty)
        try await expect(store.history().allSatisfy(\.isUndone))
        try await expect(store.redo(2).map(\.step.added), equals: [2, 0])
        try await expect(store.items().map(\.title), equals: ["a"])
      },
      undoCheck("a step tells all its items, each once") { _, store in
        let items = try await store.write { transaction throws(StorageError) in
          var item = try transaction.add(ItemDraft(title: "a"))
          let other = try transaction.add(ItemDraft(title: "b"))
          item.title = "c"
          return [try transaction.update(item), other]
        }
        let step = try require(try await store.history().first)
        try await expect(store.items(of: step.id), equals: items.map(\.id))
        try await expect(store.items(of: step.id + 1).isEmpty)
        let title = HistoryStep.Edit(field: .fixed(.title), before: "a", after: "c")
        try await expect(
          store.changes(of: step.id),
          equals: [
            .init(item: items[0].id, kind: .added), .init(item: items[1].id, kind: .added),
            .init(item: items[0].id, kind: .edited([title])),
          ]
        )
        try await store.delete(items[1].id)
        try await store.restore(items[1].id)
        let kinds = try await store.history().prefix(2).map(\.id)
        try await expect(store.changes(of: kinds[0]).map(\.kind), equals: [.restored])
        try await expect(store.changes(of: kinds[1]).map(\.kind), equals: [.deleted])
      },
      undoCheck("what changes nothing is no step") { _, store in
        let item = try await store.add("item")
        try await store.update(item)
        try await store.restore(item.id)
        try await store.write { transaction throws(StorageError) in _ = try transaction.count(.all)
        }
        await #expect(throws: StorageError.self) {
          try await store.write { transaction throws(StorageError) in
            try transaction.add(ItemDraft(title: "never"))
            throw StorageError(.aborted, "The test gives up.")
          }
        }
        try await expect(store.history().count, equals: 1)
      },
      undoCheck("a new write ends what can be redone") { _, store in
        for title in ["a", "b", "c"] { try await store.add(title) }
        try await store.undo()
        try await store.undo()
        try await expect(store.history().map(\.isUndone), equals: [true, true, false])
        try await store.add("d")
        try await expect(store.redo(), equals: nil)
        try await expect(store.history().count, equals: 2)
        try await store.undo()
        try await store.undo()
        try await expect(store.items().isEmpty)
        try await store.redo()
        try await expect(store.items().map(\.title), equals: ["a"])
      },
      undoCheck("an edit that a body passes over is not undone") { _, store in
        let item = try await store.add("item")
        try await store.write { transaction throws(StorageError) in
          try transaction.add(ItemDraft(title: "kept"))
          do throws(StorageError) {
            try transaction.add(ItemDraft(id: item.id, title: "taken"))
          } catch {}
          do throws(StorageError) { try transaction.add(ItemDraft(title: "")) } catch {}
        }
        try await expect(store.history().first?.count, equals: 1)
        try await expect(store.undo()?.applied, equals: 1)
        try await expect(store.items(), equals: [item])
      },
      undoCheck("a purged item leaves the history, and what else was done stays in it") {
        _,
        store in
        let item = try await store.add(.everyPart)
        let other = try await store.add("other")
        try await store.write { transaction throws(StorageError) in
          for var item in [item, other] {
            item.title += "!"
            try transaction.update(item)
          }
          try transaction.delete(item.id)
        }
        try await store.purge(item.id)
        let steps = try await store.history()
        expect(steps.map(\.firstItem), equals: [other.id, other.id])
        expect(steps.map(\.updated) == [1, 0] && steps.map(\.deleted) == [0, 0])
        try await expect(store.undo()?.applied, equals: 1)
        try await expect(store.item(other.id)?.title, equals: "other")
        try await expect(store.undo()?.applied, equals: 1)
        try await expect(store.items().isEmpty)
        try await expect(store.undo(), equals: nil)
        try await expect(store.redo()?.applied, equals: 1)
        try await expect(store.items().map(\.title), equals: ["other"])
      },
      undoCheck("steps tell when they were made, latest first") { subject, store in
        let first = subject.clock.now
        try await store.add("a")
        subject.clock.advance()
        try await store.add("b")
        let steps = try await store.history()
        expect(steps.map(\.date), equals: [subject.clock.now, first])
        expect(steps.map(\.added), equals: [1, 1])
        expect(steps[0].id > steps[1].id)
      },
    ]
  }

  /// Makes random writes, undoes and redoes all of them, and compares the store with its state after each step.
  ///
  /// The seed determines everything. Everything but `updatedAt` must come back.
  public static func undo(seed: UInt64, steps: Int, on backend: Backend) async throws {
    let clock = ManualClock(startingAt: 1_000)
    try await backend.withRepository(clock.environment(seed: seed)) { repository in
      let store = try require(repository as? any UndoableRepository, "it is not undoable")
      var generator = OperationGenerator(seed: seed, purges: false)
      var states = [try await store.state()]
      while states.count <= steps {
        clock.advance(milliseconds: generator.pause())
        let operation = generator.next()
        guard case .write = operation else { continue }
        let before = try await store.history().first?.id
        _ = await operation.run(on: store)
        let state = try await store.state()
        if try await store.history().first?.id != before {
          states.append(state)
        } else {
          expect(state, equals: states.last, "a change without a step; seed \(seed)")
        }
      }
      try await walk(store, states, seed: seed)
    }
  }

  private static func walk(
    _ store: any UndoableRepository,
    _ states: [[String]],
    seed: UInt64
  ) async throws {
    for state in states.dropLast().reversed() {
      try await expect(store.undo()?.skipped, equals: 0, "seed \(seed)")
      try await expect(store.state(), equals: state, "undone; seed \(seed)")
    }
    try await expect(store.undo(), equals: nil, "seed \(seed)")
    for state in states.dropFirst() {
      try await expect(store.redo()?.skipped, equals: 0, "seed \(seed)")
      try await expect(store.state(), equals: state, "redone; seed \(seed)")
    }
    try await expect(store.redo(), equals: nil, "seed \(seed)")
  }

  private static func undoCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject, any UndoableRepository) async throws -> Void
  ) -> ContractCheck {
    ContractCheck(name) { subject in
      try await body(
        subject,
        try require(subject.repository as? any UndoableRepository, "it is not undoable")
      )
    }
  }
}

extension ItemRepository {
  /// Every byte of every item, except its last update.
  fileprivate func state() async throws -> [String] {
    try await items(ItemQuery(sort: [.ascending(.number)])).map { ItemLine.line($0.withoutUpdate) }
  }
}

extension Item {
  /// The same item, with the time of its creation as that of its last update.
  fileprivate var withoutUpdate: Item {
    var item = self
    item.updatedAt = createdAt
    return item
  }
}
