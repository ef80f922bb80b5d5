import Phrases
import Storage

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

  /// The bounds between which due items are counted: the first moment of today, now, tomorrow, a week later.
  static func dueBounds(_ calendar: LocalCalendar) -> [Date] {
    let today = calendar.zone.day(of: calendar.now)
    let days = [0, 1, 8].map { calendar.zone.start(of: today.adding(days: $0)) }
    return [days[0], calendar.now, days[1], days[2]]
  }
}
