import Storage

extension SyncEngine {
  /// Compares every item with the hub's, and returns those that differ without a reason.
  ///
  /// For a store whose digest differs from the hub's, see ``sync(verifies:progress:unknown:)``. It
  /// fetches all of the hub's items, page by page. It skips items with unsent changes, and items
  /// that were changed on the hub since the last sync of the store.
  ///
  /// - Complexity: O(items) requests and time; the ids of all items are kept in memory.
  /// - Throws: ``SyncError`` if the hub cannot be reached or refuses.
  public func differences() async throws(SyncError) -> [SyncDifference] {
    try await alone { () async throws(SyncError) -> [SyncDifference] in
      guard let state = try await store.loadedSyncState(), !state.isBootstrapping else {
        return []
      }
      let request = ChangesRequest(
        after: 0,
        token: state.token,
        isBootstrap: true,
        isLiveOnly: true
      )
      guard case .page(let first) = try await firstPage(request) else {
        throw SyncError(.busy, "The hub asks this store to start over; sync, and compare again.")
      }
      var comparison = Comparison(cursor: state.cursor)
      var walk: PageWalk? = first
      while let current = walk {
        comparison = try await compare(current.page.rows, going: comparison)
        walk = try await page(after: current)
      }
      return try await findMissing(after: comparison)
    }
  }

  private func compare(
    _ rows: [HubRow],
    going comparison: Comparison
  ) async throws(SyncError) -> Comparison {
    try await store.readingForSync { transaction throws(StorageError) in
      var comparison = comparison
      for row in rows { comparison.take(row, known: try transaction.replica(row.id)) }
      return comparison
    }
  }

  /// Adds what the hub did not send.
  private func findMissing(
    after comparison: Comparison
  ) async throws(SyncError) -> [SyncDifference] {
    try await store.readingForSync { transaction throws(StorageError) in
      var found = comparison.found
      try transaction.forEachReplica { _, item in
        if comparison.isMissing(item) {
          found.append(SyncDifference(item: item.id, title: item.title, kind: .missingOnHub))
        }
        return true
      }
      return found
    }
  }
}

/// A comparison in progress.
private struct Comparison: Sendable {
  let cursor: Int64
  var seen: Set<ItemID> = []
  var found: [SyncDifference] = []

  init(cursor: Int64) { self.cursor = cursor }

  mutating func take(_ row: HubRow, known: ReplicaItem?) {
    seen.insert(row.id)
    // Neither what came to the hub since the last sync nor what was not sent yet is a difference.
    guard row.sequence <= cursor, known?.isDirty != true else { return }
    guard row.state.isAlive else { return }
    guard let known, known.isAlive else {
      let title = row.state.entries.first { $0.name == "title" }?.value.string ?? ""
      found.append(SyncDifference(item: row.id, title: title, kind: .missingHere))
      return
    }
    let fields = known.state.fieldsDiffering(from: row.state)
    guard !fields.isEmpty else { return }
    found.append(SyncDifference(item: row.id, title: known.title, kind: .fields(fields)))
  }

  func isMissing(_ item: ReplicaItem) -> Bool {
    item.isAlive && !item.isDirty && item.sequence <= cursor && !seen.contains(item.id)
  }
}

extension ItemState {
  /// The names of the registers that differ in value or stamp, in order.
  fileprivate func fieldsDiffering(from other: ItemState) -> [String] {
    let mine = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let theirs = Dictionary(other.entries.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var names = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
    if deletion != other.deletion { names.insert("deletion") }
    return names.sorted { utf8Less($0, $1) }
  }
}
