#if Postgres
import Storage
import Sync

extension PostgresHubTransaction {
  func storedRows(_ ids: [ItemID], upToBytes limit: Int) throws(HubError) -> [StoredHubRow?] {
    try learnRows(ids)
    var (count, bytes) = (0, 0)
    while count < ids.count, count == 0 || bytes < limit {
      bytes += size(of: ids[count])
      count += 1
    }
    let taken = ids.prefix(count)
    let large = try largeDocuments(taken)
    return taken.map { id in
      if let row = own.rows[id] ?? base.rows[id] {
        return StoredHubRow(id: id, sequence: row.sequence, doc: row.doc)
      }
      switch known.rows[id] {
      case .absent, nil: return nil
      case .loaded(let sequence, let doc):
        return StoredHubRow(id: id, sequence: sequence, doc: doc)
      case .large(let sequence, _):
        return StoredHubRow(id: id, sequence: sequence, doc: large[id] ?? [])
      }
    }
  }

  /// Makes sure that the rows of these items are known.
  private func learnRows(_ ids: [ItemID]) throws(HubError) {
    let missing = ids.filter {
      own.rows[$0] == nil && base.rows[$0] == nil && known.rows[$0] == nil
    }
    guard !missing.isEmpty else { return }
    let question = PostgresCommand(
      .rows,
      [.text(name), .ids(missing), .integer(ForeseenReads.maxDocument)]
    )
    for result in try ask([question]) { known.take(result, of: question) }
    for id in missing where known.rows[id] == nil { known.rows[id] = .absent }
  }

  private func size(of id: ItemID) -> Int {
    (own.rows[id] ?? base.rows[id])?.doc.count ?? known.rows[id]?.bytes ?? 0
  }

  /// Reads the large documents among those of these items; they are not kept.
  private func largeDocuments(_ ids: some Sequence<ItemID>) throws(HubError) -> [ItemID: [UInt8]] {
    let large = ids.filter { id in
      guard own.rows[id] == nil, base.rows[id] == nil, case .large = known.rows[id] else {
        return false
      }
      return true
    }
    guard !large.isEmpty else { return [:] }
    let result = try ask(.rows, .ids(large), .integer(.max))
    var documents: [ItemID: [UInt8]] = [:]
    for row in 0..<result.count {
      if let id = result.id(row, 0) { documents[id] = result.bytes(row, 3) }
    }
    return documents
  }

  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError) {
    try learnRows(changes.compactMap(\.replaced?.id))
    for change in changes {
      let row = change.row
      if let old = change.replaced { own.discount(old, bytes: size(of: old.id)) }
      let doc = row.state.bytes
      own.count(row, bytes: doc.count)
      let pending = PendingChanges.Row(
        sequence: row.sequence,
        isAlive: row.state.isAlive,
        age: age,
        doc: doc
      )
      own.put(pending, of: row.id)
    }
  }

  /// How many rows are read at a time at first, and at most.
  private static let rowsAtATime = 64...512
  /// Documents of rows in order up to so many bytes are read together, others alone.
  private static let maxDocumentInOrder: Int64 = 65_536

  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError) {
    try flush()
    var (after, limit) = (after, PostgresHubTransaction.rowsAtATime.lowerBound)
    while true {
      let page = try ask(
        .rowsInOrder,
        .integer(after),
        .integer(head),
        .integer(floor),
        .integer(Int64(limit)),
        .integer(PostgresHubTransaction.maxDocumentInOrder)
      )
      for row in 0..<page.count {
        guard try body(try storedRow(row, of: page)) else { return }
      }
      guard page.count == limit else { return }
      after = page.integer(limit - 1, 1)
      limit = min(2 * limit, PostgresHubTransaction.rowsAtATime.upperBound)
    }
  }

  private func storedRow(_ row: Int, of page: PostgresResult) throws(HubError) -> StoredHubRow {
    let id = page.id(row, 0)
    var doc = page.bytes(row, 3)
    if page.isNull(row, 3), let id {
      let whole = try ask(.rows, .ids([id]), .integer(.max))
      doc = whole.isEmpty ? [] : whole.bytes(0, 3)
    }
    return StoredHubRow(id: id, sequence: page.integer(row, 1), doc: doc)
  }

  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow] {
    try flush()
    let found = try ask(.strayRows, .integer(head), .integer(Int64(limit)))
    return (0..<min(found.count, limit)).map { row in
      DamagedRow(item: found.id(row, 0), sequence: found.integer(row, 1))
    }
  }

  func greatestSequence(below limit: Int64) throws(HubError) -> Int64? {
    if limit == KnownSpace.sequenceLimit, let stored = known.greatestSequence {
      // Rows in memory take the places of stored ones, so the greatest stored one may be gone.
      // Numbers ascend, so that the latest change has the greatest; if it does not, the server is asked.
      if let changed = own.greatestSequence ?? base.greatestSequence,
        changed >= stored ?? .min, changed >= base.greatestSequence ?? .min
      {
        return changed
      }
      if own.rows.isEmpty, base.rows.isEmpty { return stored }
    }
    try flush()
    let found = try number(.greatestSequence, .integer(limit))
    if limit == KnownSpace.sequenceLimit { known.greatestSequence = .some(found) }
    return found
  }

  func purge(before age: Int64) throws(HubError) -> Int64? {
    try spill()
    let young = try number(.youngTombstone, .integer(age)) ?? .max
    guard let floor = try number(.purgeFloor, .integer(young)) else { return nil }
    let bytes = try number(.purgedBytes, .integer(floor)) ?? 0
    _ = try ask(.deleteTombstones, .integer(floor))
    own.usage.bytes -= bytes
    known.rows = [:]
    known.greatestSequence = nil
    return floor
  }
}
#endif
