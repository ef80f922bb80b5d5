// Removes purged items from the history, and changes that undo or redo skipped.

extension SQLiteSession {
  /// Removes items from every step, and steps that are then empty.
  func forgetSteps(of ids: Set<ItemID>) throws(StorageError) {
    for stored in try storedSteps() {
      let changes = try changes(of: stored)
      let kept = changes.compactMap { $0.without(ids) }
      if kept != changes { try replaceStep(stored.step, by: kept) }
    }
  }

  /// Replaces a step's changes; without any, removes the step.
  func replaceStep(
    _ step: HistoryStep,
    by changes: [HistoryChange]
  ) throws(StorageError) {
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
  /// The change without these items; nil if nothing is left.
  fileprivate func without(_ ids: Set<ItemID>) -> HistoryChange? {
    keeping(items.filter { !ids.contains($0) })
  }

  /// The change limited to these of its items; nil for none.
  func keeping(_ kept: [ItemID]) -> HistoryChange? {
    if kept.isEmpty { return nil }
    return switch self {
    case .added: .added(kept)
    case .deleted: .deleted(kept)
    case .restored: .restored(kept)
    case .edited: self
    }
  }

  /// The change split into changes of one item each.
  var parts: [HistoryChange] { items.compactMap { keeping([$0]) } }

  /// The change in its stored form.
  fileprivate var json: JSONValue {
    func ids(_ items: [ItemID]) -> JSONValue { .array(items.map { .string($0.description) }) }
    switch self {
    case .added(let items): return .object(["added": ids(items)])
    case .deleted(let items): return .object(["deleted": ids(items)])
    case .restored(let items): return .object(["restored": ids(items)])
    case .edited(let id, let edits):
      var fields: JSONObject = [:]
      for edit in edits { fields[edit.field.name] = [edit.before, edit.after] }
      return .object(["edited": .string(id.description), "fields": .object(fields)])
    }
  }
}
