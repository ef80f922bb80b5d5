import ArgumentParsing
import CommandKit
import TerminalScreens

/// Lines of text, as a command prints them or help does.
struct TextScreen: InterfaceScreen {
  let name: String
  let content: ScrolledLines
  /// The keys beside those that scroll, for the bottom line.
  let furtherHint: String
  /// Keys beside those that scroll.
  let further: [KeyBinding]
  let onLeave: () -> Void

  init(
    _ name: String,
    _ lines: [String],
    hint: String = "",
    _ further: [KeyBinding] = [],
    onLeave: @escaping () -> Void
  ) {
    self.name = name
    furtherHint = hint
    self.further = further
    content = ScrolledLines(lines)
    self.onLeave = onLeave
  }

  var hint: String {
    let rest = content.rowsBelow
    return [furtherHint, rest > 0 ? "↓ \(counted(rest, "more line"))" : ""]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    content.draw(in: &canvas, area)
  }

  var bindings: [KeyBinding] {
    further + content.bindings + [.leaving(onLeave)]
  }
}

extension KeyBinding {
  /// The keys by which a person goes back.
  static func leaving(_ onLeave: @escaping () -> Void) -> KeyBinding {
    KeyBinding([.escape, .character("q"), .left, .character("h")], "Esc q", "go back", onLeave)
  }

  /// What help says of keys, a line for each, with the labels below each other.
  static func lines(of bindings: [KeyBinding]) -> [String] {
    let width = (bindings.map(\.label.displayWidth).max() ?? 0) + 2
    return bindings.map { $0.label.padded(toWidth: width) + $0.meaning }
  }
}
