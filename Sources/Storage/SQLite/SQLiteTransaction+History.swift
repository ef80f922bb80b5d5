/// Which way a history is walked.
enum HistoryDirection: Sendable {
  case undo
  case redo
}

extension SQLiteTransaction {
  /// Undoes or redoes so many steps; where there are fewer, nothing is done and nothing returned.
  func walkHistory(
    _ direction: HistoryDirection,
    _ count: Int
  ) throws(StorageError) -> [HistoryOutcome] {
    guard try count <= session.countSteps(direction) else { return [] }
    var outcomes: [HistoryOutcome] = []
    while outcomes.count < count, let outcome = try walkHistory(direction) {
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// Undoes or redoes one step; nil where there is none.
  func walkHistory(_ direction: HistoryDirection) throws(StorageError) -> HistoryOutcome? {
    try checkIsOpen()
    guard let stored = try session.nextStep(direction) else { return nil }
    let changes = try session.changes(of: stored)
    // These edits are no step of their own.
    recorder = nil
    var counts = (applied: 0, skipped: 0)
    var done: [HistoryChange] = []
    for change in direction == .undo ? changes.reversed() : changes {
      let items = direction == .undo ? change.items.reversed() : change.items
      for item in items {
        let part = try apply(change, to: item, direction)
        if let part {
          done.append(part)
          counts.applied += 1
        }
        // Of an edit, some fields may be as they were left and others not.
        if part != change.keeping([item]) { counts.skipped += 1 }
      }
    }
    var step = stored.step
    step.isUndone = direction == .undo
    if direction == .undo { done.reverse() }
    if done.isEmpty || done != changes.flatMap(\.parts) {
      // What was left now is not to be changed on the way back either: it is somebody else's.
      try session.replaceStep(step, by: done)
    } else {
      try session.markStep(step.id, isUndone: step.isUndone)
    }
    return HistoryOutcome(step: step, applied: counts.applied, skipped: counts.skipped)
  }

  /// Undoes or redoes what happened to one item; returns how much of it, or nil where the item is no
  /// longer as it was left.
  private func apply(
    _ change: HistoryChange,
    to id: ItemID,
    _ direction: HistoryDirection
  ) throws(StorageError) -> HistoryChange? {
    guard let row = try session.row(id) else { return nil }
    switch (change, direction) {
    case (.added, .undo), (.restored, .undo), (.deleted, .redo):
      guard row.marks.isAlive else { return nil }
      try delete(row)
    case (.deleted, .undo), (.added, .redo), (.restored, .redo):
      guard !row.marks.isAlive else { return nil }
      try revive(row)
    case (.edited(_, let edits), _):
      guard row.marks.isAlive else { return nil }
      return try apply(edits, to: row, direction).map { .edited(id, $0) }
    }
    return change.keeping([id])
  }

  /// Brings back those fields that still are as the step left them, and returns them.
  private func apply(
    _ edits: [HistoryChange.Edit],
    to row: ItemRow,
    _ direction: HistoryDirection
  ) throws(StorageError) -> [HistoryChange.Edit]? {
    var item = row.item
    var done: [HistoryChange.Edit] = []
    for edit in edits {
      let (from, to) =
        direction == .undo ? (edit.after, edit.before) : (edit.before, edit.after)
      let isAsLeft = row.item.value(of: edit.field) == from
      if isAsLeft { item.set(edit.field, to: to) }
      // Every later edit moves the time of the last one: that alone is nothing left undone.
      if isAsLeft || edit.field == .fixed(.updated) { done.append(edit) }
    }
    guard !row.item.changedFields(to: item).isEmpty else {
      return edits.allSatisfy { $0.field == .fixed(.updated) } ? edits : nil
    }
    try replace(row, with: item, now: now)
    return done
  }
}
