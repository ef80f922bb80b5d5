// Which parts of a rule go together.

extension RepeatRule.Parts {
  /// Throws unless the parts make a rule.
  func check() throws(RepeatError) {
    try checkNumber(interval, "INTERVAL", RepeatLimits.interval)
    if case .count(let count) = end { try checkNumber(count, "COUNT", RepeatLimits.count) }
    try checkList(months, "BYMONTH", RepeatLimits.monthsOfYear)
    try checkDistances(monthDays, "BYMONTHDAY", upTo: RepeatLimits.daysOfMonth)
    try checkDistances(positions, "BYSETPOS", upTo: RepeatLimits.position)
    try checkLength(weekdays.count, "BYDAY")
    try checkOrdinals()
    try checkUntil()
    try checkTogether()
    try checkHappens()
  }

  private func checkTogether() throws(RepeatError) {
    if frequency == .weekly, !monthDays.isEmpty {
      throw RepeatError(
        .contradiction,
        "BYMONTHDAY does not go with FREQ=WEEKLY; it does with MONTHLY, YEARLY and DAILY"
      )
    }
    if !positions.isEmpty, months.isEmpty, monthDays.isEmpty, weekdays.isEmpty {
      throw RepeatError(
        .contradiction,
        "BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH, and none of them is given"
      )
    }
  }

  private func checkOrdinals() throws(RepeatError) {
    guard let day = weekdays.first(where: { $0.ordinal != nil }) else { return }
    guard frequency == .monthly || frequency == .yearly else {
      throw RepeatError(
        .contradiction,
        "BYDAY=\(day.text): a number goes only with FREQ=MONTHLY and FREQ=YEARLY"
      )
    }
    let isInYear = frequency == .yearly && months.isEmpty
    let limit = isInYear ? RepeatLimits.ordinalInYear : RepeatLimits.ordinalInMonth
    for day in weekdays {
      guard let ordinal = day.ordinal else { continue }
      guard ordinal != 0, ordinal.magnitude <= UInt(limit) else {
        let period = isInYear ? "year" : "month"
        throw RepeatError(
          .outOfBounds,
          "BYDAY=\(day.text): the number must be 1 to \(limit), or -1 to -\(limit), in a \(period)"
        )
      }
    }
  }

  private func checkUntil() throws(RepeatError) {
    guard case .until(let day) = end else { return }
    guard day.exists else {
      throw RepeatError(.outOfBounds, "UNTIL must be a day that exists, in the years 1 to 9999")
    }
  }

  /// Refuses what can be seen to have no day, whatever the anchor.
  private func checkHappens() throws(RepeatError) {
    let longest = (months.isEmpty ? [1] : months).map { month in
      // A leap year, which has the longest February.
      CivilDate(year: 2000, month: month, day: 1).daysInMonth
    }
    if !monthDays.isEmpty, let days = longest.max(),
      monthDays.allSatisfy({ $0.magnitude > UInt(days) })
    {
      throw RepeatError(.neverHappens, "the rule never happens: no such month has such a day")
    }
    let most = maxDaysOfPeriod
    if !positions.isEmpty, positions.allSatisfy({ $0.magnitude > UInt(most) }) {
      throw RepeatError(
        .neverHappens,
        "the rule never happens: BYSETPOS must be 1 to \(most), or -1 to -\(most), with such days"
      )
    }
  }

  /// A bound of how many days one period can have.
  private var maxDaysOfPeriod: Int {
    let isOpen = monthDays.isEmpty && weekdays.isEmpty
    // Each value counts once, as in the rule that comes of it.
    let (monthDays, weekdays, months) = (Set(monthDays), Set(weekdays), Set(months))
    let plain = weekdays.count { $0.ordinal == nil }
    let counted = weekdays.count - plain
    func bound(_ length: Int, weeks: Int, months: Int) -> Int {
      if isOpen { return months }
      let byDay = weekdays.isEmpty ? length : plain * weeks + counted * months
      return min(length, byDay, monthDays.isEmpty ? length : monthDays.count * months)
    }
    switch frequency {
    case .daily: return 1
    case .weekly: return isOpen ? 1 : min(7, weekdays.count)
    case .monthly: return bound(31, weeks: 5, months: 1)
    case .yearly where months.isEmpty: return bound(366, weeks: 53, months: 12)
    case .yearly: return bound(months.count * 31, weeks: months.count * 5, months: months.count)
    }
  }

  // MARK: - Numbers

  private func checkNumber(
    _ number: Int,
    _ name: String,
    _ range: ClosedRange<Int>
  ) throws(RepeatError) {
    guard range.contains(number) else {
      throw RepeatError(
        .outOfBounds,
        "\(name) must be \(range.lowerBound) to \(range.upperBound)"
      )
    }
  }

  private func checkList(
    _ numbers: [Int],
    _ name: String,
    _ range: ClosedRange<Int>
  ) throws(RepeatError) {
    try checkLength(numbers.count, name)
    for number in numbers { try checkNumber(number, name, range) }
  }

  private func checkDistances(
    _ numbers: [Int],
    _ name: String,
    upTo limit: Int
  ) throws(RepeatError) {
    try checkLength(numbers.count, name)
    guard numbers.allSatisfy({ $0 != 0 && $0.magnitude <= UInt(limit) }) else {
      throw RepeatError(.outOfBounds, "\(name) must be 1 to \(limit), or -1 to -\(limit)")
    }
  }

  private func checkLength(_ count: Int, _ name: String) throws(RepeatError) {
    guard count <= RepeatLimits.listLength else {
      throw RepeatError(
        .outOfBounds,
        "\(name) has \(count) values, at most \(RepeatLimits.listLength)"
      )
    }
  }
}

extension RepeatLimits {
  fileprivate static let monthsOfYear = 1...12
  fileprivate static let daysOfMonth = 31
}

extension CivilDate {
  /// Whether the calendar has the day, in the years that are kept.
  package var exists: Bool {
    RepeatLimits.years.contains(year) && (1...12).contains(month)
      && (1...daysInMonth).contains(day)
  }
}
