// What a sync engine relies on: stamps and marks on every edit.

import Expectations
import Storage
import StorageReference
import Testing

extension RepositoryContract {
  /// The further promises of ``/Storage/ReplicaStore``, for backends that conform to it.
  public static let replicaChecks: [ContractCheck] =
    stampChecks + replicaWriteChecks + replicaWalkChecks + syncBookChecks

  private static var stampChecks: [ContractCheck] {
    [
      replicaCheck("a new item carries one stamp, and all of it is to be pushed") {
        subject,
        store in
        let item = try await subject.repository.add(.everyPart)
        let replica = try await store.existing(item.id)
        expect(replica.sequence, equals: ReplicaItem.neverAcknowledged)
        expect(replica.isDirty && replica.isAlive && replica.deletion == nil)
        let fields =
          Field.Fixed.allCases.map { Field.fixed($0) } + item.tags.map { .tag($0) }
          + item.attributes.keys.map { .attribute($0) }
        expect(Set(replica.registers.map(\.field)).isSuperset(of: fields))
        expect(replica.registers.allSatisfy { $0.isDirty })
        for (field, value) in item.registerValues {
          expect(replica.value(of: field), equals: value, "\(field.name)")
        }
        expect(Item(replica, number: item.number).hasSameContent(as: item))
        let names = replica.registers.map(\.field.name)
        expect(names, equals: names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let stamp = try require(replica.registers.first?.stamp)
        expect(replica.registers.allSatisfy { $0.stamp == stamp })
        let (clock, node) = try await store.writing { ($0.clock, $0.node) }
        expect(stamp, equals: Stamp(time: clock, node: node))
        expect(stamp.milliseconds, equals: ReferenceRules.milliseconds(subject.clock.now))
      },
      replicaCheck("an edit stamps and marks what it changes, and nothing else") { subject, store in
        var item = try await subject.repository.add(.everyPart)
        try await store.acknowledgeAll()
        let old = try await store.existing(item.id)
        expect(!old.isDirty)
        subject.clock.advance()
        let (tag, key) = try require(
          item.tags.first.flatMap { tag in item.attributes.first.map { (tag, $0.key) } }
        )
        item.title += "!"
        item.tags.remove(tag)
        item.tags.insert("replica")
        item.attributes[key] = nil
        item.attributes["replica"] = 1
        item = try await subject.repository.update(item)
        let new = try await store.existing(item.id)
        let changed: Set<Field> = [
          .fixed(.title), .fixed(.updated), .tag(tag), .tag("replica"), .attribute(key),
          .attribute("replica"),
        ]
        expect(new.dirtyFields, equals: changed)
        expect(new.value(of: .tag(tag)) == .null && new.value(of: .attribute(key)) == .null)
        expect(new.sequence, equals: old.sequence)
        let newest = try require(old.registers.map(\.stamp).max())
        for register in new.registers {
          if changed.contains(register.field) {
            expect(register.stamp > newest)
          } else {
            expect(old.registers.contains(register))
          }
        }
      },
      replicaCheck("a write that changes nothing stamps nothing") { subject, store in
        let item = try await subject.repository.add(.everyPart)
        try await store.acknowledgeAll()
        let old = try await store.existing(item.id)
        subject.clock.advance()
        try await subject.repository.update(item)
        try await expect(store.existing(item.id), equals: old)
      },
      replicaCheck("a deletion is a register of its own, and a restored item is above it") {
        subject,
        store in
        let item = try await subject.repository.add("one")
        try await store.acknowledgeAll()
        let old = try await store.existing(item.id)
        try await subject.repository.delete(item.id)
        let deleted = try await store.existing(item.id)
        expect(!deleted.isAlive && deleted.isDirty && deleted.registers == old.registers)
        let deletion = try require(deleted.deletion)
        expect(deletion.isDirty && old.registers.allSatisfy { $0.stamp < deletion.stamp })
        try await store.acknowledgeAll()
        try await subject.repository.restore(item.id)
        let restored = try await store.existing(item.id)
        expect(restored.isAlive && restored.isDirty)
        expect(restored.deletion?.stamp, equals: deletion.stamp)
      },
      replicaCheck("a purged item leaves nothing") { subject, store in
        let item = try await subject.repository.add("one")
        try await subject.repository.delete(item.id)
        try await subject.repository.purge(item.id)
        try await expect(store.replica(item.id), equals: nil)
      },
      replicaCheck("stamps rise, even while the wall clock goes back") { subject, store in
        var item = try await subject.repository.add("one")
        var last = try require(try await store.existing(item.id).newest)
        for passed in [0, -10_000, 0, 20_000] as [Double] {
          subject.clock.advance(milliseconds: passed)
          item.title += "!"
          item = try await subject.repository.update(item)
          let newest = try require(try await store.existing(item.id).newest)
          expect(newest > last)
          last = newest
        }
      },
      replicaCheck("an observed time is below every later stamp") { subject, store in
        let item = try await subject.repository.add("one")
        let time = try await store.writing { transaction in
          let time = transaction.clock + 1 << 40
          try transaction.observe(time)
          try transaction.observe(1)
          return time
        }
        try await expect(store.reading { $0.clock }, equals: time)
        try await subject.repository.delete(item.id)
        try expect(#require(try await store.existing(item.id).deletion).stamp.time > time)
      },
      replicaCheck("a time that was counted beyond every wall clock is followed") {
        subject,
        store in
        var item = try await subject.repository.add("one")
        let time = Stamp(milliseconds: HybridClock.maxMilliseconds, counter: 5, node: 0).time
        try await store.writing { transaction in try transaction.observe(time) }
        var last = Stamp(time: time, node: .max)
        for _ in 1...3 {
          item.title += "!"
          item = try await subject.repository.update(item)
          let newest = try require(try await store.existing(item.id).newest)
          expect(newest > last)
          last = newest
        }
      },
      replicaCheck("clock and node are set anew by nothing but a reset") { subject, store in
        let item = try await subject.repository.add("one")
        let node = try await store.writing { $0.node }
        try await store.writing { transaction in
          try transaction.resetClock(to: 1 << 20, node: ~node)
        }
        try await expect(store.writing { ($0.clock, $0.node) } == (1 << 20, ~node))
        try await subject.repository.delete(item.id)
        try await expect(store.existing(item.id).deletion?.stamp.node, equals: ~node)
      },
    ]
  }

  static func replicaCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject, any ReplicaStore) async throws -> Void
  ) -> ContractCheck {
    ContractCheck(name) { subject in
      try await body(
        subject,
        try require(subject.repository as? any ReplicaStore, "it is no replica store")
      )
    }
  }
}
