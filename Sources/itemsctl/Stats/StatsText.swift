import CommandKit
import Phrases
import Storage

/// The lines of `stats`: bars, two charts over time, and what is known of the store.
struct StatsText {
  private let report: StatsReport
  private let symbols: ChartSymbols
  private let usesColor: Bool
  private let width: Int
  private let showsAll: Bool
  /// The lines of the screen; nil where there is no end of it.
  private let height: Int?
  private var layout = Layout.all

  /// The widest that the lines become: further apart, names and bars would lose each other.
  private static let widest = 120
  /// Below this, names and values would be torn apart.
  static let narrowest = 24
  /// From here on, panels stand side by side.
  private static let widthForTwo = 76
  private static let gap = 4

  /// How much is shown.
  private struct Layout {
    /// How many lists and tags are shown unless all are asked for.
    var groups: Int
    /// The lines of the chart of open items.
    var chart: Int
    var hasDone = false
    var hasStore = false

    static let all = Layout(groups: 8, chart: 7, hasDone: true, hasStore: true)

    /// The first of them that fits is shown: the store and what was done are asked for least.
    static let smaller = [
      Layout(groups: 5, chart: 5, hasDone: true, hasStore: true),
      Layout(groups: 5, chart: 5, hasDone: true), Layout(groups: 8, chart: 7),
      Layout(groups: 5, chart: 5), Layout(groups: 4, chart: 4), Layout(groups: 3, chart: 3),
      Layout(groups: 3, chart: 0), Layout(groups: 2, chart: 0),
    ]
  }

  /// Makes the lines; on a screen of that height, they leave out what does not fit.
  init(_ report: StatsReport, _ appearance: Appearance, showsAll: Bool, height: Int? = nil) {
    self.report = report
    self.showsAll = showsAll
    self.height = showsAll ? nil : height
    symbols = appearance.usesBlocks ? .blocks : .ascii
    usesColor = appearance.usesColor
    width = max(StatsText.narrowest, min(appearance.width ?? 80, StatsText.widest))
  }

  /// The lines, as many as the screen has room for where that is possible.
  var lines: [String] {
    let all = everything
    // The shell's next prompt has a line, too.
    guard let room = height.map({ $0 - 1 }), all.count > room else { return all }
    let attempts = Layout.smaller.map { layout in
      var text = self
      text.layout = layout
      return text.everything + [text.omission]
    }
    return attempts.first { $0.count <= room } ?? attempts.last ?? all
  }

