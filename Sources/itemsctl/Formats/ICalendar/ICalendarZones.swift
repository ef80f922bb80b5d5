// Zones of iCalendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5>.

import Storage

/// The zones that the lines of a calendar name.
///
/// A zone that the system knows by that name is taken from there, as its rules are newer than those of a file.
struct ICalendarZones: Sendable {
  /// What floating times are meant in.
  let local: LocalZone
  private var defined: [String: LocalZone] = [:]
  private var found: [String: LocalZone] = [:]

  init(local: LocalZone) { self.local = local }

  /// The zone of a name; nil where neither the system nor the file knows it.
  mutating func zone(named name: String) -> LocalZone? {
    if let zone = found[name] { return zone }
    let zone = LocalZone(named: name) ?? defined[name] ?? ICalendarZones.zone(endingIn: name)
    found[name] = zone
    return zone
  }

  /// Some programs put a word of their own in front: `/example.org/2026/Europe/Berlin`.
  private static func zone(endingIn name: String) -> LocalZone? {
    let parts = name.split(separator: "/")
    return (1..<max(1, parts.count)).lazy.compactMap {
      LocalZone(named: parts.dropFirst($0).joined(separator: "/"))
    }.first
  }

  /// Takes the definition of a zone, the lines within its `VTIMEZONE`.
  mutating func define(_ lines: [ContentLine]) {
    guard let name = lines.first(where: { $0.name == "TZID" })?.value else { return }
    var changes: [ZoneChange] = []
    var observance: [ContentLine]?
    for line in lines {
      switch (line.name, line.value.uppercased()) {
      case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): observance = []
      case ("END", "STANDARD"), ("END", "DAYLIGHT"):
        changes += ZoneChange.changes(observance ?? [])
        observance = nil
      default: observance?.append(line)
      }
    }
    guard !changes.isEmpty else { return }
    changes.sort { $0.seconds < $1.seconds }
    defined[name] = LocalZone(identifier: name) { [changes] date in
      let seconds = Int(date.millisecondsSince1970 / 1_000)
      // The last change that is not behind the moment.
      var (low, high) = (0, changes.count)
      while low < high {
        let middle = (low + high) / 2
        if changes[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? changes[0].before : changes[low - 1].after
    }
  }
}

/// A moment at which the clocks of a zone change, and their distances from UTC.
struct ZoneChange: Hashable, Sendable {
  /// Since 1970.
  let seconds: Int
  /// In seconds, east being positive.
  let before: Int
  let after: Int

  /// The last year for which changes are computed.
  private static let lastYear = 2_100

  /// The changes of an observance, such as each last Sunday of March.
  static func changes(_ lines: [ContentLine]) -> [ZoneChange] {
    func line(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
    guard let before = line("TZOFFSETFROM").flatMap({ distance($0.value) }),
      let after = line("TZOFFSETTO").flatMap({ distance($0.value) }),
      let start = line("DTSTART").flatMap({ ICalendarTime($0.value) })
    else { return [] }
    let dates =
      [start.date] + dates(of: line("RRULE")?.value, from: start.date)
      + lines.filter { $0.name == "RDATE" }.flatMap { line in
        line.value.split(separator: ",").compactMap { ICalendarTime($0)?.date }
      }
    return dates.map { date in
      let seconds = Int(date.milliseconds(in: .utc) / 1_000) - before
      return ZoneChange(seconds: seconds, before: before, after: after)
    }
  }

  /// The days on which a rule has the clocks change, at the time of the first.
  private static func dates(of text: String?, from start: NominalDate) -> [NominalDate] {
    guard let text else { return [] }
    // The end is a moment of UTC here, which rules of items do not have.
    let parts = text.split(separator: ";").filter { !$0.uppercased().hasPrefix("UNTIL=") }
    let until = text.split(separator: ";").first { $0.uppercased().hasPrefix("UNTIL=") }
      .flatMap { ICalendarTime($0.dropFirst(6)) }?.date.day
    guard let rule = try? RepeatRule(parts.joined(separator: ";")) else { return [] }
    return rule.occurrences(from: start.day).prefix { day in
      day.year <= lastYear && until.map { day.daysSince1970 <= $0.daysSince1970 } ?? true
    }.map { NominalDate($0, millisecondOfDay: start.millisecondOfDay ?? 0) }
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

// MARK: - Writing

extension ICalendarZones {
  /// The lines that define a zone of the system, with all changes of its clocks from 1970 to 2037.
  static func definition(of zone: LocalZone, named name: String) -> [String] {
    let changes = ZoneChange.changes(of: zone)
    let first = zone.distance(at: 0)
    let most = changes.map(\.after).max() ?? first
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    lines += observance("STANDARD", [ZoneChange(seconds: 0, before: first, after: first)])
    // Each kind of change once, with the moments at which it happens.
    var groups: [[ZoneChange]] = []
    for change in changes {
      let index = groups.firstIndex {
        $0[0].before == change.before && $0[0].after == change.after
      }
      if let index { groups[index].append(change) } else { groups.append([change]) }
    }
    for group in groups {
      let isSummer = group[0].after > group[0].before && group[0].after == most
      lines += observance(isSummer ? "DAYLIGHT" : "STANDARD", group)
    }
    return lines + ["END:VTIMEZONE"]
  }

  private static func observance(_ kind: String, _ changes: [ZoneChange]) -> [String] {
    let (before, after) = (changes[0].before, changes[0].after)
    let moments = changes.map { change in
      // As the clock showed it that was right until then.
      let date = Date(millisecondsSince1970: Int64(change.seconds + before) * 1_000)
      return ICalendarTime.text(of: date, in: .utc)
    }
    let more = moments.dropFirst().joined(separator: ",")
    return [
      "BEGIN:\(kind)", "DTSTART:\(moments[0])", "TZOFFSETFROM:\(ZoneChange.text(of: before))",
      "TZOFFSETTO:\(ZoneChange.text(of: after))",
    ] + (more.isEmpty ? [] : ["RDATE:\(more)"]) + ["END:\(kind)"]
  }
}

extension ZoneChange {
  /// The changes of a zone of the system from 1970 to 2037, found to the second.
  fileprivate static func changes(of zone: LocalZone) -> [ZoneChange] {
    let end = CivilDate(year: 2038, month: 1, day: 1).daysSince1970 * 86_400
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

  fileprivate static func text(of distance: Int) -> String {
    let seconds = abs(distance)
    let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return (distance < 0 ? "-" : "+")
      + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}
