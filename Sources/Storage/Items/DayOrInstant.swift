// The form of `due` and `start`. Does not change once shipped.
//
// | place    | a day                 | an instant                                  |
// | -------- | --------------------- | ------------------------------------------- |
// | JSON     | `"2026-11-30"`        | `"2026-11-30T16:00:00.000Z"`                |
// | register | `"2026-11-30"`        | milliseconds since 1970, UTC                |
// | column   | 2^61 + days since 1970 | milliseconds since 1970, UTC                |
//
// So all instants come before all days in an index, and each of the two is in order.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A day, or a moment: what people mean by "on Monday", and by "at four".
///
/// A day has no time zone. It is the same day for everybody, wherever they are; which moments
/// belong to it depends on the ``LocalZone`` of the reader. Instants are exact to the millisecond.
public enum DayOrInstant: Sendable, Hashable {
  /// A whole day, in every time zone.
  case day(CalendarDay)
  /// A moment, the same for everybody.
  case instant(Date)
}

extension DayOrInstant {
  /// The day with this date; see ``CalendarDay/init(year:month:day:)``.
  public static func day(_ year: Int, _ month: Int, _ day: Int) -> DayOrInstant {
    .day(CalendarDay(year: year, month: month, day: day))
  }

  /// The instant, or the first moment of the day in a zone.
  public func start(in zone: LocalZone) -> Date {
    switch self {
    case .day(let day): zone.start(of: day)
    case .instant(let date): date
    }
  }

  /// The day, or the day of the instant in a zone.
  public func day(in zone: LocalZone) -> CalendarDay {
    switch self {
    case .day(let day): day
    case .instant(let date): zone.day(of: date)
    }
  }

  /// Reads a time from a program that has no days: the first moment of a day in the zone becomes that day.
  public init(midnightAsDay date: Date, in zone: LocalZone) {
    let day = zone.day(of: date)
    self = zone.start(of: day) == date ? .day(day) : .instant(date)
  }

  /// The instant; nil for a day.
  public var instant: Date? {
    if case .instant(let date) = self { date } else { nil }
  }

  /// Whether it is past: a day before today, or an instant before now.
  public func isPast(at now: Date, in zone: LocalZone) -> Bool {
    switch self {
    case .day(let day): day < zone.day(of: now)
    case .instant(let date): date < now
    }
  }
}

// MARK: - As a field

extension DayOrInstant {
  /// What the columns of days begin with.
  static let dayBase: Int64 = 1 << 61

  /// The value of its column.
  package var column: Int64 {
    switch self {
    case .day(let day): DayOrInstant.dayBase + Int64(day.daysSince1970)
    case .instant(let date): date.clampedMilliseconds
    }
  }

  /// Whether the value of a column is a day.
  static func isDay(column: Int64) -> Bool {
    // No instant comes near, and no day is as far below.
    column > dayBase >> 1
  }

  /// The value of a column; nil for one that this library never writes.
  package init?(column: Int64) {
    if DayOrInstant.isDay(column: column) {
      let days = Int(column - DayOrInstant.dayBase)
      guard CalendarDay.storedDays.contains(days) else { return nil }
      self = .day(CalendarDay(daysSince1970: days))
    } else {
      self = .instant(Date(millisecondsSince1970: column))
    }
  }
}

extension DayOrInstant: FieldValue {
  package static var form: FieldForm { .dayOrTime }

  package static func isSame(_ left: DayOrInstant, _ right: DayOrInstant) -> Bool { left == right }

  package var normalised: DayOrInstant {
    switch self {
    case .day: self
    case .instant(let date): .instant(date.normalised)
    }
  }

  package var isStorable: Bool {
    switch self {
    case .day(let day): CalendarDay.storedDays.contains(day.daysSince1970)
    case .instant(let date): date.isStorable
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .day(let day): writer.writeString(day.description)
    case .instant(let date): date.write(to: &writer)
    }
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> DayOrInstant {
    let instant = try reader.readInstant()
    guard instant.isDateOnly else {
      return .instant(Date(millisecondsSince1970: instant.milliseconds))
    }
    return .day(CalendarDay(milliseconds: instant.milliseconds))
  }

  package var jsonForm: JSONValue {
    switch self {
    case .day(let day): .string(day.description)
    case .instant(let date): date.jsonForm
    }
  }

  package init?(jsonForm: JSONValue) {
    guard let text = jsonForm.string, let instant = try? ISO8601.parse(text) else { return nil }
    self =
      instant.isDateOnly
      ? .day(CalendarDay(milliseconds: instant.milliseconds))
      : .instant(Date(millisecondsSince1970: instant.milliseconds))
  }

  package var registerValue: JSONValue {
    switch self {
    case .day(let day): .string(day.description)
    case .instant(let date): date.registerValue
    }
  }

  package init?(registerValue: JSONValue) {
    if let text = registerValue.string {
      guard let day = CalendarDay(text) else { return nil }
      self = .day(day)
    } else {
      guard let date = Date(registerValue: registerValue) else { return nil }
      self = .instant(date)
    }
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(self.column) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> DayOrInstant? {
    DayOrInstant(column: column.integer)
  }
}

extension DayOrInstant: Codable {
  /// Reads a day or a time of ISO 8601.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self),
      let value = DayOrInstant(jsonForm: .string(text))
    {
      self = value
    } else {
      self = .instant(try container.decode(Date.self))
    }
  }

  /// Writes a day as `2026-11-30`, and an instant as the encoder writes dates.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .day(let day): try container.encode(day)
    case .instant(let date): try container.encode(date)
    }
  }
}

extension CalendarDay {
  /// The day of UTC at a moment in milliseconds since 1970.
  fileprivate init(milliseconds: Int64) {
    let day = milliseconds.flooredQuotient(by: ISO8601.millisecondsOfDay)
    self.init(daysSince1970: Int(day))
  }
}
