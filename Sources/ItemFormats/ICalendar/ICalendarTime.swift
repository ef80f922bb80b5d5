// Days and times of iCalendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5>.

import Phrases
import Storage

/// The value of a line that holds a day or a time.
struct ICalendarTime: Hashable, Sendable {
  /// The day, or the day and the time that a clock shows.
  let date: NominalDate
  /// Whether that is the clock of UTC.
  let isUTC: Bool

  /// Reads `20261224`, `20261224T170000` or `20261224T170000Z`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(0) { number, byte -> Int? in
        guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return number * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    isUTC = bytes.count == 16 && bytes[15] == UInt8(ascii: "Z")
    guard bytes.count == 8 || bytes.count == 15 || isUTC, let year = number(0..<4),
      let month = number(4..<6), let day = number(6..<8)
    else { return nil }
    let civil = CivilDate(year: year, month: month, day: day)
    guard year > 0, civil.exists else { return nil }
    guard bytes.count > 8 else {
      date = NominalDate(civil)
      return
    }
    // A leap second is the last one before it.
    guard bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
      let second = number(13..<15), hour < 24, minute < 60, second <= 60
    else { return nil }
    let time = ((hour * 60 + minute) * 60 + min(second, 59)) * 1_000
    date = NominalDate(civil, millisecondOfDay: time)
  }

  /// The day, or the moment that a zone's clock shows it.
  func value(in zone: LocalZone) -> DayOrInstant {
    guard date.hasTime else { return .day(date.calendarDay) }
    let milliseconds = date.milliseconds(in: isUTC ? .utc : zone)
    return .instant(Date(millisecondsSince1970: milliseconds))
  }
}

extension ICalendarTime {
  /// A day as a line has it.
  static func text(of day: CalendarDay) -> String {
    digits(day.year, 4) + digits(day.month, 2) + digits(day.day, 2)
  }

  /// A moment as the clock of a zone shows it, to the second.
  static func text(of date: Date, in zone: LocalZone) -> String {
    let (day, millisecond) = zone.reading(atMilliseconds: date.millisecondsSince1970)
    let second = millisecond / 1_000
    let time = digits(second / 3_600, 2) + digits(second / 60 % 60, 2) + digits(second % 60, 2)
    return "\(text(of: CalendarDay(daysSince1970: day)))T\(time)"
  }

  /// A day, or a moment as the clock of a zone shows it, else that of UTC.
  static func text(of value: DayOrInstant, in zone: LocalZone?) -> String {
    switch value {
    case .day(let day): text(of: day)
    case .instant(let date): zone.map { text(of: date, in: $0) } ?? text(of: date)
    }
  }

  /// A moment as the clock of UTC shows it.
  static func text(of date: Date) -> String { text(of: date, in: .utc) + "Z" }
}
