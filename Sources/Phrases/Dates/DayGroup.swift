import Storage

/// Days that are named together: `the 1st and 3rd monday`, `the last day`, `24 dec`.
struct DayGroup: Hashable, Sendable {
  /// Places from 1, or from the end from -1.
  var ordinals: [Int]
  var kind: Kind
  /// The months behind them; empty if there are none.
  var months: [Int]
  /// Whether it is a number alone, such as `15`.
  var isPlainNumber: Bool

  /// Which days are counted.
  enum Kind: Hashable, Sendable {
    case day
    case weekday(RepeatRule.Weekday)
    /// Monday to Friday.
    case workday
  }

  /// The error for `every 2nd tuesday`, which may be each second one.
  var readsAsInterval: String? {
    guard case .weekday(let weekday) = kind, ordinals.count == 1, let ordinal = ordinals.first,
      ordinal > 1, months.isEmpty
    else { return nil }
    return "that can mean two things: say 'every \(ordinal) weeks on \(weekday)', or "
      + "'monthly on the \(OrdinalWord.digits(ordinal)) \(weekday)'"
  }

  /// Writes the groups into a rule's parts; nothing of them is lost, or they are refused.
  static func apply(
    _ groups: [DayGroup],
    to parts: inout RepeatRule.Parts
  ) throws(DatePhraseError) {
    guard let first = groups.first else { return }
    let groups = withMonths(groups)
    guard groups.allSatisfy({ $0.isLike(first) }) else {
      throw DatePhraseError(
        message: "days of the month, days of the week and weekdays cannot be combined"
      )
    }
    try applyMonths(groups, to: &parts)
    for group in groups { group.applyDays(to: &parts) }
    guard parts.frequency != .yearly || !parts.months.isEmpty else {
      throw DatePhraseError(message: "say of which month: 'yearly on 24 dec'")
    }
    guard parts.positions.isEmpty || parts.frequency == .monthly || parts.months.count == 1 else {
      throw DatePhraseError(
        message: "name one month for a counted weekday: 'the first weekday of jun'"
      )
    }
  }

  /// A month behind some days is that of the days before it, too: `the 1st mon and last fri of nov`.
  private static func withMonths(_ groups: [DayGroup]) -> [DayGroup] {
    var groups = groups
    for index in groups.indices.dropLast().reversed() where groups[index].months.isEmpty {
      groups[index].months = groups[index + 1].months
    }
    return groups
  }

  private static func applyMonths(
    _ groups: [DayGroup],
    to parts: inout RepeatRule.Parts
  ) throws(DatePhraseError) {
    let months = Set(groups.flatMap(\.months))
    guard !months.isEmpty else { return }
    // A rule has each of its days in each of its months.
    let pairs = Set(groups.flatMap(\.daysOfMonths))
    let days = Set(pairs.map(\.day))
    guard parts.months.isEmpty, groups.allSatisfy({ !$0.months.isEmpty }),
      pairs.count == months.count * days.count
    else {
      throw DatePhraseError(message: "different days of different months need separate items")
    }
    parts.months = months.sorted()
  }

  private func applyDays(to parts: inout RepeatRule.Parts) {
    switch kind {
    case .day: parts.monthDays += ordinals
    case .weekday(let weekday):
      parts.weekdays += ordinals.map { RepeatRule.Day(weekday, ordinal: $0) }
    case .workday:
      parts.weekdays = RepeatRule.workdays
      parts.positions += ordinals
    }
  }

  private struct Day: Hashable {
    let kind: Kind
    let ordinal: Int
  }

  /// A day, and the month that it is wanted in.
  private struct DayOfMonth: Hashable {
    let day: Day
    let month: Int
  }

  private var daysOfMonths: [DayOfMonth] {
    ordinals.flatMap { ordinal in
      months.map { DayOfMonth(day: Day(kind: kind, ordinal: ordinal), month: $0) }
    }
  }

  private func isLike(_ other: DayGroup) -> Bool {
    switch (kind, other.kind) {
    case (.day, .day), (.weekday, .weekday), (.workday, .workday): true
    default: false
    }
  }
}

extension DateWords {
  /// Groups one behind the other; none if the next words are not one.
  mutating func dayGroups() -> [DayGroup] {
    var groups: [DayGroup] = []
    while true {
      let start = self
      if !groups.isEmpty { _ = skip("and", "&") }
      guard let group = dayGroup() else {
        rewind(to: start)
        return groups
      }
      groups.append(group)
    }
  }

  private mutating func dayGroup() -> DayGroup? {
    _ = skip("the")
    if let group = monthFirst() { return group }
    guard let (ordinals, isPlain) = ordinals() else { return nil }
    let kind = kind()
    var group = DayGroup(
      ordinals: ordinals,
      kind: kind ?? .day,
      months: [],
      isPlainNumber: isPlain && kind == nil
    )
    group.months = monthsOfGroup() ?? []
    return group
  }

  /// `dec 24`.
  private mutating func monthFirst() -> DayGroup? {
    let start = self
    if let month = take({ MonthName.number(of: $0) }), let day = take({ OrdinalWord($0) }) {
      return DayGroup(ordinals: [day.number], kind: .day, months: [month], isPlainNumber: false)
    }
    rewind(to: start)
    return nil
  }

  /// `friday`, `day`, `weekday`, behind a number.
  private mutating func kind() -> DayGroup.Kind? {
    if skip("day", "days") { return .day }
    if skip("weekday", "weekdays", "workday") { return .workday }
    return take { Weekday.ofRule($0) }.map { .weekday($0) }
  }

  /// `dec`, `of nov`, `of mar, oct`.
  private mutating func monthsOfGroup() -> [Int]? {
    let start = self
    if skip("of"), let months = months() { return months }
    rewind(to: start)
    return take { MonthName.number(of: $0) }.map { [$0] }
  }

  /// `1st and 3rd`, `2nd last`, `last`; whether all are numbers alone.
  private mutating func ordinals() -> (numbers: [Int], isPlain: Bool)? {
    var numbers: [Int] = []
    var isPlain = true
    while true {
      let start = self
      if !numbers.isEmpty {
        _ = skip("and", "&")
        _ = skip("the")
      }
      guard let (number, isPlainNumber) = ordinal() else {
        rewind(to: start)
        return numbers.isEmpty ? nil : (numbers, isPlain)
      }
      numbers.append(number)
      isPlain = isPlain && isPlainNumber
    }
  }

  private mutating func ordinal() -> (number: Int, isPlain: Bool)? {
    if skip("last") { return (-1, false) }
    let start = self
    guard let ordinal = take({ OrdinalWord($0) }) else { return nil }
    // `10 times` is an end.
    if let next, next.hasPrefix("time") {
      rewind(to: start)
      return nil
    }
    // `the 1st, last day` names two days.
    guard !isAfterComma else { return (ordinal.number, ordinal.isPlain) }
    let hasTo = skip("to")
    if skip("last") { return (-ordinal.number, false) }
    if hasTo { rewind(to: start) }
    return hasTo ? nil : (ordinal.number, ordinal.isPlain)
  }
}
