// The rule of a task that comes again, and the dates of it that are over.

import CommandKit
import Phrases
import Storage

extension ICalendarReading {
  /// Reads the rule by which the task comes again, or keeps its line.
  mutating func finishRule(_ line: ContentLine) {
    do {
      let rule = try RepeatRule(ruleByDays(line.value.trimmed.uppercased()))
      var calendar = form.calendar
      if let zone { calendar = LocalCalendar(zone: zone, now: calendar.now) }
      record.draft.repeat = try RepeatPhrase(rule: ruleOfDueDates(rule)).counted(
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

  /// The rule of the days on which an item is due, by that of the days on which its task starts.
  private mutating func ruleOfDueDates(_ rule: RepeatRule) -> RepeatRule {
    guard let start = record.draft.start, let due = record.draft.due else { return rule }
    let clock = zone ?? zones.local
    let first = start.day(in: clock).daysSince1970
    let lead = due.day(in: clock).daysSince1970 - first
    if let shifted = rule.shifted(by: lead, from: CivilDate(daysSince1970: first)) {
      return shifted
    }
    warn(
      "\"RRULE\" is that of the starts, and no rule is that of what is due \(counted(lead, "day")) later; "
        + "the item is due on the days of \"RRULE\" itself after this date"
    )
    hasRuleOfStarts = true
    return rule
  }

  /// Leaves out the dates that are excluded, and those for which other tasks stand, and moves on to the first one that is left.
  ///
  /// Lines of which each date was understood become part of the rule; others are kept as well.
  private mutating func passOverDates() {
    let lines = (kept["EXDATE"] ?? []).compactMap(\.string).compactMap { ContentLine($0.utf8) }
    var passed = days(of: overrides).found
    var unread: [JSONValue] = []
    for line in lines {
      let (found, isWhole) = days(of: [line])
      passed.formUnion(found)
      if !isWhole { unread.append(.string(line.text)) }
    }
    guard !passed.isEmpty, let repetition = record.draft.repeat else { return }
    let clock = repetition.clock ?? zones.local
    var item = record.draft.values
    while item.status == .open, let open = item.occurrence, passed.contains(open.calendarDay) {
      // Long ago, so that no date is passed over as missed.
      item.skip(at: Date(millisecondsSince1970: 0), in: clock)
    }
    if item.status != .open {
      // All dates are over.
      item.status = overrides.isEmpty ? .cancelled : .done
      item.completedAt = (item.due ?? item.start)?.start(in: clock)
    }
    if let whole = repetition.excluding(passed) {
      item.repeat = whole
      kept["EXDATE"] = unread.isEmpty ? nil : unread
    } else if item.status == .open {
      warn(
        "\"RRULE\": more dates are excluded than an item can have, or all; the item repeats on them, too"
      )
    }
    record.draft.values = item
  }

  /// The days of an item on which lines of times are, and whether each time was understood.
  ///
  /// The item has the days of its due date, the lines those of the start, unless its rule is that of the starts.
  private mutating func days(
    of lines: [ContentLine]
  ) -> (found: Set<CalendarDay>, isWhole: Bool) {
    guard let due = record.draft.due ?? record.draft.start else { return ([], lines.isEmpty) }
    let clock = zone ?? zones.local
    let start = hasRuleOfStarts ? due : record.draft.start ?? due
    let lead = due.day(in: clock).daysSince1970 - start.day(in: clock).daysSince1970
    var days: Set<CalendarDay> = []
    var isWhole = true
    for line in lines {
      for text in line.value.split(separator: ",") {
        guard let time = ICalendarTime(String(text).trimmed) else {
          warn("\"\(line.name)\": \"\(String(text).visible)\" is no date; it is kept as text")
          isWhole = false
          continue
        }
        let value = time.value(in: time.isUTC ? .utc : zone(of: line, time))
        days.insert(value.day(in: clock).adding(days: lead))
      }
    }
    return (days, isWhole)
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

extension Repeat {
  /// The same without some more days; nil where nothing would be left, or too much is left out.
  fileprivate func excluding(_ days: Set<CalendarDay>) -> Repeat? {
    try? Repeat(
      rule,
      from: anchor,
      zone: zone,
      origin: origin,
      lead: lead,
      excluding: excluded + days
    )
  }
}
