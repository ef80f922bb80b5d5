// How tasks are taken out of files of the same build.

import Storage

extension ProgramTasks {
  /// Lists with their tasks in them, in an array at the top or under one of these keys.
  mutating func collectLists(_ keys: [String], name: [String], _ tasksKey: String) {
    let document = document
    let lists = document.array ?? keys.lazy.compactMap { document[$0]?.array }.first ?? []
    for list in lists {
      let title = name.lazy.compactMap { list[$0]?.string }.first
      for task in list[tasksKey]?.array ?? [] { add(task, list: title) }
    }
  }

  /// A table of tasks that name their list, their section and their notes by ids in other tables.
  mutating func collectTable(
    _ key: String,
    lists: (key: String, table: String)? = nil,
    sections: (key: String, table: String)? = nil,
    notes: (table: String, owner: String)? = nil,
    in root: JSONValue? = nil
  ) {
    let root = root ?? document
    guard let rows = key.isEmpty ? root.array : root[key]?.array else { return }
    // Each table is looked through once, not again for every task.
    let listRows = lists.map { ProgramTasks.grouped(root[$0.table], by: "id") } ?? [:]
    let sectionRows = sections.map { ProgramTasks.grouped(root[$0.table], by: "id") } ?? [:]
    let noteRows = notes.map { ProgramTasks.grouped(root[$0.table], by: $0.owner) } ?? [:]
    func name(_ id: JSONValue?, _ rows: [JSONValue: [JSONValue]]) -> String? {
      guard let id, let row = rows[id]?.first else { return nil }
      return row["name"]?.string ?? row["title"]?.string
    }
    for task in rows {
      let place = add(
        task,
        list: name(lists.flatMap { task[$0.key] }, listRows),
        section: name(sections.flatMap { task[$0.key] }, sectionRows)
      )
      let owner = notes?.owner == "series_id" ? task["series_id"] : task["id"]
      let ownNotes = owner.flatMap { noteRows[$0] } ?? []
      tasks[place].notes += ownNotes.compactMap { $0["content"]?.string }
    }
  }

  /// The rows of a table by the value of a key, in their order; those that do not have it are left out.
  static func grouped(_ table: JSONValue?, by key: String) -> [JSONValue: [JSONValue]] {
    var groups: [JSONValue: [JSONValue]] = [:]
    for row in table?.array ?? [] {
      guard let value = row[key], !value.isNull else { continue }
      groups[value, default: []].append(row)
    }
    return groups
  }
}
