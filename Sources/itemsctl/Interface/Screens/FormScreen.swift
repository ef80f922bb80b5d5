import ArgumentParsing
import CommandKit
import ItemModels
import Phrases
import Storage
import TerminalScreens

/// The form of one item: a field for each part, checked as one types, stored beside what others change meanwhile.
struct FormScreen: InterfaceScreen {
  let model: ItemModel
  let state: State
  let onDone: () -> Void
  let onLeave: () -> Void
  let say: (String?) -> Void

  init(
    _ model: ItemModel,
    calendar: LocalCalendar,
    references: FormReferences,
    say: @escaping (String?) -> Void,
    onDone: @escaping () -> Void,
    onLeave: @escaping () -> Void
  ) {
    (self.model, self.say, self.onDone, self.onLeave) = (model, say, onDone, onLeave)
    state = State(calendar: calendar, references: references)
  }

  var hint: String {
    let hasConflicts = model.editing?.conflicts.isEmpty == false
    return "^S save  Tab next field" + (hasConflicts ? "  ^T theirs  ^P mine" : "")
  }
  var leavingHint: String { "Esc leave" }

  var name: String { model.item.map { "Edit \($0.number)" } ?? "Edit" }

  // MARK: - Drawing

  private static let labelWidth = 13

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    if let failure = model.phase.failure {
      canvas.draw(failure.message.truncated(toWidth: area.columns), row: area.row)
      return
    }
    guard let item = model.editing?.stored else { return }
    state.begin(item)
    var row = area.row - state.top(rows: area.rows)
    let conflicts = model.editing?.conflicts ?? []
    for (index, field) in state.fields.enumerated() {
      let rows = field.editor.hasLines ? max(3, area.row + area.rows - row - 2) : 1
      draw(field, isActive: index == state.active, in: &canvas, row: row, rows: rows, area, look)
      row += rows
      guard conflicts.contains(field.part) else { continue }
      let stored = state.form?.typed(field.part, of: item) ?? ""
      let text = "changed elsewhere to '\(stored.visible)': ^T takes that, ^P keeps yours"
      line(text, in: &canvas, row: row, area, look.color(.yellow))
      row += 1
    }
    let problem = state.mistakes.first ?? model.editing?.problem ?? model.failure?.message
    guard let problem else { return }
    let lines = problem.visible.wrapped(toWidth: area.columns).suffix(area.rows)
    var place = area
    (place.row, place.rows) = (area.row + area.rows - lines.count, lines.count)
    canvas.clear(place)
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, row: place.row + offset, column: area.column, style: look.color(.red))
    }
  }

  private func line(
    _ text: String,
    in canvas: inout Canvas,
    row: Int,
    _ area: Canvas.Area,
    _ style: CellStyle
  ) {
    guard row >= area.row else { return }
    let room = area.columns - FormScreen.labelWidth
    let column = area.column + FormScreen.labelWidth
    canvas.draw(text.truncated(toWidth: room), row: row, column: column, style: style)
  }

  private func draw(
    _ field: Field,
    isActive: Bool,
    in canvas: inout Canvas,
    row: Int,
    rows: Int,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    guard row >= area.row, row < area.row + area.rows else { return }
    if isActive {
      canvas.draw(look.pointer, row: row, column: area.column, style: look.color(.cyan))
    }
    let label = ItemForm.name(of: field.part)
    canvas.draw(label, row: row, column: area.column + 2, style: isActive ? .bold : look.faint)
    let place = Canvas.Area(
      row: row,
      column: area.column + FormScreen.labelWidth,
      rows: min(rows, area.row + area.rows - row),
      columns: max(1, area.columns - FormScreen.labelWidth)
    )
    state.rows[row] = field.part
    field.editor.draw(in: &canvas, place, isActive: isActive)
  }

  // MARK: - Keys

  func take(_ key: Key) -> Bool {
    guard state.form != nil else { return false }
    if case .click(let row, _) = key {
      if let part = state.rows[row] { state.activate(part) }
      return true
    }
    guard state.fields[state.active].editor.take(key) else { return false }
    state.hasWarned = false
    model.dismissFailure()
    state.understand(model)
    return true
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding([.control("s")], "^S", "save") { save() },
      KeyBinding([.tab, .down, .enter], "Tab ↓ Enter", "next field; in notes, Enter begins a line")
      {
        state.move(1)
      },
      KeyBinding([.backTab, .up], "Shift-Tab ↑", "field before") { state.move(-1) },
      KeyBinding([.control("t")], "^T", "take what was changed elsewhere") { decide(.stored) },
      KeyBinding([.control("p")], "^P", "keep what is typed, where both were changed") {
        decide(.typed)
      },
      KeyBinding([.escape, .control("g")], "Esc", "leave it; what was typed is dropped") {
        leave()
      },
    ]
  }

  private func save() {
    Task {
      await state.resolving?.value
      guard state.mistakes.isEmpty else { return }
      if await model.save() { onDone() }
    }
  }

  private enum Side { case stored, typed }

  private func decide(_ side: Side) {
    guard state.form != nil else { return }
    for part in model.editing?.conflicts ?? [] {
      switch side {
      case .stored: model.takeStored(part)
      case .typed: model.keepTyped(part)
      }
      if side == .stored, let item = model.item { state.show(part, of: item) }
    }
  }

  private func leave() {
    let isTyped = !state.mistakes.isEmpty || model.editing?.isEdited == true
    guard isTyped, !state.hasWarned else { return onLeave() }
    state.hasWarned = true
    say("Esc again drops what was typed; ^S saves it.")
  }
}
