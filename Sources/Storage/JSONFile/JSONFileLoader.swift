import Files

/// Updates the database in memory from the file; runs within a write transaction.
struct JSONFileLoader {
  let session: SQLiteSession
  let contents: JSONFileContents
  let path: String
  private var isEdited = false
  private var handAdded: HandAddedIDs
  /// The contents of `sync.items`, by id.
  private let lines: [ItemID: ItemSync]

  /// A loader of what was read; `modified` is when the file changed last, in nanoseconds since 1970.
  init(
    _ contents: JSONFileContents,
    path: String,
    modified: Int64,
    into session: SQLiteSession
  ) throws(StorageError) {
    self.session = session
    self.contents = contents
    self.path = path
    // Whichever way the path is written.
    let place = FilePath(path).resolvedIfThere.description
    handAdded = HandAddedIDs(path: place, clock: contents.clock, modified: modified)
    isEdited = contents.isUpgraded
    lines = Dictionary(
      contents.lines.lazy.map { ($0.id, $0.sync) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The result of loading.
  struct Outcome {
    let document: JSONDocument
    /// Whether the file was edited by hand, so that it lacks stamps that are now in the tables.
    let isEdited: Bool
  }

  /// Loads the contents; `old` is the document that the tables hold now.
  mutating func load(over old: JSONDocument) throws(StorageError) -> Outcome {
    let numbers = try numbers()
    try startCounters(after: numbers.values)
    var rows = try contents.entries.indices.map { index throws(StorageError) in
      try row(contents.entries[index], number: numbers[index])
    }
    rows += try removedRows(without: rows)
    rows.sort { $0.row.item.number < $1.row.item.number }
    let pieces = try rows.map { loaded throws(StorageError) in
      try JSONDocument.Row(loaded.row, digest: loaded.digest)
    }
    try replace(old, rows: rows.map(\.row), pieces: pieces)
    try replaceSyncData()
    try replaceHistory()
    try session.saveCounters()
    let document = JSONDocument(
      rows: pieces,
      numbers: session.numbers,
      clock: session.clock.time,
      exchanged: session.exchangedTime,
      tail: try JSONDocument.tail(state: contents.state, conflicts: contents.conflicts),
      history: JSONDocument.history(contents.history)
    )
    return Outcome(document: document, isEdited: isEdited)
  }
}

// MARK: - Rows

extension JSONFileLoader {
  /// The given numbers that are valid, by the entry's index; the others are drawn.
  ///
  /// A new item may have any number that was never given out here; an item with a line keeps its number.
  private func numbers() throws(StorageError) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    var taken: Set<Int> = []
    var ids: Set<ItemID> = []
    var isKnown: [Bool] = []
    for (index, entry) in contents.entries.enumerated() {
      let id = entry.record.draft.id
      if let id, !ids.insert(id).inserted {
        throw contents.failure(
          "the id \(id) is given twice; take it out of a copy",
          at: entry.place,
          path: path
        )
      }
      isKnown.append(id.map { lines[$0] != nil } ?? false)
      guard isKnown[index], let number = entry.record.number else { continue }
      guard taken.insert(number).inserted else {
        throw contents.failure("the number \(number) is given twice", at: entry.place, path: path)
      }
      numbers[index] = number
    }
    for (index, entry) in contents.entries.enumerated() where !isKnown[index] {
      guard let number = entry.record.number, !contents.numbers.contains(number),
        taken.insert(number).inserted
      else { continue }
      numbers[index] = number
    }
    return numbers
  }

  private func startCounters(after given: some Sequence<Int>) throws(StorageError) {
    var clock = contents.clock
    for line in contents.lines {
      clock = max(clock, line.sync.marks.newest.time, line.sync.marks.deletion?.time ?? 0)
    }
    // A clock that goes back, for example after a restore, must not issue a stamp a second time.
    let node = clock < session.clock.time ? session.environment.random() : session.clock.node
    session.resetClock(to: clock, node: node)
    var numbers = contents.numbers
    for number in given { numbers.reserve(number) }
    session.setCounters(
      SQLiteSession.Counters(
        clock: clock,
        exchanged: contents.exchanged ?? clock,
        numbers: numbers
      )
    )
  }

  /// A row, and the digest of its content if known.
  private struct LoadedRow {
    var row: ItemRow
    var digest: ContentDigest?
  }

  private mutating func row(
    _ entry: JSONFileContents.Entry,
    number: Int?
  ) throws(StorageError) -> LoadedRow {
    let draft = entry.record.draft
    let now = session.environment.now()
    let id = draft.id ?? handAdded.id(of: contents.text(of: entry))
    var item = Item(draft, id: id, number: number ?? 0, now: now)
    if number == nil { item.number = try session.takeNumber(for: item) }
    if entry.record.number != item.number { isEdited = true }
    var row: ItemRow
    if let sync = lines[id] {
      item.unknown = sync.unknown
      row = ItemRow(item: item, marks: sync.marks)
      let isEqual = try digest(of: item) == sync.digest
      if !isEqual { try stampEdits(of: &row, since: sync.digest, entry: entry, now: now) }
      // After the comparison: a field that an earlier version did not know is not an edit.
      row.adoptUnknown()
      if let present = row.inPresentForm { row = present }
      if row.item.unknown != sync.unknown {
        isEdited = true
      } else if isEqual && row.marks.isAlive != entry.isDeleted {
        return LoadedRow(row: row, digest: sync.digest)
      }
    } else {
      isEdited = true
      item = try checked(item, entry: entry, now: now)
      row = ItemRow(item: item, marks: Marks(base: session.stamp(), of: item))
    }
    try stampMove(of: &row, isDeleted: entry.isDeleted, now: now)
    return LoadedRow(row: row)
  }

  /// Stamps the fields that differ from the file as this library last wrote it.
  private mutating func stampEdits(
    of row: inout ItemRow,
    since old: ContentDigest,
    entry: JSONFileContents.Entry,
    now: Timestamp
  ) throws(StorageError) {
    isEdited = true
    row.item = try checked(row.item, entry: entry, now: now)
    var fields = old.changedFields(to: try digest(of: row.item))
    guard !fields.isEmpty else { return }
    if !row.item.unknown.isEmpty {
      for field in fields { row.item.unknown[field.name] = nil }
    }
    if !fields.contains(.fixed(.updated)) {
      row.item.updatedAt = now.roundedToMilliseconds
      fields.append(.fixed(.updated))
    }
    // The file has the checksums of what stood there before, not the text itself.
    let stamped = Item.stamped(fields, from: nil, to: row.item)
    row.marks.edit(stamped, from: nil, stamp: session.stamp())
  }

  /// Stamps the deletion or the return of an item that was moved to the other list.
  private mutating func stampMove(
    of row: inout ItemRow,
    isDeleted: Bool,
    now: Timestamp
  ) throws(StorageError) {
    guard row.marks.isAlive == isDeleted else { return }
    isEdited = true
    if isDeleted {
      row.marks.delete(stamp: session.stamp())
    } else {
      row.item.updatedAt = now.roundedToMilliseconds
      row.marks.edit([.fixed(.updated)], from: nil, stamp: session.stamp())
    }
  }

  private func digest(of item: Item) throws(StorageError) -> ContentDigest {
    do throws(JSONError) {
      return try ContentDigest(of: item)
    } catch {
      throw .invalid("Item \(item.number) cannot be kept: \(error.message).")
    }
  }

  private func checked(
    _ item: Item,
    entry: JSONFileContents.Entry,
    now: Timestamp
  ) throws(StorageError) -> Item {
    var item = item
    item.normalise(now: now)
    do throws(StorageError) {
      try item.validate()
    } catch {
      throw contents.failure("the item is not valid: \(error.message)", at: entry.place, path: path)
    }
    return item
  }
}

// MARK: - Removed items

extension JSONFileLoader {
  /// The tombstones of items with a line but without an entry.
  private mutating func removedRows(
    without rows: [LoadedRow]
  ) throws(StorageError) -> [LoadedRow] {
    let present = Set(rows.map(\.row.item.id))
    var taken = Set(rows.map(\.row.item.number))
    var removed: [LoadedRow] = []
    for line in contents.lines where !present.contains(line.id) {
      isEdited = true
      guard var row = try tombstone(of: line) else { continue }
      // Its number in this process may belong to another item in the file now.
      if !taken.insert(row.item.number).inserted {
        row.item.number = try session.takeNumber(for: row.item)
        taken.insert(row.item.number)
      }
      session.reserve(row.item.number)
      removed.append(LoadedRow(row: row))
    }
    return removed
  }

  /// A tombstone with the content that this process had, or without content.
  ///
  /// Without content it has the zero stamp: whatever the hub still has wins over it. Nil for an
  /// item without content that the hub never had.
  private func tombstone(of line: JSONFileContents.Line) throws(StorageError) -> ItemRow? {
    var marks = line.sync.marks
    let deletion = marks.isAlive ? session.stamp() : nil
    if var row = try session.row(line.id) {
      row.marks = marks
      if let deletion { row.marks.delete(stamp: deletion) }
      return row
    }
    guard !marks.isWhollyDirty else { return nil }
    marks = Marks(
      sequence: marks.sequence,
      dirty: marks.dirty & Marks.Bit.deletion,
      base: .zero,
      exceptions: [],
      deletion: marks.deletion
    )
    if let deletion { marks.delete(stamp: deletion) }
    let now = session.environment.now()
    let draft = ItemDraft(title: "(removed by hand)")
    var item = Item(draft, id: line.id, number: 0, now: now)
    item.number = try session.takeNumber(for: item)
    item.normalise(now: now)
    item.unknown = line.sync.unknown
    return ItemRow(item: item, marks: marks)
  }
}
