/// A range of days and times as the texts that they are in attributes, whose order is theirs.
///
/// | value | text |
/// | --- | --- |
/// | a day | `2026-11-30` |
/// | a time | `2026-11-30T16:00:00.000Z` |
struct DateTextRange {
  /// Where days and times of the range begin, and where those after it do; nil leaves an end open.
  typealias Bounds = (from: String?, until: String?)

  let days: Bounds
  let times: Bounds

  /// The texts of a range whose ends are resolved.
  init(_ range: DateRange) {
    let (from, until) = (range.from?.edge, range.until?.edge)
    days = (from.map { Self.text($0.day) }, until.map { Self.text($0.day) })
    times = (from.map { Self.text($0.instant) }, until.map { Self.text($0.instant) })
  }

  /// Bounds that hold for both.
  var around: Bounds {
    let from = days.from.flatMap { day in times.from.map { utf8Less($0, day) ? $0 : day } }
    let until = days.until.flatMap { day in times.until.map { utf8Less($0, day) ? day : $0 } }
    return (from, until)
  }

  /// The form of a day's text, as GLOB of SQLite has it.
  static let dayPattern = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
  /// The form of a time's text.
  static let timePattern = dayPattern + "T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z"

  /// True for the text of a day or a time within the range.
  func contains(_ text: String) -> Bool {
    if Self.has(text, "0000-00-00") { return Self.contains(days, text) }
    return Self.has(text, "0000-00-00T00:00:00.000Z") && Self.contains(times, text)
  }

  private static func contains(_ bounds: Bounds, _ text: String) -> Bool {
    if let from = bounds.from, utf8Less(text, from) { return false }
    if let until = bounds.until, !utf8Less(text, until) { return false }
    return true
  }

  /// True if the text has the form of an example, in which a zero is any digit.
  private static func has(_ text: String, _ example: String) -> Bool {
    text.utf8.count == example.utf8.count
      && zip(text.utf8, example.utf8).allSatisfy { byte, wanted in
        let isDigit = UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
        return wanted == UInt8(ascii: "0") ? isDigit : byte == wanted
      }
  }

  // A year beyond those of a store has a sign. In its place stands a text below or above all digits.

  private static func text(_ day: CalendarDay) -> String {
    let days = CalendarDay.storedDays
    guard day.daysSince1970 >= days.lowerBound else { return "" }
    return day.daysSince1970 > days.upperBound ? ":" : day.description
  }

  private static func text(_ date: Timestamp) -> String {
    let milliseconds = date.clampedMilliseconds
    guard milliseconds >= ISO8601.range.lowerBound else { return "" }
    return milliseconds > ISO8601.range.upperBound
      ? ":" : ISO8601.string(milliseconds: milliseconds)
  }
}
