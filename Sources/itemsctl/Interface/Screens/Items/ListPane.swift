import ArgumentParsing
import CommandKit
import ItemModels
import Storage
import TerminalScreens

/// The items in the middle: a table under headings, scrolled so far that the item under the cursor is seen.
@MainActor
struct ListPane {
  let model: ItemListModel
  let state: ItemsState

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    guard area.rows > 0, area.columns > 4 else { return }
    if let text = placeholder {
      for (offset, line) in text.wrapped(toWidth: area.columns - 2).enumerated() {
        canvas.draw(line, row: area.row + 1 + offset, column: area.column + 2)
      }
      return
    }
    let width = area.columns - 2
    let table = state.table(for: model.items, model.places, width: width, look)
    var body = area
    if let header = table.header {
      canvas.draw(header, row: area.row, column: area.column + 2, columns: width)
      (body.row, body.rows) = (body.row + 1, body.rows - 1)
    }
    let entries = ListEntries(sections: model.sections)
    scroll(entries, table, rows: body.rows)
    draw(entries, table, in: &canvas, body, look)
    state.page = max(1, body.rows - 1)
  }

  private func draw(
    _ entries: ListEntries,
    _ table: ItemTable,
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    var (row, index) = (area.row, state.top)
    while index < entries.count {
      let entry = entries[index]
      let lines = entry.lines(table, look)
      guard row + lines.count <= area.row + area.rows else { break }
      for line in lines {
        canvas.draw(line, row: row, column: area.column + 2, columns: area.columns - 2)
        if case .item(let item) = entry { mark(item, in: &canvas, row: row, area, look) }
        row += 1
      }
      index += 1
    }
  }

  /// Marks the chosen items, and the one under the cursor.
  private func mark(
    _ item: Item,
    in canvas: inout Canvas,
    row: Int,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    state.hits[row] = item.id
    if model.selection.contains(item.id) {
      canvas.draw("*", row: row, column: area.column, style: look.color(.yellow))
    }
    if !item.keptTexts.isEmpty {
      let sign = look.usesBlocks ? "≠" : "!"
      canvas.draw(sign, row: row, column: area.column + 1, style: look.color(.yellow))
    }
    guard item.id == state.cursor else { return }
    let line = Canvas.Area(row: row, column: area.column, rows: 1, columns: area.columns)
    if !state.choosesPlace { canvas.paint(line) { $0 = .reversed } }
  }

  /// The text in place of a list that has nothing to show; nil for a list.
  private var placeholder: String? {
    switch model.phase {
    case .loading: model.items.isEmpty ? "" : nil
    case .ready: nil
    case .empty where state.place == .deleted: "Nothing is deleted."
    case .empty:
      state.place == .open
        ? "Nothing is open. 'a' adds an item." : "Nothing here. 'a' adds an item."
    case .failed(let failure):
      failure.message + (failure.action == .retry ? " 'r' tries again." : "")
    }
  }

  // MARK: - Scrolling

  /// Scrolls so far that the entry under the cursor is seen, and a heading right above it.
  private func scroll(_ entries: ListEntries, _ table: ItemTable, rows: Int) {
    guard entries.count > 0 else { return }
    let chosen = entries.index(ofItem: state.index)
    let isBelowHeading = chosen > 0 && entries[chosen - 1].isHeading
    state.top = max(0, min(state.top, isBelowHeading ? chosen - 1 : chosen))
    // From the cursor backwards, as far as there is room.
    var (start, used) = (chosen, 0)
    while start >= state.top {
      used += entries[start].rows(table)
      if used > rows { break }
      start -= 1
    }
    if start >= state.top { state.top = min(chosen, start + 1) }
    fill(entries, table, rows: rows)
  }

  /// Scrolls back as far as there is room below the last entry, as when the screen grew.
  private func fill(_ entries: ListEntries, _ table: ItemTable, rows: Int) {
    var (first, used) = (entries.count, 0)
    while first > 0, used <= rows {
      used += entries[first - 1].rows(table)
      if used <= rows { first -= 1 }
    }
    state.top = min(state.top, first)
  }
}
