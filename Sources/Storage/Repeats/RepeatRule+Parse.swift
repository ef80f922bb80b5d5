// Reads the text of a rule; RepeatRule+Text.swift has the table of its parts.

extension RepeatRule {
  /// The rule of a text as RFC 5545 has it: `FREQ=WEEKLY;BYDAY=MO,FR`, with or without `RRULE:`.
  ///
  /// - Throws: ``RepeatError`` that names the part which is wrong, unknown or not supported. Not
  ///   supported are times, weeks of the year and days of the year, and an `UNTIL` with a time: which
  ///   day it is depends on a time zone, and a rule has none.
  public init(_ text: String) throws(RepeatError) {
    guard text.utf8.count <= RepeatLimits.textBytes else {
      throw RepeatError(
        .outOfBounds,
        "the rule has \(text.utf8.count) bytes, at most \(RepeatLimits.textBytes)"
      )
    }
    let capitals = text.uppercased()
    let body = capitals.hasPrefix("RRULE:") ? capitals.dropFirst(6) : capitals[...]
    try self.init(Parts(reading: body))
  }

  private static let partNames = [
    "FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "COUNT", "UNTIL", "WKST",
  ]

  /// Parts of RFC 5545 and of RFC 7529 that are understood and not supported.
  private static let otherNames = [
    "BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO", "RSCALE", "SKIP",
  ]

  fileprivate static func unknown(_ name: Substring) -> RepeatError {
    let what =
      otherNames.contains(String(name))
      ? "\(name) is not supported" : "'\(RepeatError.excerpt(name))' is not a part of a rule"
    return RepeatError(.unknownPart, "\(what); known are \(partNames.joined(separator: ", "))")
  }
}

extension RepeatRule.Parts {
  /// The parts of a text in capital letters.
  fileprivate init(reading text: Substring) throws(RepeatError) {
    var values: [(name: Substring, value: Substring)] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else {
        throw RepeatError(
          .malformed,
          "expected parts such as FREQ=DAILY with ';' between them, not '\(RepeatError.excerpt(part))'"
        )
      }
      let name = part[..<equals]
      guard !values.contains(where: { $0.name == name }) else {
        throw RepeatError(.contradiction, "\(RepeatError.excerpt(name)) is given twice")
      }
      values.append((name, part[part.index(after: equals)...]))
    }
    guard let frequency = values.first(where: { $0.name == "FREQ" })?.value else {
      throw RepeatError(.malformed, "FREQ is missing; \(RepeatReading.frequencies)")
    }
    self.init(try RepeatReading.frequency(frequency))
    for (name, value) in values where name != "FREQ" { try read(name, value) }
  }

  private mutating func read(_ name: Substring, _ value: Substring) throws(RepeatError) {
    switch name {
    case "INTERVAL": interval = try RepeatReading.number(value, name)
    case "BYMONTH": months = try RepeatReading.list(value, name, RepeatReading.number)
    case "BYMONTHDAY": monthDays = try RepeatReading.list(value, name, RepeatReading.signed)
    case "BYSETPOS": positions = try RepeatReading.list(value, name, RepeatReading.signed)
    case "BYDAY": weekdays = try RepeatReading.list(value, name, RepeatReading.day)
    case "WKST": weekStart = try RepeatReading.weekday(value, name)
    case "COUNT": try setEnd(.count(try RepeatReading.number(value, name)))
    case "UNTIL": try setEnd(.until(try RepeatReading.until(value)))
    default: throw RepeatRule.unknown(name)
    }
  }

  private mutating func setEnd(_ end: RepeatRule.End) throws(RepeatError) {
    guard self.end == .never else {
      throw RepeatError(.contradiction, "COUNT and UNTIL do not go together")
    }
    self.end = end
  }
}

/// The values of a rule's parts.
private enum RepeatReading {
  static let frequencies = "FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY"
  private static let weekdays = "MO, TU, WE, TH, FR, SA or SU"
  /// Longer numbers exceed every limit.
  private static let maxDigits = 6

  static func frequency(_ text: Substring) throws(RepeatError) -> RepeatRule.Frequency {
    guard let frequency = RepeatRule.Frequency(rawValue: String(text)) else {
      throw RepeatError(.malformed, "\(frequencies), not '\(RepeatError.excerpt(text))'")
    }
    return frequency
  }

  static func list<Value>(
    _ text: Substring,
    _ name: Substring,
    _ read: (Substring, Substring) throws(RepeatError) -> Value
  ) throws(RepeatError) -> [Value] {
    var values: [Value] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      values.append(try read(part, name))
    }
    return values
  }

  static func number(_ text: Substring, _ name: Substring) throws(RepeatError) -> Int {
    guard let number = digits(text) else {
      throw RepeatError(
        .malformed,
        "\(name) must be a whole number, not '\(RepeatError.excerpt(text))'"
      )
    }
    return number
  }

  static func signed(_ text: Substring, _ name: Substring) throws(RepeatError) -> Int {
    let isNegative = text.first == "-"
    let magnitude = try number(isNegative || text.first == "+" ? text.dropFirst() : text, name)
    return isNegative ? -magnitude : magnitude
  }

  static func weekday(
    _ text: Substring,
    _ name: Substring
  ) throws(RepeatError) -> RepeatRule.Weekday {
    guard let weekday = RepeatRule.Weekday(code: text) else {
      throw RepeatError(
        .malformed,
        "\(name) must be \(weekdays), not '\(RepeatError.excerpt(text))'"
      )
    }
    return weekday
  }

  static func day(_ text: Substring, _ name: Substring) throws(RepeatError) -> RepeatRule.Day {
    let weekday = try weekday(text.suffix(2), name)
    let number = text.dropLast(2)
    return RepeatRule.Day(weekday, ordinal: number.isEmpty ? nil : try signed(number, name))
  }

  /// A day; a time needs a zone to tell the day.
  static func until(_ text: Substring) throws(RepeatError) -> CivilDate {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first?.utf8.count == 8, let number = parts.first.flatMap({ digits($0, upTo: 8) })
    else {
      throw RepeatError(
        .malformed,
        "UNTIL must be a day such as 20271231, not '\(RepeatError.excerpt(text))'"
      )
    }
    guard parts.count == 1 else {
      throw RepeatError(
        .malformed,
        "UNTIL must be a day without a time: the last day on which it happens, such as 20271231"
      )
    }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  private static func digits(_ text: Substring, upTo count: Int = maxDigits) -> Int? {
    guard (1...count).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
