// Times as text: `2026-11-21T00:06:09.123Z`.

/// Writes and reads times as RFC 3339 has them, to the millisecond.
package enum ISO8601 {
  /// The milliseconds since 1970 of the years 0001 to 9999, which the text form can hold.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// The text of a time in UTC, always with milliseconds.
  ///
  /// Outside ``range`` the year is written with a sign and as many digits as it takes; such a text
  /// is for messages, and is not read back.
  package static func string(milliseconds: Int64) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    append(milliseconds: milliseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of a time in UTC.
  package static func append(milliseconds: Int64, to bytes: inout [UInt8]) {
    let day = milliseconds.flooredQuotient(by: millisecondsOfDay)
    // Not by multiplying the day again, which overflows for the first of all Int64.
    let remainder = Int(milliseconds % millisecondsOfDay)
    let time = remainder < 0 ? remainder + Int(millisecondsOfDay) : remainder
    let date = CivilDate(daysSince1970: Int(day))
    appendYear(date.year, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendTwoDigits(date.month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendTwoDigits(date.day, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    appendTwoDigits(time / 3_600_000, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendTwoDigits(time / 60_000 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendTwoDigits(time / 1_000 % 60, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digit(time / 100 % 10))
    appendTwoDigits(time % 100, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  static let millisecondsOfDay: Int64 = 86_400_000

  private static func appendYear(_ year: Int, to bytes: inout [UInt8]) {
    guard (1...9999).contains(year) else {
      let digits = String(year.magnitude)
      bytes.append(UInt8(ascii: year < 0 ? "-" : "+"))
      bytes.append(contentsOf: String(repeating: "0", count: max(0, 6 - digits.count)).utf8)
      bytes.append(contentsOf: digits.utf8)
      return
    }
    appendTwoDigits(year / 100, to: &bytes)
    appendTwoDigits(year % 100, to: &bytes)
  }

  private static func appendTwoDigits(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(digit(number / 10))
    bytes.append(digit(number % 10))
  }

  private static func digit(_ number: Int) -> UInt8 {
    UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
  }
}
