import Storage
package import Sync

extension HubAdministration {
  /// Takes in what ``exportSpace(_:_:)`` passed on, as a space of any name; in one transaction, so whole or not at all.
  ///
  /// `read` gives the next bytes, in pieces of any length, and nil at their end. Pushes wait meanwhile.
  /// - Returns: The digest of the items that are alive, which is the exported one.
  /// - Throws: `alreadyExists` for a space that is not empty, `invalid` for bytes that are no whole export, and what
  ///   `read` throws.
  @discardableResult
  package func importSpace(
    _ name: String,
    maxSpaces: Int = ServerLimits().spaces,
    _ read: () throws(HubError) -> [UInt8]?
  ) throws(HubError) -> SpaceDigest {
    try HubAdministration.checkName(name)
    return try transaction(.write) { tables throws(HubError) in
      if try hasSpace(name) {
        let rows = try stored { () throws(StorageError) in
          try tables.number(
            """
            SELECT (SELECT head FROM spaces WHERE space_id = ?1)
              + (SELECT count(*) FROM items WHERE space_id = ?1)
            """,
            name
          )
        }
        guard rows == 0 else {
          throw HubError(
            .alreadyExists,
            "The space '\(name)' is not empty. Import into a space of another name, or delete this one."
          )
        }
      } else {
        try makeSpace(name, maxSpaces: maxSpaces)
      }
      var work = SpaceImport(name: name, tables: tables)
      var rest: [UInt8] = []
      while let bytes = try read() {
        rest += bytes
        var start = 0
        while let end = rest[start...].firstIndex(of: 0x0A) {
          try work.take(Array(rest[start..<end]))
          start = end + 1
        }
        rest.removeFirst(start)
      }
      guard rest.isEmpty else { throw work.invalid("its last line has no end") }
      let digest = try work.finish()
      try audit("space.import", space: name, "\(work.count) items")
      return digest
    }
  }
}

/// An import in progress, line by line.
private struct SpaceImport {
  private let name: String
  private let tables: ServerTables
  private var line = 0
  private var hasHead = false
  private var isOver = false
  private var head: Int64 = 0
  private var hasLatestCommit = false
  private var nonce: Int64 = 0
  private var digest = SpaceDigest()
  private var usage = SpaceUsage()
  private var last: Int64 = 0
  private(set) var count: Int64 = 0

  init(name: String, tables: ServerTables) {
    self.name = name
    self.tables = tables
  }

  func invalid(_ what: String) -> HubError {
    HubError(.invalid, "This is no whole export of a space: in line \(line), \(what).")
  }

  mutating func take(_ bytes: [UInt8]) throws(HubError) {
    line += 1
    guard !isOver else { throw invalid("something follows the last line") }
    guard let members = (try? JSONParser.parse(bytes))?.object else {
      throw invalid("there is no object of JSON")
    }
    if !hasHead {
      try takeHead(members)
    } else if let numbers = members["commit"] {
      try takeCommit(try integers(numbers, 3))
    } else if let numbers = members["session"] {
      try insert(
        """
        INSERT INTO devices (space_id, session, device, counter, clock_ms, seen_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """,
        try integers(numbers, 5)
      )
    } else if members["item"] != nil {
      try takeItem(members)
    } else {
      try takeEnd(members)
    }
  }

  private mutating func takeHead(_ members: JSONObject) throws(HubError) {
    guard members["hub"] == 1 else {
      throw invalid("there is no 'hub' of a version that this program knows")
    }
    var numbers: [Int64] = []
    for name in ["epoch", "head", "nonce", "floor", "age", "purged"] {
      guard let number = members[name]?.integer, (0...Int64.max).contains(number) else {
        throw invalid("'\(name)' is no number from 0")
      }
      numbers.append(number)
    }
    let most = Int64.max / 2
    guard numbers[1] < most, numbers[3] <= numbers[1], numbers[4] < most, numbers[5] <= numbers[4]
    else { throw invalid("the numbers of the space contradict one another") }
    (head, nonce) = (numbers[1], numbers[2])
    hasHead = true
    try stored { tables throws(StorageError) in
      for table in ["commits", "devices"] {
        try tables.run("DELETE FROM \(table) WHERE space_id = ?1", name)
      }
    }
    try insert(
      """
      UPDATE spaces SET epoch = ?2, head = ?3, nonce = ?4, floor = ?5, age_ms = ?6, purged_at = ?7
      WHERE space_id = ?1
      """,
      numbers
    )
  }

