package import Storage

extension HistoryStep.Change {
  /// What became of an item by a row of the hub; `known` is the item as it was before.
  package init(from known: ReplicaItem?, to item: ReplicaItem) {
    let kind: Kind =
      switch (known?.isAlive ?? false, item.isAlive) {
      case (false, true): known == nil ? .added : .restored
      case (true, true): .edited(Self.edits(from: known?.registers ?? [], to: item.registers))
      case (_, false): .deleted
      }
    self.init(item: item.id, kind: kind)
  }

  /// The registers whose values differ, by name.
  private static func edits(from old: [Register], to new: [Register]) -> [HistoryStep.Edit] {
    let before = Dictionary(old.map { ($0.field.name, $0.value) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.field.name, $0.value) }) { first, _ in first }
    return Set(before.keys).union(after.keys).sorted(by: utf8Less).compactMap { name in
      let (from, to) = (before[name] ?? .null, after[name] ?? .null)
      return from == to
        ? nil : HistoryStep.Edit(field: Field(name: name), before: from, after: to)
    }
  }

  /// This change and a later one of the same item as one.
  package func followed(by later: HistoryStep.Change) -> HistoryStep.Change {
    switch (kind, later.kind) {
    case (.edited(let first), .edited(let second)):
      let edits = HistoryStep.Change.joined(first, second)
      return HistoryStep.Change(item: item, kind: .edited(edits))
    case (.added, .edited), (.restored, .edited): return self
    default: return later
    }
  }

  private static func joined(
    _ first: [HistoryStep.Edit],
    _ second: [HistoryStep.Edit]
  ) -> [HistoryStep.Edit] {
    var edits = Dictionary(first.map { ($0.field.name, $0) }) { first, _ in first }
    for edit in second {
      let before = edits[edit.field.name]?.before ?? edit.before
      edits[edit.field.name] =
        before == edit.after
        ? nil : HistoryStep.Edit(field: edit.field, before: before, after: edit.after)
    }
    return edits.sorted { utf8Less($0.key, $1.key) }.map(\.value)
  }
}
