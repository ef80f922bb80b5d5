// What the words of a repeat phrase mean together.
//
// phrase = every | adverb | days "of" "every" "month" | count "after" "done", each with details behind it
// every = "every" (["other"] unit | count | "weekday" | ["other"] weekdays | days | months | "morning" | "evening")
// adverb = "daily" | "weekly" | "fortnightly" | "monthly" | "quarterly" | "yearly" | "weekdays"
// details = "on" (weekdays | days) | ("in" | "of") months | "after" "done" | "until" day | ["for"] number "times"
//         | ("except" | "without") date (("," | "and") date)*

import CommandKit
import Storage

/// Reads a phrase from left to right; each word is understood, or the first that is not is named.
struct RepeatParser {
  var words: DateWords
  private let calendar: LocalCalendar
  private var origin = Repeat.Origin.due
  /// The days behind `on`, or behind `every` itself.
  private var groups: [DayGroup] = []
  private var hasDays = false
  private var excluded: [CalendarDay] = []

  init(_ phrase: String, calendar: LocalCalendar) {
    words = DateWords(phrase)
    self.calendar = calendar
  }

  /// The meaning of all words together.
  mutating func phrase() throws(DatePhraseError) -> RepeatPhrase {
    guard !words.isEmpty else { throw DatePhraseError(message: "it is empty") }
    guard var parts = try start() else { throw firstWordError }
    while !words.isAtEnd { try detail(&parts) }
    try DayGroup.apply(groups, to: &parts)
    do throws(RepeatError) {
      let rule = try RepeatRule(parts)
      if origin == .done { try checkDone(rule) }
      return RepeatPhrase(rule: rule, origin: origin, excluding: excluded)
    } catch {
      throw DatePhraseError(message: error.message)
    }
  }

  private var firstWordError: DatePhraseError {
    var error = notUnderstood
    if !error.message.contains("Did you mean") {
      error = DatePhraseError(
        message: error.message + "; try 'weekly on mon', 'every 3 months' or '3 days after done'",
        range: error.range
      )
    }
    return error
  }

  private var notUnderstood: DatePhraseError { words.notUnderstood(among: RepeatParser.longWords) }

  private static let longWords =
    ["daily", "weekly", "monthly", "yearly", "every", "weekday", "weekdays", "after", "until"]
    + [
      "except", "without", "times", "other", "second", "third", "fourth", "month", "months",
      "weeks", "years",
    ]
    + DateWords.longWords

  private func checkDone(_ rule: RepeatRule) throws(RepeatError) {
    guard excluded.isEmpty, (try? rule.checkCountsFromDone()) != nil else {
      throw RepeatError(
        .contradiction,
        "'after done' can only have a count and 'until', as in '3 days after done'"
      )
    }
  }
}

// MARK: - The start

extension RepeatParser {
  /// The words up to the details.
  private mutating func start() throws(DatePhraseError) -> RepeatRule.Parts? {
    if let parts = ofEveryMonth() { return parts }
    if words.skip("every", "each") { return try every() }
    if let parts = words.take({ RepeatParser.adverbs[$0] }) { return parts }
    if let days = words.weekPart() { return weekly(on: days) }
    guard let units = words.wholeUnits() else { return nil }
    let parts = try parts(of: units)
    guard words.next == "after" else {
      let counted = "\(units.count) \(units.unit)\(units.count == 1 ? "" : "s")"
      throw words.error("say 'every \(counted)', or '\(counted) after done'")
    }
    return parts
  }

  /// `the last friday of every month`, also with `on` in front.
  private mutating func ofEveryMonth() -> RepeatRule.Parts? {
    let start = words
    _ = words.skip("on")
    groups = words.dayGroups()
    if !groups.isEmpty, words.skip("of"), words.skip("every", "each"), words.skip("month") {
      hasDays = true
      return RepeatRule.Parts(.monthly)
    }
    (words, groups) = (start, [])
    return nil
  }

  private static let adverbs: [String: RepeatRule.Parts] = [
    "daily": RepeatRule.Parts(.daily), "weekly": RepeatRule.Parts(.weekly),
    "fortnightly": RepeatRule.Parts(.weekly, interval: 2),
    "monthly": RepeatRule.Parts(.monthly),
    "quarterly": RepeatRule.Parts(.monthly, interval: 3),
    "yearly": RepeatRule.Parts(.yearly), "annually": RepeatRule.Parts(.yearly),
  ]