  private mutating func takeCommit(_ numbers: [Int64]) throws(HubError) {
    guard 0...head ~= numbers[0] else { throw invalid("a commit is beyond the head") }
    if numbers[0] == head {
      guard numbers[1] == nonce else { throw invalid("the latest commit is not the space's") }
      hasLatestCommit = true
    }
    try insert(
      "INSERT INTO commits (space_id, head, nonce, made_at) VALUES (?1, ?2, ?3, ?4)",
      numbers
    )
  }

  private mutating func takeItem(_ members: JSONObject) throws(HubError) {
    guard let id = members["item"]?.string.flatMap({ ItemID($0) }),
      let sequence = members["q"]?.integer, let changedAt = members["at"]?.integer,
      let doc = members["doc"]?.canonicalBytes
    else { throw invalid("an item lacks 'item', 'q', 'at' or 'doc'") }
    guard sequence > last, sequence <= head else { throw invalid("items are not in order") }
    let state: ItemState
    do throws(HubError) {
      state = try StoredHubRow(id: id, sequence: sequence, doc: doc).row().state
    } catch {
      throw invalid("the item \(id) cannot be read")
    }
    let bytes = state.bytes
    try stored { tables throws(StorageError) in
      let statement = try tables.connection.cached(
        """
        INSERT INTO items (space_id, item_id, seq, deleted, changed_at, doc)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
      )
      statement.bind(name, at: 1)
      statement.bind(id, at: 2)
      statement.bind(sequence, at: 3)
      statement.bind(state.isAlive ? 0 : 1, at: 4)
      statement.bind(changedAt, at: 5)
      statement.bindText(bytes, at: 6)
      try statement.run()
    }
    last = sequence
    count += 1
    usage.items += state.isAlive ? 1 : 0
    usage.bytes += Int64(bytes.count)
    digest.add(id, state)
  }

  private mutating func takeEnd(_ members: JSONObject) throws(HubError) {
    guard let end = members["end"]?.integer else { throw invalid("there is nothing that is known") }
    guard end == count else { throw invalid("\(end) items were exported, and \(count) are here") }
    let sums = members["digest"]?.array?.map { $0.string.flatMap { UInt64($0, radix: 16) } ?? 0 }
    guard sums.flatMap({ SpaceDigest(buckets: $0) }) == digest else {
      throw invalid("the digest is not that of the items")
    }
    guard hasLatestCommit else { throw invalid("the latest commit is missing") }
    isOver = true
  }

  /// Stores what all items are together; throws if the last line has not come.
  mutating func finish() throws(HubError) -> SpaceDigest {
    guard isOver else { throw invalid("the last line is missing") }
    try stored { tables throws(StorageError) in
      let statement = try tables.connection.prepare(
        "UPDATE spaces SET digest = ?2, item_count = ?3, byte_count = ?4 WHERE space_id = ?1"
      )
      statement.bind(name, at: 1)
      statement.bind(digest.bytes, at: 2)
      statement.bind(usage.items, at: 3)
      statement.bind(usage.bytes, at: 4)
      try statement.run()
    }
    return digest
  }

  private func integers(_ value: JSONValue, _ count: Int) throws(HubError) -> [Int64] {
    let numbers = value.array?.compactMap(\.integer) ?? []
    guard numbers.count == count else { throw invalid("there are not \(count) numbers") }
    return numbers
  }

  private func insert(_ sql: String, _ numbers: [Int64]) throws(HubError) {
    try stored { tables throws(StorageError) in
      let statement = try tables.connection.cached(sql)
      statement.bind(name, at: 1)
      for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 2) }
      try statement.run()
    }
  }

  private func stored(_ body: (ServerTables) throws(StorageError) -> Void) throws(HubError) {
    do throws(StorageError) {
      try body(tables)
    } catch {
      throw HubError(error)
    }
  }
}
