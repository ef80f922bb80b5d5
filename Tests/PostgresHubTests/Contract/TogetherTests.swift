#if Postgres
// Writes that are committed together: the part of the contract of hub stores that a server stands upon.

import RunningPostgres
import Storage
import Sync
import SyncSimulator
import Testing

@Suite(.enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence)))
struct `Writes that are committed together` {
  typealias Kind = HubStoreKind

  private func put(_ number: UInt64, _ sequence: Int64, in space: String) -> HubWrite {
    HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      let row = HubStoreContractTests.row(number, sequence)
      try transaction.put(row, replacing: transaction.row(row.id), at: 0)
      var space = HubSpace(epoch: 1)
      space.head = sequence
      try transaction.setSpace(space)
    }
  }

  private func failing(_ number: UInt64, _ sequence: Int64, in space: String) -> HubWrite {
    let write = put(number, sequence, in: space)
    return HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      try write.body(transaction)
      throw HubError(.malformed, "no")
    }
  }

  @Test(arguments: Kind.allCases)
  func `stand or fall each by itself`(_ kind: Kind) throws {
    let store = try kind.makeStores().first
    let errors = store.writeTogether([
      put(1, 1, in: "a"), failing(2, 2, in: "a"), put(3, 1, in: "b"), failing(4, 1, in: "c"),
      put(5, 2, in: "a"),
    ])
    #expect(errors.map(\.?.code) == [nil, .malformed, nil, .malformed, nil])
    try check(store, "a", [1, 5])
    try check(store, "b", [3])
    #expect(try store.read("c") { transaction throws(HubError) in try transaction.space() } == nil)
    #expect(store.writeTogether([]).isEmpty)
  }

  /// The rows of a space are these, and its sums are theirs.
  private func check(_ store: any HubStore, _ space: String, _ numbers: [UInt64]) throws {
    try store.read(space) { transaction throws(HubError) in
      let rows = try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
      let expected = numbers.map { HubStoreContractTests.row($0, 1).id }
      #expect(Set(rows.map(\.id)) == Set(expected))
      var digest = SpaceDigest()
      for row in rows { digest.add(row.id, row.state) }
      #expect(try transaction.digest() == digest)
      #expect(try transaction.usage().items == Int64(rows.count { $0.state.isAlive }))
      let bytes = rows.reduce(0) { $0 + Int64($1.state.bytes.count) }
      #expect(try transaction.usage().bytes == bytes)
    }
  }

  @Test(arguments: Kind.allCases, 0..<4)
  func `leave sums that are those of the rows, whatever fails and whoever writes between`(
    _ kind: Kind,
    _ seed: Int
  ) throws {
    let stores = try kind.makeStores(2)
    var random = SeededRandom(seed: UInt64(seed))
    var sequences: [String: Int64] = ["a": 0, "b": 0]
    for _ in 0..<30 {
      let store = stores.all[random.below(2)]
      var writes: [HubWrite] = []
      for _ in 0..<random.below(6) {
        let space = random.chance(0.5) ? "a" : "b"
        let number = UInt64(random.below(9) + 1)
        let sequence = (sequences[space] ?? 0) + 1
        sequences[space] = sequence
        if random.chance(0.3) {
          writes.append(failing(number, sequence, in: space))
        } else {
          writes.append(put(number, sequence, in: space))
        }
      }
      let errors = store.writeTogether(writes)
      #expect(errors.count == writes.count)
    }
    for space in ["a", "b"] {
      let ids = try stores.first.read(space) { transaction throws(HubError) in
        try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0).map(\.id)
      }
      #expect(Set(ids).count == ids.count, "seed \(seed)")
      let numbers = ids.map { $0.low & 0xFFFF_FFFF }
      try check(stores.first, space, numbers)
      try check(stores.all[1], space, numbers)
    }
  }
}
#endif
