// Reads the next push while one is under way.

import Storage

extension StoreSession {
  /// The changes behind those of a push.
  mutating func lookAhead(
    of request: PushRequest,
    after number: Int
  ) throws(StorageError) -> StoreOutcome {
    guard isUnmoved(since: request) else { return .superseded }
    let found = try changes(after: number)
    return .ahead(PushAhead(changes: found.changes, next: found.next))
  }

  /// Applies the results of a push, and lets the changes leave that were read meanwhile.
  ///
  /// In one transaction, so that no page of another process comes between: the hub's rows and what was
  /// read belong together. Where they may not, the results alone are applied.
  mutating func proceed(
    _ request: PushRequest,
    _ reply: PushAcceptance,
    _ ahead: PushAhead,
    hubTime: Int64
  ) throws(StorageError) -> StoreOutcome {
    let isUnmoved = isUnmoved(since: request)
    let outcome = try acknowledge(request, reply)
    guard case .applied(let applied) = outcome, isUnmoved, !ahead.changes.isEmpty,
      try !restamp(farAheadOf: hubTime), let token = state.token
    else { return outcome }
    try noteDeparture(of: ahead.changes)
    let push = PushRequest(
      device: state.device,
      session: state.session,
      counter: state.counter,
      token: token,
      cursor: state.cursor,
      ahead: ahead
    )
    return .proceeded(applied, push, StoreOutcome.Standing(unsynced: nil, next: ahead.next))
  }

  /// Whether no other process has pushed, or applied a page, since this push was made.
  private func isUnmoved(since request: PushRequest) -> Bool {
    state.isAwaiting(request) && state.cursor == request.cursor && !state.readsAgain
  }
}
