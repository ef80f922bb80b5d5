import CommandKit
import ItemModels
import Storage
import TerminalScreens

/// The pane about the item under the cursor: its number and times, and below them what its row does not say.
@MainActor
struct ItemPane {
  let item: Item
  let model: ItemListModel
  /// The columns of the list, by which its rows say more or less.
  let table: ItemTable

  /// The columns from which on it stands beside the list.
  private static let besideFrom = 150
  /// The rows from which on it stands below the list.
  private static let belowFrom = 20

  /// The room for it: beside a list that keeps enough for titles, else below it; nil for none.
  static func area(from list: inout Canvas.Area, of area: Canvas.Area) -> Canvas.Area? {
    var pane = list
    if area.columns >= besideFrom {
      pane.columns = min(56, list.columns / 3)
      pane.column = list.column + list.columns - pane.columns
      list.columns -= pane.columns + 2
    } else if area.rows >= belowFrom {
      pane.rows = min(10, area.rows / 4)
      pane.row = list.row + list.rows - pane.rows
      list.rows -= pane.rows
    } else {
      return nil
    }
    return pane
  }

  /// Draws it, the notes first.
  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    let lines = lines(columns: area.columns, look)
    canvas.draw(
      look.rule(of: item, columns: area.columns),
      row: area.row,
      column: area.column,
      style: look.faint
    )
    let room = max(0, area.rows - 1)
    for (offset, line) in lines.prefix(room).enumerated() {
      canvas.draw(line, row: area.row + 1 + offset, column: area.column, columns: area.columns)
    }
    guard lines.count > room, room > 0 else { return }
    let more = " … Enter shows \(lines.count - room) more "
    let column = area.column + max(0, area.columns - more.displayWidth - 1)
    canvas.draw(more, row: area.row, column: column, columns: area.columns, style: look.faint)
  }

  private func lines(columns: Int, _ look: Look) -> [String] {
    // Of one that stands below another in the tree, that one is seen right there.
    let isNested = (model.places[item.id]?.level ?? 0) > 0
    var known = item
    if isNested { known.parent = nil }
    let detail = ItemDetail(
      calendar: look.calendar,
      appearance: look.appearance(width: max(12, columns))
    )
    let parent = known.parent.flatMap { id in model.items.first { $0.id == id } }
    let shown = table.missingParts(of: item)
    let rest = detail.rest(of: known, under: parent, among: model.items, showing: shown)
    return rest.isEmpty ? ["No notes.".painted(.faint, if: look.usesColor)] : rest
  }
}
