import ArgumentParsing
import CommandKit

/// What comes first in a date of two numbers.
package enum DateOrder: String, CaseIterable, ArgumentValue {
  case dayMonth = "day-month"
  case monthDay = "month-day"

  /// What a locale's name says, such as `en_US.UTF-8`; nil for one that says nothing, or where both are in use.
  ///
  /// Where the year comes first, the month comes before the day, also without a year.
  init?(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map { $0.lowercased() }
    guard let language = parts.first, language.count == 2 || language.count == 3 else { return nil }
    let country = parts.count > 1 ? parts[1] : nil
    switch (language, country) {
    // Canada uses all orders; English alone may be that of any country.
    case (_, "ca"), ("en", nil): return nil
    case (_, "us"), (_, "ph"), ("zh", _), ("ja", _), ("ko", _), ("hu", _), ("lt", _):
      self = .monthDay
    default: self = .dayMonth
    }
  }
}

extension ProcessEnvironment {
  /// The order of dates by the locale of times, as the C library looks it up.
  ///
  /// See <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_02>.
  package var dateOrder: DateOrder? {
    for name in ["LC_ALL", "LC_TIME", "LANG"] {
      if let value = variable(name), !value.isEmpty { return DateOrder(locale: value) }
    }
    return nil
  }
}

/// A day in numbers: `2026/12/24`, `24.12.2026`, `24.12.`, `12/24`, `12/24/2026`.
package struct NumberedDay {
  package let year: Int?
  private let first: Int
  private let second: Int
  /// Whether the form itself says which of them is the day.
  private let order: DateOrder?

  /// Nil for a word that has another form.
  package init?(_ word: String) {
    for (separator, isDotted) in [("/" as Character, false), (".", true)] {
      var parts = word.split(separator: separator, omittingEmptySubsequences: false)
      let endsWithDot = isDotted && parts.count == 3 && parts[2].isEmpty
      if endsWithDot { parts.removeLast() }
      guard (endsWithDot || !isDotted ? 2...3 : 3...3).contains(parts.count),
        parts.allSatisfy({ $0.isDigits && (1...4).contains($0.utf8.count) })
      else { continue }
      let lengths = parts.map(\.utf8.count)
      let numbers = parts.compactMap { Int($0) }
      let isYearFirst = !isDotted && numbers.count == 3 && lengths[0] == 4
      let places = isYearFirst ? [1, 2] : [0, 1]
      guard places.allSatisfy({ lengths[$0] <= 2 }),
        numbers.count == 2 || lengths[isYearFirst ? 0 : 2] == 4
      else { continue }
      year = numbers.count == 3 ? numbers[isYearFirst ? 0 : 2] : nil
      (first, second) = (numbers[places[0]], numbers[places[1]])
      order = isYearFirst ? .monthDay : isDotted ? .dayMonth : nil
      return
    }
    return nil
  }

  /// The orders in which it is a day; both if either number may be the month, or if they are equal.
  package var possibleOrders: [DateOrder] {
    DateOrder.allCases.filter { other in
      let (month, day) = other == .dayMonth ? (second, first) : (first, second)
      return (order == nil || order == other) && isDay(month: month, day: day)
    }
  }

  /// Whether it is another day in each order.
  package var isAmbiguous: Bool { first != second && possibleOrders.count > 1 }

  /// Which of the numbers is the month, and which the day.
  func monthAndDay(_ usual: DateOrder?) -> Result<(month: Int, day: Int), DatePhraseError> {
    let readings: [(order: DateOrder, month: Int, day: Int)] = [
      (.dayMonth, second, first), (.monthDay, first, second),
    ].filter { reading in
      (order == nil || order == reading.order) && isDay(month: reading.month, day: reading.day)
    }
    guard let reading = readings.first else {
      return .failure(DatePhraseError(message: "there is no such day"))
    }
    guard readings.count > 1, first != second else {
      return .success((reading.month, reading.day))
    }
    guard let usual, let meant = readings.first(where: { $0.order == usual }) else {
      let texts = readings.map { "\($0.day) \(MonthName.shortName($0.month))" }
      return .failure(
        DatePhraseError(
          message:
            "it can mean \(texts.joined(separator: " or ")); write it like that, or set 'date-order'"
        )
      )
    }
    return .success((meant.month, meant.day))
  }

  private func isDay(month: Int, day: Int) -> Bool {
    let year = year ?? 2_000
    return (1...9999).contains(year) && (1...12).contains(month)
      && (1...CalendarTime.daysInMonth(month, year: year)).contains(day)
  }
}
