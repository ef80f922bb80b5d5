/// How an item repeats: by which rule, from which anchor, and whether by the plan or from its completion.
///
/// When the item is done, the item itself moves to its next date, which the rule gives. A date that
/// a person gave an item stays its open date even if it does not fit the rule. It is then not an
/// occurrence: `COUNT` does not count it, and the first occurrence after it comes next. An item
/// that gets a rule without a date opens at ``first``.
///
/// Every value has an occurrence; a rule without one is refused.
public struct Repeat: Sendable, Hashable {
  private let parts: SharedParts

  /// The rule.
  public var rule: RepeatRule { parts.rule }

  /// Where counting starts; its time of day is that of every occurrence.
  public var anchor: NominalDate { parts.anchor }

  /// The zone whose clock shows the time of day, such as `Europe/Berlin`; nil for whole days.
  ///
  /// The reader's system may not know the zone.
  public var zone: String? { parts.zone }

  /// What the next date is counted from.
  public var origin: Origin { parts.origin }

  /// The days from an item's start to its date: 3 for an item that is due on Friday and starts on Tuesday.
  ///
  /// With nil, the start moves by as many days as the date, even if somebody has moved it.
  public var lead: Int? { parts.lead }

  /// The days on which nothing happens although the rule has them, sorted, each once; they still count for `COUNT`.
  ///
  /// A rule with times has them by the clock of its ``zone``. A day that the rule has not, changes nothing. They are the
  /// exception dates of a calendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.8.5.1>.
  public var excluded: [CalendarDay] { parts.excluded }

  /// What the next date is counted from.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The plan: occurrences stay where they are, however late an item is done.
    case due
    /// The day on which the item is done: 3 days after done.
    case done
  }

  /// A repetition from an anchor, which leaves out some days, in any order.
  ///
  /// - Throws: ``RepeatError`` for a time without a zone or a zone without a time, for a rule that never happens from the anchor
  ///   on, or on excluded days alone, for a lead or a number of excluded days beyond its limit, and with ``Origin/done`` for
  ///   excluded days or a rule that has more than `FREQ`, `INTERVAL` and `UNTIL`.
  public init(
    _ rule: RepeatRule,
    from anchor: NominalDate,
    zone: String? = nil,
    origin: Origin = .due,
    lead: Int? = nil,
    excluding excluded: [CalendarDay] = []
  ) throws(RepeatError) {
    parts = SharedParts(
      rule: rule,
      anchor: anchor,
      zone: zone,
      origin: origin,
      lead: lead,
      excluded: Set(excluded).sorted()
    )
    guard lead.map(RepeatLimits.lead.contains) ?? true else {
      throw RepeatError(
        .outOfBounds,
        "'lead' must be from \(RepeatLimits.lead.lowerBound) to \(RepeatLimits.lead.upperBound) days"
      )
    }
    try checkZone()
    if origin == .done { try rule.checkCountsFromDone() }
    try checkExcluded()
    guard first != nil else {
      let end = self.excluded.isEmpty ? "" : " but on the days that are excluded"
      throw RepeatError(.neverHappens, "\(rule.text) never happens from \(anchor) on\(end)")
    }
  }

  private func checkExcluded() throws(RepeatError) {
    guard excluded.count <= RepeatLimits.excludedDays else {
      throw RepeatError(
        .outOfBounds,
        "at most \(RepeatLimits.excludedDays) days can be excluded, not \(excluded.count)"
      )
    }
    guard excluded.isEmpty || origin == .due else {
      throw RepeatError(
        .contradiction,
        "excluded days do not go with counting from done: there is no plan that has them"
      )
    }
  }

  private func checkZone() throws(RepeatError) {
    guard let zone else {
      guard !anchor.hasTime else {
        throw RepeatError(.contradiction, "a time of day needs a zone, such as Europe/Berlin")
      }
      return
    }
    guard anchor.hasTime else {
      throw RepeatError(.contradiction, "a zone goes with a time of day, and there is only a day")
    }
    guard zone.utf8.count <= RepeatLimits.zoneBytes, ZoneFile.isName(zone) else {
      throw RepeatError(
        .malformed,
        "a zone is 1 to \(RepeatLimits.zoneBytes) of the characters A-Z a-z 0-9 / _ + -, "
          + "and does not begin with /: not '\(RepeatError.excerpt(zone))'"
      )
    }
  }
}

extension Repeat {
  /// Whether all parts are equal.
  public static func == (left: Repeat, right: Repeat) -> Bool {
    left.parts === right.parts
      || left.rule == right.rule && left.anchor == right.anchor && left.zone == right.zone
        && left.origin == right.origin && left.lead == right.lead
        && left.excluded == right.excluded
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(anchor)
    hasher.combine(zone)
    hasher.combine(origin)
    hasher.combine(lead)
    hasher.combine(excluded)
  }
}

