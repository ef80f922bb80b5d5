// Dates as people type them; a phrase is understood whole or refused.
//
// | phrase | meaning |
// | --- | --- |
// | `now` | this moment |
// | `today`, `tomorrow`, `yesterday` | midnight at the start of that day |
// | `fri`, `friday` | the first such day after today |
// | `next friday` | that day of the week that begins next Monday |
// | `in 3 days`, `in a week`, `2 months ago` | counted from today |
// | `in 2 hours`, `30 minutes ago` | counted from now |
// | `2026-12-24` | that day |
// | `2026-12-24T17:00`, `…Z`, `…+01:00` | that moment, of the local zone unless one is given |
// | `dec 24`, `24 dec`, `dec 24 2027` | without a year, the next such day, today included |
// | `eow`, `eom`, `eoy` | the last day of the week, the month, the year |
// | `5pm`, `17:00`, `noon` | that time when it comes next |
// | a day and a time, with or without `at` | `tomorrow 5pm`, `fri at 17:30` |

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a phrase stands for: a day, or a moment.
struct DatePhrase: Hashable, Sendable {
  /// The moment, or the day's first.
  let start: Date
  /// The first moment after: of the next day, or a millisecond on.
  let end: Date

  /// Why a phrase is not understood, and by which word.
  struct Problem: Error, Hashable {
    let message: String
  }

  /// The meaning of a phrase for the calendar's now and zone.
  init(_ phrase: String, calendar: LocalCalendar) throws(Problem) {
    var parser = DateParser(words: phrase.split(whereSeparator: \.isWhitespace).map(String.init))
    let meaning = try parser.meaning(calendar)
    guard let start = meaning.start else { throw DatePhrase.outOfBounds }
    guard let end = meaning.end else { throw DatePhrase.outOfBounds }
    self.start = start
    self.end = end
  }

  static let outOfBounds = Problem(message: "it lies outside the years 1 to 9999")
}

/// A phrase's meaning before its bounds are checked.
struct DateMeaning {
  let start: Date?
  let end: Date?

  /// A whole day.
  init(day: CalendarTime, _ calendar: LocalCalendar) {
    start = calendar.date(of: day.midnight)
    end = calendar.date(of: day.midnight.adding(days: 1))
  }

  /// A moment.
  init(moment: Date?) {
    start = moment
    end = moment.map { $0 + 0.001 }
  }
}
