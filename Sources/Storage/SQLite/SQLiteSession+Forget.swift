// Removes purged items from the history, and changes that undo or redo skipped.

extension SQLiteSession {
  /// Removes items from every step, and steps that are then empty.
  func forgetSteps(of ids: Set<ItemID>) throws(StorageError) {
    for stored in try storedSteps() {
      let changes = try changes(of: stored)
      let kept = changes.compactMap { change in
        change.keeping(change.items.filter { !ids.contains($0) })
      }
      if kept != changes { try replaceStep(stored.step, by: kept) }
    }
  }

  /// Replaces a step's changes; without any, removes the step.
  func replaceStep(_ step: HistoryStep, by changes: [HistoryChange]) throws(StorageError) {
    let statement = try connection.cached("DELETE FROM history WHERE number = ?1")
    statement.bind(step.id, at: 1)
    try statement.run()
    guard let first = changes.first?.items.first else { return }
    let replacement = HistoryStep(
      id: step.id,
      date: step.date,
      isUndone: step.isUndone,
      counts: HistoryCounts(changes),
      firstItem: first
    )
    guard let text = try? JSONWriter.bytes(of: .array(changes.map(\.json))) else {
      throw connection.damaged("The history of undo")
    }
    try insertStep(replacement, changes: text)
  }
}

extension HistoryChange {
  /// The change limited to these of its items; nil for none.
  func keeping(_ kept: [ItemID]) -> HistoryChange? {
    if kept.isEmpty { return nil }
    guard case .whole(let operation, _) = self else { return self }
    return .whole(operation, kept)
  }

  /// The change split into changes of one item each.
  var parts: [HistoryChange] { items.compactMap { keeping([$0]) } }

  /// The change in its stored form.
  fileprivate var json: JSONValue {
    switch self {
    case .whole(let operation, let items):
      return .object([operation.rawValue: .array(items.map { .string($0.description) })])
    case .edited(let id, let edits):
      var fields: JSONObject = [:]
      for edit in edits { fields[edit.field.name] = [edit.before, edit.after] }
      return .object(["edited": .string(id.description), "fields": .object(fields)])
    }
  }
}
