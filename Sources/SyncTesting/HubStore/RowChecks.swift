// How rows are written and found.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var rowChecks: [Check] {
    [
      Check("rows are written and read many at a time, and count once in the digest") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        let rows = (1...3).map { HubRow.sample(UInt64($0), Int64($0)) }
        try store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.put(rows.map { HubRowChange(row: $0, replaced: nil) }, at: 0)
          let changed = [HubRow.sample(2, 5), HubRow.sample(3, 4, isDeleted: true)]
          try transaction.put(
            zip(changed, rows.dropFirst()).map { HubRowChange(row: $0, replaced: $1) },
            at: 0
          )
          let expected = [rows[0]] + changed
          var digest = SpaceDigest()
          for row in expected { digest.add(row.id, row.state) }
          try expect(transaction.digest(), equals: digest)
          try expect(transaction.usage().items, equals: 2)
          try FoundRows(transaction).expectSums()
          let ids = [expected[2].id, HubRow.sample(9, 9).id, expected[0].id, expected[1].id]
          var found: [HubRow?] = []
          for row in try transaction.storedRows(ids, upToBytes: .max) {
            found.append(try row?.row())
          }
          expect(found, equals: [expected[2], nil, expected[0], expected[1]])
        }
        // In another space, they are other items.
        try store.read("other") { transaction throws(HubError) in
          try expect(transaction.row(rows[0].id), equals: nil)
        }
      },
      Check("registers of earlier and later forms come back as they were written") {
        (probe: HubStoreProbe) async throws in
        let stamp = Stamp(milliseconds: 1_000, node: 1)
        // Lines of calendars in one attribute, a list in another normal form than C, an attribute in both, a text that was
        // kept, and what only a later version knows.
        let registers: [(String, JSONValue)] = [
          ("attr:ical", ["X-NOTE:one", "X-NOTE:two"]), ("list", "bu\u{308}ro"),
          ("attr:e\u{301}", "e\u{301}"), ("attr:\u{E9}", "\u{E9}"), ("tag:bu\u{308}ro", true),
          ("kept:notes:" + stamp.text, "a\r\nb\u{0}"), ("later:field", .object(["a": [1, .null]])),
        ]
        let row = HubRow(
          id: HubRow.sample(1, 1).id,
          sequence: 1,
          state: .sample(registers, stamp: stamp, deletion: nil)
        )
        try probe.store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.put([HubRowChange(row: row, replaced: nil)], at: 0)
        }
        for _ in 1...2 {
          let found = try probe.store.read("main") { transaction throws(HubError) in
            try transaction.row(row.id)
          }
          let entries = found?.state.entries ?? []
          expect(entries.count, equals: registers.count)
          for (entry, written) in zip(entries, row.state.entries) {
            expect(Array(entry.name.utf8), equals: Array(written.name.utf8))
            expect(entry.stamp, equals: written.stamp)
          }
          expect(found, equals: row)
        }
      },
      Check("large rows are read a few at a time, and one at least") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        let stamp = Stamp(milliseconds: 1_000, node: 1)
        let text = String(repeating: "x", count: 10_000)
        let rows = (1...5).map { number in
          HubRow(
            id: HubRow.sample(UInt64(number), 1).id,
            sequence: Int64(number),
            state: .sample([("title", .string(text))], stamp: stamp, deletion: nil)
          )
        }
        try store.write("main", seed: 1) { transaction throws(HubError) in
          try transaction.put(rows.map { HubRowChange(row: $0, replaced: nil) }, at: 0)
          for limit in [0, 1, 25_000] {
            var rest = rows.map(\.id)[...]
            var found: [HubRow] = []
            while !rest.isEmpty {
              let some = try transaction.storedRows(Array(rest), upToBytes: limit)
              guard !some.isEmpty, some.count <= rest.count else { break }
              for row in some { if let row = try row?.row() { found.append(row) } }
              rest = rest.dropFirst(some.count)
            }
            expect(found, equals: rows, "up to \(limit) bytes")
          }
        }
      },
      Check("rows come in order, within their bounds, old tombstones left out") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          for number in 1...6 {
            let row = HubRow.sample(UInt64(number), Int64(number), isDeleted: number % 2 == 0)
            try transaction.put(row, replacing: nil, at: 0)
          }
          // An item that changes again moves to its new place.
          try transaction.put(HubRow.sample(1, 7), replacing: HubRow.sample(1, 1), at: 0)
          func sequences(_ after: Int64, _ head: Int64, _ limit: Int, _ floor: Int64)
            throws(HubError)
            -> [Int64]
          {
            try transaction.rows(after: after, upTo: head, limit: limit, tombstonesAbove: floor)
              .map(\.sequence)
          }
          try expect(sequences(0, .max, .max, 0), equals: [2, 3, 4, 5, 6, 7])
          try expect(sequences(2, 5, .max, 0), equals: [3, 4, 5])
          try expect(sequences(0, .max, 2, 0), equals: [2, 3])
          try expect(sequences(0, .max, .max, 4), equals: [3, 5, 6, 7])
          try expect(sequences(.max, .max, .max, 0).isEmpty)
        }
      },
      Check("rows come one by one, and no more of them once the body has enough") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          for number in 1...6 {
            try transaction.put(HubRow.sample(UInt64(number), Int64(number)), replacing: nil, at: 0)
          }
          var seen: [HubRow] = []
          try transaction.forEachRow(after: 1, upTo: 6, tombstonesAbove: 0) {
            row throws(HubError) in
            seen.append(try row.row())
            return seen.count < 3
          }
          expect(seen, equals: (2...4).map { HubRow.sample($0, Int64($0)) })
          let error = #expect(throws: HubError.self) {
            try transaction.forEachRow(after: 0, upTo: 6, tombstonesAbove: 0) {
              _ throws(HubError) in throw HubError(.malformed, "enough")
            }
          }
          expect(error?.message, equals: "enough")
          try expect(
            transaction.rows(after: 4, upTo: 6, limit: 9, tombstonesAbove: 0).count,
            equals: 2
          )
        }
      },
      Check("digest and counts are those of the rows, wherever a body writes the space's row") {
        (probe: HubStoreProbe) async throws in
        let (first, second) = (HubRow.sample(1, 1), HubRow.sample(2, 2))
        for order in WriteOrder.allCases {
          let space = "\(order)"
          try probe.store.write(space, seed: 1) { transaction throws(HubError) in
            try order.write(first, transaction)
          }
          try probe.expect(space, has: [first], "alone, \(order)")
          let write = HubWrite(space: space, seed: 1) { transaction throws(HubError) in
            try order.write(second, transaction)
          }
          let errors = probe.store.writeTogether([write, .looking(at: space)])
          expect(errors.allSatisfy { $0 == nil }, "\(errors)")
          try probe.expect(space, has: [first, second], "together, \(order)")
        }
      },
      Check("rows outside of all pages are found by their numbers") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        try store.write("main", seed: 1) { transaction throws(HubError) in
          try expect(transaction.strayRows(above: 0, limit: 9).isEmpty)
          try expect(transaction.greatestSequence(below: .max), equals: nil)
          let sequences: [Int64] = [-4, 0, 1, 5, 8, .max]
          for (number, sequence) in sequences.enumerated() {
            let state = HubRow.sample(UInt64(number + 1), 1).state
            let id = HubRow.sample(UInt64(number + 1), 1).id
            let row = HubRow(id: id, sequence: sequence, state: state)
            try transaction.put(row, replacing: nil, at: 0)
          }
          func strays(_ head: Int64, _ limit: Int) throws(HubError) -> [Int64] {
            try transaction.strayRows(above: head, limit: limit).map(\.sequence)
          }
          try expect(strays(5, 9), equals: [-4, 0, 8, .max])
          try expect(strays(8, 3), equals: [-4, 0, .max])
          try expect(strays(.max, 9), equals: [-4, 0])
          try expect(
            transaction.strayRows(above: 5, limit: 9).first?.item,
            equals: HubRow.sample(1, 1).id
          )
          try expect(transaction.greatestSequence(below: .max), equals: 8)
          try expect(transaction.greatestSequence(below: 8), equals: 5)
          try expect(transaction.greatestSequence(below: -4), equals: nil)
        }
      },
    ]
  }
}
