/// Parts of a cell, and the lines around a chart.
struct ChartSymbols: Sendable {
  /// Parts of a cell filled from the left, from almost nothing to all of it.
  let across: [Character]
  /// Parts of a cell filled from below, from almost nothing to all of it.
  let upward: [Character]
  /// What is there, but of less weight.
  let shade: Character
  let axis: Character
  let corner: Character
  let ground: Character
  /// A mark on the ground line.
  let tick: Character
  let dash: String
  let dot: String

  /// Unicode's block elements and box drawing.
  static let blocks = ChartSymbols(
    across: Array("▏▎▍▌▋▊▉█"),
    upward: Array("▁▂▃▄▅▆▇█"),
    shade: "░",
    axis: "│",
    corner: "└",
    ground: "─",
    tick: "┴",
    dash: "–",
    dot: "·"
  )

  /// For terminals and locales that know no others.
  static let ascii = ChartSymbols(
    across: ["#"],
    upward: [".", ":", "#"],
    shade: "-",
    axis: "|",
    corner: "+",
    ground: "-",
    tick: "+",
    dash: "-",
    dot: "-"
  )
}

extension ChartSymbols {
  /// A bar of a value within so many columns, in which `most` would fill them all.
  ///
  /// A value above 0 is always visible, however small.
  func bar(_ value: Int, of most: Int, width: Int) -> String {
    guard value > 0, most > 0, width > 0 else { return "" }
    let steps = across.count
    let parts = max(1, (value * width * steps + most / 2) / most)
    var bar = String(repeating: across[steps - 1], count: min(width, parts / steps))
    if parts % steps > 0, parts / steps < width { bar.append(across[parts % steps - 1]) }
    return bar
  }

  /// Columns side by side in so many rows, the top one first, in which `most` would fill them all.
  func columns(_ values: [Int], of most: Int, height: Int) -> [String] {
    let steps = upward.count
    let parts = values.map { value in
      value > 0 && most > 0 ? max(1, (value * height * steps + most / 2) / most) : 0
    }
    return (0..<height).reversed().map { row in
      String(
        parts.map { part -> Character in
          let filled = part - row * steps
          return filled <= 0 ? " " : upward[min(filled, steps) - 1]
        }
      )
    }
  }
}
