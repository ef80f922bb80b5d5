import ArgumentParsing
import CommandKit
import Phrases

/// A chart over a row of weeks, with its scale at the left and dates below.
struct TimeChart {
  let title: String
  /// A value for each column of the chart.
  let values: [Int]
  /// The columns at which weeks begin, with those weeks' first days; nil leaves the dates out.
  let weekStarts: [(column: Int, day: CalendarTime)]?
  let height: Int
  let paint: Paint

  /// The columns that the scale takes: its numbers, a space and the axis.
  static func scaleWidth(most: Int) -> Int { String(most).count + 2 }

  /// The chart's lines; `scaleWidth` is what charts below each other share.
  func lines(scaleWidth: Int, _ symbols: ChartSymbols, usesColor: Bool) -> [String] {
    let most = values.max() ?? 0
    let head = title.truncated(toWidth: scaleWidth + values.count)
    var lines = [head.painted(.bold, if: usesColor)]
    for (index, row) in symbols.columns(values, of: most, height: height).enumerated() {
      let label = index == 0 ? String(most) : ""
      let scale = scale(label, scaleWidth, symbols.axis).painted(.faint, if: usesColor)
      let columns = row.trimmingTrailingSpaces
      lines.append(scale + columns.painted(paint, if: usesColor))
    }
    let (ground, dates) = feet(symbols)
    lines.append((scale("0", scaleWidth, symbols.corner) + ground).painted(.faint, if: usesColor))
    if !dates.isEmpty {
      let indent = String(repeating: " ", count: scaleWidth)
      lines.append((indent + dates).painted(.faint, if: usesColor))
    }
    return lines
  }

  private func scale(_ label: String, _ width: Int, _ axis: Character) -> String {
    label.padded(toWidth: width - 2, atStart: true) + " " + String(axis)
  }

  /// The ground line with a mark at each week's beginning, and the dates that fit.
  ///
  /// Weeks that are only a few columns wide have a mark where they have a date.
  private func feet(_ symbols: ChartSymbols) -> (ground: String, dates: String) {
    var ground = Array(repeating: symbols.ground, count: values.count)
    var dates = ""
    let starts = weekStarts ?? []
    let isWide = starts.count > 1 && starts[1].column - starts[0].column > 3
    for (column, day) in starts {
      let date = "\(day.day) \(MonthName.shortName(day.month))"
      if isWide, column < values.count { ground[column] = symbols.tick }
      let isFree = dates.isEmpty ? column == 0 : dates.count + (isWide ? 2 : 4) <= column
      guard isFree, column + date.count <= values.count else { continue }
      ground[column] = symbols.tick
      dates = dates.padded(toWidth: column) + date
    }
    return (String(ground), dates)
  }
}
