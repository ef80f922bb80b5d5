import Storage

extension SyncEngine {
  /// Finds what a sync would push and pull; changes nothing here or on the hub.
  ///
  /// It reads pages one by one and keeps none. It sends each request once.
  ///
  /// - Parameter each: Called for every change: first those to be pushed, then those to be pulled.
  /// - Returns: The numbers of changes.
  /// - Throws: ``SyncError`` if the hub cannot be reached or refuses.
  public func plan(
    each: @Sendable (SyncPlan.Direction, PlannedChange) -> Void = { _, _ in }
  ) async throws(SyncError) -> SyncPlan {
    try await alone { () async throws(SyncError) -> SyncPlan in
      let state = try await store.loadedSyncState()
      // A first sync that failed has stored the hub's address, and nothing from it.
      let beginning = state?.token == nil ? SyncPlan.Beginning.first : .known
      var plan = SyncPlan(beginning: beginning, pushes: 0, pulls: 0)
      var reset: SyncReset?
      var walk = try await firstPage(after: state, of: &plan, &reset)
      let departures = try await departures(after: state, reset, walk)
      let pushes = try await plannedPushes(of: plan).filter { !departures.contains($0.item) }
      plan.pushes = pushes.count
      for change in pushes { each(.push, change) }
      while let current = walk {
        for change in try await plannedPulls(current.page.rows) {
          plan.pulls += 1
          each(.pull, change)
        }
        walk = try await page(after: current)
      }
      for change in try await plannedDepartures(departures) {
        plan.pulls += 1
        each(.pull, change)
      }
      return plan
    }
  }

  /// The beginning with a hub that does not know the store.
  private func beginningAgain(after state: SyncState?) -> SyncPlan.Beginning {
    // A login has the store remember a hub that it was never synced with.
    let hasSynced = state?.lastSync != nil && utf8Equal(state?.remote ?? "", remote.description)
    return hasSynced ? .startsOver : .otherHub
  }

  /// The first page that a sync would fetch; nil if the hub has nothing.
  ///
  /// A hub creates a space when it is asked for rows, so this first asks whether the space exists.
  private func firstPage(
    after state: SyncState?,
    of plan: inout SyncPlan,
    _ reset: inout SyncReset?
  ) async throws(SyncError) -> PageWalk? {
    let known = plan.beginning == .known ? state : nil
    let nobodys = SyncToken(epoch: 0, head: 0, nonce: 0)
    let question = WaitRequest(after: 0, token: nobodys, seconds: 0)
    if case .wait(.unchanged) = try await reply(to: .wait(question)) {
      if known?.token != nil { plan.beginning = beginningAgain(after: state) }
      return nil
    }
    switch try await firstPage(ChangesRequest(goingOnFrom: known)) {
    case .page(let walk): return walk
    case .reset(let kind):
      reset = kind
      // A store that was away for too long offers what it has not sent yet, and no more.
      if kind == .union { plan.beginning = beginningAgain(after: state) }
      switch try await firstPage(ChangesRequest(goingOnFrom: nil)) {
      case .page(let walk): return walk
      case .reset: throw SyncCore.tooManyResets
      }
    }
  }

  private func plannedPushes(of plan: SyncPlan) async throws(SyncError) -> [PlannedChange] {
    switch plan.beginning {
    case .known, .first: return try await store.unsentChanges()
    case .otherHub, .startsOver:
      return try await store.readingForSync { transaction throws(StorageError) in
        var changes: [PlannedChange] = []
        try transaction.forEachLive { change throws(StorageError) in changes.append(change) }
        return changes
      }
    }
  }

  private func plannedPulls(_ rows: [HubRow]) async throws(SyncError) -> [PlannedChange] {
    try await store.readingForSync { transaction throws(StorageError) in
      var changes: [PlannedChange] = []
      let state = try transaction.existingSyncState()
      var merge = RowMerge(
        clock: HybridClock(time: transaction.clock, node: 0),
        sent: state?.sent ?? SentStamps(),
        isPushUnanswered: state?.isPushUnanswered ?? false,
        limits: SyncLimits()
      )
      for row in rows {
        let known = try transaction.replica(row.id)
        guard let change = PlannedChange(pulling: row, onto: known, by: &merge) else { continue }
        changes.append(change)
      }
      return changes
    }
  }
}

extension ChangesRequest {
  /// The first request of a store in this state.
  fileprivate init(goingOnFrom state: SyncState?) {
    let isBootstrap = state?.isBootstrapping ?? true
    self.init(
      after: state?.cursor ?? 0,
      token: state?.token,
      isBootstrap: isBootstrap,
      bootstrapFloor: state?.bootstrapFloor,
      bootstrapHead: state?.bootstrapHead,
      // Unlike a sync, whose pushes reveal them, a plan needs the items that were deleted elsewhere.
      isLiveOnly: false
    )
  }
}

extension PlannedChange {
  /// What a row of the hub would change here; nil if a person would see no change.
  fileprivate init?(pulling row: HubRow, onto known: ReplicaItem?, by merge: inout RowMerge) {
    var item =
      known
      ?? ReplicaItem(id: row.id, sequence: ReplicaItem.neverAcknowledged, registers: [])
    merge.merge(row.state, sequence: row.sequence, into: &item)
    switch (known?.isAlive ?? false, item.isAlive) {
    case (false, false): return nil
    case (false, true): self.init(item, number: nil, effect: .new)
    case (true, false): self.init(item, number: nil, effect: .deleted)
    case (true, true):
      let fields = item.registers.fieldsDiffering(from: known?.registers ?? [])
      guard !fields.isEmpty else { return nil }
      self.init(item, number: nil, effect: .changed, fields: fields)
    }
  }
}

extension [Register] {
  /// The names of the fields whose values differ, in order; a missing value equals null.
  fileprivate func fieldsDiffering(from others: [Register]) -> [String] {
    let mine = Dictionary(map { ($0.field, $0.value) }, uniquingKeysWith: { $1 })
    let theirs = Dictionary(others.map { ($0.field, $0.value) }, uniquingKeysWith: { $1 })
    return Set(mine.keys).union(theirs.keys)
      .filter { (mine[$0] ?? .null) != (theirs[$0] ?? .null) }
      .map(\.name)
      .sorted { utf8Less($0, $1) }
  }
}
