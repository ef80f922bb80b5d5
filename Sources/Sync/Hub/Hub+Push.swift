// Accepts changes.

import Storage

extension Hub {
  func answer(_ request: PushRequest, space: String) throws(HubError) -> SyncReply {
    let seed = environment.random()
    do throws(HubError) {
      return try store.write(space, seed: seed, reading: request.reads) {
        transaction throws(HubError) -> SyncReply in try take(request, in: transaction)
      }
    } catch {
      guard error.code == .quota else { throw error }
      let reply = try store.write(space, seed: seed, reading: request.reads) {
        transaction throws(HubError) -> SyncReply? in
        try takeWithoutGrowth(request, in: transaction)
      }
      guard let reply else { throw error }
      return reply
    }
  }

  /// Takes a push within a transaction on its space.
  ///
  /// - Throws: ``HubError`` with code `quota` if the space would hold more than it may. The transaction is then to be
  ///   rolled back, and ``takeWithoutGrowth(_:in:)`` to be called in another one.
  package func take(
    _ request: PushRequest,
    in transaction: any HubTransaction
  ) throws(HubError) -> SyncReply {
    let isCounted = environment.quota != nil && !request.changes.isEmpty
    let usage = isCounted ? try transaction.usage() : nil
    let reply = try take(request, takesGrowth: true, in: transaction).reply
    if let usage { try checkQuota(from: usage, in: transaction) }
    return reply
  }

  /// Takes those changes of a push that do not make the space larger, so that a device can always make room.
  ///
  /// - Returns: The reply; nil if there were other changes, so that the device is to be answered that the space is full.
  package func takeWithoutGrowth(
    _ request: PushRequest,
    in transaction: any HubTransaction
  ) throws(HubError) -> SyncReply? {
    let (reply, isWhole) = try take(request, takesGrowth: false, in: transaction)
    return isWhole ? reply : nil
  }

  private func take(
    _ request: PushRequest,
    takesGrowth: Bool,
    in transaction: any HubTransaction
  ) throws(HubError) -> (reply: SyncReply, isWhole: Bool) {
    let now = environment.now()
    var before = try transaction.requireSpace()
    guard !before.isFrozen else {
      throw HubError(
        .frozen,
        "The space accepts no changes for now, because it is being moved or maintained. Nothing made here is lost; "
          + "sync again in a moment."
      )
    }
    if let refusal = try refusal(
      of: request.token,
      cursor: request.cursor,
      in: before,
      transaction
    ) {
      return (.reset(refusal), true)
    }
    guard try admit(request, to: &before, at: now, in: transaction) else {
      return (.push(.stale), true)
    }
    var work = try PushWork(
      hub: self,
      transaction: transaction,
      space: before,
      now: now,
      takesGrowth: takesGrowth
    )
    try work.take(request.changes)
    return (.push(.accepted(try work.commit())), work.isWhole)
  }

  /// Throws if the space holds more than it may, and more than before.
  private func checkQuota(
    from before: SpaceUsage,
    in transaction: any HubTransaction
  ) throws(HubError) {
    guard let limit = environment.quota else { return }
    let quota = try transaction.quota().filled(from: limit)
    guard quota.refuses(before, to: try transaction.usage()) else { return }
    throw HubError(
      .quota,
      "The space is full: it may hold \(quota.items ?? .max) items and \(quota.bytes ?? .max) bytes. "
        + "Delete items, or ask the hub's administrator for more room."
    )
  }

  /// Whether a push is newer than its session's last one; if so, it is the last, and time passes.
  ///
  /// A device counts every push, repeated ones included. So an equal number is a late duplicate
  /// too, and might bring back what was purged in between.
  private func admit(
    _ request: PushRequest,
    to space: inout HubSpace,
    at now: Int64,
    in transaction: any HubTransaction
  ) throws(HubError) -> Bool {
    let last = try transaction.session(request.session)
    guard request.counter > last?.counter ?? 0 else { return false }
    if let last { space.grow(after: last, now: now, maxStep: environment.maxStep) }
    let session = HubSession(
      device: request.device,
      counter: request.counter,
      clock: now,
      age: space.age
    )
    try transaction.setSession(request.session, session)
    return true
  }

  /// How a device has to start over, if its token or cursor is not from this history.
  func refusal(
    of token: SyncToken?,
    cursor: Int64,
    bootstrapFloor: Int64? = nil,
    isBootstrap: Bool = false,
    in space: HubSpace,
    _ transaction: any HubTransaction
  ) throws(HubError) -> SyncReset? {
    guard let token else { return nil }
    guard token.epoch == space.epoch, cursor <= token.head, token.head <= space.head,
      try transaction.nonce(at: token.head) == token.nonce
    else {
      try transaction.confirm()
      return .union
    }
    let missesPurge =
      isBootstrap
      ? bootstrapFloor.map { space.floor > max($0, cursor) } ?? false
      : space.floor > cursor
    return missesPurge ? .authoritative : nil
  }
}

extension PushRequest {
  /// What the hub reads to judge the push.
  package var reads: HubReads {
    HubReads(session: session, commit: token.head, items: changes.map(\.id))
  }
}

/// A push in progress.
private struct PushWork {
  let hub: Hub
  let transaction: any HubTransaction
  var space: HubSpace
  let now: Int64
  let previous: Int64
  var results: [PushResult] = []
  /// The rows that are judged, and not written yet.
  private var pending: [HubRowChange] = []
  /// The bytes that rows may still take in the reply, which is as large as a page and a row at most.
  private var room: Int
  /// Whether the reply has no room for another row: the device sends again what is not judged.
  private(set) var isFull = false
  /// Whether changes may make the space larger; others are passed over.
  private let takesGrowth: Bool
  /// Whether no change was passed over.
  private(set) var isWhole = true

