import ArgumentParsing

/// Puts the screens together to what the terminal shows: a line with names above, the screen, and a line below.
@MainActor
struct InterfacePicture {
  let navigator: Navigator
  let look: Look

  /// Draws all of it.
  func canvas(_ size: ScreenSize) -> Canvas {
    var canvas = Canvas(size)
    guard size.rows > 0, size.columns > 0 else { return canvas }
    let base = navigator.screens.lastIndex { $0.overlayRows == nil } ?? 0
    let overlays = navigator.screens.dropFirst(base + 1)
    drawHeader(in: &canvas)
    var area = canvas.area
    (area.row, area.rows) = (1, max(0, size.rows - 2))
    var bottom = size.rows
    for overlay in overlays.reversed() { bottom -= overlay.overlayRows ?? 0 }
    if navigator.screens.indices.contains(base) {
      navigator.screens[base].draw(in: &canvas, area, look)
    }
    // The cursor belongs to what is typed into, which is on top.
    if !overlays.isEmpty { canvas.cursor = nil }
    if overlays.isEmpty { drawFooter(in: &canvas) }
    for overlay in overlays {
      let rows = overlay.overlayRows ?? 0
      let place = Canvas.Area(row: max(0, bottom), column: 0, rows: rows, columns: size.columns)
      overlay.draw(in: &canvas, place, look)
      bottom += rows
    }
    return canvas
  }

  private func drawHeader(in canvas: inout Canvas) {
    let names = navigator.screens.filter { $0.overlayRows == nil }.map(\.name.visible)
    let line = names.joined(separator: look.usesBlocks ? " › " : " > ")
    let time = look.calendar.shortText(of: look.calendar.now)
    let columns = canvas.size.columns
    canvas.draw(" " + line.truncated(toWidth: columns - 1), row: 0, style: .bold)
    let start = columns - time.displayWidth - 1
    if start > line.displayWidth + 2 {
      canvas.draw(time, row: 0, column: start, style: look.faint)
    }
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
      var text = " ? keys"
      // As many as there is room for.
      for hint in [": command"]
        + (navigator.top?.hint ?? "").split(separator: "  ").map(String.init)
      {
        let longer = "\(text)  \(hint)"
        if longer.displayWidth < columns { text = longer }
      }
      canvas.draw(text, row: rows - 1, style: look.faint)
    }
  }
}
