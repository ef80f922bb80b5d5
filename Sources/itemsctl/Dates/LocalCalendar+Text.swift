// Dates as people read them.

extension LocalCalendar {
  /// The whole date and time, as in `Sun 22 Nov 2026 00:00`.
  func fullText(of date: Date) -> String {
    let time = calendarTime(of: date)
    let day = "\(weekday(of: date).shortName) \(time.day) \(MonthName.shortName(time.month))"
    return "\(day) \(time.year) \(LocalCalendar.clockText(of: time))"
  }

  /// As short as a table needs it: `today 17:00`, `Sun 22 Nov`, `2027-01-15`; midnight goes unsaid.
  func shortText(of date: Date) -> String {
    let time = calendarTime(of: date)
    let day = shortDay(of: date, time)
    let isMidnight = time.hour == 0 && time.minute == 0
    return isMidnight ? day : "\(day) \(LocalCalendar.clockText(of: time))"
  }

  private func shortDay(of date: Date, _ time: CalendarTime) -> String {
    let today = today
    for (name, distance) in [("today", 0), ("tomorrow", 1), ("yesterday", -1)]
    where self.date(of: today.midnight.adding(days: distance)) == self.date(of: time.midnight) {
      return name
    }
    if time.year == today.year {
      return "\(weekday(of: date).shortName) \(time.day) \(MonthName.shortName(time.month))"
    }
    return dayText(of: date)
  }

  private static func clockText(of time: CalendarTime) -> String {
    "\(digits(time.hour, 2)):\(digits(time.minute, 2))"
  }
}

/// A number with zeros in front, up to so many digits.
func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
