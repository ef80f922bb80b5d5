// What several readers and writers of one store at once promise each other.

import Dispatch
import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var sharingChecks: [Check] {
    [
      Check("what one way to the store has written, every other reads", ways: 3) {
        (probe: HubStoreProbe) async throws in
        var rows: [HubRow] = []
        for (index, store) in (probe.stores + probe.stores).enumerated() {
          let row = HubRow.sample(UInt64(index + 1), Int64(index + 1))
          try store.write("main", seed: 1) { transaction throws(HubError) in
            try expect(transaction.space()?.head, equals: Int64(index))
            try transaction.put(row, replacing: nil, at: 0)
            try transaction.setSpace(HubSpace(epoch: 1, head: row.sequence))
            try expect(transaction.usage().items, equals: Int64(index + 1))
          }
          rows.append(row)
          try probe.expect("main", has: rows, "after write \(index + 1)")
        }
      },
      Check("a reader's snapshot stays as it was, whoever writes meanwhile", ways: 2) {
        (probe: HubStoreProbe) async throws in
        let (reader, writer) = (probe.stores[0], probe.stores[1])
        _ = writer.writeTogether([.putting(1, 1, in: "main"), .putting(2, 2, in: "main")])
        let old = [HubRow.sample(1, 1), .sample(2, 2)]
        let edited = HubRow.sample(1, 3, text: "edited")
        try reader.read("main") { transaction throws(HubError) in
          try expect(transaction.space()?.head, equals: 2)
          try writer.write("main", seed: 1) { other throws(HubError) in
            try other.put(edited, replacing: old[0], at: 0)
            try other.addCommit(head: 3, nonce: 3, at: 0)
            try other.setSession(1, HubSession(device: 1, counter: 1, clock: 1, age: 1))
            try other.setSpace(HubSpace(epoch: 1, head: 3))
          }
          let found = try FoundRows(transaction)
          expect(found.rows, equals: old)
          found.expectSums()
          try expect(transaction.space()?.head, equals: 2)
          try expect(transaction.row(old[0].id), equals: old[0])
          try expect(transaction.nonce(at: 3), equals: nil)
          try expect(transaction.session(1), equals: nil)
        }
        try probe.expect("main", has: [old[1], edited])
      },
      Check("several ways to one store never interleave what they write", ways: 4) {
        (probe: HubStoreProbe) async throws in
        let writes = 25
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (index, store) in probe.stores.enumerated() {
            group.addTask {
              for number in 0..<writes {
                let item = UInt64(index * writes + number + 1)
                try store.write("main", seed: 1) { transaction throws(HubError) in
                  var space = try transaction.space() ?? HubSpace(epoch: 0)
                  try expect(transaction.greatestSequence(below: .max) ?? 0 == space.head)
                  space.head += 1
                  let row = HubRow.sample(item, space.head)
                  try transaction.put(row, replacing: nil, at: 0)
                  try transaction.addCommit(head: space.head, nonce: Int64(item), at: 0)
                  try transaction.setSpace(space)
                }
                await Task.yield()
              }
            }
            group.addTask {
              for _ in 0..<writes {
                let (space, found) = try store.read("main") { transaction throws(HubError) in
                  (try transaction.space(), try FoundRows(transaction))
                }
                expect(found.rows.map(\.sequence), equals: Array(1..<(space?.head ?? 0) + 1))
                found.expectSums("while others write")
                await Task.yield()
              }
            }
          }
          try await group.waitForAll()
        }
        let count = probe.stores.count * writes
        let found = try probe.store.read("main") { transaction throws(HubError) in
          try FoundRows(transaction)
        }
        expect(found.rows.map(\.sequence), equals: Array(1...Int64(count)))
        expect(Set(found.rows.map(\.id)).count, equals: count)
        found.expectSums()
      },
      Check("writes together of several ways at once are all there in the end", ways: 3) {
        (probe: HubStoreProbe) async throws in
        let (rounds, size) = (10, 5)
        await withTaskGroup(of: Void.self) { group in
          for (index, store) in probe.stores.enumerated() {
            group.addTask {
              for round in 0..<rounds {
                let writes = (0..<size).map { part in
                  let number = UInt64((index * rounds + round) * size + part + 1)
                  return HubWrite(space: part % 2 == 0 ? "a" : "b", seed: 1) {
                    transaction throws(HubError) in
                    var space = try transaction.space() ?? HubSpace(epoch: 0)
                    space.head += 1
                    let row = HubRow.sample(number, space.head)
                    try transaction.put(row, replacing: nil, at: 0)
                    try transaction.setSpace(space)
                  }
                }
                let errors = store.writeTogether(writes)
                expect(errors.allSatisfy { $0 == nil }, "\(errors)")
                await Task.yield()
              }
            }
          }
        }
        for (space, part) in [("a", 3), ("b", 2)] {
          let found = try probe.store.read(space) { transaction throws(HubError) in
            try FoundRows(transaction)
          }
          expect(found.rows.count, equals: probe.stores.count * rounds * part)
          expect(found.rows.map(\.sequence), equals: Array(1...Int64(found.rows.count)))
          found.expectSums("space \(space)")
        }
      },
      Check("eight slow writers and two readers of a hub at once: no row is skipped", ways: 4) {
        (probe: HubStoreProbe) async throws in
        let clock = HubClock()
        var slow = clock.environment()
        let draw = slow.random
        // Drawn between a push's rows and its commit: readers come while the transaction is open.
        slow.random = {
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(300))
          return draw()
        }
        let environment = slow
        let hubs = probe.stores.map { Hub(store: $0, environment: environment) }
        let opened = try hubs[0].firstPage()
        let writes = 20
        let seen = try await withThrowingTaskGroup(of: [ItemID].self) { group in
          for writer in 0..<8 {
            group.addTask {
              for number in 0..<writes {
                try hubs[writer % 4].push(number, of: writer, after: opened.token, clock)
                await Task.yield()
              }
              return []
            }
          }
          for reader in 0..<2 {
            group.addTask { try await hubs[reader].follow(opened, upTo: 8 * writes * 3) }
          }
          return try await group.reduce(into: [[ItemID]]()) { if !$1.isEmpty { $0.append($1) } }
        }
        expect(seen.count, equals: 2)
        for found in seen {
          expect(found.count, equals: 8 * writes * 3)
          expect(Set(found).count, equals: found.count)
        }
      },
    ]
  }
}

