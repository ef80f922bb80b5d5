import CommandKit

/// What is counted.
package enum DateUnit: String, CaseIterable {
  case minute, hour, day, week, month, year

  /// The unit of a word in lower case, singular or plural.
  package init?(word: String) {
    let singular = word.count > 1 && word.hasSuffix("s") ? String(word.dropLast()) : word
    let usual = ["min": "minute", "hr": "hour", "wk": "week", "yr": "year"][singular] ?? singular
    self.init(rawValue: usual)
  }

  /// The unit of the letters behind a number; `m` could be minutes or months and is none.
  init?(letters: String) {
    let unit: DateUnit? =
      switch letters {
      case "h": .hour
      case "d": .day
      case "w": .week
      case "mo": .month
      case "y": .year
      default: DateUnit(word: letters)
      }
    guard let unit else { return nil }
    self = unit
  }

  /// How long one is, for units that are counted by the clock.
  package var seconds: Double? {
    switch self {
    case .minute: 60
    case .hour: 3_600
    case .day, .week, .month, .year: nil
    }
  }
}

/// Some units, before a day or behind it.
package struct CountedUnits {
  /// Negative for what is past.
  package var count: Int
  package let unit: DateUnit

  /// The day that is so many units from another; nil for units that are counted by the clock.
  func day(from start: CalendarTime) -> CalendarTime? {
    switch unit {
    case .minute, .hour: nil
    case .day: start.adding(days: count)
    case .week: start.adding(days: count * 7)
    case .month: start.adding(months: count)
    case .year: start.adding(months: count * 12)
    }
  }
}

extension DateWords {
  /// `in 3 days`, `within 3 days`, `3 days ago`, `3 days from now`, `3d`, `+3d`: counted from now or from today.
  mutating func counted() -> CountedUnits? {
    if let units = take({ $0.hasPrefix("+") ? CountedUnits(word: String($0.dropFirst())) : nil }) {
      return units
    }
    if skip("in", "within") {
      if skip("half"), skip("an"), skip("hour") { return CountedUnits(count: 30, unit: .minute) }
      return units()
    }
    let isShort = next?.first?.isNumber == true && next?.last?.isLetter == true
    guard var units = units() else { return nil }
    if skip("ago") {
      units.count = -units.count
    } else if skip("from") {
      guard skip("now", "today") else { return nil }
    } else if !isShort {
      return nil
    }
    return units
  }

  /// `3 days`, `a week`, `3d`.
  package mutating func units() -> CountedUnits? {
    if let units = take({ CountedUnits(word: $0) }) { return units }
    guard let count = take({ DateWords.count($0) }) else { return nil }
    return take { DateUnit(word: $0) }.map { CountedUnits(count: count, unit: $0) }
  }

  private static let names = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  private static func count(_ word: String) -> Int? {
    if word == "a" || word == "an" { return 1 }
    if let index = names.firstIndex(of: word) { return index + 1 }
    return CountedUnits.number(word[...])
  }
}

extension CountedUnits {
  /// A number with its unit's letters behind it.
  fileprivate init?(word: String) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = CountedUnits.number(digits),
      let unit = DateUnit(letters: String(word.dropFirst(digits.count)))
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  fileprivate static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.isDigits, let count = Int(text) else { return nil }
    return count <= 1_000_000 ? count : nil
  }
}
