// What one transaction on one space promises.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var transactionChecks: [Check] {
    [
      Check("the first write makes a space, and a read finds none before") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try expect(
          store.read("main") { transaction throws(HubError) in try transaction.space() },
          equals: nil
        )
        try store.write("main", seed: 7) { transaction throws(HubError) in
          try expect(transaction.space(), equals: HubSpace(epoch: 7))
          try expect(transaction.nonce(at: 0), equals: 0)
        }
        try store.write("main", seed: 8) { transaction throws(HubError) in
          try expect(transaction.space()?.epoch, equals: 7)
        }
      },
      Check("what is written is read, each space by itself") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        let space = HubSpace(epoch: 1, head: 5, nonce: 9, floor: 2, age: 77, purgedAt: 66)
        try store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.setSpace(space)
          try transaction.addCommit(head: 5, nonce: 9, at: 3)
          for counter in [4, 6] as [Int64] {
            let known = HubSession(device: 2, counter: counter, clock: 5 * counter, age: 1)
            try transaction.setSession(3, known)
          }
          try transaction.put(HubRow.sample(1, 5), replacing: nil, at: 10)
        }
        try store.write("other", seed: 2) { transaction throws(HubError) in
          try expect(transaction.row(HubRow.sample(1, 5).id), equals: nil)
          try expect(transaction.nonce(at: 5), equals: nil)
          try expect(transaction.session(3), equals: nil)
          try expect(transaction.digest(), equals: SpaceDigest())
        }
        try store.read("main") { transaction throws(HubError) in
          try expect(transaction.space(), equals: space)
          try expect(transaction.nonce(at: 5), equals: 9)
          try expect(
            transaction.session(3),
            equals: HubSession(device: 2, counter: 6, clock: 30, age: 1)
          )
          try expect(transaction.row(HubRow.sample(1, 5).id), equals: HubRow.sample(1, 5))
        }
      },
      Check("a purge takes old tombstones up to the first young one, and no live item") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          let times: [Int64] = [10, 500, 20, 400, 30]
          for (place, time) in times.enumerated() {
            let isDeleted = place != 1
            let row = HubRow.sample(UInt64(place + 1), Int64(place + 1), isDeleted: isDeleted)
            try transaction.put(row, replacing: nil, at: time)
          }
          try expect(transaction.purge(before: 10), equals: nil)
          try expect(transaction.purge(before: 100), equals: 3)
          let left = try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
          expect(left.map(\.sequence), equals: [2, 4, 5])
        }
      },
      Check("commits are forgotten below the floor, once another was the latest for long") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          for (head, age) in [(2, 10), (5, 20), (9, 30)] as [(Int64, Int64)] {
            try transaction.addCommit(head: head, nonce: head, at: age)
            try transaction.setSession(head, HubSession(device: 1, counter: 1, clock: 0, age: age))
          }
          func known() throws(HubError) -> [Int64] {
            var known: [Int64] = []
            for head in [0, 2, 5, 9] as [Int64] where try transaction.nonce(at: head) != nil {
              known.append(head)
            }
            return known
          }
          func sessions() throws(HubError) -> [Int64] {
            var known: [Int64] = []
            for session in [2, 5, 9] as [Int64] where try transaction.session(session) != nil {
              known.append(session)
            }
            return known
          }
          try transaction.forget(before: 10, floor: 9)
          try expect(known(), equals: [0, 2, 5, 9])
          try expect(sessions(), equals: [2, 5, 9])
          try transaction.forget(before: 25, floor: 4)
          try expect(known(), equals: [2, 5, 9])
          try expect(sessions(), equals: [9])
          // The commit at 5 was the latest until the age of 30.
          try transaction.forget(before: 25, floor: 6)
          try expect(known(), equals: [5, 9])
        }
      },
      Check("nothing of a transaction that failed is kept") { (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.put(HubRow.sample(1, 1), replacing: nil, at: 0)
          try transaction.put(HubRow.sample(2, 2, isDeleted: true), replacing: nil, at: 0)
          try transaction.addCommit(head: 1, nonce: 1, at: 0)
          try transaction.setSession(1, HubSession(device: 1, counter: 1, clock: 0, age: 0))
          try transaction.setSpace(HubSpace(epoch: 1, head: 2))
        }
        let error = #expect(throws: HubError.self) {
          try store.write("main", seed: 1) { transaction throws(HubError) in
            try transaction.put(HubRow.sample(1, 3), replacing: HubRow.sample(1, 1), at: 0)
            try transaction.put(HubRow.sample(3, 4), replacing: nil, at: 0)
            _ = try transaction.purge(before: 100)
            try transaction.setSession(1, HubSession(device: 1, counter: 9, clock: 0, age: 9))
            try transaction.setSession(2, HubSession(device: 1, counter: 9, clock: 0, age: 0))
            try transaction.forget(before: 5, floor: 4)
            try transaction.addCommit(head: 4, nonce: 4, at: 0)
            try transaction.setSpace(HubSpace(epoch: 1, head: 4, floor: 2))
            throw HubError(.malformed, "no")
          }
        }
        expect(error?.code, equals: .malformed)
        try store.read("main") { transaction throws(HubError) in
          try expect(transaction.space(), equals: HubSpace(epoch: 1, head: 2))
          try expect(transaction.nonce(at: 4), equals: nil)
          try expect(transaction.session(1)?.counter, equals: 1)
          try expect(transaction.session(2), equals: nil)
          try expect(transaction.nonce(at: 0), equals: 0)
          try expect(transaction.nonce(at: 1), equals: 1)
          let rows = try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
          expect(rows, equals: [HubRow.sample(1, 1), HubRow.sample(2, 2, isDeleted: true)])
          var digest = SpaceDigest()
          for row in rows { digest.add(row.id, row.state) }
          try expect(transaction.digest(), equals: digest)
        }
      },
    ]
  }
}
