// What one transaction on one space promises.

import Storage
import Sync
import Testing

extension HubStoreContract {
  static let transactionChecks: [Check] = [
    Check("the first write makes a space, and a read finds none before") {
      (probe: HubStoreProbe) async throws in
      let store = probe.store
      #expect(
        try store.read("main") { transaction throws(HubError) in try transaction.space() } == nil
      )
      try store.write("main", seed: 7) { transaction throws(HubError) in
        #expect(try transaction.space() == HubSpace(epoch: 7))
        #expect(try transaction.nonce(at: 0) == 0)
      }
      try store.write("main", seed: 8) { transaction throws(HubError) in
        #expect(try transaction.space()?.epoch == 7)
      }
    },
    Check("what is written is read, each space by itself") { (probe: HubStoreProbe) async throws in
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
        #expect(try transaction.row(HubRow.sample(1, 5).id) == nil)
        #expect(try transaction.nonce(at: 5) == nil)
        #expect(try transaction.session(3) == nil)
        #expect(try transaction.digest() == SpaceDigest())
      }
      try store.read("main") { transaction throws(HubError) in
        #expect(try transaction.space() == space)
        #expect(try transaction.nonce(at: 5) == 9)
        #expect(
          try transaction.session(3) == HubSession(device: 2, counter: 6, clock: 30, age: 1)
        )
        #expect(try transaction.row(HubRow.sample(1, 5).id) == HubRow.sample(1, 5))
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
        #expect(try transaction.purge(before: 10) == nil)
        #expect(try transaction.purge(before: 100) == 3)
        let left = try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
        #expect(left.map(\.sequence) == [2, 4, 5])
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
        #expect(try known() == [0, 2, 5, 9])
        #expect(try sessions() == [2, 5, 9])
        try transaction.forget(before: 25, floor: 4)
        #expect(try known() == [2, 5, 9])
        #expect(try sessions() == [9])
        // The commit at 5 was the latest until the age of 30.
        try transaction.forget(before: 25, floor: 6)
        #expect(try known() == [5, 9])
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
      #expect(error?.code == .malformed)
      try store.read("main") { transaction throws(HubError) in
        #expect(try transaction.space() == HubSpace(epoch: 1, head: 2))
        #expect(try transaction.nonce(at: 4) == nil)
        #expect(try transaction.session(1)?.counter == 1)
        #expect(try transaction.session(2) == nil)
        #expect(try transaction.nonce(at: 0) == 0)
        #expect(try transaction.nonce(at: 1) == 1)
        let rows = try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
        #expect(rows == [HubRow.sample(1, 1), HubRow.sample(2, 2, isDeleted: true)])
        var digest = SpaceDigest()
        for row in rows { digest.add(row.id, row.state) }
        #expect(try transaction.digest() == digest)
      }
    },
  ]
}
