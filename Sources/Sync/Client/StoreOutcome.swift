package import Storage

/// What came of a ``StoreWork``.
package enum StoreOutcome: Sendable, Equatable {
  /// This request is to be sent; it is stored as sent already.
  case request(SyncRequest, Standing)
  /// There is nothing to send.
  case idle(Standing)
  /// This comparison is to be sent.
  case digest(VerifyRequest, Unsynced)
  /// A reply was taken over.
  case applied(Applied)
  /// The store has moved on since the request was made: the reply was dropped.
  case superseded

  /// How the store stands before a request.
  package struct Standing: Sendable, Equatable {
    /// Items with something unacknowledged, where it was asked for.
    package var unsynced: Int?
    /// Changes in quarantine and in lost-and-found, where nothing is left to send.
    package var conflicts: Int?

    package init(unsynced: Int?, conflicts: Int? = nil) {
      self.unsynced = unsynced
      self.conflicts = conflicts
    }
  }

  /// Items that cannot be compared with the hub's, since the hub lacks something of them.
  package struct Unsynced: Sendable, Equatable {
    /// How many there are.
    package private(set) var count = 0
    /// The buckets of the digest that they are in.
    package private(set) var buckets: Set<Int> = []

    package init() {}

    /// Notes one more.
    package mutating func add(_ id: ItemID) {
      count += 1
      buckets.insert(SpaceDigest.bucket(of: id))
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
    /// Whether fields were stamped again, since the hub refused their stamps.
    package var wasRestamped = false

    package init() {}
  }
}
