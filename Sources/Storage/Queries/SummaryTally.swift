/// The part of a summary that depends on each item's status and times.
struct SummaryTally {
  private(set) var counts = StatusCounts()
  private(set) var activity: [ItemSummary.Activity]
  private(set) var due: [Int]
  private var listCounts: [UTF8Key: StatusCounts] = [:]
  private let activityBounds: [Int64]
  private let dueBounds: [Int64]
  /// The days of these moments, as columns of days.
  private let dueDays: [Int64]

  init(_ query: SummaryQuery) {
    activityBounds = query.activityBounds.map(\.clampedMilliseconds)
    dueBounds = query.dueBounds.map(\.clampedMilliseconds)
    dueDays = query.dueBounds.map { DayOrInstant.day(query.zone.day(of: $0)).column }
    activity =
      activityBounds.isEmpty ? [] : Array(repeating: .init(), count: activityBounds.count + 1)
    due = dueBounds.isEmpty ? [] : Array(repeating: 0, count: dueBounds.count + 1)
  }

  /// Counts an item.
  mutating func add(_ item: Item) {
    add(
      item.status,
      created: item.createdAt.millisecondsSince1970,
      closed: (item.completedAt ?? item.updatedAt).millisecondsSince1970,
      due: item.due?.column
    )
  }

  /// Counts an item; times are milliseconds since 1970, `due` is as its column has it.
  mutating func add(_ status: Status, created: Int64, closed: Int64, due dueColumn: Int64?) {
    counts[status] += 1
    if !activity.isEmpty {
      activity[SummaryTally.period(of: created, activityBounds)].added += 1
      let end = SummaryTally.period(of: closed, activityBounds)
      switch status {
      case .open: break
      case .done: activity[end].done += 1
      case .cancelled: activity[end].cancelled += 1
      }
    }
    if !due.isEmpty, status == .open, let dueColumn {
      let bounds = DayOrInstant.isDay(column: dueColumn) ? dueDays : dueBounds
      due[SummaryTally.period(of: dueColumn, bounds)] += 1
    }
  }

  /// Counts an item of a list.
  mutating func add(_ status: Status, list: String) {
    listCounts[UTF8Key(text: list), default: StatusCounts()][status] += 1
  }

  /// The counts of each list, in the order of their names.
  var lists: [ItemSummary.Group] {
    listCounts.map { ItemSummary.Group(name: $0.key.text, counts: $0.value) }
      .sorted { utf8Less($0.name, $1.name) }
  }

  /// How many of the bounds lie at or before a time: a binary search.
  private static func period(of time: Int64, _ bounds: [Int64]) -> Int {
    var range = 0..<bounds.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = bounds[middle] <= time ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
