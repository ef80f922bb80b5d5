// Dates of other programs.

import Storage

extension ProgramReading {
  mutating func takeDate(
    _ key: String,
    _ value: JSONValue,
    _ part: ItemPart,
    isDay: Bool
  ) throws(RecordError) {
    let date = try date(value, isDay: isDay)
    if let other = dates[part] { keep(other.key.lowercased(), other.value) }
    dates[part] = (key, value)
    record.given.insert(part)
    do throws(JSONError) {
      let isTime = part.form == .time
      try record.draft.set(
        part,
        to: isTime ? date.start(in: calendar.zone).jsonForm : date.jsonForm
      )
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
    return calendar.at(deadline.start(in: calendar.zone).adding(seconds: -364 * 86_400))
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
    if let milliseconds = value.integer, abs(milliseconds) > 100_000_000_000 {
      let date = DayOrInstant.instant(Date(millisecondsSince1970: milliseconds))
      return isDay ? day(date, zone) : date
    }
    let name = (value["timeZone"] ?? value["timezone"])?.string
    let zone = name.flatMap(LocalZone.init(named:)) ?? (name == "UTC" ? .utc : self.zone)
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
    let date = try ColumnDate(text).value(clock ?? calendar)
    return isDay ? day(date, zone) : date
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
