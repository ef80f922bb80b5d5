// The rule of a task that comes again, and the dates of it that are over.

import Storage

extension ICalendarReading {
  /// Reads the rule by which the task comes again, or keeps its line.
  mutating func finishRule(_ line: ContentLine) {
    do {
      let rule = try RepeatRule(ruleByDays(line.value.trimmed.uppercased()))
      var calendar = form.calendar
      if let zone { calendar = LocalCalendar(zone: zone, now: calendar.now) }
      record.draft.repeat = try RepeatPhrase(rule: rule).counted(
        from: record.draft.values,
        calendar
      )
      warnOfOffset(line)
      record.draft.values.settleOccurrence(since: nil)
      passOverDates()
    } catch {
      let reason = (error as? RepeatError)?.message ?? (error as? StorageError)?.message ?? ""
      warn("\"RRULE\" is kept as text: \(reason.unended)")
      keep(line.text, named: line.name, isFirst: true)
    }
  }

  /// Moves on to the first date that is neither excluded nor one for which another task stands.
  private mutating func passOverDates() {
    let excluded = (kept["EXDATE"] ?? []).compactMap(\.string).compactMap { ContentLine($0.utf8) }
    let passed = days(of: excluded).union(days(of: overrides))
    guard !passed.isEmpty else { return }
    let clock = record.draft.repeat?.clock ?? zones.local
    var item = record.draft.values
    while item.status == .open, let open = item.occurrence,
      passed.contains(open.day.daysSince1970)
    {
      // Long ago, so that no date is passed over as missed.
      item.skip(at: Date(millisecondsSince1970: 0), in: clock)
    }
    if item.status != .open {
      // All dates are over.
      item.status = overrides.isEmpty ? .cancelled : .done
      item.completedAt = (item.due ?? item.start)?.start(in: clock)
    }
    record.draft.values = item
    guard let open = item.occurrence?.day.daysSince1970, item.status == .open else { return }
    if passed.contains(where: { $0 > open }) {
      warn(
        "\"RRULE\": later dates are excluded, or stand here as tasks of their own; "
          + "the item repeats on them, too"
      )
    }
  }

  /// The days of an item on which lines of times are; the item has the days of its due date, the lines those of the start.
  private mutating func days(of lines: [ContentLine]) -> Set<Int> {
    guard let due = record.draft.due ?? record.draft.start else { return [] }
    let clock = zone ?? zones.local
    let lead =
      due.day(in: clock).daysSince1970
      - (record.draft.start ?? due).day(in: clock).daysSince1970
    var days: Set<Int> = []
    for line in lines {
      for text in line.value.split(separator: ",") {
        guard let time = ICalendarTime(String(text).trimmed) else { continue }
        let value = time.value(in: time.isUTC ? .utc : zone(of: line, time))
        days.insert(value.day(in: clock).daysSince1970 + lead)
      }
    }
    return days
  }

  /// A rule needs a zone that other devices know, too.
  private mutating func warnOfOffset(_ line: ContentLine) {
    guard record.draft.repeat?.zone != nil, let zone, zone != zones.local,
      LocalZone(named: zone.identifier) == nil
    else { return }
    warn(
      "\"\(line.name)\": no zone is known that has the rules of \"\(zone.identifier.visible)\"; "
        + "the item keeps its hours from UTC, in summer and winter"
    )
  }

  /// A rule whose `UNTIL` is the day of the last occurrence, in the terms of an item; see ``ICalendarEnd``.
  private func ruleByDays(_ text: String) -> String {
    let (start, due) = (record.draft.start, record.draft.due)
    guard let anchor = ICalendarEnd(start: start, due: due, zone: zone ?? zones.local) else {
      return text
    }
    return ICalendarEnd.replacing(in: text) { anchor.day(of: $0, local: zones.local) }
  }
}
