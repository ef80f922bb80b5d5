/// Writes and reads times of RFC 3339, to the millisecond.
package enum ISO8601 {
  /// The milliseconds since 1970 of the years 0001 to 9999, which the text form can hold.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// The text of a time in UTC, always with milliseconds.
  ///
  /// Outside ``range`` the year has a sign and at least six digits; such a text is for messages,
  /// and ``parse(_:)`` refuses it.
  package static func string(milliseconds: Int64) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    append(milliseconds: milliseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of a time in UTC.
  package static func append(milliseconds: Int64, to bytes: inout [UInt8]) {
    let day = milliseconds.flooredQuotient(by: millisecondsOfDay)
    // Multiplying the day again would overflow for Int64.min.
    let remainder = Int(milliseconds % millisecondsOfDay)
    let time = remainder < 0 ? remainder + Int(millisecondsOfDay) : remainder
    let date = CivilDate(daysSince1970: Int(day))
    appendYear(date.year, to: &bytes)
    let first = bytes.count
    bytes.append(contentsOf: "-00-00T00:00:00.000Z".utf8)
    var text = bytes.mutableSpan
    text.putTwoDigits(date.month, at: first + 1)
    text.putTwoDigits(date.day, at: first + 4)
    text.putTwoDigits(time / 3_600_000, at: first + 7)
    text.putTwoDigits(time / 60_000 % 60, at: first + 10)
    text.putTwoDigits(time / 1_000 % 60, at: first + 13)
    text.putTwoDigits(time / 10 % 100, at: first + 16)
    text[first + 18] = digit(time % 10)
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
    bytes.append(contentsOf: "0000".utf8)
    var text = bytes.mutableSpan
    text.putTwoDigits(year / 100, at: text.count - 4)
    text.putTwoDigits(year % 100, at: text.count - 2)
  }
}

extension MutableSpan<UInt8> {
  fileprivate mutating func putTwoDigits(_ number: Int, at index: Int) {
    self[index] = digit(number / 10)
    self[index + 1] = digit(number % 10)
  }
}

private func digit(_ number: Int) -> UInt8 {
  UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
}
