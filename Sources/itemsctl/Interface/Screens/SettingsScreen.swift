import ArgumentParsing
import CommandKit
import Observation
import TerminalScreens

/// The settings, one on each row, which are changed where they stand.
struct SettingsScreen: InterfaceScreen {
  let state: State
  /// Has a person type a value.
  let onChange: (SettingRow) -> Void
  /// Takes the value away.
  let onUnset: (SettingRow) -> Void
  let onLeave: () -> Void

  /// The settings, and the one that is chosen.
  @MainActor @Observable
  final class State {
    var rows: [SettingRow]
    @ObservationIgnored var index = 0

    init(_ rows: [SettingRow]) { self.rows = rows }
  }

  var name: String { "Settings" }
  var hint: String { "Enter change  D unset" }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    let rows = state.rows
    state.index = max(0, min(state.index, rows.count - 1))
    let nameWidth = (rows.map(\.name.displayWidth).max() ?? 0) + 2
    // What the chosen one is for stands below all.
    let help = rows.isEmpty ? [] : rows[state.index].help.wrapped(toWidth: max(1, area.columns - 2))
    let room = max(1, area.rows - help.count - 1)
    let top = max(0, state.index - room + 1)
    for (offset, row) in rows.dropFirst(top).prefix(room).enumerated() {
      let line = area.row + offset
      let value = row.value.map { "\($0.visible)\(row.origin.map { "  (\($0.visible))" } ?? "")" }
      canvas.draw(row.name.visible, row: line, column: area.column + 2, columns: nameWidth)
      canvas.draw(
        (value ?? "not set").truncated(toWidth: max(1, area.columns - nameWidth - 2)),
        row: line,
        column: area.column + 2 + nameWidth,
        style: value == nil ? look.faint : .plain
      )
      guard top + offset == state.index else { continue }
      canvas.paint(
        Canvas.Area(row: line, column: area.column, rows: 1, columns: area.columns)
      ) { $0 = .reversed }
    }
    guard area.rows > help.count + 1 else { return }
    for (offset, line) in help.enumerated() {
      let row = area.row + area.rows - help.count + offset
      canvas.draw(line, row: row, column: area.column + 2, style: look.faint)
    }
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding([.enter, .character("e")], "Enter e", "change it: type a value") {
        if state.rows.indices.contains(state.index) { onChange(state.rows[state.index]) }
      },
      KeyBinding([.character("D"), .delete], "D Del", "unset it: what the program does without it")
      {
        if state.rows.indices.contains(state.index) { onUnset(state.rows[state.index]) }
      },
      KeyBinding([.down, .character("j"), .wheelDown], "↓ j", "next setting") { state.index += 1 },
      KeyBinding([.up, .character("k"), .wheelUp], "↑ k", "setting before") { state.index -= 1 },
      .leaving(onLeave),
    ]
  }
}
