import Storage
package import Sync

/// The result of an import.
package struct ImportedSpace: Sendable {
  /// The digest of the live items, which is that of the export.
  package var digest: SpaceDigest
  /// How many items came, tombstones included.
  package var items: Int64
  /// How many of the export's tokens were added.
  package var tokens = 0
  /// How many were not.
  package var otherTokens = 0
}

extension HubAdministration {
  /// Takes in what ``exportSpace(_:withTokens:_:)`` passed on, as a space of any name; in one transaction, so whole or not at all.
  ///
  /// `read` gives the next bytes, in pieces of any length, and nil at their end. Pushes wait meanwhile. With `takesTokens`, it
  /// adds those of the export's tokens that this hub does not have.
  /// - Throws: `alreadyExists` for a space that is not empty, `invalid` for bytes that are no whole export, and what
  ///   `read` throws.
  @discardableResult
  package func importSpace(
    _ name: String,
    maxSpaces: Int = ServerLimits().spaces,
    takesTokens: Bool = false,
    _ read: () throws(HubError) -> [UInt8]?
  ) throws(HubError) -> ImportedSpace {
    try HubAdministration.checkName(name)
    return try transaction(.write) { tables throws(HubError) in
      if try tables.space(name) == nil {
        try makeSpace(name, maxSpaces: maxSpaces, in: tables)
      } else if try !tables.isEmpty(name) {
        throw HubError(
          .alreadyExists,
          "The space '\(name)' is not empty. Import into a space of another name, or delete this one."
        )
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
      var result = try work.finish()
      if takesTokens { result.tokens = try add(work.tokens, in: tables) }
      result.otherTokens = work.tokens.count - result.tokens
      try audit(
        "space.import",
        space: name,
        "\(result.items) items, \(result.tokens) tokens",
        in: tables
      )
      return result
    }
  }
}

extension HubAdministration {
  /// Adds tokens; one that the hub has already, revoked or for another space, stays as it is.
  ///
  /// - Returns: How many were added.
  private func add(
    _ tokens: [TokenRecord],
    in tables: any AdministrationTransaction
  ) throws(HubError) -> Int {
    let known = try tables.tokens()
    var (ids, hashes) = (Set(known.map(\.id)), Set(known.map(\.hash)))
    var count = 0
    for var token in tokens where hashes.insert(token.hash).inserted {
      while !ids.insert(token.id).inserted { token.id = makeID() }
      try tables.add(token)
      count += 1
    }
    if count > 0 { try tables.tokensChanged() }
    return count
  }
}

/// An import in progress, line by line.
private struct SpaceImport {
  private let name: String
  private let tables: any AdministrationTransaction
  private var line = 0
  private var hasHead = false
  private var isOver = false
  private var head: Int64 = 0
  private var hasLatestCommit = false
  private var nonce: Int64 = 0
  private var digest = SpaceDigest()
  private var usage = SpaceUsage()
  private var last: Int64 = 0
  private var count: Int64 = 0
  private(set) var tokens: [TokenRecord] = []

  init(name: String, tables: any AdministrationTransaction) {
    self.name = name
    self.tables = tables
  }

  func invalid(_ what: String) -> HubError {
    HubError(.invalid, "This is not a complete export of a space: in line \(line), \(what).")
  }

  mutating func take(_ bytes: [UInt8]) throws(HubError) {
    line += 1
    guard !isOver else { throw invalid("something follows the last line") }
    guard let members = (try? JSONParser.parse(bytes))?.object else {
      throw invalid("there is no JSON object")
    }
    if !hasHead {
      try takeHead(members)
    } else if let numbers = members["commit"] {
      try takeCommit(try integers(numbers, 3))
    } else if let numbers = members["session"] {
      try tables.addSession(try integers(numbers, 5), to: name)
    } else if members["token"] != nil {
      guard let token = TokenRecord(members, space: name) else {
        throw invalid("the token cannot be read")
      }
      tokens.append(token)
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
        throw invalid("'\(name)' is not a whole number from 0")
      }
      numbers.append(number)
    }
    let most = Int64.max / 2
    guard numbers[1] < most, numbers[3] <= numbers[1], numbers[4] < most, numbers[5] <= numbers[4]
    else { throw invalid("the numbers of the space contradict one another") }
    (head, nonce) = (numbers[1], numbers[2])
    hasHead = true
    try tables.replaceSpace(
      name,
      by: HubSpace(
        epoch: numbers[0],
        head: head,
        nonce: nonce,
        floor: numbers[3],
        age: numbers[4],
        purgedAt: numbers[5]
      )
    )
  }

  private mutating func takeCommit(_ numbers: [Int64]) throws(HubError) {
    guard 0...head ~= numbers[0] else { throw invalid("a commit is beyond the head") }
    if numbers[0] == head {
      guard numbers[1] == nonce else { throw invalid("the latest commit is not the space's") }
      hasLatestCommit = true
    }
    try tables.addCommit(numbers, to: name)
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
    try tables.add(
      AdministeredItem(id: id, sequence: sequence, changedAt: changedAt, doc: bytes),
      isAlive: state.isAlive,
      to: name
    )
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
  func finish() throws(HubError) -> ImportedSpace {
    guard isOver else { throw invalid("the last line is missing") }
    try tables.setSums(digest, usage, of: name)
    return ImportedSpace(digest: digest, items: count)
  }

  private func integers(_ value: JSONValue, _ count: Int) throws(HubError) -> [Int64] {
    let numbers = value.array?.compactMap(\.integer) ?? []
    guard numbers.count == count else { throw invalid("there are not \(count) numbers") }
    return numbers
  }
}
