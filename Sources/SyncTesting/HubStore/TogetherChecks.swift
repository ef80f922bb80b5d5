// Writes that are committed together, which a server stands upon.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var togetherChecks: [Check] {
    [
      Check("writes that are committed together stand or fall each by itself", ways: 2) {
        (probe: HubStoreProbe) async throws in
        let errors = probe.store.writeTogether([
          .putting(1, 1, in: "a"), .failing(2, 2, in: "a"), .putting(3, 1, in: "b"),
          .failing(4, 1, in: "c"), .putting(5, 2, in: "a"),
        ])
        expect(errors.map { $0?.code }, equals: [nil, .malformed, nil, .malformed, nil])
        expect(errors[1]?.message, equals: "no")
        try probe.expect("a", has: [.sample(1, 1), .sample(5, 2)])
        try probe.expect("b", has: [.sample(3, 1)])
        try expect(probe.space("c"), equals: nil)
        expect(probe.store.writeTogether([]).isEmpty)
      },
      Check("each of several writes sees those before it, and not what failed") {
        (probe: HubStoreProbe) async throws in
        let seen = Locked<[Int]>([])
        let writes = (1...6).map { number in
          let isFailing = number % 3 == 2
          let write = HubWrite.putting(UInt64(number), Int64(number), in: "a")
          return HubWrite(space: "a", seed: 1) { transaction throws(HubError) in
            let rows = try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
            seen.withLock { $0.append(number * 10 + rows.count) }
            try write.body(transaction)
            let found = try FoundRows(transaction)
            found.expectSums("inside write \(number)")
            if isFailing { throw HubError(.malformed, "no") }
          }
        }
        let errors = probe.store.writeTogether(writes)
        expect(errors.map { $0 == nil }, equals: [true, false, true, true, false, true])
        // A store may have run them more than once; the last run of each counts.
        let last = Dictionary(seen.withLock { $0 }.map { ($0 / 10, $0 % 10) }) { $1 }
        expect(last, equals: [1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3])
        let expected = [1, 3, 4, 6].map { HubRow.sample(UInt64($0), Int64($0)) }
        try probe.expect("a", has: expected)
      },
      Check("a body may run again, and what its last run did is all that is stored") {
        (probe: HubStoreProbe) async throws in
        let runs = Tally()
        let counting = HubWrite(space: "a", seed: 1) { transaction throws(HubError) in
          runs.add()
          let row = HubRow.sample(UInt64(runs.count), Int64(runs.count))
          try transaction.put(row, replacing: nil, at: 0)
          try transaction.setSpace(HubSpace(epoch: 1, head: row.sequence))
        }
        let errors = probe.store.writeTogether([
          .failing(100, 1, in: "b"), counting, .failing(101, 1, in: "b"),
        ])
        expect(errors.map { $0?.code }, equals: [.malformed, nil, .malformed])
        try probe.expect("a", has: [.sample(UInt64(runs.count), Int64(runs.count))])
      },
      Check("an error of one is its own, whatever its code") {
        (probe: HubStoreProbe) async throws in
        let codes: [HubError.Code] = [
          .malformed, .damaged, .quota, .full, .busy, .invalid, .notFound,
        ]
        for code in codes {
          let write = HubWrite(space: "a", seed: 1) { _ throws(HubError) in
            throw HubError(code, "of code \(code)")
          }
          for writes in [[write], [write, .looking(at: "a"), write]] {
            let errors = probe.store.writeTogether(writes)
            expect(errors.first??.code, equals: code)
            expect(errors.last??.message, equals: "of code \(code)")
            if errors.count == 3 { expect(errors[1] == nil) }
          }
        }
      },
    ]
  }
}

extension HubWrite {
  /// Writes one row, and sets the space's head to its number.
  static func putting(_ number: UInt64, _ sequence: Int64, in space: String) -> HubWrite {
    HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      let row = HubRow.sample(number, sequence)
      try transaction.put(row, replacing: transaction.row(row.id), at: 0)
      try transaction.setSpace(HubSpace(epoch: 1, head: sequence))
    }
  }

  /// Does the same, and fails then.
  static func failing(_ number: UInt64, _ sequence: Int64, in space: String) -> HubWrite {
    let write = putting(number, sequence, in: space)
    return HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      try write.body(transaction)
      throw HubError(.malformed, "no")
    }
  }

  /// Changes nothing.
  static func looking(at space: String) -> HubWrite {
    HubWrite(space: space, seed: 1) { transaction throws(HubError) in _ = try transaction.space() }
  }
}
