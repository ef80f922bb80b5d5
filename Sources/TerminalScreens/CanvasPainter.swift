import CommandKit

/// Knows what is on the screen, and writes only the cells that are others.
struct CanvasPainter {
  private var shown: Canvas?

  /// The text that turns the last picture into this one; empty where they are alike.
  ///
  /// It is one synchronised update: a terminal that knows of them shows all of it at once.
  /// <https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036>
  mutating func update(to canvas: Canvas) -> String {
    guard canvas != shown else { return "" }
    let old = shown.flatMap { $0.size == canvas.size ? $0 : nil }
    var changes = ""
    if old == nil { changes += "\u{1B}[0m\u{1B}[2J" }
    let before = old ?? Canvas(canvas.size)
    for row in canvas.rows.indices where canvas.rows[row] != before.rows[row] {
      changes += CanvasPainter.change(from: before.rows[row], to: canvas.rows[row], row: row)
    }
    if let cursor = canvas.cursor {
      changes += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
      if old?.cursor == nil { changes += "\u{1B}[?25h" }
    } else if old?.cursor != nil {
      changes += "\u{1B}[?25l"
    }
    shown = canvas
    return changes.isEmpty ? "" : "\u{1B}[?2026h\(changes)\u{1B}[?2026l"
  }

  /// Forgets what is on the screen, as when others have drawn on it.
  mutating func forget() { shown = nil }

  /// The text that turns a row into another one, from the first cell that is another to the last.
  private static func change(from old: [Canvas.Cell], to new: [Canvas.Cell], row: Int) -> String {
    var first = new.indices.first { old[$0] != new[$0] } ?? 0
    var last = new.indices.last { old[$0] != new[$0] } ?? new.endIndex - 1
    // A terminal that turns words round moves others along with them: such a row is written as a whole.
    if isPartlyRightToLeft(old) || isPartlyRightToLeft(new) {
      (first, last) = (0, new.endIndex - 1)
    }
    while first > 0, new[first].isCovered || old[first].isCovered { first -= 1 }
    while last + 1 < new.endIndex, new[last + 1].isCovered || old[last + 1].isCovered { last += 1 }
    let end = new.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
    // At the right edge the cursor stays on the last character, which would be erased.
    let isErased = end <= last && end < new.endIndex
    var text = "\u{1B}[\(row + 1);\(first + 1)H"
    var style = CellStyle.plain
    for cell in new[first..<max(first, isErased ? end : last + 1)] {
      if cell.style != style {
        style = cell.style
        text += style.sequence
      }
      text += cell.text
    }
    if style != .plain { text += "\u{1B}[0m" }
    return isErased ? text + "\u{1B}[K" : text
  }

  private static func isPartlyRightToLeft(_ row: [Canvas.Cell]) -> Bool {
    row.contains { $0.text.utf8.count > 1 && $0.text.isPartlyRightToLeft }
  }
}
