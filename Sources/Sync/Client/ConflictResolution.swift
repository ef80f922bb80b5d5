public import Storage

/// What to do with a change in quarantine or in lost-and-found.
public enum ConflictResolution: String, Sendable, Hashable {
  /// The change is made again as a new edit, which the next sync sends.
  ///
  /// A change in quarantine gets new stamps, so it wins over edits that were made elsewhere before.
  /// An item in lost-and-found comes back whole, as a new item; a text there adds its lines to the
  /// item's own text.
  case keepMine
  /// The change is discarded.
  ///
  /// An item in quarantine loses everything that the hub lacks, and the next sync brings the hub's
  /// version; an item that the hub never had is removed. A change in lost-and-found is deleted.
  case drop
}

extension ReplicaStore {
  /// Decides on changes that sync could not apply: on all of them, or on none.
  ///
  /// - Parameters:
  ///   - numbers: Their numbers in ``SyncStatus/conflicts``; unknown ones are ignored.
  ///   - resolution: What to do with them.
  ///   - now: The wall clock, in milliseconds since 1970, UTC.
  /// - Returns: The changes that were resolved.
  /// - Throws: ``SyncError`` with code `store`.
  @discardableResult
  public func resolveConflicts(
    _ numbers: Set<Int>,
    by resolution: ConflictResolution,
    now: Int64 = SyncEnvironment.systemClock()
  ) async throws(SyncError) -> [SyncConflict] {
    do throws(StorageError) {
      return try await writeReplica { transaction throws(StorageError) in
        try transaction.resolveConflicts(numbers, by: resolution, now: now)
      }
    } catch {
      throw SyncError(error)
    }
  }
}

extension ReplicaTransaction {
  /// Decides on changes that sync could not apply, and returns them.
  package func resolveConflicts(
    _ numbers: Set<Int>,
    by resolution: ConflictResolution,
    now: Int64
  ) throws(StorageError) -> [SyncConflict] {
    let chosen = try conflicts().filter {
      numbers.contains($0.number) && $0.kind != .overwritten
    }
    for conflict in chosen {
      switch (conflict.kind, resolution) {
      case (.lost, .keepMine): try bringBack(conflict, now: now)
      case (.lost, .drop): break
      case (.quarantined, .keepMine): try sendAgain(conflict, now: now)
      case (.quarantined, .drop): try dropUnsent(conflict.item)
      case (.overwritten, _): break
      }
      try removeConflict(conflict.number)
    }
    return chosen
  }

  /// A stamp above every one that this store has seen.
  func nextStamp(now: Int64) throws(StorageError) -> Stamp {
    var clock = HybridClock(time: clock, node: node)
    let stamp = clock.next(now: now)
    try observe(stamp.time)
    return stamp
  }

  /// Puts an item of lost-and-found back, over the item that has its id now, if there is one.
  fileprivate func bringBack(_ conflict: SyncConflict, now: Int64) throws(StorageError) {
    let state: ItemState
    do throws(WireError) {
      state = try ItemState(wire: conflict.content)
    } catch {
      throw StorageError(
        .damaged,
        "Conflict \(conflict.number) cannot be read: \(error.message)",
        cause: error
      )
    }
    let stamp = try nextStamp(now: now)
    let known = try replica(conflict.item)
    if var item = known, item.isAlive, let text = state.displacedText {
      let current = item.register(of: text.field)?.value.string ?? ""
      item.edit(text.field, .string(text.added(to: current)), stamp: stamp)
      return try put(item)
    }
    var item =
      known
      ?? ReplicaItem(
        id: conflict.item,
        sequence: ReplicaItem.neverAcknowledged,
        registers: []
      )
    // What the hub has of an item that is there is what this is made from.
    // A kept text keeps its stamp, so that a decision on it stays later.
    for entry in state.entries {
      if entry.isKeptText {
        item.set(Register(entry, isDirty: true))
      } else {
        item.edit(Field(name: entry.name), entry.value, stamp: stamp)
      }
    }
    try put(item)
  }

  /// Stamps what the hub lacks of an item again, so that it is pushed.
  fileprivate func sendAgain(_ conflict: SyncConflict, now: Int64) throws(StorageError) {
    guard var item = try replica(conflict.item) else { return try bringBack(conflict, now: now) }
    let stamp = try nextStamp(now: now)
    if item.isAlive {
      // A kept text keeps its stamp: a decision on it, made elsewhere, is later and stays so.
      for index in item.registers.indices
      where item.isUnsynced(item.registers[index]) && !item.registers[index].isKeptText {
        item.registers[index].stamp = stamp
      }
    } else if item.isDeletionUnsynced {
      item.deletion?.stamp = stamp
    }
    try put(item)
  }

  /// Discards what the hub lacks of an item, and requests its row again.
  fileprivate func dropUnsent(_ id: ItemID) throws(StorageError) {
    guard var item = try replica(id) else { return }
    var state = try existingSyncState()
    // A push that is still on its way may have the change: its answer would say that the store has
    // what was just dropped. Without it, the next page brings what the hub took.
    state?.counter += 1
    if item.sequence == ReplicaItem.neverAcknowledged {
      try remove(id)
    } else {
      for index in item.registers.indices { item.registers[index].isDirty = false }
      item.deletion?.isDirty = false
      // Until the row comes, nothing that is edited on top of the dropped change is sent.
      let requested = item.sequence
      item.sequence = ReplicaItem.awaitingBootstrap
      try put(item)
      // Without a mark, a stamp counts as known to the hub, and is never replaced.
      if let stamp = item.state.maxStamp { try noteExchange(of: stamp.time) }
      // Clean fields follow the hub's row exactly, so the row itself is enough. Requesting rows twice
      // does no harm.
      if requested > 0 { state?.request(requested) }
    }
    if let state { try setSyncState(state.bytes) }
  }
}
