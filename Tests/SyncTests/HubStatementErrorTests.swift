// A hub file in which a statement fails.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct HubStatementErrorTests {
  /// A call of a transaction, which may write.
  struct Call: Sendable, CustomStringConvertible {
    let description: String
    /// The tables that it cannot do without.
    let tables: Set<String>
    /// What it writes, as `INSERT items`.
    let writes: Set<String>
    private let body: @Sendable (any HubTransaction) throws -> Void

    init(
      _ description: String,
      _ tables: Set<String>,
      writes: Set<String> = [],
      _ body: @escaping @Sendable (any HubTransaction) throws -> Void
    ) {
      self.description = description
      (self.tables, self.writes, self.body) = (tables, writes, body)
    }

    func run(_ transaction: any HubTransaction) throws(HubError) {
      do {
        try body(transaction)
      } catch {
        throw error as? HubError ?? HubError(.invalid, "\(error)")
      }
    }
  }

  private static func row(_ number: UInt64, isDeleted: Bool = false) -> HubRow {
    HubRow(
      id: ItemID(high: 0, low: number),
      sequence: Int64(number),
      state: .whole(
        [],
        stamp: Stamp(milliseconds: 1, node: number),
        deletion: isDeleted ? Stamp(milliseconds: 2, node: 1) : nil
      )
    )
  }

  static let calls: [Call] = [
    Call("space", ["spaces"]) { _ = try $0.space() },
    Call("nonce", ["commits"]) { _ = try $0.nonce(at: 3) },
    Call("storedRows", ["items"]) { _ = try $0.storedRows([row(1).id], upToBytes: 9) },
    Call("forEachRow", ["items"]) {
      try $0.forEachRow(after: 0, upTo: 9, tombstonesAbove: 0) { _ in true }
    },
    Call("strayRows", ["items"]) { _ = try $0.strayRows(above: 9, limit: 9) },
    Call("greatestSequence", ["items"]) { _ = try $0.greatestSequence(below: 9) },
    // The file has no digest and no counts here, so that they are counted.
    Call("digest", ["spaces", "items"]) { _ = try $0.digest() },
    Call("usage", ["spaces", "items"]) { _ = try $0.usage() },
    Call("session", ["devices"]) { _ = try $0.session(1) },
    Call("quota", ["quotas"]) { _ = try $0.quota() },
    Call("setSpace", ["spaces"], writes: ["UPDATE spaces"]) {
      try $0.setSpace(HubSpace(epoch: 1, head: 4))
    },
    Call("addCommit", ["spaces", "commits"], writes: ["INSERT commits"]) {
      try $0.addCommit(head: 9, nonce: 1, at: 1)
    },
    Call("put", ["spaces", "items"], writes: ["INSERT items", "UPDATE spaces"]) {
      try $0.put(row(9), replacing: nil, at: 1)
    },
    Call("put again", ["spaces", "items"], writes: ["UPDATE items", "UPDATE spaces"]) {
      var row = row(1)
      row.sequence = 9
      try $0.put(row, replacing: HubStatementErrorTests.row(1), at: 1)
    },
    Call("purge", ["spaces", "items"], writes: ["DELETE items", "UPDATE spaces"]) {
      _ = try $0.purge(before: 9)
    },
    Call(
      "forget",
      ["spaces", "commits", "devices"],
      writes: ["DELETE commits", "DELETE devices"]
    ) { try $0.forget(before: 9, floor: 9) },
    Call("setSession", ["spaces", "devices"], writes: ["INSERT devices"]) {
      try $0.setSession(2, HubSession(device: 1, counter: 1, clock: 1, age: 1))
    },
    Call("setSession again", ["spaces", "devices"], writes: ["UPDATE devices"]) {
      try $0.setSession(1, HubSession(device: 1, counter: 2, clock: 1, age: 1))
    },
  ]

  private static let tables = ["spaces", "items", "commits", "devices", "quotas"]

  /// A file with a space in which there is something for each call.
  private struct File {
    let folder: TemporaryFolder
    let store: SQLiteHubStore
    private let other: Connection

    init() throws {
      folder = try TemporaryFolder()
      let path = folder.file("hub.sqlite")
      store = try SQLiteHubStore(path: path)
      try store.write("main", seed: 1) { transaction throws(HubError) in
        for number in UInt64(1)...3 {
          let row = row(number, isDeleted: number == 2)
          try transaction.put(row, replacing: nil, at: Int64(number))
          try transaction.addCommit(head: row.sequence, nonce: 5, at: row.sequence)
        }
        let session = HubSession(device: 1, counter: 1, clock: 1, age: 1)
        try transaction.setSession(1, session)
        try transaction.setSpace(HubSpace(epoch: 1, head: 3, age: 3))
      }
      other = try Connection(.file(path))
      try execute("UPDATE spaces SET digest = NULL, item_count = NULL")
    }

    func execute(_ sql: String) throws { try other.execute(sql) }

    /// The error of a call in a transaction of its own.
    func error(of call: Call) -> HubError? {
      do throws(HubError) {
        if call.writes.isEmpty {
          try store.read("main") { transaction throws(HubError) in try call.run(transaction) }
        } else {
          try store.write("main", seed: 1) { transaction throws(HubError) in
            try call.run(transaction)
          }
        }
        return nil
      } catch {
        return error
      }
    }

    /// Everything that the file holds.
    func content() throws -> [String] {
      try HubStatementErrorTests.tables.flatMap { table in
        let statement = try other.prepare("SELECT * FROM \(table)")
        var rows: [String] = []
        while try statement.step() {
          rows.append((0..<5).map { "\(statement.blob($0))" }.joined(separator: "|"))
        }
        return rows
      }
    }
  }

  @Test(arguments: calls)
  func `a table that is not there is told by each call that needs it`(_ call: Call) throws {
    for table in Self.tables {
      let file = try File()
      try file.execute("ALTER TABLE \(table) RENAME TO gone")
      let error = file.error(of: call)
      #expect((error != nil) == call.tables.contains(table), "\(table): \(error?.message ?? "")")
    }
  }

  @Test(arguments: calls.filter { !$0.writes.isEmpty })
  func `a write that fails is told, and takes all of its transaction along`(_ call: Call) throws {
    let file = try File()
    let before = try file.content()
    for table in Self.tables {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        let body = "BEFORE \(event) ON \(table) BEGIN SELECT RAISE(ABORT, 'no room'); END"
        try file.execute("CREATE TRIGGER failing \(body)")
        if call.writes.contains("\(event) \(table)") {
          let error = file.error(of: call)
          #expect(error != nil, "\(event) \(table)")
          #expect(try file.content() == before, "\(event) \(table)")
        }
        try file.execute("DROP TRIGGER failing")
      }
    }
    #expect(file.error(of: call) == nil)
    #expect(try file.content() != before)
  }

  @Test func `a space that cannot be made is told`() throws {
    let file = try File()
    let call = Call("nothing", [], writes: ["INSERT spaces", "INSERT commits"]) { _ in }
    for table in ["spaces", "commits"] {
      let body = "BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'no room'); END"
      try file.execute("CREATE TRIGGER failing \(body)")
      #expect(throws: HubError.self) {
        try file.store.write("new", seed: 1) { transaction throws(HubError) in
          try call.run(transaction)
        }
      }
      let space = try file.store.read("new") { transaction throws(HubError) in
        try transaction.space()
      }
      #expect(space == nil)
      try file.execute("DROP TRIGGER failing")
    }
  }
}
