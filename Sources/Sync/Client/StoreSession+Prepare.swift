// Decides on the next request.

import Storage

extension StoreSession {
  mutating func prepare(_ preparation: StoreWork.Preparation) throws(StorageError) -> StoreOutcome {
    // Nothing is removed by it, and nothing marked: whatever a page once lacked comes, tombstones too.
    if state.readsAgain { state.begin(.union, keepsToken: true) }
    let unsynced = preparation.counts ? try transaction.unsyncedCount() : nil
    var standing = StoreOutcome.Standing(unsynced: unsynced)
    // Only the hub's clock tells which stamps are too far ahead, so a run begins with a pull.
    if preparation.pushes, let hubTime = preparation.hubTime {
      try restamp(farAheadOf: hubTime)
      if let (push, next) = try nextPush() {
        standing.next = next
        return .request(.push(push), standing)
      }
    }
    if preparation.isCurrent, !state.isBootstrapping {
      var keptTexts = 0
      try transaction.forEachKept { _, _, texts in keptTexts += texts.count }
      standing.conflicts = try transaction.conflictCount() + keptTexts
      return .idle(standing)
    }
    let request = ChangesRequest(
      after: state.cursor,
      token: state.token,
      isBootstrap: state.isBootstrapping,
      bootstrapFloor: state.bootstrapFloor,
      bootstrapHead: state.bootstrapHead,
      // After a reset the store may hold what was deleted elsewhere, so it needs the tombstones.
      isLiveOnly: state.isBootstrapping && state.reset == nil
    )
    return .request(.changes(request), standing)
  }

  private mutating func nextPush() throws(StorageError) -> (push: PushRequest, next: Int?)? {
    guard !state.isBootstrapping, let token = state.token else { return nil }
    try displaceTextsBroughtBack()
    let found = try changes(after: 0)
    guard !found.changes.isEmpty else { return nil }
    try noteDeparture(of: found.changes)
    let push = PushRequest(
      device: state.device,
      session: state.session,
      counter: state.counter,
      token: token,
      cursor: state.cursor,
      changes: found.changes
    )
    return (push, found.next)
  }

  /// Notes that a push of these changes leaves.
  mutating func noteDeparture(of changes: [PushChange]) throws(StorageError) {
    // Both stored before the push leaves: a rolled back device differs from a late duplicate, and
    // other devices may know of these times from now on, even if no answer comes.
    state.counter += 1
    state.isPushUnanswered = true
    state.sent.insert(changes)
    for change in changes {
      if let stamp = change.state.maxStamp { try transaction.noteExchange(of: stamp.time) }
    }
  }

  /// The changes that fit into a push, by local number above `number`.
  ///
  /// - Returns: The changes, and the number behind which further ones are, if these are not all.
  mutating func changes(
    after number: Int
  ) throws(StorageError) -> (changes: [PushChange], next: Int?) {
    let quarantine = try quarantine()
    var changes: [PushChange] = []
    let most = min(state.batch ?? settings.limits.changes, settings.limits.changes)
    var room = settings.limits.body - StoreSession.envelopeBytes
    var (number, taken) = (number, number)
    while changes.count < most {
      let found = try transaction.unsynced(after: number, limit: most)
      guard let last = found.last else { return (changes, nil) }
      for (place, item) in found
      where item.isKnownWhole && !item.isHeld(by: quarantine[item.id]) {
        let change = PushChange(
          id: item.id,
          state: item.unsyncedState(),
          seen: item.sequence
        )
        room -= change.state.estimatedBytes
        guard changes.count < most, room > 0 || changes.isEmpty else {
          return (changes, taken)
        }
        changes.append(change)
        taken = place
      }
      number = last.number
    }
    return (changes, taken)
  }

  /// The bytes that a push may need besides its changes.
  private static let envelopeBytes = 4_096
}

extension ReplicaItem {
  /// Whether the hub's row has come, if it has one: nothing is written over what nobody here has seen.
  fileprivate var isKnownWhole: Bool { sequence != ReplicaItem.awaitingBootstrap }

  /// Whether the hub refused what is unsynced here, and nothing was edited since.
  func isHeld(by time: UInt64?) -> Bool {
    guard let time else { return false }
    return (unsyncedState().maxStamp?.time ?? 0) <= time
  }
}
