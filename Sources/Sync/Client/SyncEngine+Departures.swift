import Storage

extension SyncEngine {
  /// The items that a sync would remove from a store that was away for too long.
  ///
  /// The hub sends everything again, except them. This reads all pages once more, and keeps only ids.
  func departures(
    after state: SyncState?,
    _ reset: SyncReset?,
    _ first: PageWalk?
  ) async throws(SyncError) -> Set<ItemID> {
    // A sync may have begun this reset and been interrupted.
    let isUnderWay = reset == nil && state?.reset == .authoritative
    guard reset == .authoritative || isUnderWay else { return [] }
    var departures = try await store.readingForSync { transaction throws(StorageError) in
      var ids: Set<ItemID> = []
      try transaction.forEachReplica { _, item throws(StorageError) in
        let isAwaited = item.sequence == ReplicaItem.awaitingBootstrap
        if isAwaited || !isUnderWay && item.sequence > 0 { ids.insert(item.id) }
        return true
      }
      return ids
    }
    var walk = first
    while let current = walk {
      departures.subtract(current.page.rows.map(\.id))
      walk = try await page(after: current)
    }
    return departures
  }

  /// Those of the items whose removal a person sees.
  func plannedDepartures(_ ids: Set<ItemID>) async throws(SyncError) -> [PlannedChange] {
    guard !ids.isEmpty else { return [] }
    return try await store.readingForSync { transaction throws(StorageError) in
      var changes: [PlannedChange] = []
      try transaction.forEachReplica { number, item throws(StorageError) in
        if item.isAlive, ids.contains(item.id) {
          changes.append(PlannedChange(item, number: number, effect: .deleted))
        }
        return true
      }
      return changes
    }
  }
}
