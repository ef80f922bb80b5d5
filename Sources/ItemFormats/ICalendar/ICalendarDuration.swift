import Phrases
import Storage

/// A length of time of iCalendar, such as `P1DT2H`: <https://www.rfc-editor.org/rfc/rfc5545#section-3.3.6>.
struct ICalendarDuration: Hashable, Sendable {
  /// Days on the calendar, whatever their length.
  private(set) var days = 0
  /// Seconds beside them.
  private(set) var seconds = 0

  /// So many whole days.
  init(days: Int) { self.days = days }

  /// More than there are in the years 1 to 9999.
  private static let mostDays = 4_000_000

  /// Reads the text; nil for anything else, and for what is longer than the calendar.
  init?(_ text: String) {
    var rest = text.uppercased()[...]
    let sign = rest.first == "-" ? -1 : 1
    if let first = rest.first, "+-".contains(first) { rest = rest.dropFirst() }
    guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(number), count < 1_000_000 else { return nil }
      rest = rest[number.endIndex...]
      switch (rest.popFirst(), isTime) {
      case ("W", false): days += count * 7
      case ("D", false): days += count
      case ("H", true): seconds += count * 3_600
      case ("M", true): seconds += count * 60
      case ("S", true): seconds += count
      default: return nil
      }
      let mostDays = ICalendarDuration.mostDays
      guard days <= mostDays, seconds <= mostDays * 86_400 else { return nil }
    }
    (days, seconds) = (days * sign, seconds * sign)
  }

  /// A day or a moment so much later, or nil outside the years 1 to 9999; a day has no room for less than a day.
  func added(to value: DayOrInstant, in zone: LocalZone) -> DayOrInstant? {
    let sum: DayOrInstant
    switch value {
    case .day(let day): sum = .day(day.adding(days: days))
    case .instant(let date):
      let reading = zone.reading(atMilliseconds: date.millisecondsSince1970)
      // A zone may know nothing of later years. Its clock may show a day that is not yet that of UTC.
      let (day, stored) = (reading.day + days, CalendarDay.storedDays)
      guard stored.contains(day) || stored.contains(day - 1) || stored.contains(day + 1) else {
        return nil
      }
      let milliseconds = zone.milliseconds(
        ofDay: day,
        millisecondOfDay: reading.millisecondOfDay
      )
      sum = .instant(Date(millisecondsSince1970: milliseconds + Int64(seconds) * 1_000))
    }
    return sum.isStorable ? sum : nil
  }
}
