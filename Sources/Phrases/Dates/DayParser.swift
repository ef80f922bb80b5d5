// Words that stand for a day.
//
// day = "today" | "tomorrow" | "yesterday" | ["the"] "day" ("after" "tomorrow" | "before" "yesterday")
//     | weekday [date] | ("this" | "next" | "last") weekday | date | "eow" | "eom" | "eoy"
//     | ["the"] "end" "of" ["the" | "this" | "next"] ("week" | "month" | "year")
//     | "in" count | count "ago" | count ("from" | "after" | "before") day
// date = 2026-12-24 | 2026/12/24 | 24.12.2026 | 24.12. | 12/24[/2026] | 2026-w52-4 | month day [year] | day ["of"] month [year]
//     | ordinal

import CommandKit
import Storage

/// Reads a day.
struct DayParser {
  var words: DateWords
  let calendar: LocalCalendar
  let today: CalendarTime

  private var weekday: Weekday { calendar.weekday(of: calendar.now) }

  /// The day that the next words stand for.
  mutating func day() throws(DatePhraseError) -> CalendarTime? {
    if let day = try countedDay() { return day }
    return try namedDay()
  }

  /// A day that is not counted.
  private mutating func namedDay() throws(DatePhraseError) -> CalendarTime? {
    if let day = try relativeDay() { return day }
    if let day = try endOfPeriod() { return day }
    if let day = try weekdayAndDate() { return day }
    return try date()
  }

  private static let distances = [
    "today": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "yesterday": -1,
  ]

  private mutating func relativeDay() throws(DatePhraseError) -> CalendarTime? {
    let distance = try words.attempt { words throws(DatePhraseError) -> Int? in
      if let distance = words.take({ DayParser.distances[$0] }) { return distance }
      _ = words.skip("the")
      guard words.skip("day") else { return nil }
      if words.skip("after") { return words.skip("tomorrow") ? 2 : nil }
      return words.skip("before") && words.skip("yesterday") ? -2 : nil
    }
    return distance.map { today.adding(days: $0) }
  }

  /// `eom`, `end of the month`, `end of next week`.
  private mutating func endOfPeriod() throws(DatePhraseError) -> CalendarTime? {
    let shorts: [String: DatePeriod] = ["eow": .week, "eom": .month, "eoy": .year]
    if let period = words.take({ shorts[$0] }) { return period.last(of: today, weekday) }
    let end = try words.attempt { words throws(DatePhraseError) -> (DatePeriod, Int)? in
      _ = words.skip("the")
      guard words.skip("end"), words.skip("of") else { return nil }
      let distance = words.take { ["the": 0, "this": 0, "next": 1][$0] } ?? 0
      return words.take { DatePeriod(rawValue: $0) }.map { ($0, distance) }
    }
    guard let (period, distance) = end else { return nil }
    return period.last(of: period.first(of: today, weekday, distance: distance))
  }

  private mutating func countedDay() throws(DatePhraseError) -> CalendarTime? {
    let today = today
    if let day = try words.attempt({ words throws(DatePhraseError) -> CalendarTime? in
      words.counted()?.day(from: today)
    }) {
      return day
    }
    return try countedFromDay()
  }

  /// `2 days before eom`, `a week from friday`.
  private mutating func countedFromDay() throws(DatePhraseError) -> CalendarTime? {
    let (calendar, today) = (calendar, today)
    return try words.attempt { words throws(DatePhraseError) -> CalendarTime? in
      guard var units = words.units(), units.unit.seconds == nil,
        let sign = words.take({ ["from": 1, "after": 1, "before": -1][$0] })
      else { return nil }
      units.count *= sign
      var parser = DayParser(words: words, calendar: calendar, today: today)
      // Not a count from a count, which nobody says.
      let day = try parser.namedDay()
      words = parser.words
      return day.flatMap { units.day(from: $0) }
    }
  }

  /// `friday`, `this friday`, `next friday`, `last friday`, `friday 27 nov`.
  private mutating func weekdayAndDate() throws(DatePhraseError) -> CalendarTime? {
    let (weekday, today) = (weekday, today)
    if let day = try words.attempt({ words throws(DatePhraseError) -> CalendarTime? in
      let distances = ["next": 1, "last": -1, "this": 0]
      guard let direction = words.take({ distances[$0] }),
        let day = words.take({ Weekday(word: $0) })
      else { return nil }
      if direction > 0 {
        return today.adding(days: 7 - weekday.daysSinceMonday + day.daysSinceMonday)
      }
      if direction == 0 {
        // One of this week that is over is hardly meant, and the next one is called `next`.
        let distance = day.daysSinceMonday - weekday.daysSinceMonday
        guard distance >= 0 else {
          throw words.errorAtLast(
            "'this \(day)' is over; '\(day)' is the one to come, 'last \(day)' the one before"
          )
        }
        return today.adding(days: distance)
      }
      let distance = (weekday.rawValue - day.rawValue + 7) % 7
      return today.adding(days: distance == 0 ? -7 : -distance)
    }) {
      return day
    }
    guard let day = words.take({ Weekday(word: $0) }) else { return nil }
    if let date = try date() { return try checked(date, isOn: day) }
    let distance = (day.rawValue - weekday.rawValue + 7) % 7
    return today.adding(days: distance == 0 ? 7 : distance)
  }

  private func checked(
    _ date: CalendarTime,
    isOn day: Weekday
  ) throws(DatePhraseError) -> CalendarTime {
    guard let moment = calendar.date(of: date), calendar.weekday(of: moment) != day else {
      return date
    }
    let text = "\(date.day) \(MonthName.shortName(date.month)) \(date.year)"
    throw words.errorAtLast(
      "\(text) is a \("\(calendar.weekday(of: moment))".capitalizedFirst), "
        + "not a \("\(day)".capitalizedFirst)"
    )
  }
}
