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
    func name(_ task: JSONValue, _ table: (key: String, table: String)?) -> String? {
      guard let table, let id = task[table.key], !id.isNull else { return nil }
      let row = root[table.table]?.array?.first { $0["id"] == id }
      return row?["name"]?.string ?? row?["title"]?.string
    }
    for task in (key.isEmpty ? root.array : root[key]?.array) ?? [] {
      let place = add(task, list: name(task, lists), section: name(task, sections))
      guard let notes else { continue }
      let owner = notes.owner == "series_id" ? task["series_id"] : task["id"]
      for note in root[notes.table]?.array ?? []
      where owner != nil && note[notes.owner] == owner {
        tasks[place].notes += note["content"]?.string.map { [$0] } ?? []
      }
    }
  }
}
