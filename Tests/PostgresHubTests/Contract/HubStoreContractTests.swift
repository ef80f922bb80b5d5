#if Postgres
// What every store of a hub must do, whatever it keeps its rows in.

import Foundation
import RunningPostgres
import Storage
import Sync
import SyncSimulator
import Testing

@Suite(.enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence)))
struct HubStoreContractTests {
  typealias Kind = HubStoreKind

  static func row(_ number: UInt64, _ sequence: Int64, isDeleted: Bool = false) -> HubRow {
    let stamp = Stamp(milliseconds: 1_000 + sequence, node: number)
    let deletion = isDeleted ? Stamp(milliseconds: 2_000 + sequence, node: 1) : nil
    return HubRow(
      id: ItemID(high: 0, low: number << 56 | number),
      sequence: sequence,
      state: .whole([("title", .string("\(number)"))], stamp: stamp, deletion: deletion)
    )
  }

  @Test(arguments: Kind.allCases)
  func `the first write makes a space, and a read finds none before`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
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
  }

  @Test(arguments: Kind.allCases)
  func `what is written is read, each space by itself`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    let space = HubSpace(epoch: 1, head: 5, nonce: 9, floor: 2, age: 77, purgedAt: 66)
    try store.write("main", seed: 1) { transaction throws(HubError) in
      try transaction.setSpace(space)
      try transaction.addCommit(head: 5, nonce: 9, at: 3)
      for counter in [4, 6] as [Int64] {
        let known = HubSession(device: 2, counter: counter, clock: 5 * counter, age: 1)
        try transaction.setSession(3, known)
      }
      try transaction.put(Self.row(1, 5), replacing: nil, at: 10)
    }
    try store.write("other", seed: 2) { transaction throws(HubError) in
      #expect(try transaction.row(Self.row(1, 5).id) == nil)
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
      #expect(try transaction.row(Self.row(1, 5).id) == Self.row(1, 5))
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows are written and read many at a time, and count once in the digest`(_ kind: Kind) throws
  {
    let store = try kind.makeStores().first
    let rows = (1...3).map { Self.row(UInt64($0), Int64($0)) }
    try store.write("main", seed: 1) { transaction throws(HubError) in
      try transaction.put(rows.map { HubRowChange(row: $0, replaced: nil) }, at: 0)
      let changed = [Self.row(2, 5), Self.row(3, 4, isDeleted: true)]
      try transaction.put(
        zip(changed, rows.dropFirst()).map { HubRowChange(row: $0, replaced: $1) },
        at: 0
      )
      let expected = [rows[0]] + changed
      var digest = SpaceDigest()
      for row in expected { digest.add(row.id, row.state) }
      #expect(try transaction.digest() == digest)
      #expect(try transaction.usage().items == 2)
      let ids = [expected[2].id, Self.row(9, 9).id, expected[0].id, expected[1].id]
      var found: [HubRow?] = []
      for row in try transaction.storedRows(ids, upToBytes: .max) { found.append(try row?.row()) }
      #expect(found == [expected[2], nil, expected[0], expected[1]])
    }
    // In another space, they are other items.
    try store.read("other") { transaction throws(HubError) in
      #expect(try transaction.row(rows[0].id) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func `large rows are read a few at a time, and one at least`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    let stamp = Stamp(milliseconds: 1_000, node: 1)
    let text = String(repeating: "x", count: 10_000)
    let rows = (1...5).map { number in
      HubRow(
        id: Self.row(UInt64(number), 1).id,
        sequence: Int64(number),
        state: .whole([("title", .string(text))], stamp: stamp, deletion: nil)
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
        #expect(found == rows, "up to \(limit) bytes")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows come in order, within their bounds, old tombstones left out`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    try store.write("main", seed: 1) { transaction throws(HubError) in
      for number in 1...6 {
        let row = Self.row(UInt64(number), Int64(number), isDeleted: number % 2 == 0)
        try transaction.put(row, replacing: nil, at: 0)
      }
      // An item that changes again moves to its new place.
      try transaction.put(Self.row(1, 7), replacing: Self.row(1, 1), at: 0)
      func sequences(_ after: Int64, _ head: Int64, _ limit: Int, _ floor: Int64) throws(HubError)
        -> [Int64]
      {
        try transaction.rows(after: after, upTo: head, limit: limit, tombstonesAbove: floor)
          .map(\.sequence)
      }
      #expect(try sequences(0, .max, .max, 0) == [2, 3, 4, 5, 6, 7])
      #expect(try sequences(2, 5, .max, 0) == [3, 4, 5])
      #expect(try sequences(0, .max, 2, 0) == [2, 3])
      #expect(try sequences(0, .max, .max, 4) == [3, 5, 6, 7])
      #expect(try sequences(.max, .max, .max, 0).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows come one by one, and no more of them once the body has enough`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    try store.write("main", seed: 1) { transaction throws(HubError) in
      for number in 1...6 {
        try transaction.put(Self.row(UInt64(number), Int64(number)), replacing: nil, at: 0)
      }
      var seen: [HubRow] = []
      try transaction.forEachRow(after: 1, upTo: 6, tombstonesAbove: 0) {
        row throws(HubError) in
        seen.append(try row.row())
        return seen.count < 3
      }
      #expect(seen == (2...4).map { Self.row($0, Int64($0)) })
      let error = #expect(throws: HubError.self) {
        try transaction.forEachRow(after: 0, upTo: 6, tombstonesAbove: 0) {
          _ throws(HubError) in throw HubError(.malformed, "enough")
        }
      }
      #expect(error?.message == "enough")
      #expect(try transaction.rows(after: 4, upTo: 6, limit: 9, tombstonesAbove: 0).count == 2)
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows outside of all pages are found by their numbers`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    try store.write("main", seed: 1) { transaction throws(HubError) in
      #expect(try transaction.strayRows(above: 0, limit: 9).isEmpty)
      #expect(try transaction.greatestSequence(below: .max) == nil)
      let sequences: [Int64] = [-4, 0, 1, 5, 8, .max]
      for (number, sequence) in sequences.enumerated() {
        let state = Self.row(UInt64(number + 1), 1).state
        let id = Self.row(UInt64(number + 1), 1).id
        let row = HubRow(id: id, sequence: sequence, state: state)
        try transaction.put(row, replacing: nil, at: 0)
      }
      func strays(_ head: Int64, _ limit: Int) throws(HubError) -> [Int64] {
        try transaction.strayRows(above: head, limit: limit).map(\.sequence)
      }
      #expect(try strays(5, 9) == [-4, 0, 8, .max])
      #expect(try strays(8, 3) == [-4, 0, .max])
      #expect(try strays(.max, 9) == [-4, 0])
      #expect(try transaction.strayRows(above: 5, limit: 9).first?.item == Self.row(1, 1).id)
      #expect(try transaction.greatestSequence(below: .max) == 8)
      #expect(try transaction.greatestSequence(below: 8) == 5)
      #expect(try transaction.greatestSequence(below: -4) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a page ends at its rows or its bytes, and holds one row at least`(_ kind: Kind) throws {
    let surroundings = TestSurroundings()
    let limits = SyncLimits(body: 10_000, page: 4)
    let store = try kind.makeStores().first
    let hub = Hub(store: store, environment: surroundings.hub(limits: limits))
    let sizes = [10, 10, 10, 10, 10, 3_000, 3_000, 30_000, 3_000, 30_000]
    try store.write("main", seed: 1) { transaction throws(HubError) in
      var space = HubSpace(epoch: 1)
      for (index, size) in sizes.enumerated() {
        var row = Self.row(UInt64(index + 1), Int64(index + 1))
        let stamp = row.state.entries[0].stamp
        row.state = .whole([("notes", .string(String(repeating: "x", count: size)))], stamp: stamp)
        try transaction.put(row, replacing: nil, at: 0)
      }
      space.head = Int64(sizes.count)
      try transaction.addCommit(head: space.head, nonce: 0, at: 0)
      try transaction.setSpace(space)
    }
    var (ends, cursor): ([Int64], Int64) = ([], 0)
    while ends.count < 20 {
      let request = ChangesRequest(after: cursor, token: nil)
      let reply = try hub.answer(.changes(request), space: "main")
      guard case .changes(let page) = reply else { throw HubError(.malformed, "\(reply)") }
      #expect(page.rows.map(\.sequence) == Array(cursor + 1...page.end))
      ends.append(page.end)
      cursor = page.end
      if !page.hasMore { break }
    }
    #expect(ends == [4, 7, 8, 9, 10])
  }

  @Test(arguments: Kind.allCases)
  func `a purge takes old tombstones up to the first young one, and no live item`(
    _ kind: Kind
  ) throws {
    let store = try kind.makeStores().first
    try store.write("main", seed: 1) { transaction throws(HubError) in
      let times: [Int64] = [10, 500, 20, 400, 30]
      for (place, time) in times.enumerated() {
        let isDeleted = place != 1
        let row = Self.row(UInt64(place + 1), Int64(place + 1), isDeleted: isDeleted)
        try transaction.put(row, replacing: nil, at: time)
      }
      #expect(try transaction.purge(before: 10) == nil)
      #expect(try transaction.purge(before: 100) == 3)
      let left = try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
      #expect(left.map(\.sequence) == [2, 4, 5])
    }
  }

  @Test(arguments: Kind.allCases)
  func `commits are forgotten below the floor, once another was the latest for long`(
    _ kind: Kind
  ) throws {
    let store = try kind.makeStores().first
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
  }

  @Test(arguments: Kind.allCases)
  func `nothing of a transaction that failed is kept`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    try store.write("main", seed: 1) { transaction throws(HubError) in
      try transaction.put(Self.row(1, 1), replacing: nil, at: 0)
      try transaction.put(Self.row(2, 2, isDeleted: true), replacing: nil, at: 0)
      try transaction.addCommit(head: 1, nonce: 1, at: 0)
      try transaction.setSession(1, HubSession(device: 1, counter: 1, clock: 0, age: 0))
      try transaction.setSpace(HubSpace(epoch: 1, head: 2))
    }
    let error = #expect(throws: HubError.self) {
      try store.write("main", seed: 1) { transaction throws(HubError) in
        try transaction.put(Self.row(1, 3), replacing: Self.row(1, 1), at: 0)
        try transaction.put(Self.row(3, 4), replacing: nil, at: 0)
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
      #expect(rows == [Self.row(1, 1), Self.row(2, 2, isDeleted: true)])
      var digest = SpaceDigest()
      for row in rows { digest.add(row.id, row.state) }
      #expect(try transaction.digest() == digest)
    }
  }

  @Test(arguments: Kind.allCases, 0..<5)
  func `the digest is that of the live rows, whatever was written`(
    _ kind: Kind,
    _ seed: Int
  ) throws {
    let store = try kind.makeStores().first
    var random = SeededRandom(seed: UInt64(seed))
    var sequence: Int64 = 0
    for _ in 0..<20 {
      try store.write("main", seed: 1) { transaction throws(HubError) in
        for _ in 0..<random.below(4) {
          sequence += 1
          let row = Self.row(
            UInt64(random.below(9)),
            sequence,
            isDeleted: random.chance(0.3)
          )
          try transaction.put(row, replacing: transaction.row(row.id), at: sequence)
        }
        if random.chance(0.2) { _ = try transaction.purge(before: sequence - 3) }
        try transaction.setSpace(HubSpace(epoch: 1, head: sequence))
      }
      try store.read("main") { transaction throws(HubError) in
        var digest = SpaceDigest()
        for row in try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0) {
          digest.add(row.id, row.state)
        }
        #expect(try transaction.digest() == digest, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `eight slow writers and two readers at once: no row is skipped`(_ kind: Kind) async throws {
    let stores = try kind.makeStores(4)
    let surroundings = TestSurroundings()
    var slow = surroundings.hub()
    let draw = slow.random
    // Drawn between a push's rows and its commit: readers come while the transaction is open.
    slow.random = {
      Thread.sleep(forTimeInterval: 0.000_3)
      return draw()
    }
    let environment = slow
    let hubs = stores.all.map { Hub(store: $0, environment: environment) }
    let opened = try hubs[0].firstPage()
    let writes = 20
    let seen = try await withThrowingTaskGroup(of: [ItemID].self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<writes {
            let push = PushRequest(
              device: 1,
              session: Int64(writer + 1),
              counter: Int64(number + 1),
              token: opened.token,
              cursor: 0,
              changes: (0..<3).map { part in
                let low = UInt64(writer * 1_000 + number * 3 + part)
                return PushChange(
                  id: ItemID(high: 2, low: low << 50 | low),
                  state: .whole([], stamp: Stamp(milliseconds: surroundings.now, node: low)),
                  seen: 0
                )
              }
            )
            _ = try hubs[writer % 4].answer(.push(push), space: "main")
            await Task.yield()
          }
          return []
        }
      }
      for reader in 0..<2 {
        group.addTask {
          var found: [ItemID] = []
          var cursor = opened.end
          var token = opened.token
          while found.count < 8 * writes * 3 {
            try Task.checkCancellation()
            let request = ChangesRequest(after: cursor, limit: 7, token: token)
            let reply = try hubs[reader].answer(.changes(request), space: "main")
            guard case .changes(let page) = reply else { throw HubError(.malformed, "\(reply)") }
            found += page.rows.map(\.id)
            (cursor, token) = (page.end, page.token)
            // Past the last row nothing comes any more: a row that was skipped stays missing.
            let isOver = cursor >= Int64(8 * writes * 3) && !page.hasMore
            if isOver { break }
            await Task.yield()
          }
          return found
        }
      }
      return try await group.reduce(into: [[ItemID]]()) { if !$1.isEmpty { $0.append($1) } }
    }
    #expect(seen.count == 2)
    for found in seen {
      #expect(found.count == 8 * writes * 3)
      #expect(Set(found).count == found.count)
    }
  }
}

extension Hub {
  /// The page of somebody who has never asked before.
  fileprivate func firstPage() throws -> ChangesPage {
    let reply = try answer(.changes(ChangesRequest(after: 0, token: nil)), space: "main")
    guard case .changes(let page) = reply else { throw HubError(.malformed, "\(reply)") }
    return page
  }
}
#endif
