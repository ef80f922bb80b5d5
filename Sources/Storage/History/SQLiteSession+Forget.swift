// What the history forgets when an item is purged.

extension SQLiteSession {
  /// Takes items out of every step, and leaves out the steps that are then empty.
  func forgetSteps(of ids: Set<ItemID>) throws(StorageError) {
    for stored in try storedSteps() {
      let changes = try changes(of: stored)
      let kept = changes.compactMap { $0.without(ids) }
      guard kept != changes else { continue }
      let statement = try connection.cached("DELETE FROM history WHERE number = ?1")
      statement.bind(stored.step.id, at: 1)
      try statement.run()
      guard let first = kept.first?.items.first else { continue }
      let step = HistoryStep(
        id: stored.step.id,
        date: stored.step.date,
        isUndone: stored.step.isUndone,
        counts: HistoryCounts(kept),
        firstItem: first
      )
      guard let text = try? JSONWriter.bytes(of: .array(kept.map(\.json))) else {
        throw connection.damaged("The history of undo")
      }
      try insertStep(step, changes: text)
    }
  }
}

extension HistoryChange {
  /// The change without what it says of these items; nil if that is all of it.
  fileprivate func without(_ ids: Set<ItemID>) -> HistoryChange? {
    func rest(_ items: [ItemID]) -> [ItemID]? {
      let rest = items.filter { !ids.contains($0) }
      return rest.isEmpty ? nil : rest
    }
    switch self {
    case .added(let items): return rest(items).map { .added($0) }
    case .deleted(let items): return rest(items).map { .deleted($0) }
    case .restored(let items): return rest(items).map { .restored($0) }
    case .edited(let id, _): return ids.contains(id) ? nil : self
    }
  }

  /// The change as it is kept.
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
