// Backups of Wunderlist, as JSON: tables of tasks, or lists with their tasks.

import Storage

extension ProgramShape {
  private static let wunderlistUses: [String: Use] = [
    "starred": .field(.priority), "id": .id,
    "list_id": .leftOut, "task_id": .leftOut, "revision": .leftOut, "subtasks": .subtasks,
    "recurrence": .rule(plannedIf: nil), "recurrence_type": .leftOut,
    "recurrence_count": .leftOut, "type": .leftOut,
  ]

  static let wunderlist = ProgramShape(
    name: "Wunderlist",
    paths: [[".data.tasks[].title", ".data.lists[].title"]],
    uses: wunderlistUses,
    words: [.priority: ["true": "high", "false": "none"]],
    collect: { $0.collectWunderlist() }
  )

  static let wunderlistLists = ProgramShape(
    name: "Wunderlist",
    paths: [["[].tasks[].title", "[].tasks[].starred"]],
    uses: wunderlistUses,
    words: [.priority: ["true": "high", "false": "none"]],
    collect: { $0.collectLists([], name: ["title"], "tasks") }
  )
}

extension ProgramTasks {
  /// The tables of Wunderlist, with the count and the unit of a rule in keys of their own.
  mutating func collectWunderlist() {
    let root = document["data"] ?? .null
    collectTable("tasks", lists: ("list_id", "lists"), notes: ("notes", "task_id"), in: root)
    for place in tasks.indices {
      if let unit = tasks[place]["recurrence_type"]?.string {
        let count = tasks[place]["recurrence_count"]?.int ?? 1
        tasks[place]["recurrence"] = .string("every \(count) \(unit)s")
      }
    }
    var places: [JSONValue: Int] = [:]
    for (place, task) in tasks.enumerated() {
      if let id = task["id"], places[id] == nil { places[id] = place }
    }
    for subtask in root["subtasks"]?.array ?? [] {
      let parent = subtask["task_id"].flatMap { places[$0] }
      add(subtask, list: parent.flatMap { tasks[$0].list }, under: parent)
    }
  }
}
