package import Storage

/// A local date and time; parts past their bounds are carried over when it becomes a moment.
package struct CalendarTime: Hashable, Sendable {
  package var year: Int
  /// 1 is January.
  package var month: Int
  package var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Midnight of the same day.
  package var midnight: CalendarTime { CalendarTime(year: year, month: month, day: day) }

  /// The day, with what is past its month carried over.
  package var calendarDay: CalendarDay {
    let first = CivilDate(year: year, month: month, day: 1)
    return CalendarDay(daysSince1970: first.daysSince1970 + day - 1)
  }

  /// The same time some days on; the day may pass its month.
  package func adding(days: Int) -> CalendarTime {
    var result = self
    result.day += days
    return result
  }

  /// The same day some months on, or the last of that month if it is shorter.
  func adding(months: Int) -> CalendarTime {
    var result = self
    // The day may have passed its month.
    let first = CivilDate(year: year, month: month, day: 1)
    let start = CivilDate(daysSince1970: first.daysSince1970 + day - 1)
    let count = start.year * 12 + (start.month - 1) + months
    result.year = count.flooredQuotient(by: 12)
    result.month = count - result.year * 12 + 1
    result.day = min(start.day, CalendarTime.daysInMonth(result.month, year: result.year))
    return result
  }

  /// The number of days of a month.
  static func daysInMonth(_ month: Int, year: Int) -> Int {
    CivilDate(year: year, month: month, day: 1).daysInMonth
  }
}
