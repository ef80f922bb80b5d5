import CommandKit
import Phrases
import Storage

/// The texts of an item's columns, safe for a terminal.
struct ItemCells {
  /// One text and how it is set off.
  struct Cell {
    var text: String
    var paint: Paint?
    /// Words to be set off within the text.
    var emphasis: SearchWords?

    static let none = Cell(text: "")
  }

  var number: Cell
  var status: Cell
  var priority: Cell
  var due: Cell
  var title: Cell
  var tags: Cell
  var list: Cell

  /// The names of the columns.
  static let header = ItemCells(
    number: Cell(text: "#"),
    status: Cell(text: "S"),
    priority: Cell(text: "P"),
    due: Cell(text: "DUE"),
    title: Cell(text: "TITLE"),
    tags: Cell(text: "TAGS"),
    list: Cell(text: "LIST")
  )
}

extension ItemCells {
  /// What stands before the title of an item under others.
  private static func indent(_ level: Int) -> String {
    level == 0 ? "" : String(repeating: "  ", count: min(level, 12) - 1) + "└ "
  }

  init(
    _ item: Item,
    _ calendar: LocalCalendar,
    _ appearance: Appearance,
    level: Int = 0,
    isBlocked: Bool = false,
    mark: String = "",
    emphasis: SearchWords? = nil
  ) {
    // Ten digits that are seldom typed would widen the column of all items.
    number = Cell(text: item.isNumberedAsRecord ? "copy" : String(item.number), paint: .faint)
    let marks: [Status: String] = [.done: "✓", .cancelled: "✗"]
    status = Cell(
      text: marks[item.status] ?? (isBlocked ? "⊘" : ""),
      paint: item.status == .done ? .green : .faint
    )
    priority = Cell(
      text: item.priority == .none ? "" : item.priority.name.prefix(1).uppercased(),
      paint: item.priority == .high ? .red : item.priority == .medium ? .yellow : nil
    )
    due = Cell(
      text: item.due.map { calendar.shortText(of: $0) } ?? "",
      paint: item.isOverdue(in: calendar) ? .red : .cyan
    )
    title = Cell(
      text: ItemCells.indent(level) + mark + item.title.visible,
      paint: item.status == .open && !isBlocked ? nil : .faint,
      emphasis: emphasis
    )
    tags = Cell(
      text: item.tags.sorted(by: utf8Less).map { "+\($0.visible)" }.joined(separator: " "),
      paint: .green,
      emphasis: emphasis
    )
    list = Cell(text: item.list.visible)
  }
}
