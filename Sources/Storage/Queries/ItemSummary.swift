/// The answer to a ``SummaryQuery``, of one moment.
public struct ItemSummary: Sendable, Equatable {
  /// The number of items by status.
  public var counts: StatusCounts
  /// The number of items in each list, by the lists' names in the order of their UTF-8 bytes.
  public var lists: [Group]
  /// The number of items with each tag, by the tags in the order of their UTF-8 bytes.
  public var tags: [Group]
  /// What happened before the first of the query's moments, between each and the next, and from the last on.
  ///
  /// One more than the moments, or none where none was given. What is open at a moment is what was
  /// added until then, less what was done and cancelled.
  public var activity: [Activity]
  /// How many open items are due before the first of the query's moments, between, and from the last on.
  ///
  /// One more than the moments, or none where none was given. Items without a due date are in none.
  public var due: [Int]

  /// Items under one name.
  public struct Group: Sendable, Equatable {
    /// The list or the tag.
    public var name: String
    /// The number of its items by status.
    public var counts: StatusCounts

    /// Makes a group.
    public init(name: String, counts: StatusCounts) {
      self.name = name
      self.counts = counts
    }
  }

  /// What happened in a stretch of time.
  public struct Activity: Sendable, Equatable {
    /// How many items were made.
    public var added = 0
    /// How many of those that are done now became so.
    public var done = 0
    /// How many of those that are cancelled now became so.
    public var cancelled = 0

    /// Makes a stretch in which nothing happened.
    public init() {}

    /// By how many the open items became more, or fewer below zero.
    public var growth: Int { added - done - cancelled }
  }

  /// Makes figures; for authors of backends.
  public init(
    counts: StatusCounts = StatusCounts(),
    lists: [Group] = [],
    tags: [Group] = [],
    activity: [Activity] = [],
    due: [Int] = []
  ) {
    self.counts = counts
    self.lists = lists
    self.tags = tags
    self.activity = activity
    self.due = due
  }
}

/// How many items there are of each status.
public struct StatusCounts: Sendable, Hashable {
  /// How many are still to do.
  public var open: Int
  /// How many are finished.
  public var done: Int
  /// How many were given up.
  public var cancelled: Int

  /// Makes counts.
  public init(open: Int = 0, done: Int = 0, cancelled: Int = 0) {
    self.open = open
    self.done = done
    self.cancelled = cancelled
  }

  /// How many there are in all.
  public var total: Int { open + done + cancelled }

  /// How many there are of a status.
  public subscript(status: Status) -> Int {
    get {
      switch status {
      case .open: open
      case .done: done
      case .cancelled: cancelled
      }
    }
    set {
      switch status {
      case .open: open = newValue
      case .done: done = newValue
      case .cancelled: cancelled = newValue
      }
    }
  }
}
