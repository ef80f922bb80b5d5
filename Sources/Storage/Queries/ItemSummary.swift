/// The result of a ``SummaryQuery`` at one moment.
public struct ItemSummary: Sendable, Equatable {
  /// The number of items by status.
  public var counts: StatusCounts
  /// The number of items in each list, by the lists' names in the order of their UTF-8 bytes.
  public var lists: [Group]
  /// The number of items with each tag, by the tags in the order of their UTF-8 bytes.
  public var tags: [Group]
  /// The items added and closed before the first of the query's moments, between two of them, and after the last.
  ///
  /// One element more than there are moments, or none without moments. The items open at a moment
  /// are those added until then, less those done and cancelled.
  public var activity: [Activity]
  /// How many open items are due before the first of the query's moments, between them, and after the last.
  ///
  /// One element more than there are moments, or none without moments. Items without a due date are
  /// not counted.
  public var due: [Int]

  /// The items of one list or tag.
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

  /// What happened in a period.
  public struct Activity: Sendable, Equatable {
    /// How many items were created.
    public var added = 0
    /// How many of the items that are done now became done.
    public var done = 0
    /// How many of the items that are cancelled now became cancelled.
    public var cancelled = 0

    /// Makes a period in which nothing happened.
    public init() {}

    /// The increase of the number of open items; negative for a decrease.
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

/// The number of items of each status.
public struct StatusCounts: Sendable, Hashable {
  /// The number of open items.
  public var open: Int
  /// The number of finished items.
  public var done: Int
  /// The number of cancelled items.
  public var cancelled: Int

  /// Makes counts.
  public init(open: Int = 0, done: Int = 0, cancelled: Int = 0) {
    self.open = open
    self.done = done
    self.cancelled = cancelled
  }

  /// The number of all items.
  public var total: Int { open + done + cancelled }

  /// The number of items with a status.
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
