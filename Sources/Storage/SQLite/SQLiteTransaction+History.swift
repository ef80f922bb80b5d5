/// The direction in which a history is walked.
enum HistoryDirection: Sendable {
  case undo
  case redo
}

extension SQLiteTransaction {
  /// Undoes or redoes `count` steps; if there are fewer, does nothing and returns nothing.
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

  /// Undoes or redoes one step; nil if there is none.
  func walkHistory(_ direction: HistoryDirection) throws(StorageError) -> HistoryOutcome? {
    try checkIsOpen()
    guard let stored = try session.nextStep(direction) else { return nil }
    let changes = try session.changes(of: stored)
    // These edits must not become a step themselves.
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
        // An edit can be applied in part: some fields are as the step left them, others are not.
        if part != change.keeping([item]) { counts.skipped += 1 }
      }
    }
    var step = stored.step
    step.isUndone = direction == .undo
    if direction == .undo { done.reverse() }
    if done.isEmpty || done != changes.flatMap(\.parts) {
      // The way back must not change what was skipped now either: it is somebody else's.
      try session.replaceStep(step, by: done)
    } else {
      try session.markStep(step.id, isUndone: step.isUndone)
    }
    return HistoryOutcome(step: step, applied: counts.applied, skipped: counts.skipped)
  }

  /// Undoes or redoes a change of one item; returns the part that was applied, or nil if the item
  /// has changed since.
  private func apply(
    _ change: HistoryChange,
    to id: ItemID,
    _ direction: HistoryDirection
  ) throws(StorageError) -> HistoryChange? {
    guard let row = try session.row(id) else { return nil }
    switch (change, direction) {
    case (.whole(.added, _), .undo), (.whole(.restored, _), .undo), (.whole(.deleted, _), .redo):
      guard row.marks.isAlive else { return nil }
      try delete(row)
    case (.whole, _):
      guard !row.marks.isAlive else { return nil }
      try revive(row)
    case (.edited(_, let edits), _):
      guard row.marks.isAlive else { return nil }
      return try apply(edits, to: row, direction).map { .edited(id, $0) }
    }
    return change.keeping([id])
  }

  /// Applies the edits of those fields that are still as the step left them, and returns these edits.
  private func apply(
    _ edits: [HistoryStep.Edit],
    to row: ItemRow,
    _ direction: HistoryDirection
  ) throws(StorageError) -> [HistoryStep.Edit]? {
    var item = row.item
    var done: [HistoryStep.Edit] = []
    let areDatesAsLeft = datesAreAsLeft(by: edits, in: row.item, direction)
    for edit in edits {
      let (from, to) = direction == .undo ? (edit.after, edit.before) : (edit.before, edit.after)
      let isDate = Item.isDateOfRepeat(edit.field)
      let isAsLeft =
        row.item.value(of: edit.field) == from && (areDatesAsLeft || !isDate)
      if isAsLeft { item.set(edit.field, to: to) }
      // Every later edit changes `updated`: that alone does not count as skipped.
      if isAsLeft || edit.field == .fixed(.updated) { done.append(edit) }
    }
    guard !row.item.changedFields(to: item).isEmpty else {
      return edits.allSatisfy { $0.field == .fixed(.updated) } ? edits : nil
    }
    try replace(row, with: item, now: now)
    return done
  }
  /// Whether the dates that an item moved from, as one decision, are all as the step left them.
  private func datesAreAsLeft(
    by edits: [HistoryStep.Edit],
    in item: Item,
    _ direction: HistoryDirection
  ) -> Bool {
    guard edits.contains(where: { $0.field == .fixed(.occurrence) }) else { return true }
    return edits.allSatisfy { edit in
      let left = direction == .undo ? edit.after : edit.before
      return !Item.isDateOfRepeat(edit.field) || item.value(of: edit.field) == left
    }
  }
}
