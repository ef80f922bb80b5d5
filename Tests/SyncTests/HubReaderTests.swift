// A hub file with readers of its own, and the log that something else moves into the file.

import Dispatch
import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct HubReaderTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hub.sqlite")
  }

  private func put(_ number: UInt64, in store: SQLiteHubStore) throws {
    try store.write("main", seed: 1) { transaction throws(HubError) in
      let row = HubRow(
        id: ItemID(high: 0, low: number),
        sequence: Int64(number),
        state: .whole([], stamp: Stamp(milliseconds: 1, node: number))
      )
      try transaction.put(row, replacing: nil, at: 0)
      try transaction.setSpace(HubSpace(epoch: 1, head: row.sequence))
    }
  }

  private func head(of store: SQLiteHubStore) throws -> Int64? {
    try store.read("main") { transaction throws(HubError) in try transaction.space()?.head }
  }

  @Test func `as many reads run at once as there are readers, and a write waits for none`() throws {
    let store = try SQLiteHubStore(path: path, readers: 2)
    try put(1, in: store)
    // Each read begins another within it, so that both are open; then there is a write beside them.
    let seen = try store.read("main") { outer throws(HubError) -> [Int64?] in
      let before = try outer.space()?.head
      return try store.read("main") { inner throws(HubError) -> [Int64?] in
        do { try put(2, in: store) } catch { throw HubError(.invalid, "\(error)") }
        // What a read has begun with stays.
        return [before, try outer.space()?.head, try inner.space()?.head]
      }
    }
    #expect(seen.prefix(2) == [1, 1])
    #expect(try head(of: store) == 2)
  }

  @Test func `a read waits where all readers are lent`() throws {
    let store = try SQLiteHubStore(path: path, readers: 1)
    try put(1, in: store)
    let (began, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = Locked<Int64?>(nil)
    try store.read("main") { transaction throws(HubError) in
      DispatchQueue.global().async {
        began.signal()
        let head = try? self.head(of: store)
        result.withLock { $0 = head }
        done.signal()
      }
      began.wait()
      #expect(result.withLock { $0 } == nil)
    }
    done.wait()
    #expect(result.withLock { $0 } == 1)
  }

  @Test func `a reader writes nothing`() throws {
    let store = try SQLiteHubStore(path: path, readers: 1)
    try put(1, in: store)
    #expect(throws: HubError.self) {
      try store.read("main") { transaction throws(HubError) in
        try transaction.setSpace(HubSpace(epoch: 1, head: 9))
      }
    }
    #expect(try head(of: store) == 1)
  }

  @Test func `an error in a read gives its reader back`() throws {
    let store = try SQLiteHubStore(path: path, readers: 1)
    try put(1, in: store)
    for _ in 0..<3 {
      #expect(throws: HubError.self) {
        try store.read("main") { _ throws(HubError) in throw HubError(.invalid, "no") }
      }
    }
    #expect(try head(of: store) == 1)
  }

  @Test(arguments: [0, 1])
  func `what is committed is on the disk, and the log does not stay large`(_ readers: Int) throws {
    let store = try SQLiteHubStore(path: path, readers: readers)
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    #expect(store.setting("synchronous") == 2)
    #expect(store.setting("journal_size_limit") == 16 << 20)
    #expect(store.setting("wal_autocheckpoint") == (readers == 0 ? 1_000 : 0))
  }

  @Test func `a store with readers leaves its log to checkpoints`() throws {
    let store = try SQLiteHubStore(path: path, readers: 1)
    for number in 1...300 { try put(UInt64(number), in: store) }
    let checkpoints = try HubCheckpoints(path: path)
    // SQLite itself would have moved the log after a thousand pages.
    #expect(checkpoints.logBytes > 1_000 * 4_096)
    #expect(try checkpoints.run(.passive))
    #expect(checkpoints.logBytes > 0, "the log is begun anew by the next write")
    #expect(try checkpoints.run(.truncate))
    #expect(checkpoints.logBytes == 0)
    #expect(try head(of: store) == 300)
  }

  @Test func `a checkpoint goes as far as no reader is in its way, and says so`() throws {
    let store = try SQLiteHubStore(path: path, readers: 1)
    try put(1, in: store)
    let checkpoints = try HubCheckpoints(path: path)
    let isWhole = try store.read("main") { transaction throws(HubError) -> Bool in
      _ = try transaction.space()
      do { try put(2, in: store) } catch { throw HubError(.invalid, "\(error)") }
      return try checkpoints.run(.passive)
    }
    #expect(!isWhole)
    #expect(try checkpoints.run(.restart))
    #expect(try head(of: store) == 2)
  }

  @Test func `there are no checkpoints of what is no hub file`() throws {
    let error = #expect(throws: HubError.self) {
      try HubCheckpoints(path: folder.file("none/hub.sqlite"))
    }
    #expect(error?.code == .cannotOpen)
  }
}