  private var everything: [String] {
    let hasItems = report.counts.total > 0
    let sections = hasItems ? panels + [openChart, doneChart] : [["No items."]]
    return Array((sections + [store]).filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var store: [String] {
    guard layout.hasStore, !report.isFiltered else { return [] }
    return StatsStoreText(report, width, usesColor: usesColor).lines
  }

  /// What says how to see all of it.
  private var omission: String {
    "'--all' shows the rest.".truncated(toWidth: width).painted(.faint, if: usesColor)
  }

  // MARK: - Panels

  private var panels: [[String]] {
    let pairs = [
      [statusPanel, duePanel],
      [groups("LISTS", report.lists), groups("TAGS", report.tags, mark: "+")],
    ]
    let isNarrow = width < StatsText.widthForTwo
    let room = isNarrow ? width : (width - StatsText.gap) / 2
    let widths = BarPanel.Widths(fitting: pairs.flatMap { $0 }, width: room)
    return pairs.flatMap { pair -> [[String]] in
      let panels = pair.filter { !$0.rows.isEmpty }
        .map { $0.lines(width: room, widths, symbols, usesColor: usesColor) }
      return isNarrow ? panels : [sideBySide(panels, room)]
    }
  }

  private var statusPanel: BarPanel {
    let counts = report.counts
    return BarPanel(
      title: "\(counts.total) \(counts.total == 1 ? "ITEM" : "ITEMS")",
      rows: [
        .init(name: "open", value: counts.open, paint: .cyan),
        .init(name: "done", value: counts.done, paint: .green),
        .init(name: "cancelled", value: counts.cancelled, paint: .faint),
      ]
    )
  }

  private var duePanel: BarPanel {
    let due = report.due
    return BarPanel(
      title: "OPEN, BY DUE DATE",
      rows: [
        .init(name: "overdue", value: due.overdue, paint: .red),
        .init(name: "today", value: due.today, paint: .yellow),
        .init(name: "in 7 days", value: due.nextSevenDays, paint: .cyan),
        .init(name: "later", value: due.later, paint: .cyan),
        .init(name: "no date", value: due.undated, paint: .faint),
      ]
    )
  }

  private func groups(_ title: String, _ groups: [ItemSummary.Group], mark: String = "") -> BarPanel
  {
    let shown = showsAll ? groups[...] : groups.prefix(layout.groups)
    let rest = groups.count - shown.count
    let legend = "open \(symbols.across.last ?? "#") closed \(symbols.shade)"
    return BarPanel(
      title: "\(title), \(legend)",
      rows: shown.map { group in
        BarPanel.Row(
          name: mark + group.name.visible,
          value: group.counts.open,
          rest: group.counts.total - group.counts.open,
          paint: .cyan
        )
      },
      note: rest > 0 ? "and \(rest) more\(layout.hasStore ? "; '--all' shows them" : "")" : nil
    )
  }

  private func sideBySide(_ columns: [[String]], _ room: Int) -> [String] {
    guard let left = columns.first, columns.count == 2 else { return columns.first ?? [] }
    let right = columns[1]
    return (0..<max(left.count, right.count)).map { row in
      guard row < right.count else { return left[row] }
      let start = row < left.count ? left[row] : ""
      let spaces = room + StatsText.gap - start.unpainted.displayWidth
      return start + String(repeating: " ", count: spaces) + right[row]
    }
  }

  // MARK: - Charts

  /// The weeks that have a column each, the latest ones where there is no room for all.
  private var weeks: ArraySlice<StatsReport.Week> { report.weeks.suffix(plotWidth) }

  private var scaleWidth: Int {
    TimeChart.scaleWidth(most: report.weeks.flatMap { $0.open + [$0.done] }.max() ?? 0)
  }

  private var plotWidth: Int { width - scaleWidth }

  private var openChart: [String] {
    let days = weeks.flatMap(\.open)
    guard layout.chart > 0, !days.isEmpty else { return [] }
    return TimeChart(
      title: "OPEN ITEMS, \(counted(weeks.count, "week"))",
      values: (1...plotWidth).map { column in
        // A column shows the last of its days; days to come are empty.
        let day = (column * weeks.count * 7 + plotWidth - 1) / plotWidth - 1
        return day < days.count ? days[day] : 0
      },
      weekStarts: weekStarts,
      height: min(width < StatsText.widthForTwo ? 5 : 7, layout.chart),
      paint: .cyan
    ).lines(scaleWidth: scaleWidth, symbols, usesColor: usesColor)
  }

  private var doneChart: [String] {
    let done = weeks.map(\.done)
    let total = done.reduce(0, +)
    guard layout.hasDone, total > 0 else { return [] }
    return TimeChart(
      title: "DONE, BY WEEK: \(total) in all",
      values: columns(of: done),
      weekStarts: weekStarts,
      height: 3,
      paint: .green
    ).lines(scaleWidth: scaleWidth, symbols, usesColor: usesColor)
  }

  /// Each week's value in each of its columns, but for the last one where that parts it from the next.
  private func columns(of values: [Int]) -> [Int] {
    var columns = Array(repeating: 0, count: plotWidth)
    for (week, value) in values.enumerated() {
      let range = (week * plotWidth / values.count)..<((week + 1) * plotWidth / values.count)
      let bar = range.count > 2 ? range.dropLast() : range
      for column in bar { columns[column] = value }
    }
    return columns
  }

  private var weekStarts: [(column: Int, day: CalendarTime)] {
    weeks.enumerated().map { index, week in
      (index * plotWidth / weeks.count, report.calendar.calendarTime(of: week.start))
    }
  }
}

extension String {
  /// The text without what colours it.
  var unpainted: String {
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "\u{1B}") {
      result += rest[..<start]
      rest = rest[start...].drop { $0 != "m" }.dropFirst()
    }
    return result + rest
  }
}
