// What is told of reads before a write, and who may hold how much.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var hintChecks: [Check] {
    [
      Check("what is said of reads before a write changes nothing in what is read") {
        (probe: HubStoreProbe) async throws in
        let rows = (1...4).map { HubRow.sample(UInt64($0), Int64($0), isDeleted: $0 == 2) }
        let session = HubSession(device: 1, counter: 2, clock: 3, age: 4)
        try probe.store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.put(rows.map { HubRowChange(row: $0, replaced: nil) }, at: 0)
          try transaction.addCommit(head: 4, nonce: 44, at: 0)
          try transaction.setSession(5, session)
          try transaction.setSpace(HubSpace(epoch: 1, head: 4, nonce: 44))
        }
        let missing = HubRow.sample(9, 9).id
        let ids = rows.map(\.id) + [missing]
        let hints = [
          HubReads(), HubReads(session: 5, commit: 4, items: ids), HubReads(items: [missing]),
          HubReads(session: 6, commit: 3), HubReads(session: 5, items: [ids[0], ids[0], ids[2]]),
          HubReads(commit: .max, items: (10..<700).map { HubRow.sample(UInt64($0), 1).id }),
        ]
        for (index, hint) in hints.enumerated() {
          let body: @Sendable (any HubTransaction) throws(HubError) -> Void = {
            transaction throws(HubError) in
            try expect(transaction.session(5), equals: session, "hint \(index)")
            try expect(transaction.session(6), equals: nil, "hint \(index)")
            try expect(transaction.nonce(at: 4), equals: 44, "hint \(index)")
            try expect(transaction.nonce(at: 3), equals: nil, "hint \(index)")
            let found = try transaction.storedRows(ids, upToBytes: .max)
            try expect(found.map { row throws(HubError) in try row?.row() }, equals: rows + [nil])
            try FoundRows(transaction).expectSums("hint \(index)")
            // What the transaction itself changes is read after the change.
            try transaction.setSession(5, session)
          }
          try probe.store.write("main", seed: 1, reading: hint, body)
          let write = HubWrite(space: "main", seed: 1, reading: hint, body)
          let errors = probe.store.writeTogether([write, write])
          expect(errors.allSatisfy { $0 == nil }, "\(errors)")
        }
      },
      Check("what was read before a change is read anew after it, told before or not") {
        (probe: HubStoreProbe) async throws in
        let (old, new) = (HubRow.sample(1, 1), HubRow.sample(1, 2, text: "new"))
        for hint in [HubReads(), HubReads(session: 1, commit: 2, items: [old.id])] {
          let space = hint.items.isEmpty ? "plain" : "told"
          _ = probe.store.writeTogether([.putting(1, 1, in: space)])
          try probe.store.write(space, seed: 1, reading: hint) { transaction throws(HubError) in
            try expect(transaction.row(old.id), equals: old)
            try expect(transaction.nonce(at: 2), equals: nil)
            try expect(transaction.session(1), equals: nil)
            try transaction.put(new, replacing: old, at: 0)
            try transaction.addCommit(head: 2, nonce: 22, at: 0)
            try transaction.setSession(1, HubSession(device: 1, counter: 1, clock: 1, age: 1))
            try transaction.setSpace(HubSpace(epoch: 1, head: 2, nonce: 22))
            try expect(transaction.row(old.id), equals: new)
            try expect(transaction.nonce(at: 2), equals: 22)
            try expect(transaction.session(1)?.counter, equals: 1)
            try expect(transaction.space()?.head, equals: 2)
          }
        }
      },
    ]
  }

  /// The checks on quotas of spaces, for a backend that can set them.
  public static var quotaChecks: [Check] {
    [
      Check("the quota of a space is read as somebody has said it, part by part") {
        (probe: HubStoreProbe) async throws in
        _ = probe.store.writeTogether([.putting(1, 1, in: "a"), .putting(1, 1, in: "b")])
        let quotas = [
          SpaceQuota(items: 5, bytes: 7), SpaceQuota(items: 5), SpaceQuota(bytes: 0), SpaceQuota(),
        ]
        for quota in quotas {
          try probe.backend.setQuota?(probe.store, "a", quota)
          for (space, expected) in [("a", quota), ("b", SpaceQuota())] {
            let read = try probe.store.read(space) { transaction throws(HubError) in
              try transaction.quota()
            }
            expect(read, equals: expected)
            try probe.store.write(space, seed: 1) { transaction throws(HubError) in
              try expect(transaction.quota(), equals: expected)
            }
          }
        }
      }
    ]
  }

  /// The checks on frozen spaces, for a backend that can freeze one.
  public static var freezingChecks: [Check] {
    [
      Check("a frozen space says so until it is thawed, whatever is written of its row") {
        (probe: HubStoreProbe) async throws in
        _ = probe.store.writeTogether([.putting(1, 1, in: "a"), .putting(2, 1, in: "b")])
        for isFrozen in [true, false, true] {
          try probe.backend.setFrozen?(probe.store, "a", isFrozen)
          for (space, expected) in [("a", isFrozen), ("b", false)] {
            let read = try probe.store.read(space) { transaction throws(HubError) in
              try transaction.space()
            }
            expect(read?.isFrozen, equals: expected)
            try probe.store.write(space, seed: 1) { transaction throws(HubError) in
              guard var found = try transaction.space() else { return }
              expect(found.isFrozen, equals: expected)
              found.age += 1
              found.isFrozen.toggle()
              try transaction.setSpace(found)
              try expect(transaction.space()?.isFrozen, equals: expected)
            }
          }
        }
      },
      Check("a hub takes no push into a frozen space, answers pulls, and goes on when it is thawed")
      {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        _ = try fixture.push([fixture.create(1, "a")])
        let before = try fixture.page()
        try probe.backend.setFrozen?(probe.store, "main", true)
        let change = fixture.create(2, "b")
        let error = #expect(throws: HubError.self) { try fixture.push([change]) }
        expect(error?.code, equals: .frozen)
        try expect(fixture.page().rows, equals: before.rows)
        try probe.backend.setFrozen?(probe.store, "main", false)
        try expect(fixture.push([change]).previous, equals: before.token.head)
      },
    ]
  }

  /// The checks on deleted spaces, for a backend that can delete one.
  public static var deletionChecks: [Check] {
    [
      Check("a space that was deleted is neither read nor made anew, and others stay") {
        (probe: HubStoreProbe) async throws in
        _ = probe.store.writeTogether([.putting(1, 1, in: "a"), .putting(2, 1, in: "b")])
        try probe.backend.deleteSpace?(probe.store, "a")
        let read = #expect(throws: HubError.self) { try probe.space("a") }
        expect(read?.code, equals: .deleted)
        let written = #expect(throws: HubError.self) {
          try probe.store.write("a", seed: 1) { _ throws(HubError) in }
        }
        expect(written?.code, equals: .deleted)
        let errors = probe.store.writeTogether([.putting(1, 1, in: "a"), .putting(2, 2, in: "b")])
        expect(errors.map { $0?.code }, equals: [.deleted, nil])
        try probe.expect("b", has: [.sample(2, 2)])
      }
    ]
  }
}
