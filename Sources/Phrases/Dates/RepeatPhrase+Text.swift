// How a rule is shown: as the shortest phrase that is read as the same rule.

package import Storage

extension RepeatPhrase {
  /// The phrase; what no phrase says is shown as a rule of RFC 5545.
  package var text: String {
    let days = excluded.map(\.description).joined(separator: ", ")
    return plainText + (days.isEmpty ? "" : " except \(days)")
  }

  private var plainText: String {
    switch origin {
    case .done: "\(rule.interval) \(rule.unit) after done" + rule.ending
    case .due: rule.words.map { $0 + rule.ending } ?? "RRULE:" + rule.text
    }
  }
}

extension RepeatRule {
  /// `days`, or `day` of one.
  fileprivate var unit: String {
    let unit =
      switch frequency {
      case .daily: "day"
      case .weekly: "week"
      case .monthly: "month"
      case .yearly: "year"
      }
    return interval == 1 ? unit : unit + "s"
  }

  fileprivate var ending: String {
    switch end {
    case .never: ""
    case .count(let count): count == 1 ? " 1 time" : " \(count) times"
    case .until(let day):
      " until \(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    }
  }

  /// The rule without its end; nil where there are no words for it.
  fileprivate var words: String? {
    guard weekStart == .monday else { return nil }
    let isEveryWeekday = frequency == .weekly && interval == 1 && weekdays == RepeatRule.workdays
    guard !isEveryWeekday || !positions.isEmpty else { return "every weekday" + inMonths }
    let every = interval == 1 ? frequency.rawValue.lowercased() : "every \(interval) \(unit)"
    guard monthDays.count + weekdays.count > 0 else {
      return positions.isEmpty ? every + inMonths : nil
    }
    guard let days else { return nil }
    return "\(every) on \(days)" + (frequency == .yearly ? "" : inMonths)
  }

  private var inMonths: String { months.isEmpty ? "" : " in \(monthNames)" }

  private var monthNames: String { months.map(RepeatRule.shortName).joined(separator: ", ") }

  /// What stands behind `on`; nil where there are no words for it.
  private var days: String? {
    switch frequency {
    case .daily: nil
    case .weekly:
      positions.isEmpty ? weekdays.map(\.weekday.shortName).joined(separator: ", ") : nil
    case .monthly: ordinalDays
    case .yearly where months.isEmpty: nil
    case .yearly:
      datesOfYear ?? ordinalDays.flatMap { hasOneSet ? "\($0) of \(monthNames)" : nil }
    }
  }

  /// Positions count within the year, and only of one month do they count within the month.
  private var hasOneSet: Bool { positions.isEmpty || months.count == 1 }

  /// `24 dec, 31 dec`.
  private var datesOfYear: String? {
    guard weekdays.isEmpty, positions.isEmpty, monthDays.allSatisfy({ $0 > 0 }) else { return nil }
    let dates = months.flatMap { month in
      monthDays.map { "\($0) \(RepeatRule.shortName(month))" }
    }
    return dates.joined(separator: ", ")
  }

  /// `the 1st and last day`, `the 2nd fri`, `the last weekday`.
  private var ordinalDays: String? {
    let days: [String]
    switch (monthDays.isEmpty, weekdays.isEmpty) {
    case (false, true) where positions.isEmpty:
      days = monthDays.map { $0 > 0 ? OrdinalWord.digits($0) : "\(RepeatRule.ordinalWord($0)) day" }
    case (true, false) where weekdays == RepeatRule.workdays && positionsHaveWords:
      days = positions.map { "\(RepeatRule.ordinalWord($0)) weekday" }
    case (true, false) where positions.isEmpty && weekdays.allSatisfy({ $0.ordinal != nil }):
      days = weekdays.map { day in
        "\(RepeatRule.ordinalWord(day.ordinal ?? 1)) \(day.weekday.shortName)"
      }
    default: return nil
    }
    guard let last = days.last, days.count > 1 else { return "the " + days.joined() }
    return "the \(days.dropLast().joined(separator: ", ")) and \(last)"
  }

  private var positionsHaveWords: Bool {
    !positions.isEmpty && positions.allSatisfy { $0.magnitude <= 31 }
  }

  /// `1st`, `last`, `2nd last`.
  private static func ordinalWord(_ number: Int) -> String {
    if number == -1 { return "last" }
    return number > 0 ? OrdinalWord.digits(number) : "\(OrdinalWord.digits(-number)) last"
  }

  private static func shortName(_ month: Int) -> String {
    MonthName.shortName(month).lowercased()
  }
}

extension RepeatRule {
  /// Monday to Friday.
  package static let workdays = Weekday.allCases.prefix(5).map { Day($0) }

  /// Saturday and Sunday.
  static let weekend = [Day(.saturday), Day(.sunday)]
}

extension RepeatRule.Weekday {
  /// The first three letters in lower case.
  var shortName: String { String("\(self)".prefix(3)) }
}
