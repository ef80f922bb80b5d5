import ArgumentParsing
import TerminalScreens

/// Lines that are more than the screen, and how far they were scrolled.
@MainActor
final class ScrolledLines {
  var lines: [String]
  private var top = 0
  private var rows = 1

  init(_ lines: [String] = []) { self.lines = lines }

  /// Draws them as far as they were scrolled.
  func draw(in canvas: inout Canvas, _ area: Canvas.Area) {
    rows = max(1, area.rows)
    scroll(0)
    for (offset, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, columns: area.columns)
    }
  }

  /// Scrolls by so many lines, and never beyond the ends.
  func scroll(_ distance: Int) { top = max(0, min(top + distance, lines.count - rows)) }

  /// How many lines are below those that are shown.
  var rowsBelow: Int { max(0, lines.count - top - rows) }

  /// Keys for scrolling.
  var bindings: [KeyBinding] { bindings(pagingUpBy: [.pageUp, .character("b")], "PgUp b") }

  /// Keys for scrolling on a screen on which a letter of them means something else.
  func bindings(pagingUpBy pageUp: [Key], _ pageUpLabel: String) -> [KeyBinding] {
    [
      KeyBinding([.down, .character("j"), .wheelDown], "↓ j", "scroll down") { [self] in scroll(1)
      },
      KeyBinding([.up, .character("k"), .wheelUp], "↑ k", "scroll up") { [self] in scroll(-1) },
      KeyBinding([.pageDown, .character(" ")], "PgDn space", "scroll a page down") { [self] in
        scroll(rows - 1)
      },
      KeyBinding(pageUp, pageUpLabel, "scroll a page up") { [self] in
        scroll(1 - rows)
      },
      KeyBinding([.home, .character("g")], "Home g", "to the beginning") { [self] in
        scroll(-lines.count)
      },
      KeyBinding([.end, .character("G")], "End G", "to the end") { [self] in scroll(lines.count) },
    ]
  }
}