extension Hub {
  /// The page of somebody who has never asked before.
  fileprivate func firstPage() throws -> ChangesPage {
    let reply = try answer(.changes(ChangesRequest(after: 0, token: nil)), space: "main")
    guard case .changes(let page) = reply else { throw HubFixture.Unexpected() }
    return page
  }

  /// Pushes three items of a writer's own.
  fileprivate func push(
    _ number: Int,
    of writer: Int,
    after token: SyncToken,
    _ clock: HubClock
  ) throws {
    let changes = (0..<3).map { part in
      let low = UInt64(writer * 1_000 + number * 3 + part)
      return PushChange(
        id: ItemID(high: 2, low: low << 50 | low),
        state: .sample([("title", "x")], stamp: Stamp(milliseconds: clock.now, node: low)),
        seen: 0
      )
    }
    let push = PushRequest(
      device: 1,
      session: Int64(writer + 1),
      counter: Int64(number + 1),
      token: token,
      cursor: 0,
      changes: changes
    )
    _ = try answer(.push(push), space: "main")
  }

  /// Pulls until so many rows were given out; returns the items that came.
  fileprivate func follow(_ opened: ChangesPage, upTo count: Int) async throws -> [ItemID] {
    var found: [ItemID] = []
    var (cursor, token) = (opened.end, opened.token)
    while found.count < count {
      try Task.checkCancellation()
      let request = ChangesRequest(after: cursor, limit: 7, token: token)
      guard case .changes(let page) = try answer(.changes(request), space: "main") else {
        throw HubFixture.Unexpected()
      }
      found += page.rows.map(\.id)
      (cursor, token) = (page.end, page.token)
      // Past the last row nothing comes any more: a row that was skipped stays missing.
      if cursor >= Int64(count), !page.hasMore { break }
      await Task.yield()
    }
    return found
  }
}
