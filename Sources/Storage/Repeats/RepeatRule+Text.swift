// The text of a rule as RFC 5545 writes it; does not change once shipped.
//
// | part | value | left out for |
// | --- | --- | --- |
// | `FREQ` | `DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY` | never, and it comes first |
// | `INTERVAL` | 1 to 1000 | 1 |
// | `BYMONTH` | months from 1 | all |
// | `BYMONTHDAY` | days from 1, or from the end from -1 | all |
// | `BYDAY` | `MO` to `SU`, with a number before it one of a month or a year | all |
// | `BYSETPOS` | places from 1, or from the end from -1 | all |
// | `COUNT` | 1 to 10000, counted from the anchor | without end |
// | `UNTIL` | the last day, `20271231` | without end |
// | `WKST` | the day on which weeks begin | `MO` |
//
// The parts stand in this order; lists are sorted, from the start upwards, then from the end.
// Reading takes any order, small letters and the word `RRULE:` before it.

extension RepeatRule: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, without `RRULE:`; equal rules have equal texts.
  public var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if !months.isEmpty { parts.append("BYMONTH=\(RepeatRule.list(months))") }
    if !monthDays.isEmpty { parts.append("BYMONTHDAY=\(RepeatRule.list(monthDays))") }
    if !weekdays.isEmpty {
      parts.append("BYDAY=\(weekdays.map(\.text).joined(separator: ","))")
    }
    if !positions.isEmpty { parts.append("BYSETPOS=\(RepeatRule.list(positions))") }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let day): parts.append("UNTIL=\(day.basicText)")
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return parts.joined(separator: ";")
  }

  /// The rule as RFC 5545 writes it.
  public var description: String { text }

  private static func list(_ numbers: [Int]) -> String {
    numbers.map { String($0) }.joined(separator: ",")
  }
}

extension RepeatRule.Weekday {
  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The two letters of RFC 5545.
  var code: String { Self.codes[rawValue] }

  /// The day of two capital letters.
  init?(code: some StringProtocol) {
    guard let index = Self.codes.firstIndex(where: { $0 == code }) else { return nil }
    self.init(rawValue: index)
  }
}

extension RepeatRule.Day {
  /// The day as RFC 5545 writes it: `FR`, `-1FR`.
  var text: String { (ordinal.map { String($0) } ?? "") + weekday.code }
}

extension CivilDate {
  /// The basic form of ISO 8601: `20271231`.
  fileprivate var basicText: String {
    let number = String(year * 10_000 + month * 100 + day)
    return String(repeating: "0", count: max(0, 8 - number.count)) + number
  }
}
