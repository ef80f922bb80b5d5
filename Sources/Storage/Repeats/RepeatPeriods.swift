/// The days, weeks, months or years of a rule, by number; every so many of them takes part.
struct RepeatPeriods: Sendable, Hashable {
  let frequency: RepeatRule.Frequency
  let interval: Int
  /// The first day of some week.
  let weekOrigin: Int
  /// The number of the period with the anchor, which takes part.
  private(set) var anchor = 0

  init(_ rule: RepeatRule, anchor: Int) {
    frequency = rule.frequency
    interval = rule.interval
    // 5 January 1970 was a Monday.
    weekOrigin = 4 + rule.weekStart.rawValue
    self.anchor = number(of: anchor)
  }

  /// The number of the period with a day, which is given in days since 1970.
  func number(of day: Int) -> Int {
    switch frequency {
    case .daily: return day
    case .weekly: return (day - weekOrigin).flooredQuotient(by: 7)
    case .monthly:
      let date = CivilDate(daysSince1970: day)
      return date.year * 12 + date.month - 1
    case .yearly: return CivilDate(daysSince1970: day).year
    }
  }

  /// The first day of a period.
  func firstDay(of number: Int) -> Int {
    switch frequency {
    case .daily: number
    case .weekly: weekOrigin + number * 7
    case .monthly: RepeatPeriods.month(number).daysSince1970
    case .yearly: CivilDate(year: number, month: 1, day: 1).daysSince1970
    }
  }

  /// The first of a month that is counted from the year 0.
  static func month(_ number: Int) -> CivilDate {
    let year = number.flooredQuotient(by: 12)
    return CivilDate(year: year, month: number - year * 12 + 1, day: 1)
  }

  /// The first period that takes part, from one on.
  func participating(from number: Int) -> Int {
    let distance = max(0, number - anchor)
    return anchor + (distance + interval - 1) / interval * interval
  }

  /// After so many periods that take part, dates and days of the week come again in the same order.
  ///
  /// They do so every 400 years, and a step through a cycle visits at most each of its places.
  var cycle: Int {
    switch frequency {
    case .daily: 146_097
    case .weekly: 20_871
    case .monthly: 4_800
    case .yearly: 400
    }
  }
}
