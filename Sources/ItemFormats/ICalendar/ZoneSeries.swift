import Phrases
import Storage

/// Changes of clocks that one observance of a zone tells.
///
/// Programs know rules best, and a rule goes on after the last year that is computed. What no rule says stands there by its dates.
struct ZoneSeries {
  /// In their order, all of one kind; at least one.
  let changes: [ZoneChange]
  /// The rule of which they are the dates, one each year; nil if they have none.
  var rule: String?

  /// Fewer changes than that are not called a rule.
  private static let fewest = 3

  /// Divides changes of one kind into those of rules, and the others.
  static func dividing(_ changes: [ZoneChange]) -> [ZoneSeries] {
    var series: [ZoneSeries] = []
    var others: [ZoneChange] = []
    var rest = changes[...]
    while let first = rest.first {
      let runs = first.yearlyDays.map { (day: $0, changes: rest.run(on: $0)) }
      if let longest = runs.max(by: { $0.changes.count < $1.changes.count }),
        longest.changes.count >= fewest, let last = longest.changes.last
      {
        var rule = "FREQ=YEARLY;\(longest.day)"
        if last.clock.day.year < ZoneChange.lastComputedYear {
          rule += ";UNTIL=\(ICalendarTime.text(of: last.date))"
        }
        series.append(ZoneSeries(changes: Array(longest.changes), rule: rule))
        rest = rest.dropFirst(longest.changes.count)
      } else {
        others.append(first)
        rest = rest.dropFirst()
      }
    }
    return others.isEmpty ? series : series + [ZoneSeries(changes: others)]
  }
}

extension ArraySlice<ZoneChange> {
  /// The first changes, as long as there is one on that day of each year, at the same time of the clock.
  fileprivate func run(on day: String) -> ArraySlice<ZoneChange> {
    guard let start = first?.clock else { return self }
    var year = start.day.year
    return prefix { change in
      defer { year += 1 }
      return change.clock.day.year == year && change.yearlyDays.contains(day)
        && change.clock.millisecondOfDay == start.millisecondOfDay
    }
  }
}

extension ZoneChange {
  /// What clocks show at the moment of the change, before it.
  fileprivate var clock: NominalDate {
    let local = seconds + before
    let day = local.flooredQuotient(by: 86_400)
    return NominalDate(
      CivilDate(daysSince1970: day),
      millisecondOfDay: (local - day * 86_400) * 1_000
    )
  }

  fileprivate var date: Date { Date(millisecondsSince1970: Int64(seconds) * 1_000) }

  /// The clock's day and time as a line has them.
  var clockText: String {
    ICalendarTime.text(of: Date(millisecondsSince1970: Int64(seconds + before) * 1_000), in: .utc)
  }

  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The ways to name the day in each year: the second or the last Sunday of its month, the first of the month.
  fileprivate var yearlyDays: [String] {
    let day = clock.day
    // 1 January 1970 was a Thursday.
    let place = day.daysSince1970 + 3
    let weekday = ZoneChange.weekdays[place - place.flooredQuotient(by: 7) * 7]
    var days = ["BYMONTH=\(day.month);BYMONTHDAY=\(day.day)"]
    if day.day > day.daysInMonth - 7 { days.append("BYMONTH=\(day.month);BYDAY=-1\(weekday)") }
    if day.day <= 28 { days.append("BYMONTH=\(day.month);BYDAY=\((day.day + 6) / 7)\(weekday)") }
    return days
  }
}
