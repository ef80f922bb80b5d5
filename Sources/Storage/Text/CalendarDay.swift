/// A day of the calendar, without a time and without a time zone: 30 November 2026 is that day everywhere.
///
/// The calendar is the proleptic Gregorian one, with the years 1 to 9999.
public struct CalendarDay: Sendable, Hashable {
  /// The days from 1 January 1970 to this day; negative before it.
  public let daysSince1970: Int

  /// The days that a store keeps: from 0001-01-01 to 9999-12-31.
  package static let storedDays = -719_162...2_932_896

  /// Takes a number unchecked, even one beyond the days that a store keeps.
  package init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// A day that exists: the month and the day count from 1.
  ///
  /// A day that does not exist, such as 31 November, is a programming error and stops the program;
  /// for text from outside, use ``init(_:)``.
  public init(year: Int, month: Int, day: Int) {
    let date = CivilDate(year: year, month: month, day: day)
    precondition((1...9999).contains(year), "The year \(year) is not one of 1 to 9999.")
    precondition(
      (1...12).contains(month) && (1...date.daysInMonth).contains(day),
      "There is no day \(year)-\(month)-\(day)."
    )
    self.init(daysSince1970: date.daysSince1970)
  }

  /// The day so many days later, or earlier.
  ///
  /// Beyond the years 1 to 9999 it is some day that no store keeps.
  public func adding(days: Int) -> CalendarDay {
    let span = CalendarDay.storedDays.count
    return CalendarDay(daysSince1970: daysSince1970 + max(-span, min(days, span)))
  }

  /// The year, from 1 to 9999.
  public var year: Int { civil.year }

  /// The month, from 1 to 12.
  public var month: Int { civil.month }

  /// The day of the month, from 1 to 31.
  public var day: Int { civil.day }

  /// The year, the month and the day.
  package var civil: CivilDate { CivilDate(daysSince1970: daysSince1970) }
}

extension CalendarDay: Comparable {
  /// Whether a day comes before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// Reads the form of ISO 8601, `2026-11-30`; nil for anything else and for a day that does not exist.
  public init?(_ description: String) {
    guard description.utf8.count == 10, let instant = try? ISO8601.parse(description),
      instant.isDateOnly
    else { return nil }
    let day = instant.milliseconds.flooredQuotient(by: ISO8601.millisecondsOfDay)
    self.init(daysSince1970: Int(day))
  }

  /// The form of ISO 8601: `2026-11-30`.
  public var description: String {
    let milliseconds = Int64(daysSince1970) * ISO8601.millisecondsOfDay
    let text = ISO8601.string(milliseconds: milliseconds)
    return String(text.prefix { $0 != "T" })
  }
}

extension CalendarDay: Codable {
  /// Reads the form of ISO 8601.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a day such as 2026-11-30"
      )
    }
    self = day
  }

  /// Writes the form of ISO 8601; throws `EncodingError` for a day that no store keeps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard CalendarDay.storedDays.contains(daysSince1970) else {
      // Its year has a sign and six digits, so as a text it would be in the wrong place among others.
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "a day outside the years 1 to 9999"
        )
      )
    }
    try container.encode(description)
  }
}
