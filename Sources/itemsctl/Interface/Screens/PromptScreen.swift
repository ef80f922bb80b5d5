import ArgumentParsing
import CommandKit
import Observation
import TerminalScreens

/// A line at the bottom that is typed into, with what it is taken for above it: quick add, a value, the command line.
struct PromptScreen: InterfaceScreen {
  let name: String
  /// What stands before the text.
  let prompt: String
  let state: State
  /// What is said of a text while it is typed; nil for nothing.
  var preview: (@Sendable (String) async -> String?)?
  /// The words that Tab completes to.
  var words: () -> [String] = { [] }
  /// Whether nothing at all may be entered.
  var takesNothing = false
  /// Does what was typed; says what is wrong with it, and then it can be typed on.
  let onEnter: (String) async -> String?
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
    /// Whether what was typed is being done: until then nothing else is taken.
    @ObservationIgnored var isEntering = false
    /// What Tab began to complete, and how many times it was pressed.
    @ObservationIgnored var completing: (text: String, turn: Int)?

    init(_ text: String = "", history: [String] = []) {
      editor = LineEditor(text)
      self.history = history
    }
  }

  /// What stands between lines that were put in at once: each is entered for itself.
  nonisolated static let lineMark = " ⏎ "

  /// The most rows of what is said of a text: enough for a sentence on 20 columns.
  private static let maxRemarkRows = 6

  func overlayRows(columns: Int) -> Int? { remark(columns: columns).count + 1 }

  /// What is said of the text, on as many rows as it takes; one is always there.
  private func remark(columns: Int) -> [String] {
    let lines = state.remark.visible.wrapped(toWidth: max(1, columns))
    return lines.isEmpty ? [""] : Array(lines.prefix(PromptScreen.maxRemarkRows))
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    canvas.clear(area)
    for (offset, line) in remark(columns: area.columns).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, style: look.faint)
    }
    let row = area.row + area.rows - 1
    let used = canvas.draw(prompt, row: row, column: area.column, style: look.color(.cyan))
    state.editor.draw(
      in: &canvas,
      Canvas.Area(row: row, column: area.column + used, rows: 1, columns: area.columns - used),
      isActive: true
    )
  }

  func take(_ key: Key) -> Bool {
    if state.isEntering { return true }
    switch key {
    case .up where state.place + 1 < state.history.count: recall(state.place + 1)
    case .down where state.place > 0: recall(state.place - 1)
    case .tab: complete()
    case .backspace where state.editor.text.isEmpty: onLeave()
    case .paste(let text):
      let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
      guard state.editor.take(.paste(lines.joined(separator: PromptScreen.lineMark))) else {
        return false
      }
      ask()
    default:
      guard state.editor.take(key) else { return false }
      ask()
    }
    if key != .tab { state.completing = nil }
    return true
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding([.enter], "Enter", "do it") { enter() },
      // Where there is nothing to complete, it does nothing.
      KeyBinding([], "Tab", "complete the name of a list or a tag") {},
      KeyBinding([.escape, .control("g")], "Esc", "leave it", onLeave),
    ]
  }

  private func enter() {
    let text = state.editor.text
    state.asking?.cancel()
    if text.allSatisfy(\.isWhitespace), !takesNothing { return onLeave() }
    state.isEntering = true
    Task {
      let problem = await onEnter(text)
      state.isEntering = false
      if let problem { state.remark = problem }
    }
  }

  private func recall(_ place: Int) {
    state.place = place
    state.editor.text = state.history[place]
    ask()
  }

  private func complete() {
    let (text, turn) = state.completing ?? (state.editor.text, 0)
    let fitting = words().filter { $0.lowercased().hasPrefix(text.lowercased()) }
    guard !fitting.isEmpty else { return }
    state.completing = (text, turn + 1)
    state.editor.text = fitting[turn % fitting.count]
    ask()
  }

  /// Asks what the text is taken for; what is outdated is not shown.
  func ask() {
    state.remark = ""
    guard let preview else { return }
    state.asking?.cancel()
    let text = state.editor.text
    state.asking = Task { [state] in
      let remark = await preview(text) ?? ""
      if !Task.isCancelled { state.remark = remark }
    }
  }
}
