// How an item that repeats gets its dates, and how it moves on.

extension Item {
  /// Gives an item that repeats, or that has a new rule, the date that is open; takes it from one that repeats no more.
  ///
  /// What it is due is that date, even where the rule has no such day. Without any date it is due on the rule's first.
  package mutating func settleOccurrence(since old: Item?) {
    guard let rule = self.repeat else {
      if let old, old.repeat != nil, occurrence == old.occurrence { occurrence = nil }
      return
    }
    let isNew = old.map { $0.repeat != rule && $0.occurrence == occurrence } ?? false
    guard occurrence == nil || isNew else { return }
    if let date = due ?? start {
      occurrence = rule.nominalDate(of: date) ?? rule.first
    } else {
      occurrence = rule.first
      due = occurrence.flatMap { rule.dayOrInstant(of: $0) }
    }
  }

  /// The date that is open of an item that repeats.
  var openOccurrence: NominalDate? { self.repeat.flatMap { occurrence ?? $0.first } }

  /// Moves the item to the next date of its rule, from a moment at which the open one was done or passed over.
  ///
  /// The zone is where somebody looks: their day counts for a rule on whole days. False after the last date, and
  /// then nothing changes.
  mutating func moveOn(at date: Timestamp, in zone: LocalZone) -> Bool {
    guard let rule = self.repeat, let open = openOccurrence else { return false }
    let clock = rule.clock ?? zone
    let today = CivilDate(daysSince1970: clock.day(of: date).daysSince1970)
    guard let next = rule.next(after: open, doneOn: today) else { return false }
    let days = next.day.daysSince1970 - open.day.daysSince1970
    // A rule with a lead plans the due date, even if that was removed from this occurrence.
    let hadDue = due != nil || start == nil || rule.lead != nil
    let oldDue = due
    occurrence = next
    if hadDue {
      due =
        rule.dayOrInstant(of: next)
        // The zone's rules are not to be had here: as far from UTC as before.
        ?? oldDue?.moved(by: days, in: clock)
      start = start.map { start in
        guard let lead = rule.lead else { return start.moved(by: days, in: clock) }
        let day = next.day.daysSince1970 - lead
        return start.moved(by: day - start.day(in: clock).daysSince1970, in: clock)
      }
    } else {
      start = rule.dayOrInstant(of: next) ?? start?.moved(by: days, in: clock)
    }
    return true
  }

  /// The fields that are stamped where these changed.
  ///
  /// The dates of an item that repeats are one decision: which occurrence is open, and to when it was moved. If a
  /// device moves the item on and another one moves the open occurrence, one of the two holds whole. Dates of two
  /// occurrences mixed would skip one.
  static func stamped(_ changed: [Field], from old: Item?, to new: Item) -> [Field] {
    guard new.isRepeating || old?.isRepeating == true,
      changed.contains(where: isDateOfRepeat)
    else {
      return changed
    }
    return withDates(changed)
  }

  /// Some fields of an item that repeats, and all that are stamped with them.
  package static func withDates(_ changed: [Field]) -> [Field] {
    changed + datesOfRepeat.map { .fixed($0) }.filter { !changed.contains($0) }
  }

  /// Whether it has a rule, be it one that only a later version can read.
  private var isRepeating: Bool {
    self.repeat != nil || !unknown.isEmpty && unknown[Field.Fixed.repeat.name] != nil
  }

  /// The fields that hold together.
  package static let datesOfRepeat: [Field.Fixed] = [.due, .start, .occurrence]

  /// Whether a field is one of these.
  package static func isDateOfRepeat(_ field: Field) -> Bool {
    if case .fixed(let fixed) = field { datesOfRepeat.contains(fixed) } else { false }
  }
}

extension Repeat {
  /// The nominal date that a day or a moment stands for; nil where the rule has dates of the other form.
  func nominalDate(of date: DayOrInstant) -> NominalDate? {
    switch date {
    case .day(let day): nominalDate(of: nil, day: day.daysSince1970)
    case .instant(let instant): nominalDate(of: instant.clampedMilliseconds, day: nil)
    }
  }

  /// The day, or the moment at which the rule's clock shows the date; nil for a zone that this system does not know.
  package func dayOrInstant(of date: NominalDate) -> DayOrInstant? {
    guard date.hasTime else {
      return .day(CalendarDay(daysSince1970: date.day.daysSince1970))
    }
    guard let clock else { return nil }
    return .instant(Timestamp(millisecondsSince1970: date.milliseconds(in: clock)))
  }
}

extension DayOrInstant {
  /// The same time so many days later by the clocks of a zone.
  fileprivate func moved(by days: Int, in zone: LocalZone) -> DayOrInstant {
    switch self {
    case .day(let day): return .day(day.adding(days: days))
    case .instant(let date):
      let reading = zone.reading(atMilliseconds: date.clampedMilliseconds)
      let moved = zone.milliseconds(
        ofDay: reading.day + days,
        millisecondOfDay: reading.millisecondOfDay
      )
      return .instant(Timestamp(millisecondsSince1970: moved))
    }
  }
}
