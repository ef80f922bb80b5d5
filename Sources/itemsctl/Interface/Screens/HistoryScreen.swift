import ArgumentParsing
import CommandKit
import ItemModels
import Observation
import Phrases
import Storage
import TerminalScreens

/// What was done, step by step, the latest first.
struct HistoryScreen: InterfaceScreen {
  let model: HistoryModel
  let state = State()
  let phrases: Phrases
  /// Shows what a step changed.
  let onOpen: (HistoryStep) -> Void
  let onRun: ([String]) -> Void
  let onUndo: () -> Void
  /// Undoes or redoes all steps up to one.
  let onReturn: (HistoryStep.ID) -> Void
  let onLeave: () -> Void

  /// The step that is chosen.
  @MainActor
  final class State {
    var index = 0
    fileprivate var rows = 1
  }

  var name: String { "History" }
  var hint: String { "Enter what it changed  u undo  U redo  t undo to here" }

  /// The words for the steps, which name items and so are read from the store.
  @MainActor @Observable
  final class Phrases {
    private(set) var texts: [HistoryStep.ID: String] = [:]
    @ObservationIgnored private let repository: any OpenedStore
    @ObservationIgnored private let calendar: () -> LocalCalendar
    @ObservationIgnored private var asked: [HistoryStep.ID] = []

    init(_ repository: any OpenedStore, _ calendar: @escaping () -> LocalCalendar) {
      self.repository = repository
      self.calendar = calendar
    }

    /// Finds the words for steps, once for the same ones.
    func find(_ steps: [HistoryStep]) {
      guard asked != steps.map(\.id), let store = repository as? any UndoableRepository else {
        return
      }
      asked = steps.map(\.id)
      let calendar = calendar()
      Task {
        guard let found = try? await StepPhrases(for: steps, in: store) else { return }
        let texts = steps.map { step in
          (step.id, found.text(of: step, found.differences(of: step, calendar)))
        }
        self.texts = Dictionary(uniqueKeysWithValues: texts)
      }
    }
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    state.rows = max(1, area.rows)
    state.index = max(0, min(state.index, model.steps.count - 1))
    let lines = lines(look, columns: area.columns)
    let chosen = model.phase == .ready ? state.index : nil
    let top = max(0, (chosen ?? 0) - area.rows + 1)
    for (offset, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, columns: area.columns)
      guard top + offset == chosen else { continue }
      let row = Canvas.Area(
        row: area.row + offset,
        column: area.column,
        rows: 1,
        columns: area.columns
      )
      canvas.paint(row) { $0 = .reversed }
    }
  }

  private func lines(_ look: Look, columns: Int) -> [String] {
    switch model.phase {
    case .loading: return []
    case .empty: return ["Nothing was done yet that could be undone."]
    case .failed(let failure): return failure.message.wrapped(toWidth: columns)
    case .ready:
      phrases.find(model.steps)
      return model.steps.map { step in
        let date = look.calendar.shortText(of: step.date).padded(toWidth: 16)
        let text = (step.isUndone ? "undone: " : "") + (phrases.texts[step.id] ?? "…")
        let line = "  \(date)\(text)".truncated(toWidth: columns)
        return line.painted(step.isUndone ? .faint : nil, if: look.usesColor)
      }
    }
  }

  var bindings: [KeyBinding] {
    let page = max(1, state.rows - 1)
    return [
      KeyBinding([.enter], "Enter", "what the step changed, field by field") {
        if model.steps.indices.contains(state.index) { onOpen(model.steps[state.index]) }
      },
      KeyBinding([.down, .character("j"), .wheelDown], "↓ j", "the step before") { move(1) },
      KeyBinding([.up, .character("k"), .wheelUp], "↑ k", "the step after") { move(-1) },
      KeyBinding([.pageDown, .character(" ")], "PgDn space", "a page down") { move(page) },
      KeyBinding([.pageUp, .character("b")], "PgUp b", "a page up") { move(-page) },
      KeyBinding([.home, .character("g")], "Home g", "to the latest step") {
        move(-Int(Int32.max))
      },
      KeyBinding([.end, .character("G")], "End G", "to the first step") { move(Int(Int32.max)) },
      KeyBinding("u", "undo the latest step") { onUndo() },
      KeyBinding([.character("U"), .control("r")], "U ^R", "redo what was undone") {
        onRun(["redo"])
      },
      KeyBinding(
        "t",
        "undo to here: this step and all after it; an undone one is redone; asks first"
      ) {
        if model.steps.indices.contains(state.index) { onReturn(model.steps[state.index].id) }
      },
      .leaving(onLeave),
    ]
  }

  private func move(_ distance: Int) {
    state.index = max(0, min(state.index + distance, model.steps.count - 1))
  }
}
