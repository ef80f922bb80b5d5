// What sync writes: stored unchanged, in one transaction, together with what it knows of the hub.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var replicaWriteChecks: [ContractCheck] {
    [
      replicaCheck("what a merge decided is kept to the stamp, and shows as an item") {
        subject,
        store in
        let first = try await subject.repository.add("first")
        let replica = ReplicaItem.foreign(1)
        try await store.put(replica)
        try await expect(store.replica(replica.id), equals: replica)
        let item = try require(try await subject.repository.item(replica.id))
        expect(item.number, equals: first.number + 1)
        expect(item.title == "foreign" && item.tags == ["kept"] && item.attributes == ["a": 1])
        var changed = replica
        changed.set(.fixed(.title), "changed", Stamp(milliseconds: 9_000, node: 3), isDirty: true)
        changed.set(.tag("kept"), .null, Stamp(milliseconds: 9_000, node: 3), isDirty: true)
        changed.sequence = 12
        try await store.put(changed)
        try await expect(store.replica(replica.id), equals: changed)
        let later = try require(try await subject.repository.item(replica.id))
        expect(later.number == item.number && later.title == "changed" && later.tags.isEmpty)
      },
      replicaCheck("every mark is kept by itself") { _, store in
        let replica = ReplicaItem.foreign(1)
        for field in replica.registers.map(\.field) {
          var marked = replica
          marked.set(
            field,
            replica.value(of: field) ?? .null,
            Stamp(milliseconds: 7, node: 7),
            isDirty: true
          )
          try await store.put(marked)
          try await expect(store.replica(replica.id), equals: marked, "\(field.name)")
          try await expect(store.unsynced(), equals: [replica.id], "\(field.name)")
        }
        var deleted = replica
        deleted.deletion = .init(stamp: Stamp(milliseconds: 99_000, node: 7), isDirty: true)
        try await store.put(deleted)
        try await expect(store.replica(replica.id), equals: deleted)
        try await expect(store.unsynced(), equals: [replica.id])
        deleted.deletion?.isDirty = false
        try await store.put(deleted)
        try await expect(store.unsynced().isEmpty)
      },
      replicaCheck(
        "a deleted item that sync brings is a tombstone, and an edit above it revives it"
      ) { subject, store in
        var replica = ReplicaItem.foreign(1)
        replica.deletion = .init(stamp: Stamp(milliseconds: 8_000, node: 2), isDirty: false)
        try await store.put(replica)
        try await expect(subject.repository.item(replica.id), equals: nil)
        try await expect(
          subject.repository.items(ItemQuery(scope: .deleted)).map(\.id),
          equals: [replica.id]
        )
        replica.set(.fixed(.notes), "again", Stamp(milliseconds: 9_000, node: 2), isDirty: false)
        try await store.put(replica)
        try await expect(subject.repository.item(replica.id)?.notes, equals: "again")
        try await expect(store.replica(replica.id), equals: replica)
      },
      replicaCheck("each blocker is a register of its own, and stays one when it is removed") {
        subject,
        store in
        var replica = ReplicaItem.foreign(1)
        let (one, other) = (ItemID(high: 1, low: 1), ItemID(high: 2, low: 2))
        for id in [one, other] {
          replica.set(.blocker(id), true, Stamp(milliseconds: 6_000, node: 6), isDirty: false)
        }
        try await store.put(replica)
        try await expect(store.replica(replica.id), equals: replica)
        var item = try require(try await subject.repository.item(replica.id))
        expect(item.blockers, equals: [one, other])
        item.blockers.remove(one)
        try await subject.repository.update(item)
        let kept = try await store.existing(replica.id)
        expect(kept.value(of: .blocker(one)) == .null && kept.value(of: .blocker(other)) == true)
        expect(kept.registers.filter(\.isDirty).map(\.field).contains(.blocker(one)))
        expect(!kept.registers.filter(\.isDirty).map(\.field).contains(.blocker(other)))
      },
      replicaCheck("a cycle that a merge made blocks its items, and lets them be edited") {
        subject,
        store in
        let (first, second) = (ReplicaItem.foreign(1), ReplicaItem.foreign(2))
        for (replica, blocker) in [(first, second.id), (second, first.id)] {
          var replica = replica
          replica.set(.blocker(blocker), true, Stamp(milliseconds: 6_000, node: 6), isDirty: false)
          try await store.put(replica)
        }
        try await expect(subject.repository.count(.blocked), equals: 2)
        try await expect(
          subject.repository.blockerCycle(of: first.id)?.items,
          equals: [first.id, second.id]
        )
        var item = try require(try await subject.repository.item(first.id))
        item.title = "edited"
        item = try await subject.repository.update(item)
        item.blockers = []
        try await subject.repository.update(item)
        try await expect(subject.repository.blockerCycle(of: second.id), equals: nil)
        try await expect(
          subject.repository.items(ItemQuery(.blocked)).map(\.id),
          equals: [second.id]
        )
      },
      replicaCheck("a merge may pass a limit") { subject, store in
        var replica = ReplicaItem.foreign(1)
        for number in 0...ItemLimits.tags {
          replica.set(.tag("tag \(number)"), true, Stamp(milliseconds: 5, node: 5), isDirty: false)
        }
        try await store.put(replica)
        try await expect(store.replica(replica.id), equals: replica)
        try await expect(
          subject.repository.item(replica.id)?.tags.count,
          equals: ItemLimits.tags + 2
        )
      },
      replicaCheck("registers of a later version stay, whatever is done to their item") {
        subject,
        store in
        var replica = ReplicaItem.foreign(1)
        let values: [(Field, JSONValue)] = [
          (.unknown("later"), .object(["b": [1.0, 1], "a": .null])),
          (.unknown("x:caf\u{e9}"), .null),
          (.unknown("x:cafe\u{301}"), "caf\u{e9}\u{0}"),
        ]
        for (field, value) in values {
          replica.set(field, value, Stamp(milliseconds: 6_000, node: 6), isDirty: true)
        }
        try await store.put(replica)
        var item = try require(try await subject.repository.item(replica.id))
        item.title += "!"
        try await subject.repository.update(item)
        try await subject.repository.delete(item.id)
        try await subject.repository.restore(item.id)
        let kept = try await store.existing(replica.id)
        for (field, _) in values {
          let register = try require(replica.registers.first { $0.field == field })
          expect(kept.registers.contains(register), "\(field.name)")
        }
      },
      replicaCheck(
        "the first edit of a field keeps what the hub has of it, and later ones leave that"
      ) { subject, store in
        var item = try await subject.repository.add("one")
        item.notes = "hub's"
        item.attributes = ["place": "attic", "count": 1]
        item = try await subject.repository.update(item)
        try await store.acknowledgeAll()
        let acknowledged = try await store.existing(item.id)
        expect(!acknowledged.hasBases)
        for text in ["first", "second"] {
          item.title = text
          item.notes = text
          item.priority = text == "first" ? .low : .high
          item.attributes = ["place": .string(text), "count": text == "first" ? 2 : 3]
          item = try await subject.repository.update(item)
        }
        let edited = try await store.existing(item.id)
        let texts: [String: JSONValue] = ["notes": "hub's", "attr:place": "attic"]
        for name in ["title", "notes", "priority", "attr:place", "attr:count"] {
          let field = Field(name: name)
          let stamp = acknowledged.registers.first { $0.field == field }?.stamp
          let base = edited.registers.first { $0.field == field }?.base
          expect(base?.stamp == stamp && base?.value == texts[name], "\(name)")
        }
        try await store.put(edited)
        try await expect(store.existing(item.id), equals: edited)
        try await store.acknowledgeAll()
        try await expect(!store.existing(item.id).hasBases)
      },
      replicaCheck("an item that starts over with a hub has no bases") { subject, store in
        var item = try await subject.repository.add("one")
        try await store.acknowledgeAll()
        item.notes = "edited"
        item = try await subject.repository.update(item)
        try await expect(store.existing(item.id).hasBases)
        try await store.writing { try $0.markAllUnsynced() }
        try await expect(!store.existing(item.id).hasBases)
      },
      replicaCheck("items with fields that no property holds are found, kept texts among them") {
        subject,
        store in
        _ = try await subject.add("one", "two")
        var replica = ReplicaItem.foreign(1)
        let kept = KeptText(
          field: .fixed(.notes),
          stamp: Stamp(milliseconds: 6_000, node: 6),
          text: "kept"
        )
        replica.set(kept.register, "kept", kept.stamp, isDirty: true)
        try await store.put(replica)
        let found = try await store.walk { try $0.withUnknownFields(after: $1, limit: 1) }
        expect(found, equals: [replica.id])
        try await expect(subject.repository.item(replica.id)?.keptTexts, equals: [kept])
      },
      replicaCheck("what was edited while it was pushed stays marked when the push is acknowledged")
      {
        subject,
        store in
        var item = try await subject.repository.add("one")
        let sent = try await store.existing(item.id)
        item.notes = "meanwhile"
        item = try await subject.repository.update(item)
        var replica = try await store.existing(item.id)
        replica.sequence = 5
        for index in replica.registers.indices {
          let register = replica.registers[index]
          replica.registers[index].isDirty = !sent.registers.contains { $0.stamp == register.stamp }
        }
        try await store.put(replica)
        try await expect(
          store.existing(item.id).dirtyFields,
          equals: [.fixed(.notes), .fixed(.updated)]
        )
        try await expect(store.unsynced(), equals: [item.id])
      },
      replicaCheck("a forgotten item leaves nothing, and its number is not given again") {
        subject,
        store in
        let items = try await subject.add("one", "two")
        let last = try require(items.last)
        try await store.writing { transaction in
          try transaction.remove(last.id)
          try transaction.remove(ReplicaItem.foreign(9).id)
        }
        try await expect(store.replica(last.id), equals: nil)
        try await expect(subject.repository.item(last.id), equals: nil)
        try await expect(subject.repository.items(ItemQuery(scope: .deleted)).isEmpty)
        try await expect(subject.repository.add("three").number, equals: last.number + 1)
      },
      replicaCheck("a write that fails changes neither items nor what sync keeps") {
        subject,
        store in
        let item = try await subject.repository.add("one")
        try await store.acknowledgeAll()
        try await store.writing { transaction in try transaction.setSyncState([1]) }
        let before = try await store.writing { ($0.clock, $0.node) }
        await subject.expect(.aborted) {
          try await store.writing { transaction in
            try transaction.setSyncState([2])
            try transaction.markAllUnsynced()
            try transaction.put(.foreign(1))
            try transaction.remove(item.id)
            try transaction.addConflict(.of(item.id))
            try transaction.observe(transaction.clock + 1 << 30)
            throw StorageError(.aborted, "The test gives up.")
          }
        }
        try await expect(store.writing { ($0.clock, $0.node) } == before)
        try await expect(store.unsynced().isEmpty)
        try await expect(subject.repository.items().map(\.id), equals: [item.id])
        let (state, conflicts) = try await store.reading { transaction in
          (try transaction.syncState(), try transaction.conflictCount())
        }
        expect(state == [1] && conflicts == 0)
      },
      replicaCheck("what sync writes is told to observers") { subject, store in
        var changes = subject.repository.changes().makeAsyncIterator()
        _ = await changes.next()
        let replica = ReplicaItem.foreign(1)
        try await store.put(replica)
        switch await changes.next() {
        case .items(let ids): expect(ids.contains(replica.id))
        case let notice: expect(notice, equals: .everything)
        }
      },
      replicaCheck("a closed store refuses sync, too") { subject, store in
        await subject.repository.close()
        await subject.expect(.closed, "reading") { try await store.reading { $0.clock } }
        await subject.expect(.closed, "writing") {
          try await store.writing { transaction in try transaction.setSyncState([1]) }
        }
      },
    ]
  }
}

extension ReplicaItem {
  fileprivate var hasBases: Bool { registers.contains { $0.base != nil } }
}
