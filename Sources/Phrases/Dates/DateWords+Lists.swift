// Words of repeat phrases that come in lists.

package import Storage

extension DateWords {
  /// `3 days`, `a week`.
  mutating func wholeUnits() -> CountedUnits? {
    let start = self
    if let units = units() { return units }
    rewind(to: start)
    return nil
  }

  /// `second week`; not the `first day` of a month.
  mutating func ordinalUnits() -> CountedUnits? {
    let start = self
    if let ordinal = take({ OrdinalWord($0) }), let unit = take({ DateUnit(word: $0) }),
      next != "of"
    {
      return CountedUnits(count: ordinal.number, unit: unit)
    }
    rewind(to: start)
    return nil
  }

  /// `weekdays`, `weekend`.
  mutating func weekPart() -> [RepeatRule.Day]? {
    if skip("weekdays", "weekday", "workdays", "workday") { return RepeatRule.workdays }
    return skip("weekends", "weekend") ? RepeatRule.weekend : nil
  }

  /// Words with `and` or commas between them that something can be made of.
  mutating func list<Value>(_ read: (String) -> Value?) -> [Value]? {
    var result: [Value] = []
    while true {
      let start = self
      if !result.isEmpty { _ = skip("and", "&") }
      let values = take { word -> [Value]? in
        let values = word.split(separator: ",").map { read(String($0)) }
        return values.isEmpty || values.contains { $0 == nil } ? nil : values.compactMap { $0 }
      }
      guard let values else {
        if !result.isEmpty { rewind(to: start) }
        return result.isEmpty ? nil : result
      }
      result += values
    }
  }

  /// `jan, jul`.
  mutating func months() -> [Int]? { list { MonthName.number(of: $0) } }

  /// `of the month`.
  mutating func skipOfTheMonth() -> Bool {
    var copy = self
    guard copy.skip("of"), copy.skip("the", "each", "every"), copy.skip("month") else {
      return false
    }
    self = copy
    return true
  }
}

extension Weekday {
  /// The day of a rule for a name in lower case: `mon`, `monday`, `mondays`.
  package static func ofRule(_ word: String) -> RepeatRule.Weekday? {
    let singular = word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word
    let day = Weekday(word: word) ?? Weekday(word: singular)
    return day.flatMap { RepeatRule.Weekday(rawValue: $0.daysSinceMonday) }
  }
}
