/// Whole weeks, from a Monday's midnight until the end of today.
struct StatsSpan {
  /// The first moment of each day, and at the end that of tomorrow.
  let bounds: [Date]

  /// A year.
  static let standardWeeks = 52

  /// The span of the last so many weeks, this one included.
  init(weeks: Int, _ calendar: LocalCalendar) {
    let today = calendar.today.midnight
    let back = calendar.weekday(of: calendar.now).daysSinceMonday + (weeks - 1) * 7
    bounds = (-back...1).compactMap { calendar.date(of: today.adding(days: $0)) }
  }

  /// The bounds between which due items are counted: today's first millisecond and its end, now, tomorrow, a week later.
  ///
  /// An item due at the first moment of a day is due on that day; see ``LocalCalendar/isOver(_:)``.
  static func dueBounds(_ calendar: LocalCalendar) -> [Date] {
    let days = [0, 1, 8].compactMap { calendar.date(of: calendar.today.midnight.adding(days: $0)) }
    guard days.count == 3 else { return [] }
    let behindFirst = days[0].adding(seconds: 0.001)
    return [days[0], behindFirst, max(calendar.now, behindFirst)] + days[1...]
  }
}
