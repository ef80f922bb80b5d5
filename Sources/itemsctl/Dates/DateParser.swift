// The words of a date phrase, one after the other.

import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a phrase from left to right; each word is understood or named in the problem.
struct DateParser {
  private let words: [String]
  private var index = 0

  init(words: [String]) { self.words = words }

  /// The meaning of all words together.
  mutating func meaning(_ calendar: LocalCalendar) throws(DatePhrase.Problem) -> DateMeaning {
    guard !words.isEmpty else { throw DatePhrase.Problem(message: "it is empty") }
    if let moment = try exactMoment(calendar) {
      try expectEnd()
      return moment
    }
    if let time = try clockTime() {
      try expectEnd()
      return DateMeaning(moment: nextOccurrence(of: time, calendar))
    }
    let counted = try countedMoment(calendar)
    if let counted, counted.isMoment {
      try expectEnd()
      return DateMeaning(moment: counted.date)
    }
    var day = counted?.day
    if day == nil { day = try namedDay(calendar) }
    guard let day else { throw notUnderstood() }
    guard index < words.count else { return DateMeaning(day: day, calendar) }
    let mustFollow = skip("at")
    guard let time = try clockTime() else {
      throw index < words.count || !mustFollow
        ? notUnderstood() : problem("a time must follow 'at'")
    }
    try expectEnd()
    return DateMeaning(moment: calendar.date(of: day.at(time)))
  }

  // MARK: - Words

  private var word: String? { index < words.count ? words[index].lowercased() : nil }

  private mutating func skip(_ wanted: String) -> Bool {
    guard word == wanted else { return false }
    index += 1
    return true
  }

  private mutating func take<Value>(_ read: (String) -> Value?) -> Value? {
    guard let word, let value = read(word) else { return nil }
    index += 1
    return value
  }

  private func expectEnd() throws(DatePhrase.Problem) {
    if index < words.count { throw notUnderstood() }
  }

  private func problem(_ message: String) -> DatePhrase.Problem {
    DatePhrase.Problem(message: message)
  }

  private func notUnderstood() -> DatePhrase.Problem {
    guard index < words.count else { return problem("more words are needed after the last one") }
    let place = words.count > 1 ? " (word \(index + 1))" : ""
    return problem("'\(words[index])'\(place) is not understood")
  }

  // MARK: - Parts

  private mutating func exactMoment(
    _ calendar: LocalCalendar
  ) throws(DatePhrase.Problem) -> DateMeaning? {
    if skip("now") { return DateMeaning(moment: calendar.now) }
    guard let text = word, text.utf8.dropFirst(10).first == UInt8(ascii: "t"),
      text.utf8.first.map({ (0x30...0x39).contains($0) }) == true
    else { return nil }
    let hasZone = text.hasSuffix("z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" }
    do throws(ISO8601.ParseError) {
      // Read as UTC: without a zone, the clock's reading is then taken for one of the local zone.
      let instant = try ISO8601.parse(hasZone ? text : text + "z")
      index += 1
      let date = Date(millisecondsSince1970: instant.milliseconds)
      guard !hasZone else { return DateMeaning(moment: date) }
      let reading = LocalCalendar(zone: .fixed(seconds: 0), now: date).today
      let fraction = Double(instant.milliseconds - instant.milliseconds / 1_000 * 1_000) / 1_000
      return DateMeaning(moment: calendar.date(of: reading).map { $0 + max(0, fraction) })
    } catch {
      throw problem("'\(words[index])' is not a time: \(error.description)")
    }
  }

  /// `5pm`, `5 pm`, `17:00`, `noon`.
  private mutating func clockTime() throws(DatePhrase.Problem) -> ClockTime? {
    if let next = words.dropFirst(index + 1).first?.lowercased(), next == "am" || next == "pm",
      let word, let time = ClockTime(word + next)
    {
      index += 2
      return time
    }
    return take { ClockTime($0) }
  }

  private func nextOccurrence(of time: ClockTime, _ calendar: LocalCalendar) -> Date? {
    let today = calendar.today
    guard let date = calendar.date(of: today.at(time)) else { return nil }
    return date > calendar.now ? date : calendar.date(of: today.adding(days: 1).at(time))
  }

