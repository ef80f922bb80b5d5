// Backups of TickTick, as CSV.

import CommandKit
import Storage

extension ProgramShape {
  static let tickTick = ProgramShape(
    name: "TickTick",
    columns: ["List Name", "Title", "Content", "Is Check list"],
    uses: [
      "Content": .field(.notes),
      "Start Date": .dayIf(.start, key: "Is All Day", value: "true"),
      "Due Date": .dayIf(.due, key: "Is All Day", value: "true"),
      "Repeat": .rule(plannedIf: nil),
      "taskId": .id, "parentId": .parent,
      "Column Name": .attribute("section"), "Kind": .leftOut, "Is Check list": .leftOut,
      "Order": .leftOut, "Timezone": .leftOut, "Is All Day": .leftOut, "Is Floating": .leftOut,
      "Column Order": .leftOut, "View Mode": .leftOut,
    ],
    words: [
      .priority: ["0": "none", "1": "low", "3": "medium", "5": "high"],
      .status: ["0": "open", "1": "done", "2": "done", "-1": "cancelled"],
    ],
    zoneKey: "Timezone",
    collect: { $0.collectTickTickRows() }
  )
}

extension ProgramTasks {
  /// Rows of TickTick, whose checklists stand in the content: `▪` is done, `▫` is open.
  mutating func collectTickTickRows() {
    for row in rows {
      var row = row
      let isList = row["Is Check list"]?.string?.uppercased() == "Y"
      let lines = (row["Content"]?.string ?? "").split(whereSeparator: \.isNewline)
      let entries = isList ? lines.filter { $0.hasPrefix("▪") || $0.hasPrefix("▫") } : []
      if !entries.isEmpty {
        row["Content"] = .string(
          lines.filter { !entries.contains($0) }.joined(separator: "\n")
        )
      }
      // A task for a day or a moment has it in both columns; a start that it had before is gone.
      if let start = row["Start Date"], start == row["Due Date"] {
        row["Start Date"] = .string("")
      }
      let parent = tasks.count
      tasks.append(row)
      for entry in entries {
        var task = Task(values: [], place: row.place, parent: parent)
        task["List Name"] = row["List Name"]
        task["Title"] = .string(String(entry.dropFirst()).trimmed)
        task["Status"] = .string(entry.hasPrefix("▪") ? "1" : "0")
        tasks.append(task)
      }
    }
  }
}
