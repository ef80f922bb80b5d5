// Steps of the history for programs. The columns do not change once shipped.
//
// | column     | meaning                                                         |
// | ---------- | --------------------------------------------------------------- |
// | `step`     | the place in the order of the writes                            |
// | `date`     | when the write was made, UTC                                    |
// | `undone`   | whether it is undone, and can be redone                         |
// | `added`    | how many items it added; then `updated`, `deleted`, `restored`  |
// | `item`     | the id of the first item that it changed                        |
// | `applied`  | of `undo` and `redo`: how many changes were brought back        |
// | `skipped`  | how many were left, since they were changed again meanwhile     |

import Storage

extension DataRows {
  private static let stepColumns = [
    "step", "date", "undone", "added", "updated", "deleted", "restored", "item",
  ]

  /// Steps as they stand.
  init(_ steps: [HistoryStep]) {
    self.init(name: "steps", columns: DataRows.stepColumns, rows: steps.map(\.values))
  }

  /// Steps that were undone or redone, and what came of it.
  init(_ outcomes: [HistoryOutcome]) {
    self.init(
      name: "steps",
      columns: DataRows.stepColumns + ["applied", "skipped"],
      rows: outcomes.map { outcome in
        outcome.step.values + [outcome.applied, outcome.skipped].map { .integer(Int64($0)) }
      }
    )
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