  private mutating func every() throws(DatePhraseError) -> RepeatRule.Parts? {
    let interval = words.skip("other") ? 2 : 1
    if let unit = words.take({ DateUnit(word: $0) }) {
      return try parts(of: CountedUnits(count: interval, unit: unit))
    }
    guard interval == 1 else {
      guard let days = weekdays() else { throw notUnderstood }
      return weekly(on: days, interval: interval)
    }
    // When on the day is for the time to say.
    if words.skip("morning", "afternoon", "evening", "night") { return RepeatRule.Parts(.daily) }
    if let units = words.wholeUnits() ?? words.ordinalUnits() { return try parts(of: units) }
    if let days = words.weekPart() ?? weekdays() { return weekly(on: days) }
    return try everyDate()
  }

  private mutating func weekly(
    on days: [RepeatRule.Day],
    interval: Int = 1
  ) -> RepeatRule.Parts {
    hasDays = true
    var parts = RepeatRule.Parts(.weekly, interval: interval)
    parts.weekdays = days
    return parts
  }

  /// `every 15th`, `every last friday`, `every 24 dec`, `every january`.
  private mutating func everyDate() throws(DatePhraseError) -> RepeatRule.Parts? {
    let start = words
    groups = words.dayGroups()
    guard let first = groups.first else {
      words = start
      guard let months = words.months() else { throw notUnderstood }
      var parts = RepeatRule.Parts(.yearly)
      parts.months = months
      return parts
    }
    hasDays = true
    let isOfMonth = words.skipOfTheMonth()
    if !isOfMonth, groups.count == 1, let doubtful = first.readsAsInterval {
      throw words.errorAtLast(doubtful)
    }
    let isYearly = groups.contains { !$0.months.isEmpty }
    guard isYearly || !first.isPlainNumber else { throw notUnderstood }
    return RepeatRule.Parts(isYearly ? .yearly : .monthly)
  }

  private func parts(of units: CountedUnits) throws(DatePhraseError) -> RepeatRule.Parts {
    let frequency: RepeatRule.Frequency
    switch units.unit {
    case .minute, .hour:
      throw words.errorAtLast("items repeat by days, weeks, months or years")
    case .day: frequency = .daily
    case .week: frequency = .weekly
    case .month: frequency = .monthly
    case .year: frequency = .yearly
    }
    guard RepeatLimits.interval.contains(units.count) else {
      throw words.errorAtLast("the count must be 1 to \(RepeatLimits.interval.upperBound)")
    }
    return RepeatRule.Parts(frequency, interval: units.count)
  }
}

// MARK: - Details

extension RepeatParser {
  /// One of the details, of which each is given once.
  private mutating func detail(_ parts: inout RepeatRule.Parts) throws(DatePhraseError) {
    if words.skip("on") { return try days(&parts) }
    if words.skipOfTheMonth() { return }
    if words.next == "in" || words.next == "of" {
      guard parts.months.isEmpty, words.skip("in", "of"), let months = words.months() else {
        throw notUnderstood
      }
      parts.months = months
      return
    }
    if words.skip("after", "when") { return try done() }
    if words.skip("until", "till") { return try until(&parts) }
    if try takeExceptions() { return }
    if let count = try times() { return try setEnd(.count(count), &parts) }
    try refuseFirstDate()
    throw notUnderstood
  }

  private mutating func done() throws(DatePhraseError) {
    _ = words.skip("it", "is")
    _ = words.skip("is")
    guard origin == .due, words.skip("done", "completion", "completed", "completing") else {
      throw notUnderstood
    }
    origin = .done
  }

  private mutating func until(_ parts: inout RepeatRule.Parts) throws(DatePhraseError) {
    _ = words.skip("the")
    var days = DayParser(words: words, calendar: calendar, today: calendar.today.midnight)
    let day = try days.day()
    words = days.words
    guard let day else { throw notUnderstood }
    try setEnd(.until(try calendarDay(day).civil), &parts)
  }

  /// The days behind a rule of RFC 5545; any other word is refused.
  mutating func exceptions() throws(DatePhraseError) -> [CalendarDay] {
    while !words.isAtEnd {
      guard try takeExceptions() else { throw notUnderstood }
    }
    return excluded
  }

