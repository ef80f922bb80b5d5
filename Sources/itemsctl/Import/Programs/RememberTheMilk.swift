// Exports of Remember The Milk, as JSON.

import Storage

extension ProgramShape {
  static let rememberTheMilk = ProgramShape(
    name: "Remember The Milk",
    paths: [[".tasks[].series_id", ".tasks[].name"]],
    uses: [
      "date_due": .dayIf(.due, key: "date_due_has_time", value: "false"),
      "date_start": .dayIf(.start, key: "date_start_has_time", value: "false"),
      "date_created": .field(.createdAt),
      "date_modified": .field(.updatedAt), "date_trashed": .cancelled,
      "repeat": .rule(plannedIf: "repeat_every"), "id": .id, "parent_id": .parent,
      "list_id": .leftOut, "series_id": .leftOut, "date_due_has_time": .leftOut,
      "date_start_has_time": .leftOut, "repeat_every": .leftOut, "date_added": .leftOut,
      "sort_order": .leftOut,
    ],
    words: [.priority: ["pn": "none"]],
    collect: {
      $0.collectTable("tasks", lists: ("list_id", "lists"), notes: ("notes", "series_id"))
    }
  )
}
