import ArgumentParsing
import ItemModels
import Storage
import Sync

/// Both texts side by side, or a change that could not be applied, and the choice.
struct DecisionScreen: InterfaceScreen {
  let model: SyncModel
  let decision: SyncDecision
  let onLeave: () -> Void

  var name: String { "Decide" }

  var hint: String {
    switch decision {
    case .text: "m the item's  t the kept one  b both  Esc back"
    case .change: "m make it again  D drop it  Esc back"
    }
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    canvas.draw(
      decision.title.truncated(toWidth: area.columns),
      row: area.row,
      column: area.column,
      style: look.usesColor ? .bold : .plain
    )
    switch decision {
    case .text(let kept):
      let time = look.calendar.shortText(of: kept.kept.stamp.date)
      draw(
        ("The item has (m)", kept.current),
        ("Kept beside it, of \(time) (t)", kept.kept.text),
        in: &canvas,
        area,
        look
      )
    case .change(let conflict):
      let lines = SyncReport.lines(of: conflict, look.calendar).dropFirst()
      for (offset, line) in lines.prefix(max(0, area.rows - 2)).enumerated() {
        let text = line.truncated(toWidth: area.columns)
        canvas.draw(text, row: area.row + 2 + offset, column: area.column)
      }
    }
  }

  /// Beside each other, or one below the other where there is no room for that.
  private func draw(
    _ mine: (label: String, text: String),
    _ theirs: (label: String, text: String),
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    var (left, right) = (area, area)
    (left.row, left.rows) = (area.row + 2, area.rows - 2)
    if area.columns >= 60 {
      left.columns = (area.columns - 3) / 2
      (right.row, right.rows, right.columns) = (left.row, left.rows, left.columns)
      right.column = area.column + left.columns + 3
    } else {
      left.rows /= 2
      (right.row, right.rows) = (left.row + left.rows, left.rows)
    }
    for (part, side) in [(left, mine), (right, theirs)] {
      canvas.draw(
        side.label.truncated(toWidth: part.columns),
        row: part.row,
        column: part.column,
        style: look.faint
      )
      let lines = side.text.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { String($0).wrapped(toWidth: part.columns) }
      for (offset, line) in lines.prefix(max(0, part.rows - 1)).enumerated() {
        canvas.draw(line, row: part.row + 1 + offset, column: part.column, columns: part.columns)
      }
    }
  }

  var bindings: [KeyBinding] {
    let leaving = KeyBinding.leaving(onLeave)
    switch decision {
    case .text(let kept):
      return [
        KeyBinding("m", "the item's text stays") { decide(kept, .mine) },
        KeyBinding("t", "the kept text takes its place") { decide(kept, .theirs) },
        KeyBinding("b", "both, one after the other") { decide(kept, .both) },
        leaving,
      ]
    case .change(let conflict):
      return [
        KeyBinding("m", "make the change again, as a new edit") { decide(conflict, .keepMine) },
        KeyBinding("D", "drop the change") { decide(conflict, .drop) },
        leaving,
      ]
    }
  }

  private func decide(_ kept: KeptTextOfItem, _ choice: KeptTextChoice) {
    Task {
      await model.resolveKeptTexts(of: [kept.item], by: choice)
      onLeave()
    }
  }

  private func decide(_ conflict: SyncConflict, _ resolution: ConflictResolution) {
    Task {
      await model.resolve([conflict.number], by: resolution)
      onLeave()
    }
  }
}
