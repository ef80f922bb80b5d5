// Dates as people type them; a phrase is understood whole or refused.
//
// | phrase | meaning |
// | --- | --- |
// | `now` | this moment |
// | `today`, `tomorrow`, `tmr`, `yesterday`, `day after tomorrow` | that day |
// | `fri`, `friday` | the first such day after today |
// | `this friday` | that day of this week, today included |
// | `next friday`, `last friday` | that day of the week that begins next Monday; the last one that was |
// | `in 3 days`, `within 3 days`, `3d`, `+3d`, `in a week`, `2 months ago` | counted from today |
// | `2 days before eom`, `a week from friday` | counted from another day |
// | `in 2 hours`, `4h`, `30 minutes ago` | counted from now |
// | `2026-12-24`, `2026/12/24`, `24.12.2026`, `24.12.`, `2026-w52-4` | that day |
// | `12/24`, `24/12`, `12/24/2026` | that day; where both may be the month, the calendar's order says which |
// | `2026-12-24T17:00`, `…Z`, `…+01:00` | that moment, of the local zone unless one is given |
// | `dec 24`, `24th of december`, `dec 24 2027`, `24th` | without a year, the next such day, today included |
// | `fri 27 nov` | that day, which must be a Friday |
// | `eod` | the last second of today |
// | `tonight`, `this evening` | 20:00, or the last second of today when that is past |
// | `eow`, `eom`, `eoy`, `end of next month` | the last day of the week, the month, the year |
// | `next week`, `last month`, `this weekend`, `2026-12`, `2026-w52`, `dec 2027` | all days of it |
// | `5pm`, `17:00`, `noon` | that time when it comes next |
// | a day and a time in either order | `tomorrow 5pm`, `fri at 17:30`, `9am on monday`, `fri at 11` |

package import Storage

/// What a phrase stands for: a moment, a day, or a stretch of days.
package struct DatePhrase: Hashable, Sendable {
  /// The moment, or the first of the day or the days.
  package let start: Date
  /// The first moment after: of the next day, or a millisecond on.
  let end: Date
  /// The days, from the first until the one after the last; nil for a moment.
  package let days: Range<CalendarDay>?

  /// Whether it stands for more than a day.
  package var isPeriod: Bool { days.map { $0.lowerBound.adding(days: 1) < $0.upperBound } ?? false }

  /// The meaning of a phrase for the calendar's now and zone.
  package init(_ phrase: String, calendar: LocalCalendar) throws(DatePhraseError) {
    var parser = DateParser(phrase, calendar: calendar)
    let meaning = try parser.meaning()
    guard let start = meaning.start,
      meaning.days != nil || Date.storedMilliseconds.contains(start.millisecondsSince1970)
    else { throw DatePhrase.outOfBounds }
    self.start = start
    // The last day there is ends with the last moment that can be stored.
    end = meaning.end ?? Date(millisecondsSince1970: Date.storedMilliseconds.upperBound + 1)
    days = meaning.days
  }

  static let outOfBounds = DatePhraseError(message: "it is outside the years 1 to 9999")

  /// When something is due, or starts: the moment, or the day; of several, the first, unless that is over.
  package static func planned(
    _ phrase: String,
    calendar: LocalCalendar
  ) throws(DatePhraseError) -> DayOrInstant {
    let date = try DatePhrase(phrase, calendar: calendar)
    guard let days = date.days else { return .instant(date.start) }
    guard date.isPeriod, days.lowerBound < calendar.today.calendarDay else {
      return .day(days.lowerBound)
    }
    throw DatePhraseError(message: "that began in the past; name a day, such as 'eow' or 'eom'")
  }
}

/// A phrase's meaning before its bounds are checked.
struct DateMeaning {
  let start: Date?
  let end: Date?
  let days: Range<CalendarDay>?

  /// A whole day.
  init(day: CalendarTime, _ calendar: LocalCalendar) {
    self.init(from: day.midnight, until: day.midnight.adding(days: 1), calendar)
  }

  /// All days from one until another.
  init(from first: CalendarTime, until next: CalendarTime, _ calendar: LocalCalendar) {
    start = calendar.date(of: first)
    end = calendar.date(of: next)
    days = first.calendarDay..<max(first.calendarDay, next.calendarDay)
  }

  /// A moment, which lasts for a millisecond.
  init(moment: Date?) {
    start = moment
    days = nil
    end = moment.map { Date(millisecondsSince1970: $0.millisecondsSince1970 + 1) }
  }
}
