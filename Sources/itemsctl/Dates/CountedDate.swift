// Dates counted from today, and moments counted from now.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is counted.
enum DateUnit: String, CaseIterable {
  case minute, hour, day, week, month, year

  /// The unit of a word in lower case, singular or plural.
  init?(word: String) {
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    let usual = ["min": "minute", "hr": "hour"][singular] ?? singular
    self.init(rawValue: usual)
  }
}

/// Some units from now: a moment for hours and minutes, else a day.
struct CountedDate {
  /// The moment, for hours and minutes.
  let date: Date?
  /// The day, for all other units.
  let day: CalendarTime?

  var isMoment: Bool { day == nil }

  init(_ count: Int, _ unit: DateUnit, _ calendar: LocalCalendar) {
    let today = calendar.today.midnight
    switch unit {
    case .minute, .hour:
      date = calendar.now + Double(count) * (unit == .hour ? 3_600 : 60)
      day = nil
    default:
      date = nil
      day =
        switch unit {
        case .week: today.adding(days: count * 7)
        case .month: today.adding(months: count)
        case .year: today.adding(months: count * 12)
        default: today.adding(days: count)
        }
    }
  }
}
