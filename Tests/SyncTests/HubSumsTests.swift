// The digest and the counts that a hub file keeps of each space.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct HubSumsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hub.sqlite")
  }

  private struct Sums: Equatable {
    var digest: SpaceDigest?
    var items: Int64?
    var bytes: Int64?
  }

  /// What stands in the space's row.
  private func stored(_ space: String) throws -> Sums? {
    let statement = try Connection(.file(path)).prepare(
      "SELECT digest, item_count, byte_count FROM spaces WHERE space_id = ?1"
    )
    statement.bind(space, at: 1)
    guard try statement.step() else { return nil }
    return Sums(
      digest: SpaceDigest(bytes: statement.blob(0)),
      items: statement.optionalInteger(1),
      bytes: statement.optionalInteger(2)
    )
  }

  /// What the space's items say.
  private func counted(_ space: String) throws -> Sums {
    let statement = try Connection(.file(path)).prepare(
      "SELECT item_id, seq, doc FROM items WHERE space_id = ?1"
    )
    statement.bind(space, at: 1)
    var (digest, items, bytes) = (SpaceDigest(), Int64(0), Int64(0))
    while try statement.step() {
      let doc = statement.textBytes(2)
      let stored = StoredHubRow(id: statement.itemID(0), sequence: statement.integer(1), doc: doc)
      let row = try stored.row()
      digest.add(row.id, row.state)
      items += row.isAlive ? 1 : 0
      bytes += Int64(doc.count)
    }
    return Sums(digest: digest, items: items, bytes: bytes)
  }

  /// What the store says.
  private func told(_ space: String, by store: SQLiteHubStore) throws -> Sums {
    try store.read(space) { transaction throws(HubError) in
      let usage = try transaction.usage()
      return Sums(digest: try transaction.digest(), items: usage.items, bytes: usage.bytes)
    }
  }

  private func row(_ number: UInt64, sequence: Int64, notes: String, isDeleted: Bool = false)
    -> HubRow
  {
    let stamp = Stamp(milliseconds: 1_000, node: number)
    return HubRow(
      id: ItemID(high: 0, low: number),
      sequence: sequence,
      state: .whole(
        [(name: "notes", value: .string(notes))],
        stamp: stamp,
        deletion: isDeleted ? Stamp(milliseconds: 2_000, node: 1) : nil
      )
    )
  }

  private func put(_ row: HubRow, in space: String, fails: Bool = false) -> HubWrite {
    HubWrite(space: space, seed: 1) { transaction throws(HubError) in
      try transaction.put(row, replacing: transaction.row(row.id), at: row.sequence)
      try transaction.setSpace(HubSpace(epoch: 1, head: row.sequence, age: row.sequence))
      if fails { throw HubError(.quota, "no") }
    }
  }

  private func expectSums(_ spaces: [String], of stores: [SQLiteHubStore], _ note: String) throws {
    for space in spaces {
      let sums = try counted(space)
      let stored = try stored(space)
      // Nothing is kept of a space that has never had an item.
      if sums.bytes != 0 || stored != Sums() { #expect(stored == sums, "\(note): \(space)") }
      for store in stores { #expect(try told(space, by: store) == sums, "\(note): \(space)") }
    }
  }

  @Test func `are those of its items after each write, alone or together, by one process or two`()
    throws
  {
    let stores = [try SQLiteHubStore(path: path), try SQLiteHubStore(path: path)]
    var random = SeededRandom(seed: 1)
    let spaces = ["a", "b", "c"]
    for round in 1...60 {
      let store = random.pick(stores)
      let writes = (0..<random.below(4) + 1).map { place in
        let notes = String(repeating: "n", count: random.below(40))
        let number = UInt64(random.below(6) + 1)
        let sequence = Int64(round * 10 + place)
        let row = row(number, sequence: sequence, notes: notes, isDeleted: random.chance(0.3))
        return put(row, in: random.pick(spaces), fails: random.chance(0.2))
      }
      _ = store.writeTogether(writes)
      if random.chance(0.3) {
        try store.write(random.pick(spaces), seed: 1) { transaction throws(HubError) in
          _ = try transaction.purge(before: Int64(round * 10 - 50))
        }
      }
      let known = try spaces.filter { try stored($0) != nil }
      try expectSums(known, of: stores, "round \(round)")
    }
  }

  @Test(arguments: ["digest = NULL", "digest = x'00'", "item_count = NULL", "byte_count = NULL"])
  func `are counted where a file does not have them`(_ change: String) throws {
    let store = try SQLiteHubStore(path: path)
    for number in 1...4 {
      let row = row(UInt64(number), sequence: Int64(number), notes: "n", isDeleted: number == 2)
      #expect(store.writeTogether([put(row, in: "a")]).allSatisfy { $0 == nil })
    }
    let sums = try counted("a")
    #expect(sums.items == 3)
    try Connection(.file(path)).execute("UPDATE spaces SET \(change)")
    #expect(try told("a", by: store) == sums)
    #expect(
      store.writeTogether([put(row(9, sequence: 9, notes: "x"), in: "a")]).allSatisfy { $0 == nil }
    )
    try expectSums(["a"], of: [store], change)
  }

  @Test func `leave out a row that cannot be read`() throws {
    let store = try SQLiteHubStore(path: path)
    for number in 1...2 {
      let row = row(UInt64(number), sequence: Int64(number), notes: "n")
      #expect(store.writeTogether([put(row, in: "a")]).allSatisfy { $0 == nil })
    }
    try Connection(.file(path)).execute(
      "UPDATE spaces SET digest = NULL; UPDATE items SET doc = 'no' WHERE seq = 1"
    )
    var digest = SpaceDigest()
    let left = row(2, sequence: 2, notes: "n")
    digest.add(left.id, left.state)
    #expect(try told("a", by: store).digest == digest)
  }

  @Test func `are right after a transaction that was lost as a whole`() throws {
    let store = try SQLiteHubStore(path: path)
    func write(_ number: UInt64) -> HubWrite {
      put(row(number, sequence: Int64(number), notes: "n"), in: "a")
    }
    #expect(store.writeTogether([write(1), write(2)]).allSatisfy { $0 == nil })
    // What a full disk does.
    let ending = HubWrite(space: "b", seed: 1) { transaction throws(HubError) in
      store.endTransaction()
      throw HubError(.full, "The disk is full.")
    }
    #expect(store.writeTogether([write(3), ending]).map { $0 == nil } == [true, false])
    try expectSums(["a"], of: [store], "run again")
    #expect(store.writeTogether([write(4), write(5)]).allSatisfy { $0 == nil })
    try expectSums(["a"], of: [store], "and then")
  }

  @Test func `go along when a hub in memory takes another's place`() throws {
    let (store, other) = (try SQLiteHubStore.inMemory(), try SQLiteHubStore.inMemory())
    func write(_ count: UInt64, _ store: SQLiteHubStore) {
      let writes = (1...count).map {
        put(row($0, sequence: Int64($0), notes: "n"), in: "a")
      }
      #expect(store.writeTogether(writes).allSatisfy { $0 == nil })
    }
    write(5, store)
    write(2, other)
    try store.copy(to: other)
    #expect(try told("a", by: other) == told("a", by: store))
    // What is written then counts from there.
    for store in [store, other] {
      let more = (6...7).map { put(row($0, sequence: Int64($0), notes: "m"), in: "a") }
      #expect(store.writeTogether(more).allSatisfy { $0 == nil })
      #expect(try told("a", by: store).items == 7)
    }
    #expect(try told("a", by: other) == told("a", by: store))
  }

  @Test func `are kept for a space that is busy among thousands of others`() throws {
    let store = try SQLiteHubStore(path: path)
    for batch in 0..<5 {
      let others = (0..<500).map { number in
        put(row(1, sequence: 1, notes: "n"), in: "space-\(batch)-\(number)")
      }
      let busy = put(row(UInt64(batch + 1), sequence: Int64(batch + 1), notes: "b"), in: "busy")
      #expect(store.writeTogether(others + [busy]).allSatisfy { $0 == nil })
    }
    try expectSums(["busy", "space-0-0", "space-4-499"], of: [store], "many")
    #expect(try told("busy", by: store).items == 5)
  }
}
