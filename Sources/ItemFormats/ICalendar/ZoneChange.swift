import Storage

/// A moment at which the clocks of a zone change, and their distances from UTC.
struct ZoneChange: Hashable, Sendable {
  /// Since 1970.
  let seconds: Int
  /// In seconds, east being positive.
  let before: Int
  let after: Int

  /// The last year for which the changes of a rule are computed.
  private static let lastYear = 2_100
  /// The last year for which the changes of a zone of the system are computed.
  static let lastComputedYear = 2_037

  /// The changes of an observance, such as each last Sunday of March.
  static func changes(_ lines: [ContentLine]) -> [ZoneChange] {
    func line(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
    guard let before = line("TZOFFSETFROM").flatMap({ distance($0.value) }),
      let after = line("TZOFFSETTO").flatMap({ distance($0.value) }),
      let start = line("DTSTART").flatMap({ ICalendarTime($0.value) })
    else { return [] }
    let dates =
      [start.date] + dates(of: line("RRULE")?.value, from: start.date, before: before)
      + lines.filter { $0.name == "RDATE" }.flatMap { line in
        line.value.split(separator: ",").compactMap { ICalendarTime($0)?.date }
      }
    return dates.map { date in
      let seconds = Int(date.milliseconds(in: .utc) / 1_000) - before
      return ZoneChange(seconds: seconds, before: before, after: after)
    }
  }

  /// The days on which a rule has the clocks change, at the time of the first; `before` is their distance from UTC until then.
  private static func dates(
    of text: String?,
    from start: NominalDate,
    before: Int
  ) -> [NominalDate] {
    guard let text else { return [] }
    // The end is a moment of UTC here, which rules of items do not have.
    let parts = text.split(separator: ";").filter { !$0.uppercased().hasPrefix("UNTIL=") }
    let until = text.split(separator: ";").first { $0.uppercased().hasPrefix("UNTIL=") }
      .flatMap { ICalendarTime($0.dropFirst(6)) }.map { lastDay($0, before: before) }
    guard let rule = try? RepeatRule(parts.joined(separator: ";")) else { return [] }
    return rule.occurrences(from: start.day).prefix { day in
      day.year <= lastYear && until.map { day.daysSince1970 <= $0 } ?? true
    }.map { NominalDate($0, millisecondOfDay: start.millisecondOfDay ?? 0) }
  }

  /// The day that clocks show at an end; in the east it is a later one than that of UTC.
  private static func lastDay(_ end: ICalendarTime, before: Int) -> Int {
    guard end.isUTC else { return end.date.day.daysSince1970 }
    let seconds = Int(end.date.milliseconds(in: .utc) / 1_000) + before
    return seconds.flooredQuotient(by: 86_400)
  }

  /// Reads `+0100` or `-013045`.
  static func distance(_ text: String) -> Int? {
    let digits = text.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-",
      digits.utf8.count == 4 || digits.utf8.count == 6,
      digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits)
    else { return nil }
    let hms = digits.utf8.count == 4 ? number * 100 : number
    let seconds = hms / 10_000 * 3_600 + hms / 100 % 100 * 60 + hms % 100
    return sign == "-" ? -seconds : seconds
  }
}

extension ZoneChange {
  /// The changes of a zone of the system from 1970 on, found to the second.
  static func changes(of zone: LocalZone) -> [ZoneChange] {
    let end = CivilDate(year: lastComputedYear + 1, month: 1, day: 1).daysSince1970 * 86_400
    var changes: [ZoneChange] = []
    var (seconds, distance) = (0, zone.distance(at: 0))
    while seconds < end {
      let next = seconds + 7 * 86_400
      let after = zone.distance(at: next)
      if after != distance {
        var (low, high) = (seconds, next)
        while high - low > 1 {
          let middle = (low + high) / 2
          if zone.distance(at: middle) == distance { low = middle } else { high = middle }
        }
        changes.append(ZoneChange(seconds: high, before: distance, after: after))
      }
      (seconds, distance) = (next, after)
    }
    return changes
  }

  static func text(of distance: Int) -> String {
    let seconds = abs(distance)
    let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return (distance < 0 ? "-" : "+")
      + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}