  /// `in 3 days`, `2 weeks ago`.
  private mutating func countedMoment(
    _ calendar: LocalCalendar
  ) throws(DatePhrase.Problem) -> CountedDate? {
    let isAhead = skip("in")
    guard isAhead || words.last?.lowercased() == "ago" else { return nil }
    guard let count = take({ DateParser.count($0) }) else { throw notUnderstood() }
    guard let unit = take({ DateUnit(word: $0) }) else { throw notUnderstood() }
    if !isAhead, !skip("ago") { throw notUnderstood() }
    return CountedDate(isAhead ? count : -count, unit, calendar)
  }

  private static func count(_ word: String) -> Int? {
    if word == "a" || word == "an" || word == "one" { return 1 }
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(word) else {
      return nil
    }
    return count <= 1_000_000 ? count : nil
  }

  private mutating func namedDay(
    _ calendar: LocalCalendar
  ) throws(DatePhrase.Problem) -> CalendarTime? {
    let today = calendar.today
    let weekday = calendar.weekday(of: calendar.now)
    if skip("next") {
      guard let day = take({ Weekday(word: $0) }) else { throw notUnderstood() }
      return today.adding(days: 7 - weekday.daysSinceMonday + day.daysSinceMonday)
    }
    if let day = take({ Weekday(word: $0) }) {
      let distance = (day.rawValue - weekday.rawValue + 7) % 7
      return today.adding(days: distance == 0 ? 7 : distance)
    }
    if let days = take({ DateParser.relativeDays[$0] }) { return today.adding(days: days) }
    switch word {
    case "eow": return advance(today.adding(days: 6 - weekday.daysSinceMonday))
    case "eom":
      let last = CalendarTime.daysInMonth(today.month, year: today.year)
      return advance(CalendarTime(year: today.year, month: today.month, day: last))
    case "eoy": return advance(CalendarTime(year: today.year, month: 12, day: 31))
    default:
      if let day = try isoDay() { return day }
      return try monthDay(today)
    }
  }

  private static let relativeDays = ["today": 0, "tomorrow": 1, "yesterday": -1]

  private mutating func advance(_ day: CalendarTime) -> CalendarTime {
    index += 1
    return day
  }

  private mutating func isoDay() throws(DatePhrase.Problem) -> CalendarTime? {
    guard let text = word, text.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return nil }
    do throws(ISO8601.ParseError) {
      let instant = try ISO8601.parse(text)
      guard instant.isDateOnly else { return nil }
      index += 1
      let date = Date(millisecondsSince1970: instant.milliseconds)
      return LocalCalendar(zone: .fixed(seconds: 0), now: date).today
    } catch {
      throw problem("'\(words[index])' is not a date: \(error.description)")
    }
  }

  /// `dec 24`, `24 dec`, either with a year behind it.
  private mutating func monthDay(
    _ today: CalendarTime
  ) throws(DatePhrase.Problem) -> CalendarTime? {
    let dayFirst = take { DateParser.dayOfMonth($0) }
    guard let month = take({ MonthName.number(of: $0) }) else {
      if dayFirst != nil, index == words.count { index -= 1 }
      return nil
    }
    guard let day = dayFirst ?? take({ DateParser.dayOfMonth($0) }) else { throw notUnderstood() }
    let year = take { $0.utf8.count == 4 ? Int($0) : nil }
    // Without a year, 29 February waits for the next leap year.
    let candidates = year.map { [$0] } ?? Array(today.year...today.year + 8)
    for year in candidates where day <= CalendarTime.daysInMonth(month, year: year) {
      if candidates.count == 1 || year > today.year || (month, day) >= (today.month, today.day) {
        return CalendarTime(year: year, month: month, day: day)
      }
    }
    throw problem("\(MonthName.shortName(month)) has no day \(day)")
  }

  private static func dayOfMonth(_ word: String) -> Int? {
    guard word.utf8.count <= 2, let day = Int(word), (1...31).contains(day) else { return nil }
    return day
  }
}
