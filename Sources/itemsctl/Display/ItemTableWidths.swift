import CommandKit

/// The columns' widths; a column of width 0 is left out.
struct ItemTableWidths: Hashable {
  var number: Int
  var status: Int
  var priority: Int
  var due: Int
  var title: Int
  var tags: Int
  var list: Int

  private static let gap = 2
  private static let minimumTitle = 20

  /// Widths for these texts within a line; without a width of the line, all are shown whole.
  ///
  /// Number, marks and due date are never cut. Title, tags and list give way in turn: long tags and
  /// lists first, then the title, then the list goes, then the tags.
  init(fitting cells: [ItemCells], showsStatus: Bool, width: Int?) {
    func natural(_ column: KeyPath<ItemCells, ItemCells.Cell>) -> Int {
      let widest = cells.reduce(0) { max($0, $1[keyPath: column].text.displayWidth) }
      return widest == 0 ? 0 : max(widest, ItemCells.header[keyPath: column].text.displayWidth)
    }
    number = max(1, natural(\.number))
    status = showsStatus ? natural(\.status) : 0
    priority = natural(\.priority)
    due = natural(\.due)
    title = natural(\.title)
    tags = natural(\.tags)
    list = natural(\.list)
    guard let width else { return }
    fit(into: width)
  }

  private var total: Int {
    [status, priority, due, title, tags, list].reduce(number) {
      $0 + ($1 > 0 ? $1 + ItemTableWidths.gap : 0)
    }
  }

  private mutating func fit(into width: Int) {
    let whole = title
    reduce(\.tags, to: max(12, width / 5), width)
    reduce(\.list, to: max(8, width / 8), width)
    reduce(\.title, to: ItemTableWidths.minimumTitle, width)
    if total > width { list = 0 }
    if total > width { reduce(\.tags, to: 8, width) }
    if total > width { tags = 0 }
    if total > width { title = max(1, title - (total - width)) }
    // What a column that went has left belongs to the title.
    if total < width { title = min(whole, title + width - total) }
  }

  /// Takes from a column what the line is too long, down to a bound.
  private mutating func reduce(
    _ column: WritableKeyPath<ItemTableWidths, Int>,
    to bound: Int,
    _ width: Int
  ) {
    let excess = total - width
    guard excess > 0, self[keyPath: column] > bound else { return }
    self[keyPath: column] = max(bound, self[keyPath: column] - excess)
  }
}
