package import Storage

/// The hub's reply to a push.
package enum PushReply: Sendable, Equatable {
  /// The hub processed the push, change by change.
  case accepted(PushAcceptance)
  /// The session has sent a later push before: nothing was applied.
  case stale
}

/// The hub's answer to each change of a push.
package struct PushAcceptance: Sendable, Equatable {
  /// The hub's latest commit, this push's own included.
  package var token: SyncToken
  /// The head before this push.
  package var previous: Int64
  /// The hub's clock, in milliseconds since 1970.
  package var now: Int64
  /// The greatest sequence number whose tombstone has been purged.
  package var floor: Int64
  /// One result for each change, in the order of the changes, or for the first of them: for one at least.
  ///
  /// A hub applies nothing of the changes for which there is no result; the device sends them again.
  package var results: [PushResult]

  package init(token: SyncToken, previous: Int64, now: Int64, floor: Int64, results: [PushResult]) {
    self.token = token
    self.previous = previous
    self.now = now
    self.floor = floor
    self.results = results
  }
}

/// The result of one change.
package struct PushResult: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    /// Every register of the change is on the hub, in the row with this sequence number.
    case ok(sequence: Int64)
    /// At least one register was superseded; with the hub's row.
    case lost(sequence: Int64, row: ItemState)
    /// The hub does not have the item: it was deleted and purged.
    case gone
    /// The change breaks a rule; the code says which.
    case bad(code: String)

    /// Whether the hub has all of the change.
    package var isOK: Bool {
      if case .ok = self { true } else { false }
    }
  }

  /// The item.
  package var id: ItemID
  /// The outcome of its change.
  package var outcome: Outcome

  package init(id: ItemID, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}
