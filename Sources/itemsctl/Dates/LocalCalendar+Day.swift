// Days of the local zone as ISO 8601 writes them.

import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LocalCalendar {
  /// The day that the clock shows at a moment: `2026-12-24`.
  func dayText(of date: Date) -> String {
    let time = calendarTime(of: date)
    return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
  }

  /// The first moment of a day; nil for a text that is none.
  func day(_ text: String) -> Date? {
    guard text.utf8.count == 10, let instant = try? ISO8601.parse(text), instant.isDateOnly else {
      return nil
    }
    return midnight(of: instant)
  }

  /// The moment of a text as ISO 8601 has it; a date alone is a day of the local zone.
  func moment(_ text: String) throws(ISO8601.ParseError) -> Date {
    let instant = try ISO8601.parse(text)
    guard instant.isDateOnly, let midnight = midnight(of: instant) else {
      return Date(millisecondsSince1970: instant.milliseconds)
    }
    return midnight
  }

  private func midnight(of instant: ISO8601.Instant) -> Date? {
    let utc = LocalCalendar(zone: .fixed(seconds: 0), now: now)
    let date = Date(millisecondsSince1970: instant.milliseconds)
    return self.date(of: utc.calendarTime(of: date))
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
