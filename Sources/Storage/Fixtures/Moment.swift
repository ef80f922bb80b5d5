/// A point in time to the millisecond, from a date of the Gregorian calendar in UTC.
struct Moment {
  /// Milliseconds since 1970, UTC.
  let milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) {
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    milliseconds = Int64((days * 24 + hour) * 60 + minute) * 60_000
  }

  /// The same point in time as Foundation's type.
  var date: Timestamp { Timestamp(millisecondsSince1970: milliseconds) }
}