  init(
    hub: Hub,
    transaction: any HubTransaction,
    space: HubSpace,
    now: Int64,
    takesGrowth: Bool
  ) throws(HubError) {
    self.hub = hub
    self.takesGrowth = takesGrowth
    self.transaction = transaction
    self.space = space
    self.now = now
    previous = space.head
    room = hub.environment.limits.body
    // Damage: rows above the head, whose numbers would come a second time.
    let greatest = try transaction.greatestSequence(below: .max / 2)
    self.space.head = max(space.head, greatest ?? 0)
  }

  /// Judges changes in order, until the reply is full; reads and writes the rows of many at a time.
  mutating func take(_ changes: [PushChange]) throws(HubError) {
    var rest = changes[...]
    while !rest.isEmpty, !isFull {
      let stored = try transaction.storedRows(rest.map(\.id), upToBytes: PushWork.bytesAtATime)
      for (change, row) in zip(rest, stored) where !isFull { take(change, stored: row) }
      try transaction.put(pending, at: space.age)
      pending.removeAll(keepingCapacity: true)
      rest = rest.dropFirst(stored.count)
    }
  }

  /// How much of the stored rows is in memory at a time: a small change may be of a large row.
  private static let bytesAtATime = 4 << 20

  private mutating func take(_ change: PushChange, stored: StoredHubRow?) {
    let head = space.head
    let outcome = outcome(of: change, stored: stored)
    if case .lost(_, let row) = outcome {
      room -= row.estimatedBytes
      isFull = room < 0
      // Nothing happened to that row; one that is new has to be told, as the device may go on behind it.
      if isFull, !results.isEmpty, space.head == head { return }
    }
    results.append(PushResult(id: change.id, outcome: outcome))
  }

  private mutating func outcome(
    of change: PushChange,
    stored: StoredHubRow?
  ) -> PushResult.Outcome {
    if let code = change.state.violation(of: hub.environment.limits) { return .bad(code: code) }
    if !takesGrowth, change.isNew { return passOver() }
    let found: HubRow?
    do throws(HubError) {
      found = try stored?.row()
    } catch {
      // Waits in the device's quarantine until the hub is mended, whose new epoch lifts it.
      return .bad(code: "damaged")
    }
    if found == nil, !change.isNew { return .gone }
    var row = found ?? HubRow(id: change.id, sequence: 0, state: ItemState([]))
    // A row whose number is in no page is given another.
    let isStray = found != nil && !(1...max(1, space.head)).contains(row.sequence)
    if isStray { put(&row, replacing: found) }
    // Not even a change that is here already, or a deletion: the author has not seen this row, which
    // may hold a text that no other device has any more. The device merges, and sends the result.
    if found != nil, row.sequence != change.seen {
      return .lost(sequence: row.sequence, row: row.state)
    }
    if row.state.join(change.state) == .changed || found == nil {
      let hadRoom = row.state.dropOldDecisions(keeping: hub.environment.limits.resolvedTexts)
      if !takesGrowth, let found, grows(row, from: found) { return passOver() }
      put(&row, replacing: found)
      guard hadRoom else { return .lost(sequence: row.sequence, row: row.state) }
    }
    // Only a program of another author sends less than it has seen.
    guard found == nil || row.state.holds(change.state) else {
      return .lost(sequence: row.sequence, row: row.state)
    }
    return .ok(sequence: row.sequence)
  }

  /// Leaves a change out; the reply that has this outcome is not sent.
  private mutating func passOver() -> PushResult.Outcome {
    isWhole = false
    return .gone
  }

  /// Whether a row counts for more than before: a deletion does not, since a stamp alone is hardly anything.
  private func grows(_ row: HubRow, from found: HubRow) -> Bool {
    let growth = row.state.bytes.count - found.state.bytes.count
    guard row.state.isAlive else { return growth > 256 }
    return growth > 0 || !found.state.isAlive
  }

  /// Gives a row a number of its own, under which it is to be written.
  private mutating func put(_ row: inout HubRow, replacing found: HubRow?) {
    space.head += 1
    row.sequence = space.head
    // A stray row may have been given a number just now.
    if pending.last?.row.id == row.id { pending.removeLast() }
    pending.append(HubRowChange(row: row, replaced: found))
  }

  /// Ends the push; one that changed nothing leaves head and nonce as they are.
  ///
  /// Only now may old tombstones go: the push was made, and taken, before.
  mutating func commit() throws(HubError) -> PushAcceptance {
    if space.head != previous {
      try space.commit(by: hub, in: transaction)
    } else {
      try transaction.setSpace(space)
    }
    if hub.isPurgeDue(space) { _ = try hub.purge(&space, in: transaction) }
    return PushAcceptance(
      token: space.token,
      previous: previous,
      now: now,
      floor: space.floor,
      results: results
    )
  }
}

extension HubSpace {
  /// Draws the nonce of a commit that ends at ``head``, and stores both.
  mutating func commit(
    by hub: Hub,
    in transaction: any HubTransaction
  ) throws(HubError) {
    nonce = hub.environment.random()
    try transaction.addCommit(head: head, nonce: nonce, at: age)
    try transaction.setSpace(self)
  }
}

extension HubTransaction {
  /// The space's row inside a write, which has created a missing one.
  func requireSpace() throws(HubError) -> HubSpace {
    guard let space = try space() else {
      throw HubError(.damaged, "The hub has no row for the space it has just made.")
    }
    return space
  }
}
