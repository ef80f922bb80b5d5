// Days by their numbers.

import CommandKit
import Storage

extension DayParser {
  /// A day of some month and year.
  mutating func date() throws(DatePhraseError) -> CalendarTime? {
    if let day = try isoDay() { return day }
    if let day = try isoWeekDay() { return day }
    if let day = try numberedDay() { return day }
    return try monthDay()
  }

  private mutating func isoDay() throws(DatePhraseError) -> CalendarTime? {
    guard let text = words.next, text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
      text.utf8.count > 7, text.utf8.dropFirst(5).first != UInt8(ascii: "w")
    else { return nil }
    do throws(ISO8601.ParseError) {
      let instant = try ISO8601.parse(text)
      guard instant.isDateOnly else { return nil }
      _ = words.take { $0 }
      let date = Date(millisecondsSince1970: instant.milliseconds)
      return LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: date).today
    } catch {
      throw words.error("'\(words.nextTyped)' is not a date: \(error.description)")
    }
  }

  /// `2026-w52-4`, a day of a week by ISO 8601.
  private mutating func isoWeekDay() throws(DatePhraseError) -> CalendarTime? {
    guard let text = words.next, let week = ISOWeek(text.prefix(8)), text.utf8.count == 10,
      text.utf8.dropFirst(8).first == UInt8(ascii: "-")
    else { return nil }
    guard let day = text.last.flatMap({ Int(String($0)) }), (1...7).contains(day) else {
      throw words.error("'\(words.nextTyped)' is not a date: the day must be 1 to 7")
    }
    guard let monday = week.monday else { throw words.error(week.missing) }
    _ = words.take { $0 }
    return monday.adding(days: day - 1)
  }

  /// `2026/12/24`, `24.12.2026`, `24.12.`, and `12/24` or `24/12`, with or without a year.
  private mutating func numberedDay() throws(DatePhraseError) -> CalendarTime? {
    guard let numbers = words.next.flatMap(NumberedDay.init) else { return nil }
    let typed = words.nextTyped
    let (month, day): (Int, Int)
    switch numbers.monthAndDay(calendar.dateOrder) {
    case .success(let place): (month, day) = place
    case .failure(let error):
      throw words.error("'\(typed)' is not a date: \(error.message)")
    }
    _ = words.take { $0 }
    guard let year = numbers.year else { return try date(month: month, day: day, year: nil) }
    return CalendarTime(year: year, month: month, day: day)
  }

  /// `dec 24`, `24 dec`, `24th of december`, either with a year behind it; `24th` alone.
  private mutating func monthDay() throws(DatePhraseError) -> CalendarTime? {
    let found = try words.attempt { words throws(DatePhraseError) -> (Int?, Int, Int?)? in
      if let month = words.take({ MonthName.number(of: $0) }) {
        guard let day = words.take({ DayNumber($0) }) else { return nil }
        return (month, day.number, words.takeYear())
      }
      _ = words.skip("the")
      guard let day = words.take({ DayNumber($0) }) else { return nil }
      let mayStandAlone = day.isOrdinal
      let hasOf = words.skip("of")
      guard let month = words.take({ MonthName.number(of: $0) }) else {
        return mayStandAlone && !hasOf ? (nil, day.number, nil) : nil
      }
      return (month, day.number, words.takeYear())
    }
    guard let (month, day, year) = found else { return nil }
    return try month.map { month throws(DatePhraseError) in
      try date(month: month, day: day, year: year)
    } ?? nextDay(day)
  }

  /// Without a year the next such day, today included; 29 February waits for the next leap year.
  private func date(month: Int, day: Int, year: Int?) throws(DatePhraseError) -> CalendarTime {
    let candidates = year.map { [$0] } ?? Array(today.year...today.year + 8)
    for year in candidates where day <= CalendarTime.daysInMonth(month, year: year) {
      if candidates.count == 1 || year > today.year || (month, day) >= (today.month, today.day) {
        return CalendarTime(year: year, month: month, day: day)
      }
    }
    let place = year.map { " \($0)" } ?? ""
    throw words.errorAtLast("\(MonthName.shortName(month))\(place) has no day \(day)")
  }

  /// The next day of that number, today included, in a month that has it.
  private func nextDay(_ day: Int) -> CalendarTime {
    var month = CalendarTime(year: today.year, month: today.month, day: 1)
    if day < today.day { month = month.adding(months: 1) }
    while day > CalendarTime.daysInMonth(month.month, year: month.year) {
      month = month.adding(months: 1)
    }
    month.day = day
    return month
  }
}

/// A day of a month: `24`, or `24th`, which can only be one.
private struct DayNumber {
  let number: Int
  let isOrdinal: Bool

  init?(_ word: String) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let number = Int(digits), (1...31).contains(number)
    else { return nil }
    let ending = word.dropFirst(digits.count)
    guard ending.isEmpty || ending == DayNumber.ending(of: number) else { return nil }
    self.number = number
    isOrdinal = !ending.isEmpty
  }

  private static func ending(of number: Int) -> String {
    if (11...13).contains(number) { return "th" }
    return [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
  }
}

extension DateWords {
  /// Four digits that no time of day can be.
  mutating func takeYear() -> Int? {
    take { word in
      guard word.utf8.count == 4, word.isDigits, let year = Int(word), year > 0 else { return nil }
      return year
    }
  }
}
