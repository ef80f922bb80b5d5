// The row of a space in a hub file: what is sound, what is damaged, and what stands in its place.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct HubSpaceRowTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hub.sqlite")
  }

  /// The error of reading a space, once its row was changed.
  private func error(after sql: String) throws -> HubError? {
    let store = try SQLiteHubStore(path: path)
    try store.write("main", seed: 1) { _ in }
    let connection = try Connection(.file(path))
    try connection.execute("UPDATE spaces SET head = 5, floor = 3, age_ms = 9, purged_at = 4")
    try connection.execute(sql)
    do throws(HubError) {
      _ = try store.read("main") { transaction throws(HubError) in try transaction.space() }
      return nil
    } catch {
      return error
    }
  }

  /// No number of a space reaches this by counting.
  private static let most = Int64.max / 2

  /// For each column a sound value, and one just beyond it.
  static let bounds: [(column: String, sound: Int64, damaged: Int64)] = [
    ("epoch", 0, -1), ("nonce", 0, -1), ("head", most - 1, most), ("floor", 0, -1),
    ("floor", 5, 6), ("age_ms", most - 1, most), ("purged_at", 0, -1), ("purged_at", 9, 10),
  ]

  @Test(arguments: bounds)
  func `each number has its bounds`(_ column: String, _ sound: Int64, _ damaged: Int64) throws {
    #expect(try error(after: "UPDATE spaces SET \(column) = \(sound)") == nil)
    let error = try error(after: "UPDATE spaces SET \(column) = \(damaged)")
    #expect(error?.code == .damaged && error?.message.contains("'main'") == true)
  }

  @Test(arguments: [
    ("", "The space 'main' was deleted on the hub."),
    ("It moved.", "The space 'main' was deleted on the hub: It moved."),
  ])
  func `a deleted space says so, with the administrator's words`(
    _ reason: String,
    _ message: String
  ) throws {
    let error = try error(
      after: "DELETE FROM spaces; INSERT INTO deleted_spaces VALUES ('main', 0, '\(reason)')"
    )
    #expect(error?.code == .deleted && error?.message == message)
  }

  @Test func `sums that cannot be written take the rows along`() throws {
    let store = try SQLiteHubStore(path: path)
    try store.write("main", seed: 1) { _ in }
    try Connection(.file(path)).execute(
      """
      CREATE TRIGGER failing BEFORE UPDATE OF digest ON spaces
      BEGIN SELECT RAISE(ABORT, 'no room'); END
      """
    )
    let row = HubRow(
      id: ItemID(high: 0, low: 1),
      sequence: 1,
      state: .whole([], stamp: Stamp(milliseconds: 1, node: 1))
    )
    for setsSpace in [true, false] {
      let body: @Sendable (any HubTransaction) throws(HubError) -> Void = {
        transaction throws(HubError) in
        try transaction.put(row, replacing: nil, at: 0)
        if setsSpace { try transaction.setSpace(HubSpace(epoch: 1, head: 1)) }
      }
      #expect(throws: HubError.self) { try store.write("main", seed: 1, body) }
      let writes = [HubWrite(space: "main", seed: 1, body), HubWrite(space: "main", seed: 1, body)]
      #expect(store.writeTogether(writes).allSatisfy { $0 != nil })
      let rows = try store.read("main") { transaction throws(HubError) in
        try transaction.rows(after: 0, upTo: .max, limit: 9, tombstonesAbove: 0)
      }
      #expect(rows.isEmpty)
    }
  }

  @Test func `a hub whose history is not this program's is refused`() throws {
    _ = try SQLiteHubStore(path: path)
    try Connection(.file(path)).execute("UPDATE schema_migrations SET checksum = 7")
    let error = #expect(throws: HubError.self) { try SQLiteHubStore(path: path) }
    #expect(error?.code == .notAHub)
    #expect(error?.message.contains("is not the one of this program") == true)
  }
}
