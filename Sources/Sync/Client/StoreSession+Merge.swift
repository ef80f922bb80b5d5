// Applies a page of rows.

import Storage

extension StoreSession {
  mutating func merge(
    _ request: ChangesRequest,
    _ page: ChangesPage
  ) throws(StorageError) -> StoreOutcome {
    guard state.isAwaiting(request) else { return .superseded }
    var applied = StoreOutcome.Applied()
    for row in page.rows { try merge(row, into: &applied) }
    try restamp(farAheadOf: page.now)
    state.cursor = page.end
    state.token = page.token
    if state.isBootstrapping {
      state.bootstrapFloor = state.bootstrapFloor ?? page.floor
      state.bootstrapHead = state.bootstrapHead ?? page.token.head
      if !page.hasMore { try finishBootstrap() }
    } else if !page.hasMore {
      for id in try transaction.settledTombstones(upTo: page.floor) { try transaction.remove(id) }
    }
    // Every push that left has arrived by now, or never will.
    if !page.hasMore, !state.isPushUnanswered { state.sent = SentStamps() }
    applied.pulled = page.rows.count
    applied.damaged = page.damaged
    applied.isCurrent = !page.hasMore
    return .applied(applied)
  }

  /// Merges one row of the hub into the store.
  mutating func merge(
    _ row: HubRow,
    into applied: inout StoreOutcome.Applied
  ) throws(StorageError) {
    let known = try transaction.replica(row.id)
    var item =
      known
      ?? ReplicaItem(id: row.id, sequence: ReplicaItem.neverAcknowledged, registers: [])
    try observe(row.state)
    var merge = RowMerge(
      clock: HybridClock(time: transaction.clock, node: transaction.node),
      sent: state.sent,
      isPushUnanswered: state.isPushUnanswered,
      limits: settings.limits
    )
    merge.merge(row.state, sequence: row.sequence, into: &item)
    if merge.clock.time != transaction.clock { try transaction.observe(merge.clock.time) }
    try transaction.put(item)
    if !applied.hasAllArrivals, item.isOther(than: known) {
      applied.noteArrival(of: item, after: known)
    }
    try keep(merge, into: &applied)
    // The change that the hub refused has been superseded.
    if known?.isDirty == true, !item.isDirty { try liftQuarantine(of: row.id) }
  }

  /// Moves texts that undo brought back, and that are more than an item may have, to lost-and-found.
  mutating func displaceTextsBroughtBack() throws(StorageError) {
    var crowded: [ReplicaItem] = []
    let limits = settings.limits
    try transaction.forEachKept { _, item, texts in
      if item.isDirty, !limits.haveRoom(for: texts) { crowded.append(item) }
    }
    for var item in crowded {
      var merge = RowMerge(
        clock: HybridClock(time: transaction.clock, node: transaction.node),
        sent: state.sent,
        isPushUnanswered: state.isPushUnanswered,
        limits: limits
      )
      merge.displaceTexts(of: &item)
      try transaction.observe(merge.clock.time)
      try transaction.put(item)
      for displaced in merge.displaced { try keep(displaced) }
    }
  }

  /// Keeps what a merge found for the person to see.
  private func keep(
    _ merge: RowMerge,
    into applied: inout StoreOutcome.Applied
  ) throws(StorageError) {
    applied.kept += merge.kept
    applied.overwritten += merge.overwritten
    for edit in merge.overwritten { try transaction.addConflict(edit.conflict) }
    for displaced in merge.displaced { try keep(displaced) }
  }

  private func keep(_ displaced: RowMerge.DisplacedText) throws(StorageError) {
    try transaction.addConflict(
      SyncConflict(
        kind: .lost,
        item: displaced.item,
        reason: "more texts than may be kept beside the item's own",
        time: displaced.text.stamp.time,
        content: displaced.content.json
      )
    )
  }

  private mutating func finishBootstrap() throws(StorageError) {
    // Only that reset marks items to be awaited, and finding them reads the whole store.
    if state.reset == .authoritative {
      for id in try transaction.awaitingBootstrap() {
        try evict(id, reason: "deleted for good elsewhere while this store was away")
      }
    }
    state.isBootstrapping = false
    state.bootstrapFloor = nil
    state.bootstrapHead = nil
    state.reset = nil
  }
}

// MARK: - Resets

extension StoreSession {
  mutating func reset(
    _ kind: SyncReset,
    after request: SyncRequest
  ) throws(StorageError) -> StoreOutcome {
    let isAwaited =
      switch request {
      case .push(let push): state.isAwaiting(push)
      case .changes(let changes): state.isAwaiting(changes)
      case .verify(let verify): state.isAwaiting(verify)
      case .wait: false
      }
    guard isAwaited else { return .superseded }
    switch kind {
    case .union:
      try transaction.markAllUnsynced()
      // The hub may be another one: it may take what the one before refused, and more at once.
      for id in try quarantine().keys.sorted() { try liftQuarantine(of: id) }
      state.batch = nil
      // What this hub has was not made from what another one was sent.
      state.sent = SentStamps()
      state.lastSync = nil
      state.refusal = nil
      // The token belongs to a history that this hub does not have.
      state.begin(.union, keepsToken: false)
    case .authoritative:
      try transaction.markAllAwaitingBootstrap()
      // With the token, a hub that was restored meanwhile is still noticed.
      state.begin(.authoritative, keepsToken: true)
    }
    return .applied(StoreOutcome.Applied())
  }

  mutating func rekey(_ request: PushRequest) throws(StorageError) -> StoreOutcome {
    guard state.isAwaiting(request) else { return .superseded }
    state.session = fresh.session
    state.counter = 0
    try transaction.resetClock(to: transaction.clock, node: fresh.node)
    return .applied(StoreOutcome.Applied())
  }

  mutating func shrink(_ request: PushRequest) throws(StorageError) -> StoreOutcome {
    guard state.isAwaiting(request) else { return .superseded }
    if request.changes.count > 1 {
      state.batch = max(1, request.changes.count / 2)
    } else if let change = request.changes.first {
      try quarantine(change, reason: "too large")
    }
    return .applied(StoreOutcome.Applied())
  }
}

extension ReplicaItem {
  /// Whether a person sees a difference: in a value, or in whether the item is there.
  fileprivate func isOther(than known: ReplicaItem?) -> Bool {
    guard let known, known.isAlive || isAlive else { return isAlive }
    return isAlive != known.isAlive || registers.count != known.registers.count
      || zip(registers, known.registers).contains { $0.field != $1.field || $0.value != $1.value }
  }
}
