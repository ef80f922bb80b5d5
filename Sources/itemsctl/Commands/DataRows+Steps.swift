// Steps of the history for programs. The columns do not change once shipped.
//
// | column     | meaning                                                         |
// | ---------- | --------------------------------------------------------------- |
// | `step`     | the place in the order of the writes                            |
// | `date`     | when the write was made, UTC                                    |
// | `undone`   | whether it is undone, and can be redone                         |
// | `added`    | how many items it added; then `updated`, `deleted`, `restored`  |
// | `item`     | the id of the first item that it changed                        |
// | `items`    | in JSON alone: the ids of all of them, each once                |
// | `applied`  | of `undo` and `redo`: how many changes were brought back        |
// | `skipped`  | how many were left, since they were changed again meanwhile     |
//
// Changes of one step, a row for each field of each item:
//
// | column     | meaning                                                         |
// | ---------- | --------------------------------------------------------------- |
// | `step`     | the step                                                        |
// | `item`     | the id of the item                                              |
// | `change`   | `added`, `changed`, `deleted` or `restored`                     |
// | `field`    | the field that changed; null, unless `change` is `changed`      |
// | `before`   | the field's value before the step, as a register has it         |
// | `after`    | the field's value after the step                                |
//
// Edits that were overwritten, latest first, in JSON alone: the members of the event of that name in SyncReport+JSON.swift.

import ItemFormats
import Phrases
import Storage
import Sync

extension DataRows {
  private static let stepColumns = [
    "step", "date", "undone", "added", "updated", "deleted", "restored", "item",
  ]

  /// Steps as they stand, with all their items where these are given.
  init(_ steps: [HistoryStep], _ items: [HistoryStep.ID: [ItemID]]? = nil) {
    self.init(
      name: "steps",
      columns: DataRows.stepColumns + (items == nil ? [] : ["items"]),
      rows: steps.map { step in
        let ids = items.map { ($0[step.id] ?? []).map { JSONValue.string($0.description) } }
        return step.values + (ids.map { [.array($0)] } ?? [])
      }
    )
  }

  /// Steps that were undone or redone, with all their items where these are given, and what came of it.
  init(_ outcomes: [HistoryOutcome], _ items: [HistoryStep.ID: [ItemID]]?) {
    let steps = DataRows(outcomes.map(\.step), items)
    self.init(
      name: steps.name,
      columns: steps.columns + ["applied", "skipped"],
      rows: zip(steps.rows, outcomes).map { row, outcome in
        row + [outcome.applied, outcome.skipped].map { .integer(Int64($0)) }
      }
    )
  }
}

extension DataRows {
  /// The changes of a step, in their order.
  init(_ changes: [HistoryStep.Change], of step: HistoryStep) {
    self.init(
      name: "changes",
      columns: ["step", "item", "change", "field", "before", "after"],
      rows: changes.flatMap { change -> [[JSONValue]] in
        let head: [JSONValue] = [
          .integer(Int64(step.id)), .string(change.item.description),
          .string(StepVerb(change.kind).rawValue),
        ]
        guard case .edited(let edits) = change.kind else { return [head + [.null, .null, .null]] }
        return edits.map { head + [.string($0.field.name), $0.before, $0.after] }
      }
    )
  }
}

extension DataRows {
  /// Edits that lost to later ones.
  init(_ edits: [OverwrittenEdit]) {
    self.init(
      name: "overwritten",
      columns: ["item", "field", "lost", "lostTime", "won", "wonTime", "mine", "deleted"],
      rows: edits.map { edit in
        [
          .string(edit.item.description), .string(edit.field.name),
          edit.lost.value, DataRows.time(of: edit.lost),
          edit.won.value, DataRows.time(of: edit.won),
          .bool(edit.isMine), .bool(edit.isByDeletion),
        ]
      }
    )
  }

  private static func time(of value: OverwrittenEdit.Value) -> JSONValue {
    .string(ISO8601.string(milliseconds: value.stamp.date.millisecondsSince1970))
  }
}

extension UndoableRepository {
  /// The items of steps, for a form that has room for lists; nil for others.
  func items(
    of steps: [HistoryStep],
    for format: ItemFormat?
  ) async throws -> [HistoryStep.ID: [ItemID]]? {
    guard format == .json || format == .ndjson else { return nil }
    var items: [HistoryStep.ID: [ItemID]] = [:]
    for step in steps { items[step.id] = try await self.items(of: step.id) }
    return items
  }
}

extension HistoryStep {
  fileprivate var values: [JSONValue] {
    let date = ISO8601.string(milliseconds: date.millisecondsSince1970)
    let counts = [added, updated, deleted, restored]
    return [.integer(Int64(id)), .string(date), .bool(isUndone)]
      + counts.map { .integer(Int64($0)) } + [.string(firstItem.description)]
  }
}
