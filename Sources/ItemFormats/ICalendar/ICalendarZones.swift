// Zones of iCalendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5>.

package import Phrases
import Storage

/// The zones that the lines of a calendar name.
///
/// A zone that the system knows, be it by another name, is taken from there, as its rules are newer than those of a
/// file, and other devices know it, too.
package struct ICalendarZones: Sendable {
  /// What floating times are meant in.
  let local: LocalZone
  private let now: Date
  private var definitions: [String: ZoneDefinition] = [:]
  private var found: [String: LocalZone] = [:]

  package init(_ calendar: LocalCalendar) { (local, now) = (calendar.zone, calendar.now) }

  /// The zone of a name; nil where neither the system nor the file knows it.
  ///
  /// By its name, by a name that the file gives it beside that, by its changes, or else as the file defines it.
  mutating func zone(named name: String) -> LocalZone? {
    if let zone = found[name] { return zone }
    let definition = definitions[name]
    let zone =
      ZoneName(name, now: now).zone
      ?? definition?.otherNames.lazy.compactMap { [now] in ZoneName($0, now: now).zone }.first
      ?? definition?.equalZone(from: now) ?? definition?.zone ?? ZoneName(name, now: now).fixedZone
    found[name] = zone
    return zone
  }

  /// Takes the definition of a zone, the lines within its `VTIMEZONE`.
  package mutating func define(_ lines: [ContentLine]) {
    guard let definition = ZoneDefinition(lines) else { return }
    definitions[definition.name] = definition
    found[definition.name] = nil
  }
}

// MARK: - Writing

extension ICalendarZones {
  /// The lines that define a zone of the system, with all changes of its clocks from 1970 on.
  static func definition(of zone: LocalZone, named name: String) -> [String] {
    let changes = ZoneChange.changes(of: zone)
    let first = zone.distance(at: 0)
    let most = changes.map(\.after).max() ?? first
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    lines += observance(
      "STANDARD",
      ZoneSeries(changes: [ZoneChange(seconds: 0, before: first, after: first)])
    )
    // Each kind of change with the moments at which it happens.
    var groups: [[ZoneChange]] = []
    for change in changes {
      let index = groups.firstIndex {
        $0[0].before == change.before && $0[0].after == change.after
      }
      if let index { groups[index].append(change) } else { groups.append([change]) }
    }
    for group in groups {
      let isSummer = group[0].after > group[0].before && group[0].after == most
      for series in ZoneSeries.dividing(group) {
        lines += observance(isSummer ? "DAYLIGHT" : "STANDARD", series)
      }
    }
    return lines + ["END:VTIMEZONE"]
  }

  private static func observance(_ kind: String, _ series: ZoneSeries) -> [String] {
    let (before, after) = (series.changes[0].before, series.changes[0].after)
    var lines = [
      "BEGIN:\(kind)", "DTSTART:\(series.changes[0].clockText)",
      "TZOFFSETFROM:\(ZoneChange.text(of: before))", "TZOFFSETTO:\(ZoneChange.text(of: after))",
    ]
    if let rule = series.rule {
      lines.append("RRULE:\(rule)")
    } else {
      // A line for each: some programs take only the first of several dates in one.
      lines += series.changes.dropFirst().map { "RDATE:\($0.clockText)" }
    }
    return lines + ["END:\(kind)"]
  }
}