  /// `except 24 dec`, `without 2026-12-24, 2026-12-31 and 2027-01-01`.
  private mutating func takeExceptions() throws(DatePhraseError) -> Bool {
    guard words.skip("except", "without") else { return false }
    repeat {
      _ = words.skip("on")
      _ = words.skip("the")
      guard words.next.flatMap({ Weekday.ofRule($0) }) == nil else {
        throw words.error(
          "'except' takes dates such as '24 dec'; days of the week are named, as in "
            + "'every mon, tue'"
        )
      }
      var days = DayParser(words: words, calendar: calendar, today: calendar.today.midnight)
      let day = try days.day()
      words = days.words
      guard let day else { throw notUnderstood }
      excluded.append(try calendarDay(day))
    } while words.skip("and", "&") || words.isAfterComma && !words.isAtEnd
    return true
  }

  private func calendarDay(_ time: CalendarTime) throws(DatePhraseError) -> CalendarDay {
    // The day may have passed its month.
    let first = CivilDate(year: time.year, month: time.month, day: 1)
    let number = first.daysSince1970 + time.day - 1
    guard CalendarDay.storedDays.contains(number) else {
      throw words.errorAtLast("the day must be one of the years 1 to 9999")
    }
    return CalendarDay(daysSince1970: number)
  }

  /// `10 times`, `for 10 times`.
  private mutating func times() throws(DatePhraseError) -> Int? {
    let hasFor = words.skip("for")
    let count = try words.attempt { words throws(DatePhraseError) -> Int? in
      guard let count = words.take({ RepeatParser.number($0) }), words.skip("times", "time")
      else { return nil }
      guard RepeatLimits.count.contains(count) else {
        throw words.errorAtLast(
          "the number of times must be 1 to \(RepeatLimits.count.upperBound)"
        )
      }
      return count
    }
    guard count == nil, hasFor else { return count }
    throw words.error("'for' takes a number of times; a last day is 'until 2027-12-31'")
  }

  private static func number(_ word: String) -> Int? {
    word.utf8.count <= 6 && word.isDigits ? Int(word) : nil
  }

  private func setEnd(
    _ end: RepeatRule.End,
    _ parts: inout RepeatRule.Parts
  ) throws(DatePhraseError) {
    guard parts.end == .never else {
      throw words.errorAtLast("only one end can be given, 'until …' or '… times'")
    }
    parts.end = end
  }

  /// What people add, and what is the due date's to say.
  private func refuseFirstDate() throws(DatePhraseError) {
    if ["starting", "start", "from", "since", "beginning"].contains(words.next) {
      throw words.error("the first date is the due date: --due 'next monday'")
    }
    var copy = words
    if copy.skip("at") || copy.clockTime() != nil {
      throw words.error("the time is that of the due date: --due 'tomorrow 9am'")
    }
  }
}

// MARK: - Days

extension RepeatParser {
  /// What stands behind `on`.
  private mutating func days(_ parts: inout RepeatRule.Parts) throws(DatePhraseError) {
    guard !hasDays else { throw words.errorAtLast("the days are given already") }
    hasDays = true
    switch parts.frequency {
    case .daily:
      throw words.errorAtLast("'daily' takes no days; say 'weekly on …' or 'monthly on …'")
    case .weekly:
      guard let weekdays = words.weekPart() ?? weekdays() else { throw notUnderstood }
      parts.weekdays = weekdays
    case .monthly, .yearly:
      groups = words.dayGroups()
      guard !groups.isEmpty else { throw try weekdayError(parts.frequency) }
    }
  }

  /// The error for `monthly on friday`, which could be each or one of them.
  private mutating func weekdayError(
    _ frequency: RepeatRule.Frequency
  ) throws(DatePhraseError) -> DatePhraseError {
    let error = notUnderstood
    guard let weekday = weekdays()?.first?.weekday else { return error }
    return words.errorAtLast(
      "say which one: 'the first \(weekday)', or 'weekly on \(weekday)'"
    )
  }

  /// `mon, wed and fri`.
  private mutating func weekdays() -> [RepeatRule.Day]? {
    words.list { Weekday.ofRule($0) }?.map { RepeatRule.Day($0) }
  }
}
