// Undoing and redoing, as edits made now.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which way a history is walked.
enum HistoryDirection: Sendable {
  case undo
  case redo
}

extension SQLiteTransaction {
  /// Undoes or redoes one step; nil where there is none.
  func walkHistory(_ direction: HistoryDirection) throws(StorageError) -> HistoryOutcome? {
    try checkIsOpen()
    guard let stored = try session.nextStep(direction) else { return nil }
    let changes = try session.changes(of: stored)
    // These edits are no step of their own.
    recorder = nil
    var counts = (applied: 0, skipped: 0)
    for change in direction == .undo ? changes.reversed() : changes {
      let items = direction == .undo ? change.items.reversed() : change.items
      for item in items {
        if try apply(change, to: item, direction) {
          counts.applied += 1
        } else {
          counts.skipped += 1
        }
      }
    }
    try session.markStep(stored.step.id, isUndone: direction == .undo)
    var step = stored.step
    step.isUndone = direction == .undo
    return HistoryOutcome(step: step, applied: counts.applied, skipped: counts.skipped)
  }

  /// Undoes or redoes what happened to one item; false where it is no longer as it was left.
  private func apply(
    _ change: HistoryChange,
    to id: ItemID,
    _ direction: HistoryDirection
  ) throws(StorageError) -> Bool {
    guard let row = try session.row(id) else { return false }
    switch (change, direction) {
    case (.added, .undo), (.restored, .undo), (.deleted, .redo):
      guard row.marks.isAlive else { return false }
      try delete(row)
    case (.deleted, .undo), (.added, .redo), (.restored, .redo):
      guard !row.marks.isAlive else { return false }
      try revive(row)
    case (.edited(_, let edits), _):
      guard row.marks.isAlive else { return false }
      return try apply(edits, to: row, direction)
    }
    return true
  }

  /// Brings back those fields that still are as the step left them.
  private func apply(
    _ edits: [HistoryChange.Edit],
    to row: ItemRow,
    _ direction: HistoryDirection
  ) throws(StorageError) -> Bool {
    var item = row.item
    for edit in edits {
      let (from, to) =
        direction == .undo ? (edit.after, edit.before) : (edit.before, edit.after)
      if row.item.value(of: edit.field) == from { item.set(edit.field, to: to) }
    }
    guard !row.item.changedFields(to: item).isEmpty else {
      // Every later edit moves the time of the last one: that alone is nothing left undone.
      return edits.allSatisfy { $0.field == .fixed(.updated) }
    }
    try replace(row, with: item, now: now)
    return true
  }
}
