// Exports of Todoist: a project as CSV, and the answers of its API as JSON.
//
// See <https://developer.todoist.com/api/v1/>.

import CommandKit
import Storage

extension ProgramShape {
  static let todoistColumns = ProgramShape(
    name: "Todoist",
    columns: ["TYPE", "CONTENT", "PRIORITY", "INDENT"],
    uses: [
      "CONTENT": .labelledTitle,
      "DATE": .plan, "TYPE": .leftOut, "INDENT": .leftOut,
      "DATE_LANG": .leftOut, "DEADLINE_LANG": .leftOut, "TIMEZONE": .leftOut,
      "DURATION_UNIT": .leftOut,
    ],
    words: [.priority: ["1": "high", "2": "medium", "3": "low", "4": "none"]],
    zoneKey: "TIMEZONE",
    collect: { $0.collectTodoistRows() }
  )

  static let todoist = ProgramShape(
    name: "Todoist",
    paths: [
      ["[].content", "[].project_id"], [".items[].content", ".items[].project_id"],
      [".results[].content", ".results[].project_id"],
      [".tasks[].content", ".tasks[].project_id"],
    ],
    uses: [
      "id": .id,
      "parent_id": .parent, "checked": .field(.completedAt),
      "added_at": .field(.createdAt),
      "updated_at": .field(.updatedAt),
      "is_deleted": .cancelled, "project_id": .leftOut, "section_id": .leftOut,
      "child_order": .leftOut, "day_order": .leftOut, "is_collapsed": .leftOut,
      "collapsed": .leftOut, "user_id": .leftOut, "order": .leftOut, "comment_count": .leftOut,
      "note_count": .leftOut,
    ],
    words: [.priority: ["1": "none", "2": "low", "3": "medium", "4": "high"]],
    collect: { tasks in
      for key in ["", "items", "results", "tasks"] {
        tasks.collectTable(
          key,
          lists: ("project_id", "projects"),
          sections: ("section_id", "sections"),
          notes: ("notes", "item_id")
        )
      }
    }
  )
}

extension ProgramTasks {
  /// Rows of Todoist: a section begins with a row of its own, and so do the notes of the task above them.
  ///
  /// INDENT 1 is the margin; a task stands under the last one that is indented less.
  mutating func collectTodoistRows() {
    var section: String?
    var above: [(indent: Int, place: Int)] = []
    for row in rows {
      let content = row["CONTENT"]?.string ?? ""
      switch row["TYPE"]?.string?.trimmed.lowercased() {
      case "task":
        var task = row
        let indent = row["INDENT"]?.string.flatMap { Int($0.trimmed) } ?? 1
        while let last = above.last, last.indent >= indent { above.removeLast() }
        (task.section, task.parent) = (section, above.last?.place)
        if let duration = row["DURATION"]?.string, !duration.isEmpty,
          let unit = row["DURATION_UNIT"]?.string
        {
          task["DURATION"] = .string("\(duration) \(unit)")
        }
        above.append((indent, tasks.count))
        tasks.append(task)
      case "section": (section, above) = (content.isEmpty ? nil : content, [])
      case "note" where !tasks.isEmpty && !above.isEmpty:
        tasks[tasks.count - 1].notes.append(content)
      case nil, "", "meta": break
      case let type?:
        let what = type == "note" ? "a note of no task" : "a row of type \"\(type.visible)\""
        leaveOut("\(what): \"\(content.visible)\"", row.place)
      }
    }
  }

  private mutating func leaveOut(_ what: String, _ place: RecordPlace) {
    warnings.add(StorageError.importing(place, "\(what) is left out").message)
  }
}
