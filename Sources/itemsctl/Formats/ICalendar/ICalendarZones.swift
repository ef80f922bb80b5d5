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
