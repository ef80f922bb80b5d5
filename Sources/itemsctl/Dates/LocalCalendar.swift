import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
/// Turns moments into local dates and times, and back.
struct LocalCalendar: Sendable {
  /// Whose clock on the wall is meant.
  enum Zone: Sendable {
    /// The user's: the variable TZ, else the system's zone.
    case system
    /// Always the same distance east of UTC, in seconds.
    case fixed(seconds: Int)
    /// The distance east of UTC in seconds at each moment.
    case rules(@Sendable (Date) -> Int)
  }

  let zone: Zone
  /// The time at which the command was called; one for the whole run.
  let now: Date

  init(zone: Zone = .system, now: Date) {
    self.zone = zone
    self.now = now
    if case .system = zone { tzset() }
  }

  /// The date and time that the clock shows now.
  var today: CalendarTime { calendarTime(of: now) }

  /// The date and time that the clock shows at a moment.
  func calendarTime(of date: Date) -> CalendarTime { unsafe CalendarTime(fields(of: date)) }

  /// The day of the week at a moment.
  func weekday(of date: Date) -> Weekday {
    unsafe Weekday(rawValue: Int(fields(of: date).tm_wday)) ?? .sunday
  }

  /// The moment at which the clock shows that, the first of two when summer time ends.
  ///
  /// A time that the clock leaps over when summer time begins is read as if it had not begun: half past
  /// two is then shown as half past three. Nil outside the years 1 to 9999.
  func date(of time: CalendarTime) -> Date? {
    guard (-1...10_000).contains(time.year), (-1_000_000...4_000_000).contains(time.day) else {
      return nil
    }
    var fields = unsafe time.fields
    let reading = unsafe timegm(&fields)
    // Zones do not change twice within two days, so these are all distances that may hold.
    let (before, after) = (distance(at: reading - 86_400), distance(at: reading + 86_400))
    let isBefore = distance(at: reading - before) == before
    let isAfter = distance(at: reading - after) == after
    let seconds =
      switch (isBefore, isAfter) {
      case (true, true): reading - max(before, after)
      case (false, true): reading - after
      case (_, false): reading - before
      }
    let date = Date(secondsSince1970: Double(seconds))
    return (1...9999).contains(calendarTime(of: date).year) ? date : nil
  }

  /// How far east of UTC the clock is, in seconds.
  private func distance(at seconds: time_t) -> time_t {
    switch zone {
    case .fixed(let distance): return distance
    case .rules(let distance): return distance(Date(secondsSince1970: Double(seconds)))
    case .system:
      var seconds = seconds
      var fields = unsafe tm()
      unsafe localtime_r(&seconds, &fields)
      return unsafe fields.tm_gmtoff
    }
  }

  private func fields(of date: Date) -> tm {
    let seconds = time_t(date.secondsSince1970.rounded(.down))
    var reading = seconds + distance(at: seconds)
    var result = unsafe tm()
    unsafe gmtime_r(&reading, &result)
    return unsafe result
  }
}

extension CalendarTime {
  fileprivate init(_ fields: tm) {
    unsafe self.init(
      year: Int(fields.tm_year) + 1900,
      month: Int(fields.tm_mon) + 1,
      day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour),
      minute: Int(fields.tm_min),
      second: Int(fields.tm_sec)
    )
  }

  fileprivate var fields: tm {
    var fields = unsafe tm()
    unsafe fields.tm_year = Int32(year - 1900)
    unsafe fields.tm_mon = Int32(month - 1)
    unsafe fields.tm_mday = Int32(day)
    unsafe fields.tm_hour = Int32(hour)
    unsafe fields.tm_min = Int32(minute)
    unsafe fields.tm_sec = Int32(second)
    return unsafe fields
  }
}

extension Stamp {
  /// The time of an edit, by the clock of the device that made it.
  var date: Date { Date(millisecondsSince1970: milliseconds) }
}
