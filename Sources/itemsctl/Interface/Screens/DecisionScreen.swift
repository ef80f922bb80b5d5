import ArgumentParsing
import CommandKit
import ItemModels
import Phrases
import Storage
import Sync
import TerminalScreens

/// Both texts side by side, or a change that could not be applied, and the choice.
///
/// What does not fit is scrolled to: a person decides between what they can read.
struct DecisionScreen: InterfaceScreen {
  let model: SyncModel
  let decision: SyncDecision
  let content = ScrolledLines()
  let state = State()
  /// Says what became of a decision.
  let onAnswer: (String) -> Void
  let onLeave: () -> Void

  /// What a person was asked about.
  @MainActor
  final class State {
    /// Whether a further `D` drops the change.
    var hasAskedToDrop = false
  }

  var name: String { "Decide" }

  var hint: String {
    switch decision {
    case .text: "m the item's  t the kept one  b both"
    case .change:
      state.hasAskedToDrop
        ? "D again drops it, and undo does not bring it back"
        : "m make it again  D drop it"
    }
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    canvas.draw(
      heading.truncated(toWidth: area.columns),
      row: area.row,
      column: area.column,
      style: look.usesColor ? .bold : .plain
    )
    var rest = area
    rest.row += 2
    rest.rows = max(0, rest.rows - 2)
    switch decision {
    case .text(let kept): content.lines = lines(of: kept, columns: area.columns, look)
    case .change(let conflict):
      content.lines = SyncReport.lines(of: conflict, look.calendar).dropFirst()
        .flatMap { $0.wrapped(toWidth: area.columns) }
    }
    // The note has a row of its own, so that the last line of a text is never under it.
    let needsNote = content.lines.count > rest.rows && rest.rows > 1
    if needsNote { rest.rows -= 1 }
    content.draw(in: &canvas, rest)
    let below = content.rowsBelow
    if needsNote, below > 0 {
      let arrow = look.usesBlocks ? "↓ " : ""
      let note = "  \(arrow)\(counted(below, "more line"))"
      canvas.draw(note, row: rest.row + rest.rows, column: area.column, style: look.faint)
    }
  }

  private var heading: String {
    switch decision {
    case .text(let kept):
      "\(kept.number) \"\(kept.title.visible)\": two texts as \(kept.kept.field.label)"
    case .change: decision.title
    }
  }

  /// Both texts beside each other, or one below the other where there is no room for that.
  private func lines(of kept: KeptTextOfItem, columns: Int, _ look: Look) -> [String] {
    let time = look.calendar.shortText(of: kept.kept.stamp.date)
    let isWide = columns >= 60
    let width = isWide ? (columns - 3) / 2 : columns
    let sides = [
      ("The item has (m)", kept.current), ("Kept beside it, of \(time) (t)", kept.kept.text),
    ].map { label, text in
      [label.truncated(toWidth: width).painted(.faint, if: look.usesColor)]
        + text.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { String($0).wrapped(toWidth: width) }
    }
    guard isWide else { return sides[0] + [""] + sides[1] }
    return (0..<max(sides[0].count, sides[1].count)).map { row in
      let (left, right) = (sides[0], sides[1])
      let shown = row < left.count ? left[row] : ""
      return shown + String(repeating: " ", count: max(0, width - shown.displayWidth) + 3)
        + (row < right.count ? right[row] : "")
    }
  }

  var bindings: [KeyBinding] {
    let leaving = KeyBinding.leaving(onLeave)
    switch decision {
    case .text(let kept):
      return [
        KeyBinding("m", "the item's text stays, and this one is no longer kept") {
          decide(kept, .mine)
        },
        KeyBinding("t", "the kept text takes its place") { decide(kept, .theirs) },
        KeyBinding("b", "both, one after the other") { decide(kept, .both) },
      ] + content.bindings(pagingUpBy: [.pageUp], "PgUp") + [leaving]
    case .change(let conflict):
      return [
        KeyBinding("m", "make the change again, as a new edit") { decide(conflict, .keepMine) },
        KeyBinding("D", "drop the change; asks first") { drop(conflict) },
      ] + content.bindings + [leaving]
    }
  }

  private func decide(_ kept: KeptTextOfItem, _ choice: KeptTextChoice) {
    Task {
      guard await model.resolve(kept, by: choice) else {
        onAnswer(model.failure?.message ?? "Nothing was decided.")
        return onLeave()
      }
      // The screen shows both texts.
      let answer = SyncReport.text(of: [kept], choice, isDone: true, quotesTexts: false)
      onAnswer("\(answer); 'u' in the list undoes it.")
      onLeave()
    }
  }

  private func drop(_ conflict: SyncConflict) {
    guard state.hasAskedToDrop else {
      state.hasAskedToDrop = true
      return onAnswer("'D' again drops the change for good; undo does not bring it back.")
    }
    decide(conflict, .drop)
  }

  private func decide(_ conflict: SyncConflict, _ resolution: ConflictResolution) {
    Task {
      await model.resolve([conflict.number], by: resolution)
      onAnswer(model.failure?.message ?? SyncReport.text(of: conflict, resolution, isDone: true))
      onLeave()
    }
  }
}
