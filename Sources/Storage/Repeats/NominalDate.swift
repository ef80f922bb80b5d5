/// A day, or a day and a time of day, without a time zone, as on a calendar on the wall.
///
/// | text | meaning |
/// | --- | --- |
/// | `2026-11-30` | the whole day |
/// | `2026-11-30T17:00:00.000` | that time of the day; reading takes less than milliseconds, too |
///
/// The form does not change once shipped.
public struct NominalDate: Sendable, Hashable {
  // Eight bytes, since every item has one, or room for it.
  private let dayNumber: Int32
  /// -1 for the whole day.
  private let time: Int32

  /// A day that exists, and perhaps a time of it.
  package init(_ day: CivilDate, millisecondOfDay: Int? = nil) {
    precondition(day.exists, "A nominal date's day must exist.")
    precondition((0..<Int(ISO8601.millisecondsOfDay)).contains(millisecondOfDay ?? 0))
    dayNumber = Int32(day.daysSince1970)
    time = millisecondOfDay.map { Int32($0) } ?? -1
  }

  /// The whole of a day.
  public init(_ day: CalendarDay) { self.init(day.civil) }

  /// A time of a day, from 0:00 to 23:59:59.
  ///
  /// An impossible time is a programming error and stops the program; for text from outside, use
  /// the initialiser that takes a text.
  public init(_ day: CalendarDay, hour: Int, minute: Int = 0, second: Int = 0) {
    precondition(
      0..<24 ~= hour && 0..<60 ~= minute && 0..<60 ~= second,
      "There is no time \(hour):\(minute):\(second)."
    )
    self.init(day.civil, millisecondOfDay: ((hour * 60 + minute) * 60 + second) * 1_000)
  }

  /// The whole of the day with this date; see ``CalendarDay/init(year:month:day:)``.
  public static func day(_ year: Int, _ month: Int, _ day: Int) -> NominalDate {
    NominalDate(CalendarDay(year: year, month: month, day: day))
  }

  /// The day, without the time.
  public var calendarDay: CalendarDay { CalendarDay(daysSince1970: Int(dayNumber)) }

  /// The day, in the years 1 to 9999.
  package var day: CivilDate { CivilDate(daysSince1970: Int(dayNumber)) }

  /// Milliseconds since midnight; nil for the whole day.
  package var millisecondOfDay: Int? { hasTime ? Int(time) : nil }

  /// Whether it has a time of day.
  public var hasTime: Bool { time >= 0 }
}

extension NominalDate: LosslessStringConvertible {
  /// Reads the text; nil for anything else, a day that does not exist, and a time with a zone.
  public init?(_ description: String) {
    let isDay = description.utf8.count == 10
    // A second zone behind that of the text is refused.
    guard let instant = try? ISO8601.parse(isDay ? description : description + "Z"),
      instant.isDateOnly == isDay
    else { return nil }
    let day = instant.milliseconds.flooredQuotient(by: ISO8601.millisecondsOfDay)
    self.init(
      CivilDate(daysSince1970: Int(day)),
      millisecondOfDay: isDay ? nil : Int(instant.milliseconds - day * ISO8601.millisecondsOfDay)
    )
  }

  /// The text.
  public var description: String {
    let text = ISO8601.string(
      milliseconds: Int64(dayNumber) * ISO8601.millisecondsOfDay + Int64(max(time, 0))
    )
    return String(hasTime ? text.dropLast() : text.prefix(10))
  }
}

extension NominalDate: Comparable {
  /// Whether one comes first; a day comes before its times.
  public static func < (left: NominalDate, right: NominalDate) -> Bool {
    (left.dayNumber, left.time) < (right.dayNumber, right.time)
  }
}
