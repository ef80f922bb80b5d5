package import Storage

/// What of one item a push carries.
package struct PushChange: Sendable, Equatable {
  /// The item.
  package var id: ItemID
  /// The registers that the hub lacks; all of them where the item is new.
  package var state: ItemState
  /// Whether the hub has never acknowledged the item.
  package var isNew: Bool

  package init(id: ItemID, state: ItemState, isNew: Bool) {
    self.id = id
    self.state = state
    self.isNew = isNew
  }
}

/// A batch of changes.
package struct PushRequest: Sendable, Equatable {
  /// The device's name on the hub: drawn once for a store.
  package var device: Int64
  /// The session that ``counter`` counts in.
  package var session: Int64
  /// Counts the pushes of a session, from 1; stored before the push leaves.
  package var counter: Int64
  /// The commit of the hub that the device saw last.
  package var token: SyncToken
  /// The sequence number up to which the device has every row.
  package var cursor: Int64
  /// The changes, each item once.
  package var changes: [PushChange]

  package init(
    device: Int64,
    session: Int64,
    counter: Int64,
    token: SyncToken,
    cursor: Int64,
    changes: [PushChange]
  ) {
    self.device = device
    self.session = session
    self.counter = counter
    self.token = token
    self.cursor = cursor
    self.changes = changes
  }
}

/// What the hub says to a push.
package enum PushReply: Sendable, Equatable {
  /// The push was looked at, change by change.
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
  /// One result for each change, in the order of the changes.
  package var results: [PushResult]

  package init(
    token: SyncToken,
    previous: Int64,
    now: Int64,
    floor: Int64,
    results: [PushResult]
  ) {
    self.token = token
    self.previous = previous
    self.now = now
    self.floor = floor
    self.results = results
  }
}

/// What became of one change.
package struct PushResult: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    /// Every register of the change stands on the hub, in the row of this sequence number.
    case ok(sequence: Int64)
    /// At least one register was superseded; the hub's row comes along.
    case lost(sequence: Int64, row: ItemState)
    /// The hub does not have the item: it was deleted and purged.
    case gone
    /// A stamp is too far ahead of the hub's clock.
    case clock
    /// The change breaks a rule; the code says which.
    case bad(code: String)
  }

  /// The item.
  package var id: ItemID
  /// What became of it.
  package var outcome: Outcome

  package init(id: ItemID, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}
