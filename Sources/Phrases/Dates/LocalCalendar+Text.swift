// Dates as people read them.

package import Storage

extension LocalCalendar {
  /// The day, as in `Sun 22 Nov 2026`, or that with the time.
  func fullText(of value: DayOrInstant) -> String {
    switch value {
    case .instant(let date): fullText(of: date)
    case .day(let day): "\(dayAndMonth(of: zone.start(of: day))) \(day.year)"
    }
  }

  /// As somebody says it: `tomorrow 17:00`, `Sun 22 Nov`, `Sat 10 Apr 2027`.
  package func spokenText(of value: DayOrInstant) -> String {
    let date = value.start(in: zone)
    let time = calendarTime(of: date)
    let isFar = time.year != today.year && nearDay(time) == nil
    let day = isFar ? "\(dayAndMonth(of: date)) \(time.year)" : shortDay(of: date, time)
    if case .day = value { return day }
    return "\(day) \(LocalCalendar.clockText(of: time))"
  }

  /// As short as a table needs it: `today`, `Sun 22 Nov`, `2027-01-15`, and of a moment the time.
  package func shortText(of value: DayOrInstant) -> String {
    switch value {
    case .instant(let date):
      let time = calendarTime(of: date)
      return "\(shortDay(of: date, time)) \(LocalCalendar.clockText(of: time))"
    case .day(let day):
      let start = zone.start(of: day)
      return shortDay(of: start, calendarTime(of: start))
    }
  }

  /// The whole date and time, as in `Sun 22 Nov 2026 00:00`.
  package func fullText(of date: Date) -> String {
    let time = calendarTime(of: date)
    return "\(dayAndMonth(of: date)) \(time.year) \(LocalCalendar.clockText(of: time))"
  }

  /// As short as a table needs it: `today 17:00`, `Sun 22 Nov`, `2027-01-15`; midnight goes unsaid.
  package func shortText(of date: Date) -> String {
    let time = calendarTime(of: date)
    let day = shortDay(of: date, time)
    let isMidnight = time.hour == 0 && time.minute == 0
    return isMidnight ? day : "\(day) \(LocalCalendar.clockText(of: time))"
  }

  /// The word for a day beside this one.
  private func nearDay(_ time: CalendarTime) -> String? {
    let today = today
    return [("today", 0), ("tomorrow", 1), ("yesterday", -1)].first { _, distance in
      date(of: today.midnight.adding(days: distance)) == date(of: time.midnight)
    }?.0
  }

  private func shortDay(of date: Date, _ time: CalendarTime) -> String {
    if let name = nearDay(time) { return name }
    if time.year == today.year {
      return dayAndMonth(of: date)
    }
    return dayText(of: date)
  }

  private func dayAndMonth(of date: Date) -> String {
    let time = calendarTime(of: date)
    return "\(weekday(of: date).shortName) \(time.day) \(MonthName.shortName(time.month))"
  }

  private static func clockText(of time: CalendarTime) -> String {
    "\(digits(time.hour, 2)):\(digits(time.minute, 2))"
  }
}

/// A number with zeros in front, up to so many digits.
package func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
