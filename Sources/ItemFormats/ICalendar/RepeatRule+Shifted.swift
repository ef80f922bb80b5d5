import Storage

extension RepeatRule {
  /// The rule of the dates that are so many days after those of this one; nil if no rule has just these dates.
  ///
  /// A task of a calendar counts its dates from its start, and an item from what it is due. `day` is one of the dates; a
  /// rule without other parts takes its day of the month or the year. The end stays as it is.
  func shifted(by days: Int, from day: CivilDate) -> RepeatRule? {
    if days == 0 { return self }
    guard weekdays.allSatisfy({ $0.ordinal == nil }) else { return nil }
    let isWithinMonth = (monthDays.isEmpty ? [day.day] : monthDays).allSatisfy {
      RepeatRule.daysOfEachMonth ~= $0 && RepeatRule.daysOfEachMonth ~= $0 + days
    }
    switch frequency {
    case .daily, .weekly:
      let isWhole = months.isEmpty && monthDays.isEmpty
      guard isWhole || !monthDays.isEmpty && isWithinMonth else { return nil }
    case .monthly, .yearly:
      // All Mondays of a month are not all Tuesdays of it, a day later.
      guard isWithinMonth, weekdays.isEmpty || !monthDays.isEmpty else { return nil }
    }
    var parts = RepeatRule.Parts(frequency, interval: interval)
    parts.months = months
    parts.monthDays = monthDays.map { $0 + days }
    parts.weekdays = weekdays.map { RepeatRule.Day($0.weekday.shifted(by: days)) }
    parts.positions = positions
    parts.end = end
    // Where it matters on which day a week begins, the weeks move, too.
    let hasWeeks = frequency == .weekly && (interval > 1 || !positions.isEmpty)
    parts.weekStart = hasWeeks ? weekStart.shifted(by: days) : weekStart
    return try? RepeatRule(parts)
  }

  private static let daysOfEachMonth = 1...28
}

extension RepeatRule.Weekday {
  fileprivate func shifted(by days: Int) -> RepeatRule.Weekday {
    let count = RepeatRule.Weekday.allCases.count
    return RepeatRule.Weekday.allCases[((rawValue + days) % count + count) % count]
  }
}
