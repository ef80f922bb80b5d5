// Taking over a page of rows.

import Storage

extension StoreSession {
  mutating func merge(
    _ request: ChangesRequest,
    _ page: ChangesPage
  ) throws(StorageError) -> StoreOutcome {
    guard isAwaited(state.isAwaiting(request)) else { return .superseded }
    for row in page.rows {
      let known = try transaction.replica(row.id)
      var item =
        known
        ?? ReplicaItem(id: row.id, sequence: ReplicaItem.neverAcknowledged, registers: [])
      item.merge(row.state, sequence: row.sequence, safeguards: safeguards)
      try observe(row.state)
      try transaction.put(item)
      // What the hub had refused has been superseded.
      if known?.isDirty == true, !item.isDirty { try liftQuarantine(of: row.id) }
    }
    state.cursor = page.end
    state.token = page.token
    if state.isBootstrapping {
      if state.bootstrapFloor == nil || !safeguards.contains(.bootstrapKeepsFloor) {
        state.bootstrapFloor = page.floor
      }
      if state.bootstrapHead == nil || !safeguards.contains(.bootstrapKeepsHead) {
        state.bootstrapHead = page.token.head
      }
      if !page.hasMore { try finishBootstrap() }
    } else if !page.hasMore, safeguards.contains(.purgedTombstonesGo) {
      for id in try transaction.settledTombstones(upTo: page.floor) { try transaction.remove(id) }
    }
    var applied = StoreOutcome.Applied()
    applied.pulled = page.rows.count
    applied.isCurrent = !page.hasMore
    return .applied(applied)
  }

  private mutating func finishBootstrap() throws(StorageError) {
    if safeguards.contains(.authoritativeRemoves) {
      for id in try transaction.awaitingBootstrap() {
        try giveUp(id, reason: "deleted for good elsewhere while this store was away")
      }
    }
    state.isBootstrapping = false
    state.bootstrapFloor = nil
    state.bootstrapHead = nil
    state.reset = nil
  }
}

// MARK: - Beginning anew

extension StoreSession {
  mutating func reset(
    _ kind: SyncReset,
    after request: SyncRequest
  ) throws(StorageError) -> StoreOutcome {
    let isAwaited =
      switch request {
      case .push(let push): state.isAwaiting(push, safeguards: safeguards)
      case .changes(let changes): state.isAwaiting(changes)
      case .verify(let verify): state.isAwaiting(verify)
      case .wait: false
      }
    guard self.isAwaited(isAwaited) else { return .superseded }
    switch kind {
    case .union:
      if safeguards.contains(.unionMarksAll) { try transaction.markAllUnsynced() }
      state.begin(
        .union,
        keepsToken: !safeguards.contains(.unionForgetsToken),
        safeguards: safeguards
      )
    case .authoritative:
      if safeguards.contains(.authoritativeTrustsHub) {
        try transaction.markAllAwaitingBootstrap()
      } else {
        try transaction.markAllUnsynced()
      }
      state.begin(
        .authoritative,
        keepsToken: safeguards.contains(.authoritativeKeepsToken),
        safeguards: safeguards
      )
    }
    return .applied(StoreOutcome.Applied())
  }

  mutating func rekey(_ request: PushRequest) throws(StorageError) -> StoreOutcome {
    guard isAwaited(state.isAwaiting(request, safeguards: safeguards)) else { return .superseded }
    if safeguards.contains(.staleDrawsSession) {
      state.session = fresh.session
      state.counter = 0
    }
    try transaction.resetClock(to: transaction.clock, node: fresh.node)
    return .applied(StoreOutcome.Applied())
  }

  mutating func shrink(_ request: PushRequest) throws(StorageError) -> StoreOutcome {
    guard isAwaited(state.isAwaiting(request, safeguards: safeguards)) else { return .superseded }
    if request.changes.count > 1 {
      guard safeguards.contains(.batchesHalve) else { return .applied(StoreOutcome.Applied()) }
      state.batch = max(1, request.changes.count / 2)
    } else if let change = request.changes.first {
      try quarantine(change, reason: "too large")
    }
    return .applied(StoreOutcome.Applied())
  }
}
