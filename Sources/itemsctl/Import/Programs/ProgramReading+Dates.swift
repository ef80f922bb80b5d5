// Dates of other programs.

import CommandKit
import ItemFormats
import Phrases
import Storage

extension ProgramReading {
  mutating func takeDate(
    _ key: String,
    _ value: JSONValue,
    _ part: ItemPart,
    isDay: Bool
  ) throws(RecordError) {
    let date = try date(value, isDay: isDay)
    let form = try part.form == .time ? start(of: date).jsonForm : date.jsonForm
    if let other = dates[part] { keep(other.key.lowercased(), other.value) }
    dates[part] = (key, value)
    record.given.insert(part)
    do throws(JSONError) {
      try record.draft.set(part, to: form)
    } catch {
      throw RecordError(error.message)
    }
  }

  /// A date of Todoist, which may be a rule, and may leave out the year.
  mutating func takePlan(_ key: String, _ value: JSONValue) throws(RecordError) {
    let text = value.plainText.trimmed
    if (try? date(value, isDay: false)) != nil {
      return try takeDate(key, value, .due, isDay: false)
    }
    let (words, time) = ProgramReading.withoutTime(text)
    if (try? ColumnRule(words, calendar)) ?? nil != nil {
      rule = (key, words, false)
      ruleTime = time
      return
    }
    // Words such as "tomorrow" mean the day on which they were written.
    guard MonthName.names.contains(where: { text.lowercased().contains($0.prefix(3)) }),
      let planned = try? DatePhrase.planned(text, calendar: yearBefore(record.draft.due))
    else { throw RecordError("the date \"\(text.visible)\" is not understood") }
    try takeDate(key, .string(calendar.typedText(of: planned)), .due, isDay: false)
    warnings.append(
      "\"\(key)\": \"\(text.visible)\" names no year; it is read as \(calendar.typedText(of: planned))"
    )
  }

  /// A calendar in which the next day of a month is the one before a deadline; this one without a deadline.
  private func yearBefore(_ deadline: DayOrInstant?) -> LocalCalendar {
    guard let deadline else { return calendar }
    let moment = deadline.start(in: calendar.zone).adding(seconds: -364 * 86_400)
    // No calendar shows the days before the year 1, wherever somebody is.
    return moment.adding(seconds: -86_400).isStorable ? calendar.at(moment) : calendar
  }

  /// The words of a rule, and the time of day behind them.
  private static func withoutTime(_ text: String) -> (String, ClockTime?) {
    let words = text.split(separator: " ").map(String.init)
    for count in [2, 1] where words.count > count {
      let time = words.suffix(count).joined().lowercased()
      guard let time = ClockTime(time) else { continue }
      var rest = words.dropLast(count)
      if rest.last?.lowercased() == "at" || rest.last == "@" { rest.removeLast() }
      return (rest.joined(separator: " "), time)
    }
    return (text, nil)
  }

  /// A date in any form of these programs: a text, a number of milliseconds, or an object with a zone.
  func date(_ value: JSONValue, isDay: Bool) throws(RecordError) -> DayOrInstant {
    let name = (value["timeZone"] ?? value["timezone"])?.string
    let zone = name.flatMap(LocalZone.init(named:)) ?? (name == "UTC" ? .utc : self.zone)
    let date = try ProgramReading.checked(written(value, zone))
    return try isDay ? ProgramReading.checked(day(date, zone)) : date
  }

  /// The moment of a date, which for a day is its beginning.
  func start(of date: DayOrInstant) throws(RecordError) -> Date {
    let moment = date.start(in: calendar.zone)
    _ = try ProgramReading.checked(.instant(moment))
    return moment
  }

  /// A date that can be kept: one of the years 1 to 9999.
  private static func checked(_ date: DayOrInstant) throws(RecordError) -> DayOrInstant {
    guard date.isStorable else {
      throw RecordError("the time is invalid: expected a year from 1 to 9999")
    }
    return date
  }

  /// A date as it is written, with clocks of a zone unless it names one.
  private func written(
    _ value: JSONValue,
    _ zone: LocalZone?
  ) throws(RecordError) -> DayOrInstant {
    if let milliseconds = value.integer, milliseconds.magnitude > 100_000_000_000 {
      return .instant(Date(millisecondsSince1970: milliseconds))
    }
    // Things divides a day and a time by this sign.
    let text = value.plainText.replacing("@", with: " ")
    if let numbers = ColumnDate(text).numberedDay,
      let contradiction = dateOrder.contradiction(of: numbers)
    {
      throw RecordError(contradiction)
    }
    let clock = zone.map {
      LocalCalendar(zone: $0, now: calendar.now, dateOrder: calendar.dateOrder)
    }
    return try ColumnDate(text).value(clock ?? calendar)
  }

  /// The day of a moment that is midnight in a zone that may not be known, or is said to be UTC.
  private func day(_ date: DayOrInstant, _ zone: LocalZone?) -> DayOrInstant {
    guard case .instant(let moment) = date else { return date }
    // Programs that keep times in UTC name that zone, wherever somebody is.
    if let zone, zone.distance(at: Int(moment.secondsSince1970)) != 0 {
      return .day(zone.day(of: moment))
    }
    if case .day(let day) = DayOrInstant(midnightAsDay: moment, in: calendar.zone) {
      return .day(day)
    }
    // No zone is further than half a day from UTC, but a few.
    let noon = moment.adding(seconds: 43_200)
    return .day(LocalZone.utc.day(of: noon))
  }
}
