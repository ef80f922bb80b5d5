// What a store transaction told the core.

/// What came of a ``StoreWork``.
package enum StoreOutcome: Sendable, Equatable {
  /// This request is to be sent; it is stored as sent already.
  case request(SyncRequest, Standing)
  /// There is nothing to send.
  case idle(Standing)
  /// A reply was taken over.
  case applied(Applied)
  /// The store has moved on since the request was made: the reply was dropped.
  case superseded

  /// How the store stands before a request.
  package struct Standing: Sendable, Equatable {
    /// Items with something unacknowledged, where it was asked for.
    package var unsynced: Int?
    /// Changes in quarantine and in lost-and-found.
    package var conflicts: Int

    package init(unsynced: Int?, conflicts: Int) {
      self.unsynced = unsynced
      self.conflicts = conflicts
    }
  }

  /// What taking over a reply did.
  package struct Applied: Sendable, Equatable {
    /// Changes that the hub acknowledged.
    package var pushed = 0
    /// Rows that came.
    package var pulled = 0
    /// Whether the store has every row that the hub had at the reply.
    package var isCurrent = false
    /// Whether fields were stamped anew, since the hub refused their stamps.
    package var wasRestamped = false

    package init() {}
  }
}
