public import Storage

/// What a run of sync did.
public struct SyncSummary: Sendable, Equatable {
  /// Changed items that the hub acknowledged.
  public var pushed = 0
  /// Rows that the hub sent.
  public var pulled = 0
  /// The first two hundred items that the hub's rows added, changed or deleted here, each once.
  public internal(set) var arrivals: [ItemID] = []
  /// What became of the first twenty of these, in the same order; an item that came twice has one change.
  public internal(set) var arrivedChanges: [HistoryStep.Change] = []
  /// Changes in quarantine and in lost-and-found, and kept texts, at the end; older ones included.
  public var conflicts = 0
  /// Texts that lost to a later one in this run, and are kept beside it.
  public var kept = 0
  /// Edits that lost to a later one of the same field in this run, in the order in which they were found.
  public var overwritten: [OverwrittenEdit] = []
  /// How the store compares with the hub at the end, if the caller asked for it.
  public var verification: Verification?
  /// The first thousand rows that the hub left out because they are damaged.
  ///
  /// Everything else on the hub was received. `itemsctl doctor --hub FILE --fix` fixes a hub file.
  public internal(set) var damaged: [DamagedRow] = []
  /// Requests that were sent, repeated ones included.
  public var requests = 0
  /// Requests that failed and were sent again.
  public var retries = 0
  /// How often the store started over, as the hub asked.
  public var resets = 0
  /// Bytes of the bodies that were sent.
  public var bytesSent = 0
  /// Bytes of the bodies that were received.
  public var bytesReceived = 0

  package static let maxArrivals = 200
  static let maxArrivedChanges = 20

  /// A run that did nothing.
  public init() {}

  /// Adds items that are not noted yet.
  mutating func note(arrivals ids: [ItemID]) {
    for id in ids where arrivals.count < SyncSummary.maxArrivals && !arrivals.contains(id) {
      arrivals.append(id)
    }
  }

  /// Adds what became of items; of an item that is noted already, both changes become one.
  mutating func note(arrived changes: [HistoryStep.Change]) {
    for change in changes {
      if let place = arrivedChanges.firstIndex(where: { $0.item == change.item }) {
        arrivedChanges[place] = arrivedChanges[place].followed(by: change)
      } else if arrivedChanges.count < SyncSummary.maxArrivedChanges {
        arrivedChanges.append(change)
      }
    }
  }

  /// Adds rows that are not noted yet.
  mutating func note(_ rows: [DamagedRow]) {
    for row in rows where damaged.count < 1_000 && !damaged.contains(row) { damaged.append(row) }
  }
}

/// The progress of a run of sync.
public struct SyncProgress: Sendable, Equatable {
  /// What the run is doing.
  public enum Phase: String, Sendable, Hashable {
    /// Building the store's copy of the space, the first time or again.
    case bootstrapping
    /// Sending what was changed here.
    case pushing
    /// Fetching what was changed elsewhere.
    case pulling
    /// Comparing the store with the hub.
    case verifying
    /// Waiting to try again.
    case waiting
  }

  /// What the run is doing.
  public var phase: Phase
  /// Changed items to be sent when the run began.
  public var unsynced: Int
  /// What the run has done so far.
  public var summary: SyncSummary
  /// At most how many of the hub's rows the store still lacks; nil before the hub's first answer.
  public var behind: Int?

  /// Describes a moment of a run.
  public init(phase: Phase, unsynced: Int, summary: SyncSummary, behind: Int? = nil) {
    self.phase = phase
    self.unsynced = unsynced
    self.summary = summary
    self.behind = behind
  }
}