/// The parts of a repetition, stored behind one reference.
///
/// Most items do not repeat, and each copy of an item copies what is stored in line: a fetch of 50,000 items took 66 to 79 ms with
/// the parts in line, and 63 ms with a reference.
private final class SharedParts: Sendable {
  let rule: RepeatRule
  let anchor: NominalDate
  let zone: String?
  let origin: Repeat.Origin
  let lead: Int?
  let excluded: [CalendarDay]

  init(
    rule: RepeatRule,
    anchor: NominalDate,
    zone: String?,
    origin: Repeat.Origin,
    lead: Int?,
    excluded: [CalendarDay]
  ) {
    self.rule = rule
    self.anchor = anchor
    self.zone = zone
    self.origin = origin
    self.lead = lead
    self.excluded = excluded
  }
}

extension RepeatRule {
  /// Throws unless the next date can be counted from the day of completion.
  package func checkCountsFromDone() throws(RepeatError) {
    let parts = [
      ("BYMONTH", !months.isEmpty), ("BYMONTHDAY", !monthDays.isEmpty),
      ("BYDAY", !weekdays.isEmpty), ("BYSETPOS", !positions.isEmpty),
      ("COUNT", hasCount), ("WKST", weekStart != .monday),
    ]
    guard let (name, _) = parts.first(where: { $0.1 }) else { return }
    throw RepeatError(
      .contradiction,
      "\(name) does not go with counting from done; known there are FREQ, INTERVAL and UNTIL"
    )
  }

  private var hasCount: Bool {
    if case .count = end { true } else { false }
  }
}

// MARK: - Dates

extension Repeat {
  /// The first date from the anchor on.
  ///
  /// Counted from done, it is the anchor, unless that is after the rule's last day.
  public var first: NominalDate? {
    switch origin {
    case .due: return rule.occurrences(from: anchor.day).first { !excludes($0) }.map(dated)
    case .done: return rule.isOver(on: anchor.day) ? nil : anchor
    }
  }

  /// The dates of the plan from the anchor on, the first one first; they may have no end.
  ///
  /// ```swift
  /// for date in rule.dates.prefix(5) { print(date) }
  /// ```
  ///
  /// Counted from done, only the first date is known; the sequence ends after it.
  public var dates: some Sequence<NominalDate> & Sendable {
    RepeatDates(base: self)
  }

  /// The date after an open one, when the item is done, or passed over, on some day; nil after the last.
  ///
  /// From the plan, it is the first occurrence after the open date and not before that day: what was
  /// missed is passed over, and an occurrence of the day itself is not. Counted from done, it is the
  /// day plus the interval. Months are then clamped: a month after 31 January is 28 February.
  package func next(after open: NominalDate, doneOn day: CivilDate) -> NominalDate? {
    switch origin {
    case .due:
      let occurrences = rule.occurrences(from: anchor.day)
      var next = occurrences.next(after: open.day, notBefore: day)
      while let date = next, excludes(date) {
        next = occurrences.next(after: date, notBefore: date)
      }
      return next.map(dated)
    case .done:
      return rule.day(after: day).map(dated)
    }
  }

  fileprivate func excludes(_ day: CivilDate) -> Bool {
    !excluded.isEmpty && excluded.contains(CalendarDay(daysSince1970: day.daysSince1970))
  }

  fileprivate func dated(_ day: CivilDate) -> NominalDate {
    NominalDate(day, millisecondOfDay: anchor.millisecondOfDay)
  }
}

/// The dates of a plan, or the one that is known.
private struct RepeatDates: Sequence, Sendable {
  let base: Repeat

  func makeIterator() -> AnyIterator<NominalDate> {
    guard base.origin == .due else {
      return AnyIterator([base.first].compactMap(\.self).makeIterator())
    }
    var days = base.rule.occurrences(from: base.anchor.day).makeIterator()
    return AnyIterator {
      while let day = days.next() {
        if !base.excludes(day) { return base.dated(day) }
      }
      return nil
    }
  }
}

extension RepeatRule {
  /// The day an interval after another; nil where the rule is over by then.
  fileprivate func day(after day: CivilDate) -> CivilDate? {
    let next =
      switch frequency {
      case .daily: CivilDate(daysSince1970: day.daysSince1970 + interval)
      case .weekly: CivilDate(daysSince1970: day.daysSince1970 + interval * 7)
      case .monthly: day.adding(months: interval)
      case .yearly: day.adding(months: interval * 12)
      }
    return isOver(on: next) ? nil : next
  }

  fileprivate func isOver(on day: CivilDate) -> Bool {
    if case .until(let last) = end, last.daysSince1970 < day.daysSince1970 { return true }
    return !RepeatLimits.years.contains(day.year)
  }
}

extension CivilDate {
  /// The same day some months on, or the last of that month if it is shorter.
  fileprivate func adding(months: Int) -> CivilDate {
    let number = year * 12 + month - 1 + months
    var result = RepeatPeriods.month(number)
    result.day = min(day, result.daysInMonth)
    return result
  }
}
