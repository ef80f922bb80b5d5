// What the words of a date phrase mean together.
//
// phrase = "now" | moment | count | ["at"] time [["on"] day] | ["on"] day [["at"] time] | period
// Beside a day, "at 11" is a time.

import CommandKit
import Storage

/// Reads a phrase from left to right; each word is understood, or the first that is not is named.
struct DateParser {
  var words: DateWords
  let calendar: LocalCalendar
  /// The day that the clock shows now, at midnight.
  let today: CalendarTime

  init(_ phrase: String, calendar: LocalCalendar) {
    words = DateWords(phrase)
    self.calendar = calendar
    today = calendar.today.midnight
  }

  /// The meaning of all words together.
  mutating func meaning() throws(DatePhraseError) -> DateMeaning {
    guard !words.isEmpty else { throw DatePhraseError(message: "it is empty") }
    guard let meaning = try firstMeaning(), words.isAtEnd else { throw words.notUnderstood }
    return meaning
  }

  private mutating func firstMeaning() throws(DatePhraseError) -> DateMeaning? {
    if let meaning = try moment() { return meaning }
    if let meaning = try timeFirst() { return meaning }
    if let meaning = try period() { return meaning }
    return try dayFirst()
  }

  /// What needs no day: `now`, `in 2 hours`, `2026-12-24T17:00`.
  private mutating func moment() throws(DatePhraseError) -> DateMeaning? {
    if words.skip("now") { return DateMeaning(moment: calendar.now) }
    if words.skip("eod") { return endOfToday }
    if words.skip("tonight") || words.skipThisEvening() { return tonight }
    if let date = try exactMoment() { return DateMeaning(moment: date) }
    return try countedTime().map { DateMeaning(moment: $0) }
  }

  var endOfToday: DateMeaning {
    var time = today
    (time.hour, time.minute, time.second) = (23, 59, 59)
    return DateMeaning(moment: calendar.date(of: time))
  }

  /// Eight o'clock, and behind that what is left of the evening.
  private var tonight: DateMeaning {
    var time = today
    time.hour = 20
    guard let date = calendar.date(of: time), date > calendar.now else { return endOfToday }
    return DateMeaning(moment: date)
  }

  /// `5pm`, when it comes next, or `5pm tomorrow`.
  private mutating func timeFirst() throws(DatePhraseError) -> DateMeaning? {
    let calendar = calendar
    let today = today
    var parser = self
    let meaning = try parser.words.attempt { words throws(DatePhraseError) -> DateMeaning? in
      var clock: ClockTime?
      if words.skip("at") { clock = try words.hour(before: true) }
      if clock == nil { clock = words.clockTime() }
      guard let time = clock else { return nil }
      guard !words.isAtEnd else { return nextOccurrence(of: time) }
      _ = words.skip("on")
      var days = DayParser(words: words, calendar: calendar, today: today)
      let day = try days.day()
      words = days.words
      return day.map { DateMeaning(moment: calendar.date(of: $0.at(time))) }
    }
    self = parser
    return meaning
  }

  private func nextOccurrence(of time: ClockTime) -> DateMeaning {
    let date = calendar.date(of: today.at(time))
    if let date, date > calendar.now { return DateMeaning(moment: date) }
    return DateMeaning(moment: calendar.date(of: today.adding(days: 1).at(time)))
  }

  /// `friday`, `friday at 5pm`.
  private mutating func dayFirst() throws(DatePhraseError) -> DateMeaning? {
    _ = words.skip("on")
    var days = DayParser(words: words, calendar: calendar, today: today)
    let day = try days.day()
    words = days.words
    guard let day else { return nil }
    if words.isAtEnd { return DateMeaning(day: day, calendar) }
    let hasAt = words.skip("at")
    var time = words.clockTime()
    if time == nil, hasAt { time = try words.hour(before: false) }
    return time.map { DateMeaning(moment: calendar.date(of: day.at($0))) }
  }

  /// A date and a time in one word; without a zone, as the local clock shows it.
  private mutating func exactMoment() throws(DatePhraseError) -> Date? {
    guard let text = words.next, text.utf8.dropFirst(10).first == UInt8(ascii: "t"),
      text.utf8.first.map({ (0x30...0x39).contains($0) }) == true
    else { return nil }
    let hasZone = ISO8601.hasZone(text)
    do throws(ISO8601.ParseError) {
      // Read as UTC: without a zone, the clock's reading is then taken for one of the local zone.
      let instant = try ISO8601.parse(hasZone ? text : text + "z")
      _ = words.take { $0 }
      return hasZone
        ? Date(millisecondsSince1970: instant.milliseconds) : calendar.moment(showing: instant)
    } catch {
      throw words.error("'\(words.nextTyped)' is not a time: \(error.description)")
    }
  }

  /// `in 2 hours`, `30 minutes ago`, `4h`: counted from this moment.
  private mutating func countedTime() throws(DatePhraseError) -> Date? {
    let now = calendar.now
    return try words.attempt { words throws(DatePhraseError) -> Date? in
      guard let counted = words.counted(), let seconds = counted.unit.seconds else { return nil }
      return now.adding(seconds: Double(counted.count) * seconds)
    }
  }
}

extension DateWords {
  /// `this evening`.
  mutating func skipThisEvening() -> Bool {
    let start = self
    if skip("this"), skip("evening") { return true }
    rewind(to: start)
    return false
  }

  /// The hour of `at 11`, behind a day, or before one; of `at 5`, nobody knows which half of the day is meant.
  package mutating func hour(before isBefore: Bool) throws(DatePhraseError) -> ClockTime? {
    guard let next, next.utf8.count <= 2, next.isDigits, let hour = Int(next), hour < 24 else {
      return nil
    }
    var copy = self
    guard copy.clockTime() == nil else { return nil }
    _ = copy.take { $0 }
    guard isBefore != copy.isAtEnd else { return nil }
    guard !(1...6).contains(hour) else {
      throw error("'at \(hour)' may be before noon or after it: write '\(hour)am' or '\(hour)pm'")
    }
    self = copy
    return ClockTime(hour: hour)
  }

  /// `5pm`, `5 pm`, `17:00`, `noon`.
  package mutating func clockTime() -> ClockTime? {
    if let time = takeTwo({ $0.hasSuffix("m") ? ClockTime($0) : nil }) { return time }
    return take { ClockTime($0) }
  }
}
