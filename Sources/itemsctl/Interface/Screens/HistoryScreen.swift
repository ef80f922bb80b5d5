import ArgumentParsing
import ItemModels
import Observation
import Storage

/// What was done, step by step, the latest first.
struct HistoryScreen: InterfaceScreen {
  let model: HistoryModel
  let content = ScrolledLines()
  let phrases: Phrases
  let onRun: ([String]) -> Void
  let onUndo: () -> Void
  let onLeave: () -> Void

  var name: String { "History" }
  var hint: String { "u undo  U redo  Esc back" }

  /// The words for the steps, which name items and so are read from the store.
  @MainActor @Observable
  final class Phrases {
    private(set) var texts: [HistoryStep.ID: String] = [:]
    @ObservationIgnored private let repository: any OpenedStore
    @ObservationIgnored private var asked: [HistoryStep.ID] = []

    init(_ repository: any OpenedStore) { self.repository = repository }

    /// Finds the words for steps, once for the same ones.
    func find(_ steps: [HistoryStep]) {
      guard asked != steps.map(\.id) else { return }
      asked = steps.map(\.id)
      Task { [repository] in
        guard let found = try? await StepPhrases(for: steps, in: repository) else { return }
        texts = Dictionary(uniqueKeysWithValues: steps.map { ($0.id, found.text(of: $0)) })
      }
    }
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    switch model.phase {
    case .loading: content.lines = []
    case .empty: content.lines = ["Nothing was done yet that could be undone."]
    case .failed(let failure): content.lines = failure.message.wrapped(toWidth: area.columns)
    case .ready:
      phrases.find(model.steps)
      content.lines = model.steps.map { step in
        let date = look.calendar.shortText(of: step.date).padded(toWidth: 16)
        let text = (step.isUndone ? "undone: " : "") + (phrases.texts[step.id] ?? "…")
        let line = "  \(date)\(text)".truncated(toWidth: area.columns)
        return line.painted(step.isUndone ? .faint : nil, if: look.usesColor)
      }
    }
    content.draw(in: &canvas, area)
  }

  var bindings: [KeyBinding] {
    content.bindings + [
      KeyBinding("u", "undo the latest step") { onUndo() },
      KeyBinding([.character("U"), .control("r")], "U ^R", "redo what was undone") {
        onRun(["redo"])
      },
      .leaving(onLeave),
    ]
  }
}
