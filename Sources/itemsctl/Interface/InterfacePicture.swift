import ArgumentParsing
import CommandKit
import Phrases
import TerminalScreens

/// Puts the screens together to what the terminal shows: a line with names above, the screen, and a line below.
@MainActor
struct InterfacePicture {
  let navigator: Navigator
  let look: Look

  /// Draws all of it.
  func canvas(_ size: ScreenSize) -> Canvas {
    var canvas = Canvas(size)
    guard size.rows > 0, size.columns > 0 else { return canvas }
    let columns = size.columns
    let base = navigator.screens.lastIndex { $0.overlayRows(columns: columns) == nil } ?? 0
    let overlays = navigator.screens.dropFirst(base + 1)
    drawHeader(in: &canvas)
    var area = canvas.area
    (area.row, area.rows) = (1, max(0, size.rows - 2))
    var bottom = size.rows
    for overlay in overlays { bottom -= overlay.overlayRows(columns: columns) ?? 0 }
    if navigator.screens.indices.contains(base) {
      navigator.screens[base].draw(in: &canvas, area, look)
    }
    // The cursor belongs to what is typed into, which is on top.
    if !overlays.isEmpty { canvas.cursor = nil }
    if overlays.isEmpty { drawFooter(in: &canvas) }
    for overlay in overlays {
      let rows = overlay.overlayRows(columns: columns) ?? 0
      let place = Canvas.Area(row: max(0, bottom), column: 0, rows: rows, columns: size.columns)
      overlay.draw(in: &canvas, place, look)
      bottom += rows
    }
    return canvas
  }

  private func drawHeader(in canvas: inout Canvas) {
    let columns = canvas.size.columns
    let names = navigator.screens.filter { $0.overlayRows(columns: columns) == nil }
      .map(\.name.visible)
    let line = names.joined(separator: look.usesBlocks ? " › " : " > ")
    let time = look.calendar.shortText(of: look.calendar.now)
    let state = navigator.storeState().joined(separator: look.usesBlocks ? " · " : ", ")
    // The state of the store comes before the time, and gives way to the name of the screen alone.
    let room = columns - line.displayWidth - 4
    canvas.draw(" " + line.truncated(toWidth: columns - 1), row: 0, style: .bold)
    var end = columns - 1
    if time.displayWidth + (state.isEmpty ? 0 : state.displayWidth + 2) <= room {
      end -= time.displayWidth
      canvas.draw(time, row: 0, column: end, style: look.faint)
      end -= 2
    }
    guard !state.isEmpty, room >= 8 else { return }
    let shown = state.truncated(toWidth: min(room, end))
    canvas.draw(shown, row: 0, column: end - shown.displayWidth, style: look.color(.yellow))
  }

  /// What became of the last action, else the keys that are needed most.
  private func drawFooter(in canvas: inout Canvas) {
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    guard rows > 1 else { return }
    if let message = navigator.message {
      let lines = message.visible.wrapped(toWidth: max(1, columns - 2)).prefix(min(4, rows - 1))
      let area = Canvas.Area(
        row: rows - lines.count,
        column: 0,
        rows: lines.count,
        columns: columns
      )
      canvas.clear(area)
      for (offset, line) in lines.enumerated() {
        canvas.draw(" " + line, row: area.row + offset)
      }
    } else {
      let ending = navigator.top?.leavingHint ?? ""
      var text = ""
      // As many as there is room for before those that are always needed.
      for hint in (navigator.top?.hint ?? "").split(separator: "  ") {
        let longer = "\(text)\(hint)  "
        if longer.displayWidth + ending.displayWidth < columns { text = longer }
      }
      canvas.draw(
        " " + (text + ending).truncated(toWidth: columns - 1),
        row: rows - 1,
        style: look.faint
      )
    }
  }
}
