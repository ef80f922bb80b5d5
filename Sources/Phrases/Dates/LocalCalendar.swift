package import Storage

/// Turns moments into local dates and times, and back.
package struct LocalCalendar: Sendable {
  /// Whose clock on the wall is meant.
  package let zone: LocalZone
  /// The time at which the command was called; one for the whole run.
  package let now: Date
  /// What comes first in dates such as `3/4`; nil where that is not known.
  package var dateOrder: DateOrder?

  package init(zone: LocalZone = .current, now: Date, dateOrder: DateOrder? = nil) {
    self.zone = zone
    self.now = now
    self.dateOrder = dateOrder
  }

  /// The same calendar at another time.
  package func at(_ moment: Date) -> LocalCalendar {
    LocalCalendar(zone: zone, now: moment, dateOrder: dateOrder)
  }

  /// The date and time that the clock shows now.
  package var today: CalendarTime { calendarTime(of: now) }

  /// The date and time that the clock shows at a moment.
  package func calendarTime(of date: Date) -> CalendarTime {
    let (day, second) = reading(of: date)
    let civil = CivilDate(daysSince1970: day)
    return CalendarTime(
      year: civil.year,
      month: civil.month,
      day: civil.day,
      hour: second / 3_600,
      minute: second / 60 % 60,
      second: second % 60
    )
  }

  /// The day of the week at a moment.
  package func weekday(of date: Date) -> Weekday {
    let days = reading(of: date).day
    // 1 January 1970 was a Thursday.
    let place = days + 4 - (days + 4).flooredQuotient(by: 7) * 7
    return Weekday(rawValue: place) ?? .sunday
  }

  /// The moment at which the clock shows that, the first of two when summer time ends.
  ///
  /// A time that the clock leaps over when summer time begins is read as if it had not begun: half past
  /// two is then shown as half past three. Nil outside the years 1 to 9999.
  package func date(of time: CalendarTime) -> Date? {
    guard (-1...10_000).contains(time.year), (-1_000_000...4_000_000).contains(time.day) else {
      return nil
    }
    let date = Date(secondsSince1970: Double(zone.seconds(ofReading: time.secondsOfUTC)))
    return (1...9999).contains(calendarTime(of: date).year) ? date : nil
  }

  /// The day since 1970 and the second of it that the clock shows at a moment.
  private func reading(of date: Date) -> (day: Int, second: Int) {
    let seconds = Int(date.secondsSince1970.rounded(.down))
    let reading = seconds + zone.distance(at: seconds)
    let day = reading.flooredQuotient(by: 86_400)
    return (day, reading - day * 86_400)
  }
}

extension CalendarTime {
  /// The seconds since 1970 at which the clock of UTC shows it; parts past their bounds are carried over.
  fileprivate var secondsOfUTC: Int {
    let months = year * 12 + month - 1
    let year = months.flooredQuotient(by: 12)
    let first = CivilDate(year: year, month: months - year * 12 + 1, day: 1)
    return (first.daysSince1970 + day - 1) * 86_400 + hour * 3_600 + minute * 60 + second
  }
}

extension Stamp {
  /// The time of an edit, by the clock of the device that made it.
  package var date: Date { Date(millisecondsSince1970: milliseconds) }
}
