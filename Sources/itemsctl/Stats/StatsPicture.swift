import CommandKit
import Phrases
import Storage
import TerminalScreens

/// Numbers, two charts over the weeks, and bars of lists and tags.
struct StatsPicture {
  private let report: StatsReport
  private var document = SVGDocument()

  private static let width = 860.0
  private static let margin = 32.0
  private static var inner: Double { width - 2 * margin }
  /// How many lists and tags there is room for.
  private static let groups = 8
  private static let rowHeight = 24.0
  private static let gap = 36.0

  init(_ report: StatsReport) { self.report = report }

  /// The whole document.
  var svg: String {
    var picture = self
    let height = picture.draw()
    let words = StatsPictureWords(report)
    let size = "width=\"\(Self.width.svg)\" height=\"\(height.svg)\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width.svg) \(height.svg)" \(size) \
      role="img" aria-labelledby="title description">
      <title id="title">\(words.title.escapedForXML)</title>
      <desc id="description">\(words.description.escapedForXML)</desc>
      \(StatsPictureStyle.markup)
      <rect width="100%" height="100%" rx="12" class="page"/>
      \(picture.document.text)</svg>

      """
  }

  /// Draws everything from the top down, and returns the height.
  private mutating func draw() -> Double {
    document.text(StatsPictureWords(report).title, x: Self.margin, y: 44, class: "head")
    drawFigures(y: 66)
    var y = 196.0
    if !report.weeks.isEmpty, report.counts.total > 0 {
      y = draw(title: "Open items", values: report.weeks.map(\.open), as: .area, y: y, height: 150)
      y = draw(
        title: "Done, by week",
        values: report.weeks.map { [$0.done] },
        as: .bars,
        y: y,
        height: 64
      )
    }
    let ends = [
      draw("Lists", report.lists, x: Self.margin, y: y),
      draw("Tags", report.tags, mark: "+", x: Self.margin + (Self.inner + Self.gap) / 2, y: y),
    ]
    return (ends.max() ?? y) + 8
  }

  // MARK: - Figures

  private mutating func drawFigures(y: Double) {
    let counts = report.counts
    let due = report.due
    let figures = [
      ("open", counts.open, "blue"), ("done", counts.done, "green"),
      ("cancelled", counts.cancelled, "grey"), ("overdue", due.overdue, "red"),
      ("due today", due.today, "amber"), ("due in 7 days", due.nextSevenDays, "blue"),
    ]
    let gap = 12.0
    let width = (Self.inner - gap * Double(figures.count - 1)) / Double(figures.count)
    for (index, (label, value, color)) in figures.enumerated() {
      let x = Self.margin + Double(index) * (width + gap)
      document.box(x: x, y: y, width: width, height: 82, class: "card", radius: 8)
      document.box(x: x, y: y + 14, width: 4, height: 54, class: "fill-\(color)", radius: 2)
      document.text(String(value), x: x + 18, y: y + 43, class: "figure")
      document.text(label, x: x + 18, y: y + 65, class: "small")
    }
  }

  // MARK: - Lists and tags

  private mutating func draw(
    _ title: String,
    _ groups: [ItemSummary.Group],
    mark: String = "",
    x: Double,
    y: Double
  ) -> Double {
    guard !groups.isEmpty else { return y }
    let width = (Self.inner - Self.gap) / 2
    let nameWidth = 112.0
    let digits = groups.map { "\($0.counts.open) of \($0.counts.total)".count }.max() ?? 0
    let room = width - nameWidth - 12 - 7 * Double(digits)
    let most = Double(groups.map(\.counts.total).max() ?? 1)
    document.text(title, x: x, y: y, class: "title")
    document.text("open of all", x: x + width, y: y, class: "small", anchor: .end)
    let shown = groups.prefix(Self.groups)
    for (index, group) in shown.enumerated() {
      let line = y + 30 + Double(index) * Self.rowHeight
      let (open, total) = (Double(group.counts.open), Double(group.counts.total))
      let name = (mark + group.name.visible).truncated(toWidth: 15)
      document.text(name, x: x, y: line, class: "name")
      let start = x + nameWidth
      for (count, style) in [(total, "rest"), (open, "fill-blue")] {
        let width = room * count / most
        document.box(x: start, y: line - 11, width: width, height: 14, class: style, radius: 3)
      }
      let numbers = "\(group.counts.open) of \(group.counts.total)"
      document.text(numbers, x: x + width, y: line, class: "number", anchor: .end)
    }
    var end = y + 30 + Double(shown.count) * Self.rowHeight
    if groups.count > shown.count {
      document.text("and \(groups.count - shown.count) more", x: x, y: end, class: "small")
      end += Self.rowHeight
    }
    return end
  }
}

// MARK: - Charts

extension StatsPicture {
  private enum Shape {
    case area, bars
  }

  /// Draws a chart of values for each week, spread evenly over it, and returns where the next begins.
  private mutating func draw(
    title: String,
    values: [[Int]],
    as shape: Shape,
    y: Double,
    height: Double
  ) -> Double {
    let scale = ChartScale(most: values.joined().max() ?? 0)
    let left = Self.margin + 34
    let plot = PlotArea(
      x: left,
      y: y + 18,
      width: Self.width - Self.margin - left,
      height: height,
      weeks: values.count,
      top: scale.top
    )
    document.text(title, x: Self.margin, y: y, class: "title")
    for mark in scale.marks {
      let line = plot.y(of: mark)
      document.line(
        from: (plot.x, line),
        to: (plot.x + plot.width, line),
        class: mark == 0 ? "ground" : "grid"
      )
      document.text(String(mark), x: plot.x - 10, y: line + 4, class: "small", anchor: .end)
    }
    switch shape {
    case .area: drawArea(values, plot)
    case .bars: drawBars(values.map { $0.first ?? 0 }, plot)
    }
    drawDates(plot)
    return plot.y + height + 62
  }

  private mutating func drawArea(_ values: [[Int]], _ plot: PlotArea) {
    var path = ""
    var end = plot.x
    for (week, days) in values.enumerated() {
      for (day, value) in days.enumerated() {
        let height = plot.y(of: value).svg
        end = plot.x(ofWeek: Double(week) + Double(day + 1) / 7)
        path += path.isEmpty ? "M\(plot.x.svg) \(height)H\(end.svg)" : "V\(height)H\(end.svg)"
      }
    }
    let ground = plot.y(of: 0).svg
    document.add("<path d=\"\(path)V\(ground)H\(plot.x.svg)Z\" class=\"area\"/>")
    document.add("<path d=\"\(path)\" class=\"edge\"/>")
  }

  private mutating func drawBars(_ values: [Int], _ plot: PlotArea) {
    let week = plot.width / Double(plot.weeks)
    let width = max(1, min(week * 0.72, 36))
    for (index, value) in values.enumerated() {
      let top = plot.y(of: value)
      document.box(
        x: plot.x(ofWeek: Double(index)) + (week - width) / 2,
        y: top,
        width: width,
        height: plot.y(of: 0) - top,
        class: "fill-green",
        radius: 2
      )
    }
  }

  private mutating func drawDates(_ plot: PlotArea) {
    let step = max(1, Int((90 / (plot.width / Double(plot.weeks))).rounded(.up)))
    for index in stride(from: 0, to: plot.weeks, by: step) {
      let x = plot.x(ofWeek: Double(index))
      guard x + 44 <= plot.x + plot.width else { break }
      let day = report.calendar.calendarTime(of: report.weeks[index].start)
      let words = "\(day.day) \(MonthName.shortName(day.month))"
      document.line(from: (x, plot.y(of: 0)), to: (x, plot.y(of: 0) + 5), class: "ground")
      document.text(words, x: x, y: plot.y(of: 0) + 19, class: "small")
    }
  }
}
