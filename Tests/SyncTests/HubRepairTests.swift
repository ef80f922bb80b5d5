// What a repair of a hub file writes, and that it keeps nothing of one that fails.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HubRepairTests {
  private let folder: TemporaryFolder
  private let path: String
  private var file: HubFile { HubFile(path) }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hub.sqlite")
    let store = try SQLiteHubStore(path: path)
    try store.write("main", seed: 7) { transaction throws(HubError) in
      for number in UInt64(1)...5 {
        let row = HubRow(
          id: ItemID(high: 0, low: number),
          sequence: Int64(number),
          state: .whole(
            [],
            stamp: Stamp(milliseconds: 1, node: number),
            deletion: number == 2 ? Stamp(milliseconds: 2, node: 1) : nil
          )
        )
        try transaction.put(row, replacing: nil, at: Int64(number) * 10)
        try transaction.addCommit(head: row.sequence, nonce: 100 + row.sequence, at: row.sequence)
      }
      try transaction.setSpace(HubSpace(epoch: 7, head: 5, nonce: 105, age: 60))
    }
  }

  private func execute(_ sql: String) throws { try Connection(.file(path)).execute(sql) }

  private var space: HubSpace? {
    get throws {
      try SQLiteHubStore(path: path).read("main") { transaction throws(HubError) in
        try transaction.space()
      }
    }
  }

  private func content() throws -> [String] {
    let connection = try Connection(.file(path))
    return try ["spaces", "items", "commits"].flatMap { table in
      let statement = try connection.prepare("SELECT * FROM \(table)")
      var rows: [String] = []
      while try statement.step() {
        rows.append((0..<6).map { "\(statement.blob($0))" }.joined(separator: "|"))
      }
      return rows
    }
  }

  static let damages = [
    "UPDATE items SET doc = '{' WHERE seq = 3", "UPDATE items SET seq = -3 WHERE seq = 3",
    "UPDATE items SET deleted = 1 - deleted", "UPDATE spaces SET digest = zeroblob(2048)",
    "DELETE FROM spaces", "DELETE FROM commits", "UPDATE spaces SET head = -1",
  ]

  @Test(arguments: damages)
  func `a repair mends all or nothing`(_ damage: String) throws {
    try execute(damage)
    let before = try content()
    var failures = 0
    for table in ["spaces", "items", "commits"] {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        let trigger = "BEFORE \(event) ON \(table) BEGIN SELECT RAISE(ABORT, 'no room'); END"
        try execute("CREATE TRIGGER failing \(trigger)")
        do throws(HubError) {
          let repair = try file.repair()
          #expect(repair.left.isEmpty, "\(event) \(table): \(repair.left)")
          try self.expectMended("\(event) \(table)")
          // Damaged again as it was, for the next one.
          try restore(from: repair.copy)
        } catch {
          failures += 1
          #expect(try content() == before, "\(event) \(table)")
        }
        try execute("DROP TRIGGER IF EXISTS failing")
      }
    }
    // A commit at least is written in each case, and the space's row.
    #expect(failures >= 2)
    #expect(try file.repair().left.isEmpty)
    try expectMended("without a failure")
  }

  private func restore(from copy: String) throws(HubError) {
    do {
      let (source, target) = (try Connection(.file(copy)), try Connection(.file(path)))
      try source.copy(to: target)
    } catch {
      throw HubError(.invalid, "\(error)")
    }
  }

  private func expectMended(_ note: String) throws(HubError) {
    do {
      let space = try #require(try space)
      // Each device hears of it by a commit that it does not know.
      #expect(space.head > 5 && space.nonce != 105 && space.nonce >= 0, "\(note)")
      #expect(try file.check().isEmpty, "\(note)")
    } catch {
      throw HubError(.invalid, "\(error)")
    }
  }

  static let ages: [(changedAt: String?, age: Int64)] = [
    (nil, 50), ("-4", 50), ("9223372036854775807", .max / 2 - 1),
  ]

  @Test(arguments: ages)
  func `a space whose row is lost is as old as its latest change`(
    _ changedAt: String?,
    _ age: Int64
  ) throws {
    if let changedAt { try execute("UPDATE items SET changed_at = \(changedAt) WHERE seq = 1") }
    try execute("DELETE FROM spaces")
    _ = try file.repair()
    #expect(try space?.age == age)
  }

  @Test func `a space of items that all changed before its beginning is new`() throws {
    try execute("UPDATE items SET changed_at = -5; DELETE FROM spaces")
    _ = try file.repair()
    #expect(try space?.age == 0)
  }

  @Test func `each space is mended by itself`() throws {
    let store = try SQLiteHubStore(path: path)
    for name in ["a", "z"] {
      try store.write(name, seed: 3) { transaction throws(HubError) in
        let row = HubRow(
          id: ItemID(high: 0, low: 1),
          sequence: 1,
          state: .whole([], stamp: Stamp(milliseconds: 1, node: 1))
        )
        try transaction.put(row, replacing: nil, at: 900)
        try transaction.addCommit(head: 1, nonce: 9, at: 1)
        try transaction.setSpace(HubSpace(epoch: 3, head: 1, nonce: 9, age: 1))
      }
    }
    try execute("DELETE FROM spaces WHERE space_id = 'main'")
    #expect(
      try file.check().map(\.message) == ["The space 'main' has items, but no row of its own."]
    )
    _ = try file.repair()
    #expect(try space?.age == 50)
    for name in ["a", "z"] {
      let other = try store.read(name) { transaction throws(HubError) in try transaction.space() }
      #expect(other == HubSpace(epoch: 3, head: 1, nonce: 9, age: 1))
    }
  }

  @Test func `as many findings are told as a person reads, and all are mended`() throws {
    let count = StoreFinding.maxCount + 5
    try SQLiteHubStore(path: path).write("main", seed: 7) { transaction throws(HubError) in
      for number in 6...UInt64(count) {
        let row = HubRow(
          id: ItemID(high: 0, low: number),
          sequence: Int64(number),
          state: .whole([], stamp: Stamp(milliseconds: 1, node: number))
        )
        try transaction.put(row, replacing: nil, at: 70)
      }
      try transaction.addCommit(head: Int64(count), nonce: 3, at: 70)
      try transaction.setSpace(HubSpace(epoch: 7, head: Int64(count), nonce: 3, age: 70))
    }
    try execute("UPDATE items SET deleted = 1 - deleted")
    #expect(try file.check().count == StoreFinding.maxCount)
    #expect(try file.repair().left.isEmpty)
  }

  @Test(arguments: ["spaces", "items", "commits"])
  func `a table that is not there is told, and not mended`(_ table: String) throws {
    try execute("ALTER TABLE \(table) RENAME TO gone")
    if table == "commits" {
      #expect(try file.check().map(\.message).first?.contains("no such table: commits") == true)
    } else {
      #expect(throws: HubError.self) { try file.check() }
    }
    #expect(throws: HubError.self) { try file.repair() }
  }

  static let numbers: [(number: Int64, counts: Bool)] = [
    (.max / 2 - 1, true), (.max / 2, true), (.max / 2 + 1, false),
  ]

  @Test(arguments: numbers)
  func `numbers are counted on from the greatest that is one`(
    _ number: Int64,
    _ counts: Bool
  ) throws {
    try execute("DELETE FROM spaces; UPDATE items SET seq = \(number) WHERE seq = 5")
    let findings = try file.check()
    #expect(findings.contains { $0.message.contains("\(number)") } == !counts)
    guard !counts else { return }
    _ = try file.repair()
    #expect(try space?.head == 6)
  }

  // MARK: - Rows of a transaction

  @Test func `rows are given up to a limit, and one that cannot be read is an error`() throws {
    let store = try SQLiteHubStore(path: path)
    func rows(_ limit: Int) throws -> [Int64] {
      try store.read("main") { transaction throws(HubError) in
        try transaction.rows(after: 0, upTo: .max, limit: limit, tombstonesAbove: 0)
      }.map(\.sequence)
    }
    for (limit, expected) in [(0, 0), (-1, 0), (1, 1), (4, 4), (5, 5), (9, 5)] {
      #expect(try rows(limit) == (1...5).prefix(expected).map { Int64($0) })
    }
    try execute("UPDATE items SET doc = '{' WHERE seq = 3")
    let error = #expect(throws: HubError.self) { try rows(9) }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [true, false])
  func `writes that are committed together go to no file that has lost its name`(
    _ isReplaced: Bool
  ) throws {
    let store = try SQLiteHubStore(path: path)
    let write = HubWrite(space: "main", seed: 7) { transaction throws(HubError) in
      try transaction.setSpace(HubSpace(epoch: 7, head: 9))
    }
    #expect(store.writeTogether([write, write]).allSatisfy { $0 == nil })
    for name in ["hub.sqlite", "hub.sqlite-wal", "hub.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file(name))
    }
    if isReplaced { _ = try SQLiteHubStore(path: path) }
    let errors = store.writeTogether([write, write])
    #expect(errors.map(\.?.code) == [.cannotOpen, .cannotOpen])
  }

  @Test func `a space that cannot be made is told where writes are committed together, too`() throws
  {
    let store = try SQLiteHubStore(path: path)
    let trigger = "BEFORE INSERT ON spaces BEGIN SELECT RAISE(ABORT, 'no room'); END"
    try execute("CREATE TRIGGER failing \(trigger)")
    let write = HubWrite(space: "new", seed: 7) { _ in }
    let other = HubWrite(space: "main", seed: 7) { transaction throws(HubError) in
      try transaction.setSpace(HubSpace(epoch: 7, head: 9))
    }
    #expect(store.writeTogether([write, other]).map { $0 == nil } == [false, true])
    #expect(try space?.head == 9)
  }

  @Test func `a hub in memory goes back to a copy`() throws {
    let store = MemoryHubStore()
    func set(_ head: Int64) throws {
      try store.write("main", seed: 7) { transaction throws(HubError) in
        try transaction.setSpace(HubSpace(epoch: 7, head: head))
      }
    }
    try set(3)
    let copy = store.backup()
    try set(9)
    store.restore(copy)
    let space = try store.read("main") { transaction throws(HubError) in try transaction.space() }
    #expect(space?.head == 3)
  }

  @Test func `stray rows are named from the lowest number, up to a limit`() throws {
    let store = MemoryHubStore()
    try store.write("main", seed: 7) { transaction throws(HubError) in
      for (place, sequence) in [-3, -2, 4, 8, 9].enumerated() {
        let row = HubRow(
          id: ItemID(high: 0, low: UInt64(place)),
          sequence: Int64(sequence),
          state: .whole([], stamp: Stamp(milliseconds: 1, node: 1))
        )
        try transaction.put(row, replacing: nil, at: 0)
      }
    }
    for (limit, expected) in [(1, [-3]), (3, [-3, -2, 8]), (9, [-3, -2, 8, 9])] as [(Int, [Int64])]
    {
      let found = try store.read("main") { transaction throws(HubError) in
        try transaction.strayRows(above: 5, limit: limit)
      }
      #expect(found.map(\.sequence) == expected)
    }
  }
}
