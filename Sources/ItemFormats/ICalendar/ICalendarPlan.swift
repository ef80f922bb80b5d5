import Storage

/// How an item that repeats is planned, in the terms of a task: `RRULE` is counted from `DTSTART`.
///
/// A task needs a start for that: <https://www.rfc-editor.org/rfc/rfc5545#section-3.8.2.4>. It is the date that is open, and
/// `COUNT` is what is left from there on: the standard counts from the start, and other programs, too, move the start
/// of what was done. The dates stay those of the plan although somebody moved this one.
///
/// The rule of an item has the days on which it is due. One that starts on another day goes out with the rule of its starts;
/// without such a rule, the task starts when it is due, so that other programs see the right dates.
struct ICalendarPlan {
  /// The planned start, or the only date that the item has.
  let start: DayOrInstant
  /// The date of the plan that is open.
  private let occurrence: DayOrInstant
  private let rule: Repeat
  /// The rule of the dates from the start on.
  private let ruleOfStarts: RepeatRule
  private let zone: LocalZone
  private let open: CivilDate
  /// The day on which the open date would start by the plan, since 1970.
  private let plannedStart: Int

  /// Nil for an item without dates, or with dates of which nothing can be counted here.
  init?(of item: Item, _ rule: Repeat, zone: LocalZone) {
    guard let date = item.due ?? item.start else { return nil }
    self.rule = rule
    self.zone = zone
    let nominal = item.occurrence
    var occurrence = nominal.flatMap { rule.dayOrInstant(of: $0) } ?? date
    // Both times of a task are days, or neither is.
    if occurrence.isDay != date.isDay { occurrence = date }
    open = nominal?.day ?? CivilDate(daysSince1970: occurrence.days(in: zone))
    var start = occurrence
    var ruleOfStarts = rule.rule
    if let due = item.due, let given = item.start, given.isDay == due.isDay {
      let lead = rule.lead ?? due.days(in: zone) - given.days(in: zone)
      if let shifted = rule.rule.shifted(by: -lead, from: open) {
        start = given.moved(by: occurrence.days(in: zone) - lead - given.days(in: zone), in: zone)
        ruleOfStarts = shifted
      }
    }
    var planned = start
    if let due = item.due, !start.isUp(to: due) {
      // Moved to before its plan: a task cannot start behind its end.
      if let given = item.start, given.isDay == due.isDay, given.isUp(to: due) {
        start = given
      } else {
        (start, planned, ruleOfStarts) = (due, occurrence, rule.rule)
      }
    }
    self.start = start
    plannedStart = planned.days(in: zone)
    self.occurrence = occurrence
    self.ruleOfStarts = ruleOfStarts
  }

  /// The days that the rule leaves out, with the starts that are planned there, at the time of the task's start.
  var exceptions: [(key: CalendarDay, date: DayOrInstant)] {
    let first = plannedStart - open.daysSince1970 - start.days(in: zone)
    return rule.excluded.map { ($0, start.moved(by: first + $0.daysSince1970, in: zone)) }
  }

  /// The rule from the open date on; nil where nothing is left of it.
  var text: String? {
    var text = ruleOfStarts.text
    if case .count(let count) = rule.rule.end {
      let done = rule.rule.occurrences(from: rule.anchor.day).prefix {
        $0.daysSince1970 < open.daysSince1970
      }
      let left = count - done.count
      guard left > 0 else { return nil }
      text = text.replacing("COUNT=\(count)", with: "COUNT=\(left)")
    }
    guard let end = ICalendarEnd(start: start, due: occurrence, zone: zone) else { return text }
    return ICalendarEnd.replacing(in: text, end.value)
  }
}

extension DayOrInstant {
  fileprivate var isDay: Bool { if case .day = self { true } else { false } }

  fileprivate func days(in zone: LocalZone) -> Int { day(in: zone).daysSince1970 }

  /// Whether it is not later than another of its form.
  fileprivate func isUp(to other: DayOrInstant) -> Bool {
    switch (self, other) {
    case (.day(let first), .day(let second)): first <= second
    case (.instant(let first), .instant(let second)): first <= second
    default: false
    }
  }

  /// The same time of the day, so many days later.
  fileprivate func moved(by days: Int, in zone: LocalZone) -> DayOrInstant {
    ICalendarDuration(days: days).added(to: self, in: zone) ?? self
  }
}
