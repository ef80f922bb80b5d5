import Storage

/// A local date and time; parts past their bounds are carried over when it becomes a moment.
struct CalendarTime: Hashable, Sendable {
  var year: Int
  /// 1 is January.
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// Midnight of the same day.
  var midnight: CalendarTime { CalendarTime(year: year, month: month, day: day) }

  /// Whether both lie in one day.
  func isSameDay(as other: CalendarTime) -> Bool { midnight == other.midnight }

  /// The same time some days on; the day may pass its month.
  func adding(days: Int) -> CalendarTime {
    var result = self
    result.day += days
    return result
  }

  /// The same day some months on, or the last of that month if it is shorter.
  func adding(months: Int) -> CalendarTime {
    var result = self
    // The day may have passed its month.
    let first = CivilDate(year: year, month: month, day: 1)
    let start = CivilDate(daysSince1970: first.daysSince1970 + day - 1)
    let count = start.year * 12 + (start.month - 1) + months
    result.year = count.flooredQuotient(by: 12)
    result.month = count - result.year * 12 + 1
    result.day = min(start.day, CalendarTime.daysInMonth(result.month, year: result.year))
    return result
  }

  /// The number of days of a month.
  static func daysInMonth(_ month: Int, year: Int) -> Int {
    CivilDate(year: year, month: month, day: 1).daysInMonth
  }
}

/// The days of the week, counted from Sunday as the C library does.
enum Weekday: Int, CaseIterable, Sendable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday

  /// The day whose name, or the first three letters of it, is given in lower case.
  init?(word: String) {
    let match = Weekday.allCases.first { day in
      let name = "\(day)"
      return word == name || word == name.prefix(3)
        || (word.count == 4 || word.count == 5) && day.isAlsoShortened && name.hasPrefix(word)
    }
    guard let match else { return nil }
    self = match
  }

  /// Tuesday and Thursday are often given four or five letters.
  private var isAlsoShortened: Bool { self == .tuesday || self == .thursday }

  /// The first three letters, as tables show the day.
  var shortName: String {
    ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][rawValue]
  }

  /// Days since Monday, on which weeks begin.
  var daysSinceMonday: Int { (rawValue + 6) % 7 }
}

/// The months by name.
enum MonthName {
  static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of the month whose name, or the first three letters of it, is given in lower case.
  static func number(of word: String) -> Int? {
    let index = names.firstIndex { word == $0 || word == $0.prefix(3) }
    return index.map { $0 + 1 } ?? (word == "sept" ? 9 : nil)
  }

  /// The first three letters, as tables show the month.
  static func shortName(_ month: Int) -> String {
    let name = names[(month - 1) % 12]
    return name.prefix(1).uppercased() + name.dropFirst().prefix(2)
  }
}
