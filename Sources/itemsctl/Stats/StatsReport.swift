import Phrases
import Storage
import Sync

/// The figures of a store, and of those of its items that a filter holds for.
struct StatsReport {
  let calendar: LocalCalendar
  let counts: StatusCounts
  /// The most open ones first.
  let lists: [ItemSummary.Group]
  let tags: [ItemSummary.Group]
  let due: DueCounts
  /// From the week in which something first happened, if that was within the span.
  let weeks: [Week]
  let store: StoreStats
  /// How the store stands with its hub; nil for one that cannot be synced.
  let sync: SyncStatus?
  let storePath: String
  /// Whether only some of the items are meant.
  let isFiltered: Bool

  /// When open items are due.
  struct DueCounts {
    var overdue = 0
    /// From now until midnight, or on this day at no time of it.
    var today = 0
    /// The seven days from tomorrow on.
    var nextSevenDays = 0
    var later = 0
    var undated = 0
  }

  /// What happened in a week, which begins on a Monday.
  struct Week {
    let start: Date
    var added = 0
    var done = 0
    var cancelled = 0
    /// How many items were open at the end of each of its days up to today.
    var open: [Int] = []
  }

  /// Fewer weeks than these are not shown, however little happened in them.
  static let fewestWeeks = 8
}

extension StatsReport.DueCounts {
  /// The counts between the bounds of ``StatsSpan/dueBounds(_:)``.
  init(_ due: [Int], open: Int) {
    guard due.count == 5 else { return }
    overdue = due[0] + due[1]
    (today, nextSevenDays, later) = (due[2], due[3], due[4])
    undated = open - due.reduce(0, +)
  }
}

extension StatsReport.Week {
  /// The weeks of a span.
  static func weeks(_ span: StatsSpan, _ activity: [ItemSummary.Activity]) -> [Self] {
    guard activity.count == span.bounds.count + 1 else { return [] }
    var open = activity[0].growth
    var weeks: [Self] = []
    for (day, start) in span.bounds.dropLast().enumerated() {
      if day % 7 == 0 { weeks.append(Self(start: start)) }
      let events = activity[day + 1]
      open += events.growth
      weeks[weeks.count - 1].add(events, open: open)
    }
    return weeks
  }

  private mutating func add(_ events: ItemSummary.Activity, open: Int) {
    added += events.added
    done += events.done
    cancelled += events.cancelled
    self.open.append(open)
  }

  private var isQuiet: Bool { added == 0 && done == 0 && cancelled == 0 }

  /// The weeks without the quiet ones at the beginning, but for the last of them.
  static func eventful(_ weeks: [Self]) -> [Self] {
    let quiet = weeks.prefix { $0.isQuiet }.count
    return weeks.suffix(max(weeks.count - max(0, quiet - 1), StatsReport.fewestWeeks))
  }
}

extension [ItemSummary.Group] {
  /// The most open ones first; names that are level, by their bytes.
  var maxOpenFirst: Self {
    sorted { left, right in
      (right.counts.open, right.counts.total) == (left.counts.open, left.counts.total)
        ? utf8Less(left.name, right.name)
        : (right.counts.open, right.counts.total) < (left.counts.open, left.counts.total)
    }
  }
}
