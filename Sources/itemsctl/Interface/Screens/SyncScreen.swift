import ArgumentParsing
import CommandKit
import ItemModels
import Phrases
import Storage
import Sync
import TerminalScreens

/// How the store stands with its hub, what is going on, and what is to be decided.
struct SyncScreen: InterfaceScreen {
  let model: SyncModel
  let state = State()
  let remote: Remote?
  /// Syncs by the command, which knows a hub that was named since the screens were made.
  let onSync: () -> Void
  let onDecide: (SyncDecision) -> Void
  let onLeave: () -> Void

  /// The decision that is chosen.
  @MainActor
  final class State {
    var index = 0
  }

  var name: String { "Sync" }
  var hint: String { "s sync  f follow  Enter decide" }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    var lines = status(look, columns: area.columns - 2)
    let decisions = decisions
    state.index = max(0, min(state.index, decisions.count - 1))
    var chosen: Int?
    if !decisions.isEmpty { lines += ["", "To decide:".painted(.bold, if: look.usesColor)] }
    for (index, decision) in decisions.enumerated() {
      if index == state.index { chosen = lines.count }
      lines.append("  " + decision.title.truncated(toWidth: area.columns - 4))
    }
    let top = max(0, (chosen ?? 0) - area.rows + 1)
    for (offset, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column + 2)
      if top + offset == chosen {
        let row = Canvas.Area(
          row: area.row + offset,
          column: area.column,
          rows: 1,
          columns: area.columns
        )
        canvas.paint(row) { $0 = .reversed }
      }
    }
  }

  private func status(_ look: Look, columns: Int) -> [String] {
    let status = model.status
    let hub = (status?.remote ?? remote?.description)?.visible
    var values = [
      ("hub", hub ?? "none; ':sync --remote file:/folder/hub.sqlite' takes one"),
      ("last sync", status?.lastSync.map { look.calendar.fullText(of: $0) } ?? "never"),
      ("to send", "\(status?.unsent ?? 0)"),
      ("now", activity),
    ]
    if let refusal = status?.refusal { values.append(("refused", SyncReport.text(of: refusal))) }
    if let summary = model.lastSummary { values.append(("then", SyncReport.text(of: summary))) }
    var lines = labelledLines(values, labelWidth: 11, width: columns, usesColor: false)
    var texts = [model.failure?.message].compactMap(\.self)
    if model.asksAboutHub {
      texts += ["", "The hub does not know this store. Offer it every item? y or n."]
    }
    lines += texts.flatMap { $0.isEmpty ? [""] : $0.wrapped(toWidth: columns) }
    return lines
  }

  private var activity: String {
    switch model.activity {
    case .idle: model.isFollowing ? "waiting for something new" : "nothing; 's' syncs, 'f' follows"
    case .syncing(let progress):
      progress.flatMap { progress in remote.map { SyncReport.text(of: progress, remote: $0) } }
        ?? "syncing"
    case .offline(let failure):
      "offline: \(failure.message)\(model.isFollowing ? " It is tried again." : " 's' tries again.")"
    case .failed(let failure): failure.message
    }
  }

  private var decisions: [SyncDecision] {
    (model.status?.keptTexts ?? []).map(SyncDecision.text)
      + (model.status?.conflicts ?? []).map(SyncDecision.change)
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding("s", "sync now") {
        if remote == nil { onSync() } else { Task { await model.sync() } }
      },
      KeyBinding("f", "sync whenever something changes; again ends that") {
        if model.isFollowing { model.stop() } else { Task { await model.follow() } }
      },
      KeyBinding([.down, .character("j"), .wheelDown], "↓ j", "next decision") { state.index += 1 },
      KeyBinding([.up, .character("k"), .wheelUp], "↑ k", "decision before") { state.index -= 1 },
      KeyBinding([.enter], "Enter", "look at it, and decide") {
        if decisions.indices.contains(state.index) { onDecide(decisions[state.index]) }
      },
      KeyBinding("y", "yes, the hub that does not know the store is the right one") {
        if model.asksAboutHub { model.answerAboutHub(true) }
      },
      KeyBinding("n", "no, it is not") { if model.asksAboutHub { model.answerAboutHub(false) } },
      .leaving(onLeave),
    ]
  }
}

/// Something that sync leaves to a person.
enum SyncDecision: Sendable {
  /// Two devices edited one text: one is the item's, the other is kept beside it.
  case text(KeptTextOfItem)
  /// A change that could not be applied.
  case change(SyncConflict)

  /// What it is, on one line.
  var title: String {
    switch self {
    case .text(let kept):
      "\(kept.number) \"\(kept.title.visible)\": two texts as \(kept.kept.field.label), kept "
        + "\"\(kept.kept.text.onOneLine.visible.truncated(toWidth: 30))\""
    case .change(let conflict):
      "\"\(conflict.title.visible)\": \(SyncReport.name(of: conflict.kind)), "
        + SyncReport.reason(of: conflict)
    }
  }
}
