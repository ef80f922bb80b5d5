import ArgumentParsing
import CommandKit
import ItemModels
import Storage
import TerminalScreens

/// A search that goes on as a person types.
struct SearchScreen: InterfaceScreen {
  let model: SearchModel
  let state = State()
  let onOpen: (ItemID) -> Void
  /// Shows the results for a text in the list, where every key of the list works.
  let onList: (String) -> Void
  let onLeave: () -> Void

  /// What is typed, and the result that is chosen.
  @MainActor
  final class State {
    var editor = LineEditor()
    var index = 0
    var top = 0
    var hits: [Int: ItemID] = [:]
  }

  var name: String { "Search" }
  var hint: String { "Enter open  Tab show in list  ↓ ↑ choose" }
  var leavingHint: String { "Esc back" }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    let used = canvas.draw("/", row: area.row, column: area.column, style: look.color(.cyan))
    var field = area
    (field.column, field.columns, field.rows) = (area.column + used, area.columns - used, 1)
    state.editor.draw(in: &canvas, field, isActive: true)
    let (line, rows) = (area.row + 1, area.rows - 1)
    guard rows > 0 else { return }
    state.hits = [:]
    if let text = words {
      canvas.draw(text.truncated(toWidth: area.columns), row: line, column: area.column + 2)
      return
    }
    state.index = max(0, min(state.index, model.results.count - 1))
    let table = ItemTable(
      for: model.results,
      calendar: look.calendar,
      appearance: look.appearance(width: max(8, area.columns - 2)),
      emphasis: SearchWords([model.searched])
    )
    drawResults(table, in: &canvas, area, from: line, rows: rows)
  }

  private func drawResults(
    _ table: ItemTable,
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    from first: Int,
    rows: Int
  ) {
    let heights = model.results.map { table.lines(of: $0).count }
    state.top = min(state.top, state.index)
    // What became free below is filled from above.
    while state.top > 0, heights[(state.top - 1)...].reduce(0, +) <= rows { state.top -= 1 }
    while state.top < state.index, heights[state.top...state.index].reduce(0, +) > rows {
      state.top += 1
    }
    var row = first
    for (index, item) in model.results.enumerated().dropFirst(state.top) {
      for line in table.lines(of: item) where row < first + rows {
        canvas.draw(line, row: row, column: area.column + 2, columns: area.columns - 2)
        state.hits[row] = item.id
        if index == state.index {
          let whole = Canvas.Area(row: row, column: area.column, rows: 1, columns: area.columns)
          canvas.paint(whole) { $0 = .reversed }
        }
        row += 1
      }
    }
  }

  private var words: String? {
    switch model.phase {
    case .failed(let failure): failure.message
    case .empty: "Nothing was found."
    case .loading where model.results.isEmpty: ""
    default: model.results.isEmpty ? "Type words of a title, notes or tags." : nil
    }
  }

  func take(_ key: Key) -> Bool {
    if case .click(let row, _) = key {
      if let id = state.hits[row] { onOpen(id) }
      return true
    }
    guard state.editor.take(key) else { return false }
    if model.text != state.editor.text {
      model.text = state.editor.text
      state.index = 0
    }
    return true
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding([.down, .control("n"), .wheelDown], "↓ ^N", "next result") { state.index += 1 },
      KeyBinding([.up, .control("p"), .wheelUp], "↑ ^P", "result before") { state.index -= 1 },
      KeyBinding([.enter], "Enter", "open it") {
        if model.results.indices.contains(state.index) { onOpen(model.results[state.index].id) }
      },
      KeyBinding([.tab], "Tab", "show all results in the list, to change them there") {
        if !model.results.isEmpty { onList(state.editor.text) }
      },
      KeyBinding([.escape, .control("g")], "Esc", "go back", onLeave),
    ]
  }
}
