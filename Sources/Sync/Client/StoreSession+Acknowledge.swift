// Applies the hub's reply to a push.

import Storage

extension StoreSession {
  mutating func acknowledge(
    _ request: PushRequest,
    _ reply: PushAcceptance
  ) throws(StorageError) -> StoreOutcome {
    guard state.isAwaiting(request) else { return .superseded }
    state.isPushUnanswered = false
    var applied = StoreOutcome.Applied()
    for (change, result) in zip(request.changes, reply.results) {
      try take(result.outcome, for: change, into: &applied)
    }
    state.growBatch(after: request.changes.count, upTo: settings.limits.changes)
    moveCursor(request: request, reply: reply, applied: &applied)
    return .applied(applied)
  }

  private mutating func take(
    _ outcome: PushResult.Outcome,
    for change: PushChange,
    into applied: inout StoreOutcome.Applied
  ) throws(StorageError) {
    switch outcome {
    case .ok(let sequence):
      try settle(change, sequence: sequence, into: &applied)
      applied.pushed += 1
    case .lost(let sequence, let row):
      // What is left of the change after the merge goes out with the next push.
      try merge(HubRow(id: change.id, sequence: sequence, state: row), into: &applied)
      // An earlier push of it arrived, whose answer was lost.
      if row.holds(change.state) { applied.pushed += 1 }
    case .gone:
      try evict(change.id, reason: "deleted for good elsewhere while it was edited here")
    case .bad(let code):
      try quarantine(change, reason: code)
    }
  }

  /// The hub holds these stamps now.
  private mutating func settle(
    _ change: PushChange,
    sequence: Int64,
    into applied: inout StoreOutcome.Applied
  ) throws(StorageError) {
    let isMarked = try transaction.acknowledge(
      change.id,
      sequence: sequence,
      stamp: { field in
        let name = field.name
        return change.state.entries.first { utf8Equal($0.name, name) }?.stamp
      },
      deletion: change.state.deletion
    )
    if !isMarked {
      // Removed from a file by hand, after it was sent.
      guard var item = try transaction.replica(change.id) else { return applied.lacksRow = true }
      // Removed so, too, and edited again: what the store had is gone, and the hub's row is to come.
      if item.sequence == ReplicaItem.neverAcknowledged, !change.isNew { return }
      item.acknowledge(change.state, sequence: sequence)
      try transaction.put(item)
    }
    try liftQuarantine(of: change.id)
  }

  private mutating func moveCursor(
    request: PushRequest,
    reply: PushAcceptance,
    applied: inout StoreOutcome.Applied
  ) {
    let isSameSpace = state.token?.epoch == reply.token.epoch
    state.token = reply.token
    // Nobody else wrote: all rows up to the new head are the push's own, and are here.
    guard state.cursor == reply.previous, isSameSpace, !applied.lacksRow else { return }
    state.cursor = reply.token.head
    state.sent = SentStamps()
    applied.isCurrent = true
  }
}

// MARK: - Conflicts

extension StoreSession {
  /// Removes an item that the hub no longer has from the store; its edits go to lost-and-found.
  mutating func evict(_ id: ItemID, reason: String) throws(StorageError) {
    guard let item = try transaction.replica(id) else { return }
    // A delete that was not synced loses nothing: the item is gone, as it asked.
    if item.isDirty, item.isAlive {
      try transaction.addConflict(
        SyncConflict(
          kind: .lost,
          item: id,
          reason: reason,
          time: item.state.maxStamp?.time ?? 0,
          content: item.state.json
        )
      )
    }
    try liftQuarantine(of: id)
    try transaction.remove(id)
  }

  /// Notes the greatest stamp time of a row.
  func observe(_ row: ItemState) throws(StorageError) {
    guard let time = row.maxStamp?.time else { return }
    try transaction.noteExchange(of: time)
  }
}
