// Reads times of RFC 3339, and some shorter forms that people type.
//
// | text | meaning |
// | --- | --- |
// | `2026-12-24` | midnight UTC, marked as a date alone |
// | `2026-12-24T18:30:05.25Z` | `T`, `t` or a space; `Z` or `z` |
// | `2026-12-24 18:30Z` | seconds may be left out |
// | `….123456789Z` | 1 to 9 digits of a second, cut to milliseconds |
// | `…+01:00`, `…-0130` | the offset of the local time from UTC |

extension ISO8601 {
  /// A time that was read.
  package struct Instant: Sendable, Hashable {
    /// Milliseconds since 1970, UTC.
    package let milliseconds: Int64

    /// Whether the text is a date alone, which a caller may take for a day of the local zone.
    package let isDateOnly: Bool
  }

  /// Why a text is not a time.
  package struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, or what is out of bounds.
    package let description: String
  }

  /// The time that a text stands for.
  ///
  /// - Throws: ``ParseError`` for anything that is not in the table of this file, a day that its
  ///   month does not have, hour 24, a leap second, and a time outside ``range``.
  package static func parse(_ text: String) throws(ParseError) -> Instant {
    try parse(Array(text.utf8).span)
  }

  /// The time that a text in UTF-8 stands for.
  package static func parse(_ text: Span<UInt8>) throws(ParseError) -> Instant {
    var cursor = ISO8601Cursor()
    let date = try cursor.date(text)
    let midnight = Int64(date.daysSince1970) * millisecondsOfDay
    if cursor.offset == text.count { return Instant(milliseconds: midnight, isDateOnly: true) }
    guard cursor.skip(text, " ") || cursor.skip(text, "T") || cursor.skip(text, "t") else {
      throw ParseError(description: "expected 'T' and a time after the date")
    }
    let time = try cursor.time(text)
    let distance = try cursor.zone(text)
    guard cursor.offset == text.count else {
      throw ParseError(description: "expected the end of the time after its zone")
    }
    let milliseconds = midnight + time - distance
    guard range.contains(milliseconds) else {
      throw ParseError(description: "the time lies outside the years 0001 to 9999")
    }
    return Instant(milliseconds: milliseconds, isDateOnly: false)
  }
}

/// A place in a text, which reading advances.
private struct ISO8601Cursor {
  var offset = 0

  mutating func skip(_ text: Span<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func date(_ text: Span<UInt8>) throws(ISO8601.ParseError) -> CivilDate {
    let year = try number(text, digits: 4, "the year", in: 1...9999)
    try require(text, "-", after: "the year")
    let month = try number(text, digits: 2, "the month", in: 1...12)
    try require(text, "-", after: "the month")
    let day = try number(text, digits: 2, "the day", in: 1...31)
    let date = CivilDate(year: year, month: month, day: day)
    guard day <= date.daysInMonth else {
      throw ISO8601.ParseError(description: "the month has \(date.daysInMonth) days")
    }
    return date
  }

  /// The milliseconds since midnight.
  mutating func time(_ text: Span<UInt8>) throws(ISO8601.ParseError) -> Int64 {
    let hour = try number(text, digits: 2, "the hour", in: 0...23)
    try require(text, ":", after: "the hour")
    let minute = try number(text, digits: 2, "the minute", in: 0...59)
    var second = 0
    var fraction = 0
    if skip(text, ":") {
      second = try number(text, digits: 2, "the second", in: 0...60)
      guard second < 60 else {
        throw ISO8601.ParseError(description: "leap seconds (:60) cannot be stored; use :59")
      }
      if skip(text, ".") { fraction = try self.fraction(text) }
    }
    return Int64(((hour * 60 + minute) * 60 + second) * 1_000 + fraction)
  }

  /// The milliseconds to subtract to get UTC.
  mutating func zone(_ text: Span<UInt8>) throws(ISO8601.ParseError) -> Int64 {
    if skip(text, "Z") || skip(text, "z") { return 0 }
    let isWest = skip(text, "-")
    guard isWest || skip(text, "+") else {
      throw ISO8601.ParseError(description: "expected a zone, 'Z' or one like +01:00")
    }
    let hours = try number(text, digits: 2, "the zone's hour", in: 0...23)
    _ = skip(text, ":")
    let minutes = try number(text, digits: 2, "the zone's minute", in: 0...59)
    let distance = Int64(hours * 60 + minutes) * 60_000
    return isWest ? -distance : distance
  }

  private mutating func fraction(_ text: Span<UInt8>) throws(ISO8601.ParseError) -> Int {
    let first = offset
    var milliseconds = 0
    while let digit = digit(text) {
      if offset - first < 3 { milliseconds = milliseconds * 10 + digit }
      offset += 1
    }
    let count = offset - first
    guard (1...9).contains(count) else {
      throw ISO8601.ParseError(description: "expected 1 to 9 digits after the second's point")
    }
    return count == 1 ? milliseconds * 100 : count == 2 ? milliseconds * 10 : milliseconds
  }

  private mutating func number(
    _ text: Span<UInt8>,
    digits: Int,
    _ name: StaticString,
    in range: ClosedRange<Int>
  ) throws(ISO8601.ParseError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit(text) else {
        throw ISO8601.ParseError(description: "expected \(digits) digits for \(name)")
      }
      value = value * 10 + digit
      offset += 1
    }
    guard range.contains(value) else {
      throw ISO8601.ParseError(
        description: "\(name) must be \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }

  private mutating func require(
    _ text: Span<UInt8>,
    _ character: Unicode.Scalar,
    after name: StaticString
  ) throws(ISO8601.ParseError) {
    guard skip(text, character) else {
      throw ISO8601.ParseError(description: "expected '\(character)' after \(name)")
    }
  }

  private func digit(_ text: Span<UInt8>) -> Int? {
    guard offset < text.count else { return nil }
    let value = text[offset] &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
