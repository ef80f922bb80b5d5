// The weeks that figures are shown for.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

  /// Where the open items that are due are parted: now, tomorrow, a week from then.
  static func dueBounds(_ calendar: LocalCalendar) -> [Date] {
    let today = calendar.today.midnight
    return [calendar.now] + [1, 8].compactMap { calendar.date(of: today.adding(days: $0)) }
  }
}
