#if Postgres
import HubServer
import Storage
import Sync

// A whole space, row by row.

extension PostgresAdministrationTransaction {
  func forEachCommit(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError) {
    try pages(.commitsInOrder, of: name, limit: 1_000) { page, row throws(HubError) in
      try body((0..<3).map { page.integer(row, $0) })
    }
  }

  func forEachSession(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError) {
    try pages(.sessionsInOrder, of: name, limit: 1_000) { page, row throws(HubError) in
      try body((0..<5).map { page.integer(row, $0) })
    }
  }

  func forEachItem(
    of name: String,
    _ body: (AdministeredItem) throws(HubError) -> Void
  ) throws(HubError) {
    try pages(.itemsInOrder, of: name, limit: 64) { page, row throws(HubError) in
      try body(
        AdministeredItem(
          id: page.id(row, 1),
          sequence: page.integer(row, 0),
          changedAt: page.integer(row, 2),
          doc: page.bytes(row, 3)
        )
      )
    }
  }

  /// Passes rows in the order of their first column, some at a time.
  private func pages(
    _ statement: PostgresStatement,
    of name: String,
    limit: Int64,
    _ body: (PostgresResult, Int) throws(HubError) -> Void
  ) throws(HubError) {
    var after = Int64.min
    while true {
      let page = try ask(statement, .text(name), .integer(after), .integer(limit))
      for row in 0..<page.count { try body(page, row) }
      guard page.count == Int(limit) else { return }
      after = page.integer(page.count - 1, 0)
    }
  }

  func isEmpty(_ name: String) throws(HubError) -> Bool {
    // Pushes wait until the import is over.
    _ = try ask(.lockSpace, .text(name))
    guard try space(name)?.head == 0 else { return false }
    return try ask(.anyItem, .text(name)).isEmpty
  }

  func replaceSpace(_ name: String, by space: HubSpace) throws(HubError) {
    try tell(.deleteAllCommits, .text(name))
    try tell(.deleteAllSessions, .text(name))
    try tell(
      .replaceSpace,
      .text(name),
      .integer(space.epoch),
      .integer(space.head),
      .integer(space.nonce),
      .integer(space.floor),
      .integer(space.age),
      .integer(space.purgedAt)
    )
  }

  func addCommit(_ numbers: [Int64], to name: String) throws(HubError) {
    try tell(
      .insertCommit,
      .text(name),
      .integer(numbers[0]),
      .integer(numbers[1]),
      .integer(numbers[2])
    )
  }

  func addSession(_ numbers: [Int64], to name: String) throws(HubError) {
    try tell(
      .putSession,
      .text(name),
      .integer(numbers[0]),
      .integer(numbers[1]),
      .integer(numbers[2]),
      .integer(numbers[3]),
      .integer(numbers[4])
    )
  }

  func add(_ item: AdministeredItem, isAlive: Bool, to name: String) throws(HubError) {
    guard let id = item.id else { throw HubError(.damaged, "An item has no id.") }
    try tell(
      .putRow,
      .text(name),
      .id(id),
      .integer(item.sequence),
      .boolean(!isAlive),
      .integer(item.changedAt),
      .bytes(item.doc)
    )
  }

  func setSums(_ digest: SpaceDigest, _ usage: SpaceUsage, of name: String) throws(HubError) {
    for (part, sums) in KnownSpace().changedParts(by: digest) {
      try tell(
        .putDigestPart,
        .text(name),
        .integer(Int64(part)),
        .bytes(KnownSpace.bytes(sums))
      )
    }
    try tell(.setCounts, .text(name), .integer(usage.items), .integer(usage.bytes))
  }
}
#endif
