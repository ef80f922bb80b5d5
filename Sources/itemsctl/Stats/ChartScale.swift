/// Round numbers from nothing to at least the greatest value.
struct ChartScale {
  /// The numbers that lines are drawn at, 0 first.
  let marks: [Int]

  /// What the chart's upper edge stands for.
  var top: Int { marks.last ?? 1 }

  /// A scale of two to five steps, each 1, 2 or 5 times a power of ten.
  init(most: Int) {
    var power = 1
    while most / power > 50 { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { most <= $0 * 4 } ?? power * 20
    marks = Array(stride(from: 0, through: max(step, (most + step - 1) / step * step), by: step))
  }
}

/// Where the weeks and values of a chart lie in a picture.
struct PlotArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  /// How many weeks lie side by side.
  let weeks: Int
  /// The value at the upper edge.
  let top: Int

  /// The place from left to right at which so many weeks have gone by.
  func x(ofWeek week: Double) -> Double { x + width * week / Double(max(1, weeks)) }

  /// The place from the top down of a value.
  func y(of value: Int) -> Double { y + height - height * Double(value) / Double(max(1, top)) }
}
