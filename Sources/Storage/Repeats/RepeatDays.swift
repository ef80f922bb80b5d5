/// Which days of a month a rule chooses, as bits: bit 1 is the first day.
///
/// What the rule leaves open comes from the anchor, as RFC 5545 says: the day of the week for
/// `WEEKLY`, the day of the month for `MONTHLY`, both day and month for `YEARLY`.
struct RepeatDays: Sendable, Hashable {
  /// Empty for all.
  let months: [Int]
  private let monthDays: [Int]
  private let weekdays: [RepeatRule.Day]
  /// Whether an ordinal counts within the year.
  private let countsInYear: Bool

  init(_ rule: RepeatRule, anchor: CivilDate) {
    let isOpen = rule.monthDays.isEmpty && rule.weekdays.isEmpty
    var (months, monthDays, weekdays) = (rule.months, rule.monthDays, rule.weekdays)
    switch rule.frequency {
    case .weekly where isOpen:
      weekdays = [RepeatRule.Day(RepeatDays.weekday(of: anchor.daysSince1970))]
    case .monthly where isOpen:
      monthDays = [anchor.day]
    case .yearly where isOpen:
      monthDays = [anchor.day]
      if months.isEmpty { months = [anchor.month] }
    case .daily, .weekly, .monthly, .yearly: break
    }
    (self.months, self.monthDays, self.weekdays) = (months, monthDays, weekdays)
    countsInYear = rule.frequency == .yearly && rule.months.isEmpty
  }

  /// The day of the week of a day since 1970.
  static func weekday(of day: Int) -> RepeatRule.Weekday {
    // 1 January 1970 was a Thursday.
    let place = day + 3 - (day + 3).flooredQuotient(by: 7) * 7
    return RepeatRule.Weekday(rawValue: place) ?? .monday
  }

  /// Whether a month of that number is one of the rule's.
  func isOpen(month: Int) -> Bool { months.isEmpty || months.contains(month) }

  /// Whether a weekly rule takes a day, which is quicker than to look at the whole month.
  func takes(dayOfWeek day: Int) -> Bool {
    let weekday = RepeatDays.weekday(of: day)
    guard weekdays.contains(where: { $0.weekday == weekday }) else { return false }
    return months.isEmpty || isOpen(month: CivilDate(daysSince1970: day).month)
  }

  /// The days of a month, whose first day is given.
  func bits(of month: CivilDate) -> UInt32 {
    guard isOpen(month: month.month) else { return 0 }
    let count = month.daysInMonth
    var bits = RepeatDays.all(count)
    if !monthDays.isEmpty {
      var chosen: UInt32 = 0
      for day in monthDays { chosen |= RepeatDays.bit(day > 0 ? day : count + 1 + day) }
      bits &= chosen
    }
    // Most months have none of the days of the month that a rule combines with days of the week.
    if !weekdays.isEmpty, bits != 0 {
      let first = month.daysSince1970
      var chosen: UInt32 = 0
      for day in weekdays { chosen |= self.bits(of: day, in: month, first: first) }
      bits &= chosen
    }
    return bits
  }

  private func bits(of day: RepeatRule.Day, in month: CivilDate, first: Int) -> UInt32 {
    guard let ordinal = day.ordinal else {
      // Bits 1, 8, 15, 22 and 29.
      return 0x2040_8102 << UInt32(RepeatDays.first(day.weekday, from: first) - first)
    }
    let start = countsInYear ? CivilDate(year: month.year, month: 1, day: 1).daysSince1970 : first
    let next =
      countsInYear
      ? CivilDate(year: month.year + 1, month: 1, day: 1).daysSince1970
      : first + month.daysInMonth
    let wanted =
      ordinal > 0
      ? RepeatDays.first(day.weekday, from: start) + (ordinal - 1) * 7
      : RepeatDays.first(day.weekday, from: next) + ordinal * 7
    return wanted >= start && wanted < next ? RepeatDays.bit(wanted - first + 1) : 0
  }

  /// The first such day of the week, from a day on.
  private static func first(_ weekday: RepeatRule.Weekday, from day: Int) -> Int {
    day + (weekday.rawValue - RepeatDays.weekday(of: day).rawValue + 7) % 7
  }

  private static func all(_ count: Int) -> UInt32 { (1 << UInt32(count + 1)) &- 2 }

  /// None for a day that no month has.
  private static func bit(_ day: Int) -> UInt32 { (1...31).contains(day) ? 1 << UInt32(day) : 0 }
}
