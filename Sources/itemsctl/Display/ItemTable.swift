import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Columns for a list of items; below 50 columns, a card for each.
struct ItemTable {
  private let calendar: LocalCalendar
  private let appearance: Appearance
  private let widths: ItemTableWidths
  private let showsStatus: Bool
  private let emphasis: SearchWords?
  /// The items that wait for an open one.
  private var blocked: Set<ItemID>
  /// How many items stand above each one, as far as that is to be seen.
  private let levels: [ItemID: Int]
  private let marks: [ItemID: Marks]

  /// Signs around the title of an item.
  struct Marks: Hashable {
    /// Stands before the title.
    var before = ""
    /// Stands behind the title, which is cut in its favour.
    var behind = ""

    static let none = Marks()
  }

  /// A table whose columns fit these items.
  init(
    for items: [Item],
    levels: [ItemID: Int] = [:],
    blocked: Set<ItemID> = [],
    marks: [ItemID: Marks] = [:],
    calendar: LocalCalendar,
    appearance: Appearance,
    emphasis: SearchWords? = nil
  ) {
    self.emphasis = emphasis
    self.levels = levels
    self.marks = marks
    self.blocked = blocked
    self.calendar = calendar
    self.appearance = appearance
    showsStatus = items.contains { $0.status != .open || blocked.contains($0.id) }
    let cells = items.map { item in
      var cells = ItemCells(
        item,
        calendar,
        appearance,
        level: levels[item.id] ?? 0,
        isBlocked: blocked.contains(item.id)
      )
      if let marks = marks[item.id] { cells.title.text += marks.before + marks.behind }
      return cells
    }
    widths = ItemTableWidths(fitting: cells, showsStatus: showsStatus, width: appearance.width)
  }

  /// The names of the columns; cards have none.
  var header: String? {
    appearance.showsCards ? nil : row(.header).painted(.faint, if: appearance.usesColor)
  }

  /// The parts of an item for which its row has no column, or too little room.
  func missingParts(of item: Item) -> Set<ItemPart> {
    guard !appearance.showsCards else { return [] }
    let hidden = (widths.tags == 0 ? [ItemPart.tags] : []) + (widths.list == 0 ? [.list] : [])
    return Set(hidden + (cutsTitle(of: item) ? [.title] : []))
  }

  /// True if the title of an item is cut.
  private func cutsTitle(of item: Item) -> Bool {
    guard !appearance.showsCards else { return false }
    let cells = ItemCells(item, calendar, appearance, level: levels[item.id] ?? 0)
    let marks = marks[item.id] ?? .none
    let whole = cells.title.text.displayWidth + (marks.before + marks.behind).displayWidth
    return whole > widths.title
  }

  /// How many lines an item has; a row of columns is not made for that.
  func height(of item: Item) -> Int { appearance.showsCards ? lines(of: item).count : 1 }

  /// An item's lines.
  func lines(of item: Item) -> [String] {
    let level = levels[item.id] ?? 0
    let marks = marks[item.id] ?? .none
    let cells = ItemCells(
      item,
      calendar,
      appearance,
      level: level,
      isBlocked: blocked.contains(item.id),
      mark: marks.before,
      emphasis: emphasis
    )
    return appearance.showsCards ? card(cells, marks.behind) : [row(cells, marks.behind)]
  }

  /// Notes which items of the next page wait for an open one.
  mutating func note(blocked ids: Set<ItemID>) { blocked = ids }

  private func row(_ cells: ItemCells, _ note: String = "") -> String {
    var line = cells.number.text.padded(toWidth: widths.number, atStart: true)
    func add(_ cell: ItemCells.Cell, _ width: Int, _ note: String = "") {
      guard width > 0 else { return }
      let text = cell.text.truncated(toWidth: max(1, width - note.displayWidth))
      let spaces = String(
        repeating: " ",
        count: max(0, width - text.displayWidth - note.displayWidth)
      )
      // Else two cells that are written from right to left would change places.
      let end = text.isPartlyRightToLeft ? "\u{200E}" : ""
      line += "  " + paint(text, as: cell) + end
      line += note.painted(.faint, if: appearance.usesColor) + spaces
    }
    if showsStatus { add(cells.status, widths.status) }
    add(cells.priority, widths.priority)
    add(cells.due, widths.due)
    add(cells.title, widths.title, note)
    add(cells.tags, widths.tags)
    add(cells.list, widths.list)
    return line.trimmingTrailingSpaces
  }

  private func paint(_ text: String, as cell: ItemCells.Cell) -> String {
    text.painted(cell.paint, if: appearance.usesColor, emphasis: cell.emphasis)
  }

  /// The title on lines of its own; what else there is to say below it.
  private func card(_ cells: ItemCells, _ note: String) -> [String] {
    let width = appearance.width ?? Appearance.minimumTableWidth
    let number = cells.number.text.padded(toWidth: widths.number, atStart: true)
    let indent = String(repeating: " ", count: min(widths.number + 2, max(0, width / 4)))
    let room = max(1, width - indent.displayWidth)
    let title = (cells.title.text + note).wrapped(toWidth: room).map { paint($0, as: cells.title) }
    var lines = title.enumerated().map {
      $0 == 0 ? number.padded(toWidth: indent.count) + $1 : indent + $1
    }
    lines += details(cells, width: room)
      .map { indent + $0.painted(.faint, if: appearance.usesColor) }
    return lines
  }

  /// The lines below a card's title: whole details on a line as long as they fit.
  private func details(_ cells: ItemCells, width: Int) -> [String] {
    let details = [
      showsStatus ? cells.status : .none, cells.priority, cells.due, cells.tags, cells.list,
    ]
    var lines: [String] = []
    for detail in details.map(\.text) where !detail.isEmpty {
      if let last = lines.last, last.displayWidth + 3 + detail.displayWidth <= width {
        lines[lines.count - 1] = "\(last) · \(detail)"
      } else {
        lines += detail.wrapped(toWidth: width)
      }
    }
    return lines
  }
}
