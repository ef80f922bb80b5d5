package import Storage

/// The result of a ``StoreWork``.
package enum StoreOutcome: Sendable, Equatable {
  /// Send this request; the store has recorded it as sent already.
  case request(SyncRequest, Standing)
  /// There is nothing to send.
  case idle(Standing)
  /// Send this comparison.
  case digest(VerifyRequest, Unsynced)
  /// A reply was applied.
  case applied(Applied)
  /// The changes that the next push may take, read while another is under way.
  case ahead(PushAhead)
  /// A reply was applied; then send this push, which the store has recorded as sent already.
  case proceeded(Applied, PushRequest, Standing)
  /// A note was made for a later run.
  case noted
  /// The store has moved on since the request was made: the reply was dropped.
  case superseded

  /// The store's counts before a request.
  package struct Standing: Sendable, Equatable {
    /// Items with anything unacknowledged, if the core asked for the number.
    package var unsynced: Int?
    /// Changes in quarantine and in lost-and-found, if nothing is left to send.
    package var conflicts: Int?
    /// The local number behind which further changes are, if the push does not have them all.
    package var next: Int?

    package init(unsynced: Int?, conflicts: Int? = nil, next: Int? = nil) {
      self.unsynced = unsynced
      self.conflicts = conflicts
      self.next = next
    }
  }

  /// Items that cannot be compared with the hub's, since the hub lacks a part of them.
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

  /// What applying a reply did.
  package struct Applied: Sendable, Equatable {
    /// Changes that the hub acknowledged.
    package var pushed = 0
    /// Rows that came.
    package var pulled = 0
    /// Rows that the hub left out, since they are damaged.
    package var damaged: [DamagedRow] = []
    /// Whether the store has every row that the hub had at the reply.
    package var isCurrent = false
    /// Whether the hub took an item that is not in the store any more.
    package var lacksRow = false
    /// Texts that were kept beside the one that won.
    package var kept = 0
    /// The first items that the rows added, changed or deleted: no more than a summary has.
    package private(set) var arrivals: [ItemID] = []
    /// What became of the first of them.
    package private(set) var arrivedChanges: [HistoryStep.Change] = []
    /// Edits that lost to a later one.
    package var overwritten: [OverwrittenEdit] = []

    package init() {}

    /// Whether a summary has no room for more.
    var hasAllArrivals: Bool { arrivals.count >= SyncSummary.maxArrivals }

    /// Notes an item that a row added, changed or deleted.
    mutating func noteArrival(of item: ReplicaItem, after known: ReplicaItem?) {
      arrivals.append(item.id)
      guard arrivedChanges.count < SyncSummary.maxArrivedChanges else { return }
      arrivedChanges.append(HistoryStep.Change(from: known, to: item))
    }
  }
}
