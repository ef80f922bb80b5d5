// What sync reads and writes of many items at once.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var replicaWalkChecks: [ContractCheck] {
    [
      replicaCheck("a walk brings every item once, by number, in pieces") { subject, store in
        let items = try await subject.add("one", "two", "three", "four", "five")
        try await subject.repository.delete(items[1].id)
        try await expect(
          store.walk { try $0.replicas(after: $1, limit: 2) },
          equals: items.map(\.id)
        )
        try await expect(
          store.walk { try $0.unsynced(after: $1, limit: 2) },
          equals: items.map(\.id)
        )
        try await store.acknowledgeAll()
        try await expect(store.walk { try $0.unsynced(after: $1, limit: 2) }, equals: [])
        try await subject.repository.restore(items[1].id)
        try await subject.repository.delete(items[4].id)
        let edited = [items[1].id, items[4].id]
        try await expect(store.walk { try $0.unsynced(after: $1, limit: 1) }, equals: edited)
        try await expect(store.reading { try $0.unsyncedCount() }, equals: 2)
        try await expect(
          store.walk { try $0.replicas(after: $1, limit: 3) },
          equals: items.map(\.id)
        )
      },
      replicaCheck("a walk brings large items as well, in as many pieces as it takes") {
        subject,
        store in
        let notes = String(repeating: "x", count: 200_000)
        var ids: [ItemID] = []
        for number in 0..<12 {
          let draft = ItemDraft(title: "\(number)", notes: number == 9 ? "" : notes)
          ids.append(try await subject.repository.add(draft).id)
        }
        try await expect(store.walk { try $0.replicas(after: $1, limit: 500) }, equals: ids)
        try await expect(store.walk { try $0.unsynced(after: $1, limit: 500) }, equals: ids)
      },
      replicaCheck("all is to be pushed as new once another hub is synced with") { subject, store in
        let items = try await subject.add("one", "two", "three")
        try await subject.repository.delete(items[2].id)
        try await store.acknowledgeAll()
        let stamps = try await store.existing(items[0].id).registers.map(\.stamp)
        try await store.writing { transaction in try transaction.markAllUnsynced() }
        try await expect(store.unsynced(), equals: items.map(\.id))
        let replica = try await store.existing(items[0].id)
        expect(replica.sequence, equals: ReplicaItem.neverAcknowledged)
        expect(replica.registers.allSatisfy { $0.isDirty })
        expect(replica.registers.map(\.stamp), equals: stamps)
      },
      replicaCheck("a bootstrap knows which acknowledged items have not come") { subject, store in
        let items = try await subject.add("one", "two")
        try await store.acknowledgeAll()
        let fresh = try await subject.repository.add("never acknowledged")
        try await store.writing { transaction in try transaction.markAllAwaitingBootstrap() }
        try await expect(store.reading { try $0.awaitingBootstrap() }, equals: items.map(\.id))
        try await expect(store.unsynced(), equals: [fresh.id])
        var come = try await store.existing(items[0].id)
        expect(come.sequence, equals: ReplicaItem.awaitingBootstrap)
        come.sequence = 4
        try await store.put(come)
        try await expect(store.reading { try $0.awaitingBootstrap() }, equals: [items[1].id])
      },
      replicaCheck("tombstones settle once the hub has them, up to its floor") { _, store in
        let stamp = Stamp(milliseconds: 90_000, node: 1)
        var tombstones = (1...6).map { ReplicaItem.foreign($0) }
        for index in tombstones.indices {
          tombstones[index].sequence = Int64(index + 1)
          tombstones[index].deletion = .init(stamp: stamp, isDirty: false)
        }
        // One is alive again, one has a mark, one was never acknowledged.
        tombstones[1].set(
          .fixed(.title),
          "alive",
          Stamp(milliseconds: 99_000, node: 1),
          isDirty: false
        )
        tombstones[2].set(.fixed(.title), "marked", stamp, isDirty: true)
        tombstones[3].sequence = ReplicaItem.neverAcknowledged
        for item in tombstones { try await store.put(item) }
        let settled = try await store.reading { try $0.settledTombstones(upTo: 5) }
        expect(settled, equals: [tombstones[0].id, tombstones[4].id])
        try await expect(store.reading { try $0.settledTombstones(upTo: 0) }.isEmpty)
      },
      replicaCheck("the greatest time exchanged only grows, with its transaction") { _, store in
        try await expect(store.reading { $0.exchangedTime }, equals: 0)
        for (time, kept) in [(5, 5), (3, 5), (1 << 63, 1 << 63)] as [(UInt64, UInt64)] {
          try await store.writing { try $0.noteExchange(of: time) }
          try await expect(store.reading { $0.exchangedTime }, equals: kept)
          try await expect(store.reading { $0.clock } >= kept)
        }
        try await store.put(.foreign(1))
        try await expect(store.reading { $0.exchangedTime }, equals: 1 << 63)
        try? await store.writing { transaction in
          try transaction.noteExchange(of: 1 << 63 + 1)
          throw StorageError(.aborted, "rolled back")
        }
        try await expect(store.reading { $0.exchangedTime }, equals: 1 << 63)
      },
    ]
  }

  static var syncBookChecks: [ContractCheck] {
    [
      replicaCheck("the engine's state is kept as it is, byte by byte") { _, store in
        try await expect(store.reading { try $0.syncState() }, equals: nil)
        for state in [[], [0], Array(0...255), Array(repeating: 7, count: 100_000)] as [[UInt8]] {
          try await store.writing { try $0.setSyncState(state) }
          try await expect(store.reading { try $0.syncState() }, equals: state)
        }
      },
      replicaCheck("conflicts are listed from the oldest until they are taken off") {
        subject,
        store in
        let item = try await subject.repository.add("one")
        var conflicts = [
          SyncConflict.of(item.id), .of(ReplicaItem.foreign(3).id, .lost), .of(item.id, time: .max),
        ]
        for index in conflicts.indices {
          let conflict = conflicts[index]
          conflicts[index].number = try await store.writing { try $0.addConflict(conflict) }
        }
        let listed = try await store.reading { try $0.conflicts() }
        expect(listed, equals: conflicts)
        expect(listed.map(\.number), equals: listed.map(\.number).sorted())
        try await expect(store.reading { try $0.conflictCount() }, equals: 3)
        let number = listed[1].number
        try await store.writing { transaction in
          try transaction.removeConflict(number)
          try transaction.removeConflict(number + 1_000)
        }
        try await expect(
          store.reading { try $0.conflicts() },
          equals: [conflicts[0], conflicts[2]]
        )
      },
      replicaCheck("a quarantine has the greatest time at which an item was refused") { _, store in
        let (one, other) = (ReplicaItem.foreign(1).id, ReplicaItem.foreign(2).id)
        try await store.writing { transaction in
          for conflict in [
            SyncConflict.of(one, time: 7), .of(one, time: 1 << 63), .of(one, time: 3),
            .of(other, .lost, time: 9),
          ] {
            try transaction.addConflict(conflict)
          }
        }
        try await expect(store.reading { try $0.quarantine() }, equals: [one: 1 << 63])
      },
    ]
  }
}
