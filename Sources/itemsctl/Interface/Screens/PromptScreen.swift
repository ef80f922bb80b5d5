import ArgumentParsing
import Observation

/// A line at the bottom that is typed into, with what it is taken for above it: quick add, and the command line.
struct PromptScreen: InterfaceScreen {
  let name: String
  /// What stands before the text.
  let prompt: String
  let state: State
  /// What is said of a text while it is typed; nil for nothing.
  let preview: (@Sendable (String) async -> String?)?
  let onEnter: (String) -> Void
  let onLeave: () -> Void

  /// What is typed, and what was said of it.
  @MainActor @Observable
  final class State {
    var editor: LineEditor
    var remark = ""
    /// The lines that were entered before, the last one first.
    @ObservationIgnored var history: [String]
    @ObservationIgnored var place = -1
    @ObservationIgnored var asking: Task<Void, Never>?

    init(_ text: String, history: [String] = []) {
      editor = LineEditor(text)
      self.history = history
    }
  }

  var overlayRows: Int? { preview == nil ? 1 : 2 }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    canvas.clear(area)
    var row = area.row
    if preview != nil {
      canvas.draw(
        state.remark.visible.truncated(toWidth: area.columns),
        row: row,
        column: area.column,
        style: look.faint
      )
      row += 1
    }
    let used = canvas.draw(prompt, row: row, column: area.column, style: look.color(.cyan))
    state.editor.draw(
      in: &canvas,
      Canvas.Area(row: row, column: area.column + used, rows: 1, columns: area.columns - used),
      isActive: true
    )
  }

  func take(_ key: Key) -> Bool {
    switch key {
    // A text that is put in is one line, and is not entered by itself.
    case .up where state.place + 1 < state.history.count: recall(state.place + 1)
    case .down where state.place > 0: recall(state.place - 1)
    case .backspace where state.editor.text.isEmpty: onLeave()
    default:
      guard state.editor.take(key) else { return false }
      ask()
    }
    return true
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding([.enter], "Enter", "do it") {
        let text = state.editor.text
        state.asking?.cancel()
        if text.allSatisfy(\.isWhitespace) { onLeave() } else { onEnter(text) }
      },
      KeyBinding([.escape, .control("g")], "Esc", "leave it", onLeave),
    ]
  }

  private func recall(_ place: Int) {
    state.place = place
    state.editor.text = state.history[place]
    ask()
  }

  /// Asks what the text is taken for; what is outdated is not shown.
  func ask() {
    guard let preview else { return }
    state.asking?.cancel()
    let text = state.editor.text
    state.asking = Task { [state] in
      let remark = await preview(text) ?? ""
      if !Task.isCancelled { state.remark = remark }
    }
  }
}
