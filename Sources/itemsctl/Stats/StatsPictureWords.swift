import CommandKit
import Phrases
import Storage

/// A picture's title and description.
struct StatsPictureWords {
  let report: StatsReport

  init(_ report: StatsReport) { self.report = report }

  /// How many items there are, and when.
  var title: String {
    let day = report.calendar.today
    let weekday = report.calendar.weekday(of: report.calendar.now).shortName
    let date = "\(weekday) \(day.day) \(MonthName.shortName(day.month)) \(day.year)"
    return "\(counted(report.counts.total)) on \(date)"
  }

  /// The figures in sentences.
  var description: String {
    let counts = report.counts
    let due = report.due
    var sentences = [
      "\(counts.open) open, \(counts.done) done, \(counts.cancelled) cancelled.",
      "Of the open ones, \(due.overdue) overdue, \(due.today) due today, "
        + "\(due.nextSevenDays) due within seven days.",
    ]
    if let first = report.weeks.first?.open.first, let last = report.weeks.last?.open.last {
      let done = report.weeks.map(\.done).reduce(0, +)
      sentences.append(
        "Over \(counted(report.weeks.count, "week")), open items went from \(first) to "
          + "\(last), and \(done) were done."
      )
    }
    if let list = report.lists.first {
      sentences.append(
        "The list with the most open items is \(list.name), with \(list.counts.open)."
      )
    }
    return sentences.joined(separator: " ")
  }
}
