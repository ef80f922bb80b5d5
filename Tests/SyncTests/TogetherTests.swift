// Writes that are committed together in a hub file; what holds for every store is in the contract of SyncTesting.

import Storage
import Sync
import TemporaryFolders
import Testing

@Suite struct `Writes that are committed together in a file` {
  private func put(_ number: UInt64, in space: String) -> HubWrite {
    HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      let row = row(number)
      try transaction.put(row, replacing: transaction.row(row.id), at: 0)
      try transaction.setSpace(HubSpace(epoch: 1, head: row.sequence))
    }
  }

  private func row(_ number: UInt64) -> HubRow {
    HubRow(
      id: ItemID(high: 0, low: number),
      sequence: Int64(number),
      state: .whole([], stamp: Stamp(milliseconds: 1_000, node: number))
    )
  }

  @Test func `are each run again alone when the transaction is lost`() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteHubStore(path: folder.file("hub"))
    let runs = Locked<[Int]>([])
    let counting = (0..<4).map { number in
      let write = put(UInt64(number + 1), in: "a")
      return HubWrite(space: "a", seed: 1) { transaction throws(HubError) in
        runs.withLock { $0.append(number) }
        try write.body(transaction)
      }
    }
    // What a full disk does: SQLite ends the transaction by itself, savepoints or not.
    let ending = HubWrite(space: "a", seed: 1) { transaction throws(HubError) in
      runs.withLock { $0.append(9) }
      store.endTransaction()
      throw HubError(.full, "The disk is full.")
    }
    let errors = store.writeTogether(counting[..<2] + [ending] + counting[2...])
    #expect(errors.map(\.?.code) == [nil, nil, .full, nil, nil])
    #expect(runs.withLock { $0 } == [0, 1, 9, 0, 1, 9, 2, 3])
    try store.read("a") { transaction throws(HubError) in
      let rows = try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
      #expect(rows == (1...4).map { row($0) })
      #expect(try transaction.usage().items == 4)
    }
  }

  @Test func `wait for another process, and then say that it is busy`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hub")
    let store = try SQLiteHubStore(path: path, busyTimeout: .zero)
    let other = try Connection(.file(path))
    try other.execute("BEGIN IMMEDIATE")
    let errors = store.writeTogether([put(1, in: "a"), put(2, in: "a")])
    #expect(errors.map(\.?.code) == [.busy, .busy])
    try other.execute("ROLLBACK")
    #expect(store.writeTogether([put(1, in: "a"), put(2, in: "a")]).allSatisfy { $0 == nil })
  }
}
