// Dates as people and programs write them in columns.
//
// | text | meaning |
// | --- | --- |
// | `2026-12-24`, `20261224` | a day |
// | `2026-12-24T17:00:05.25Z`, `20261224T170000Z`, `2026-12-24 17:00` | a time, of the local zone unless it names one |
// | `2026/12/24`, `24.12.2026`, `13/02/2026`, `13-02-2026` | a day in numbers |
// | `Dec 24, 2026`, `24-Dec-2026`, `Thu, 24 Dec 2026` | a day with the month by name |
// | a day and a time behind it | `24 Dec 2026 5:00 PM`, `2026-12-24 5pm`, `24.12.2026 17:00` |
// | … with a zone behind the time | `17:00:00 +0000`, `17:00 UTC`, `17:00:00 GMT+0100 (CET)` |
//
// A date without a year would be another one next year, so it is refused.

import CommandKit
package import Phrases
package import Storage

/// A date of a column.
package struct ColumnDate {
  /// The text with single spaces, without dots behind names, and without a zone behind the time.
  private let text: String
  /// The zone that the text names.
  private let zone: LocalZone?

  package init(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count > 1, words.last?.hasPrefix("(") == true { words.removeLast() }
    zone = words.count > 1 ? words.last.flatMap(ColumnDate.zone) : nil
    if zone != nil { words.removeLast() }
    if let first = words.first { words[0] = ColumnDate.plainDay(first) }
    self.text = words.map(ColumnDate.withoutDots).joined(separator: " ")
  }

  /// The day in numbers at its start, of which either may be the month; nil for another text.
  package var numberedDay: NumberedDay? {
    let day = text.prefix { $0 != " " && $0 != "," }
    guard day.contains("/"), let numbers = NumberedDay(String(day)), numbers.year != nil else {
      return nil
    }
    return numbers
  }

  /// What the text means; the calendar gives the zone and the order of days and months.
  package func value(_ calendar: LocalCalendar) throws(RecordError) -> DayOrInstant {
    if let day = CalendarDay(text) { return .day(day) }
    let hours = zone.map {
      LocalCalendar(zone: $0, now: calendar.now, dateOrder: calendar.dateOrder)
    }
    let calendar = hours ?? calendar
    if let date = try? calendar.moment(text) { return .instant(date) }
    if hasYear, let phrase = try? DatePhrase(text, calendar: calendar), !phrase.isPeriod {
      return phrase.days.map { .day($0.lowerBound) } ?? .instant(phrase.start)
    }
    throw error(calendar)
  }

  /// Whether it names its year; a number alone, as in `in 2026 days`, does not.
  private var hasYear: Bool {
    let words = text.split(separator: " ").map { $0.filter { $0 != "," }.lowercased() }
    guard let first = words.first else { return false }
    if NumberedDay(first)?.year != nil || CalendarDay(first) != nil { return true }
    return words.contains { $0.utf8.count == 4 && $0.isDigits }
      && words.contains { MonthName.number(of: $0) != nil }
  }

  private func error(_ calendar: LocalCalendar) -> RecordError {
    let examples = "expected a date such as 2026-12-24, 24.12.2026 or Dec 24, 2026"
    if let numbers = numberedDay, numbers.possibleOrders.count > 1, calendar.dateOrder == nil {
      return RecordError("\(examples); 3/4/2026 needs the setting 'date-order'")
    }
    do throws(ISO8601.ParseError) {
      _ = try calendar.moment(text)
    } catch {
      let isLikeISO = text.prefix(5).last == "-" && text.prefix(4).allSatisfy(\.isNumber)
      if isLikeISO { return RecordError("the time is invalid: \(error.description)") }
    }
    return RecordError("the time is invalid: \(examples)")
  }

  /// The first word with `-` between day, month and year as the parsers know them.
  private static func plainDay(_ word: String) -> String {
    if let long = longForm(word) { return long }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[2].utf8.count == 4, parts[0].isDigits, parts[2].isDigits else {
      return word
    }
    if parts[1].isDigits { return parts.joined(separator: "/") }
    return MonthName.number(of: parts[1].lowercased()) == nil
      ? word : parts.joined(separator: " ")
  }

  /// `20261224` and `20261224T170000Z` with the signs between the numbers; nil for another text.
  private static func longForm(_ word: String) -> String? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count == 8 else { return nil }
    let month = digits.dropFirst(4)
    let day = "\(digits.prefix(4))-\(month.prefix(2))-\(month.dropFirst(2))"
    let rest = word.dropFirst(8)
    if rest.isEmpty { return day }
    let time = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let mark = rest.first, "Tt".contains(mark), [4, 6].contains(time.utf8.count) else {
      return nil
    }
    var parts = [time.prefix(2), time.dropFirst(2).prefix(2), time.dropFirst(4)]
    if parts[2].isEmpty { parts.removeLast() }
    return "\(day)T\(parts.joined(separator: ":"))\(rest.dropFirst(1 + time.count))"
  }

  /// `Dec.` and `p.m.` as the parsers know them.
  private static func withoutDots(_ word: String) -> String {
    guard word.contains("."), word.first?.isLetter == true || word.lowercased().hasSuffix("m.")
    else { return word }
    return word.filter { $0 != "." }
  }

  /// The zone of a word behind a time: `+0100`, `UTC`, `GMT+0100`.
  private static func zone(_ word: String) -> LocalZone? {
    var rest = word.uppercased()[...]
    for name in ["UTC", "GMT", "Z"] where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      if rest.isEmpty { return .utc }
      break
    }
    let digits = rest.dropFirst().filter { $0 != ":" }
    guard let sign = rest.first, "+-".contains(sign), digits.utf8.count == 4, digits.isDigits,
      let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 15,
      minutes < 60
    else { return nil }
    return .fixed(secondsFromGMT: (hours * 60 + minutes) * (sign == "-" ? -60 : 60))
  }
}
