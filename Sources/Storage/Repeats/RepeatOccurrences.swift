/// The days on which a rule has something happen, counted from an anchor: sorted, each once.
///
/// The anchor itself is one of them only if it fits the rule. RFC 5545 leaves that case open, and
/// `python-dateutil` decides alike. No day lies before the anchor, or outside the years 1 to 9999.
/// A month that does not have a day is passed over: monthly from 31 January has no day in February.
///
/// Finding one day takes steps over whole periods, not over days: from an anchor decades back it is
/// as quick as from yesterday. With `COUNT` the days must be counted from the anchor.
package struct RepeatOccurrences: Sendable, Hashable {
  private let rule: RepeatRule
  private let periods: RepeatPeriods
  private let days: RepeatDays
  private let firstDay: Int
  private let lastDay: Int

  init(_ rule: RepeatRule, from anchor: CivilDate) {
    self.rule = rule
    firstDay = anchor.daysSince1970
    periods = RepeatPeriods(rule, anchor: firstDay)
    days = RepeatDays(rule, anchor: anchor)
    let end = RepeatOccurrences.endOfTime
    if rule.frequency == .daily, rule.interval.isMultiple(of: 7), !rule.weekdays.isEmpty,
      !rule.weekdays.contains(RepeatRule.Day(RepeatDays.weekday(of: firstDay)))
    {
      // Every 7 days on another day of the week than the anchor's: no need to look.
      lastDay = firstDay - 1
    } else if case .until(let day) = rule.end {
      // `min` alone would be the method of sequences.
      lastDay = Swift.min(day.daysSince1970, end)
    } else {
      lastDay = end
    }
  }

  private static let endOfTime = CivilDate(
    year: RepeatLimits.years.upperBound,
    month: 12,
    day: 31
  ).daysSince1970

  /// The first day after one day, and not before another; nil after the last.
  ///
  /// Days in between are passed over, and count for `COUNT`.
  package func next(after day: CivilDate, notBefore earliest: CivilDate) -> CivilDate? {
    let target = Swift.max(day.daysSince1970 + 1, earliest.daysSince1970)
    guard case .count = rule.end else {
      return found(from: target)?.days.first.map { CivilDate(daysSince1970: $0) }
    }
    return first { $0.daysSince1970 >= target }
  }
}

extension RepeatRule {
  /// The days of the rule, counted from a day in the years 1 to 9999.
  package func occurrences(from anchor: CivilDate) -> RepeatOccurrences {
    RepeatOccurrences(self, from: anchor)
  }
}

extension RepeatOccurrences: Sequence {
  /// Goes through the days, one period after the other.
  package struct Iterator: IteratorProtocol {
    private let occurrences: RepeatOccurrences
    private var pending: ArraySlice<Int> = []
    private var nextDay: Int
    private var left: Int

    fileprivate init(_ occurrences: RepeatOccurrences) {
      self.occurrences = occurrences
      nextDay = occurrences.firstDay
      if case .count(let count) = occurrences.rule.end { left = count } else { left = .max }
    }

    /// The next day; nil after the last.
    package mutating func next() -> CivilDate? {
      guard left > 0 else { return nil }
      if pending.isEmpty {
        guard let found = occurrences.found(from: nextDay) else { return nil }
        pending = found.days
        nextDay = found.end
      }
      left -= 1
      return pending.popFirst().map { CivilDate(daysSince1970: $0) }
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }
}

// MARK: - Finding days

extension RepeatOccurrences {
  /// The days of the first period that has any from a day on, and the first day after that period.
  private func found(from day: Int) -> (days: ArraySlice<Int>, end: Int)? {
    let target = Swift.max(day, firstDay)
    guard target <= lastDay else { return nil }
    var number = periods.participating(from: periods.number(of: target))
    // The first period may begin before the anchor, and the last step only finds the cycle's start.
    for _ in 0..<periods.cycle + 2 {
      guard periods.firstDay(of: number) <= lastDay else { return nil }
      let possible = periods.participating(from: possiblePeriod(from: number))
      guard possible == number else {
        number = possible
        continue
      }
      let days = daysOf(period: number).drop { $0 < target }.prefix { $0 <= lastDay }
      if !days.isEmpty { return (days, periods.firstDay(of: number + 1)) }
      number += periods.interval
    }
    return nil
  }

  /// The first period, from one on, in whose months the rule has days at all.
  private func possiblePeriod(from number: Int) -> Int {
    switch periods.frequency {
    case .daily: return possibleDay(from: number)
    case .weekly:
      guard !days.months.isEmpty else { return number }
      let first = periods.firstDay(of: number)
      let months = [first, first + 6].map { CivilDate(daysSince1970: $0) }
      guard !months.contains(where: { days.isOpen(month: $0.month) }) else { return number }
      let next = RepeatPeriods.month(openMonth(from: months[1].monthNumber))
      return periods.number(of: next.daysSince1970)
    case .monthly: return openMonth(from: number)
    case .yearly: return number
    }
  }

  /// The first month, from one on, that is one of the rule's.
  private func openMonth(from number: Int) -> Int {
    (number..<number + 12).first { days.isOpen(month: RepeatPeriods.month($0).month) } ?? number
  }

  /// The first day, from one on, that fits the rule but for its interval.
  private func possibleDay(from day: Int) -> Int {
    let date = CivilDate(daysSince1970: day)
    var bits = days.bits(of: date.monthStart) & ~((1 << UInt32(date.day)) - 1)
    var number = date.monthNumber
    while bits == 0 {
      number = openMonth(from: number + 1)
      let month = RepeatPeriods.month(number)
      guard month.year <= RepeatLimits.years.upperBound else { return lastDay + 1 }
      bits = days.bits(of: month)
    }
    return RepeatPeriods.month(number).daysSince1970 + bits.trailingZeroBitCount - 1
  }

  /// The days of a period, before the anchor too.
  private func daysOf(period number: Int) -> ArraySlice<Int> {
    let first = periods.firstDay(of: number)
    let all: [Int] =
      switch periods.frequency {
      // It was found by its bits.
      case .daily: [number]
      case .weekly: (first..<first + 7).filter { days.takes(dayOfWeek: $0) }
      case .monthly: daysOf(month: RepeatPeriods.month(number), first: first)
      case .yearly:
        (days.months.isEmpty ? Array(1...12) : days.months).flatMap { month in
          let start = CivilDate(year: number, month: month, day: 1)
          return daysOf(month: start, first: start.daysSince1970)
        }
      }
    return positioned(all)
  }

  private func daysOf(month: CivilDate, first: Int) -> [Int] {
    var bits = days.bits(of: month)
    var result: [Int] = []
    while bits != 0 {
      result.append(first + bits.trailingZeroBitCount - 1)
      bits &= bits - 1
    }
    return result
  }

  /// The days at the places of `BYSETPOS`.
  private func positioned(_ all: [Int]) -> ArraySlice<Int> {
    guard !rule.positions.isEmpty else { return all[...] }
    let places = rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 }
    return Set(places).sorted().filter { all.indices.contains($0) }.map { all[$0] }[...]
  }
}

extension CivilDate {
  /// The first day of the month.
  fileprivate var monthStart: CivilDate { CivilDate(year: year, month: month, day: 1) }

  /// The months since the start of the year 0.
  fileprivate var monthNumber: Int { year * 12 + month - 1 }
}
