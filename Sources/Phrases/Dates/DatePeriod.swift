import Storage

/// A stretch of days that the calendar has a name for; weeks begin on Monday.
enum DatePeriod: String {
  case week, month, year

  /// The first day of the one that a day lies in, or of one so many further on.
  func first(of day: CalendarTime, _ weekday: Weekday, distance: Int = 0) -> CalendarTime {
    switch self {
    case .week: day.adding(days: distance * 7 - weekday.daysSinceMonday)
    case .month: CalendarTime(year: day.year, month: day.month, day: 1).adding(months: distance)
    case .year: CalendarTime(year: day.year + distance, month: 1, day: 1)
    }
  }

  /// The last day of the one that begins on a day.
  func last(of first: CalendarTime) -> CalendarTime { next(after: first).adding(days: -1) }

  /// The last day of the one that a day lies in.
  func last(of day: CalendarTime, _ weekday: Weekday) -> CalendarTime {
    last(of: first(of: day, weekday))
  }

  /// The first day of the one behind that which begins on a day.
  func next(after first: CalendarTime) -> CalendarTime {
    switch self {
    case .week: first.adding(days: 7)
    case .month: first.adding(months: 1)
    case .year: first.adding(months: 12)
    }
  }
}

extension DateParser {
  /// `next month`, `last week`, `this weekend`, `2026-12`, `2026-w52`, `dec 2027`.
  mutating func period() throws(DatePhraseError) -> DateMeaning? {
    let (calendar, today) = (calendar, today)
    return try words.attempt { words throws(DatePhraseError) -> DateMeaning? in
      func meaning(_ period: DatePeriod, _ first: CalendarTime) -> DateMeaning {
        DateMeaning(from: first, until: period.next(after: first), calendar)
      }
      if let distance = words.take({ ["this": 0, "next": 1, "last": -1][$0] }) {
        let weekday = calendar.weekday(of: calendar.now)
        if words.skip("weekend") {
          let monday = DatePeriod.week.first(of: today, weekday, distance: distance)
          // Of a weekend that has begun, what is left.
          let first = distance == 0 && weekday == .sunday ? 6 : 5
          return DateMeaning(
            from: monday.adding(days: first),
            until: monday.adding(days: 7),
            calendar
          )
        }
        return words.take { DatePeriod(rawValue: $0) }
          .map { meaning($0, $0.first(of: today, weekday, distance: distance)) }
      }
      if let word = words.next, let week = ISOWeek(word[...]) {
        guard let monday = week.monday else { throw words.error(week.missing) }
        _ = words.take { $0 }
        return meaning(.week, monday)
      }
      if let month = words.take({ CalendarTime(isoMonth: $0) }) { return meaning(.month, month) }
      guard let month = words.take({ MonthName.number(of: $0) }), let year = words.takeYear()
      else { return nil }
      return meaning(.month, CalendarTime(year: year, month: month, day: 1))
    }
  }
}

/// A week by ISO 8601: `2026-w52`; the first one has the year's first Thursday.
struct ISOWeek {
  private let year: Int
  private let week: Int

  init?(_ word: Substring) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 3,
      parts[1].first == "w", let year = Int(parts[0]), year > 0,
      let week = Int(parts[1].dropFirst())
    else { return nil }
    (self.year, self.week) = (year, week)
  }

  /// Its first day; nil for a week that the year does not have.
  var monday: CalendarTime? {
    guard week > 0, week <= 53 else { return nil }
    let utc = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: Date(millisecondsSince1970: 0))
    // 4 January lies in the first week.
    let fourth = CalendarTime(year: year, month: 1, day: 4)
    guard let moment = utc.date(of: fourth) else { return nil }
    let first = fourth.adding(days: -utc.weekday(of: moment).daysSinceMonday)
    let monday = first.adding(days: (week - 1) * 7)
    // A week belongs to the year of its Thursday.
    guard let thursday = utc.date(of: monday.adding(days: 3)),
      utc.calendarTime(of: thursday).year == year
    else { return nil }
    return utc.date(of: monday).map { utc.calendarTime(of: $0) }
  }

  /// Why it has no day.
  var missing: String { "\(year) has no week \(week)" }
}

extension CalendarTime {
  /// The first day of a month given as `2026-12`.
  fileprivate init?(isoMonth word: String) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      let year = Int(parts[0]), year > 0, let month = Int(parts[1]), (1...12).contains(month)
    else { return nil }
    self.init(year: year, month: month, day: 1)
  }
}
