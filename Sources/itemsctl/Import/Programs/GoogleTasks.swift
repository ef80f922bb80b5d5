// Lists of Google Tasks, as Takeout writes them.
//
// See <https://developers.google.com/workspace/tasks/reference/rest/v1/tasks>.

import Storage

extension ProgramShape {
  static let googleTasks = ProgramShape(
    name: "Google Tasks",
    paths: [[".kind", ".items[].kind", ".items[].title"]],
    uses: [
      "due": .day(.due), "parent": .parent, "id": .id,
      "deleted": .cancelled,
      "hidden": .leftOut, "kind": .leftOut, "etag": .leftOut, "selfLink": .leftOut,
      "position": .leftOut, "task_type": .leftOut,
    ],
    collect: { $0.collectGoogleTasks() }
  )
}

extension ProgramTasks {
  /// Lists of Google Tasks, or the tasks of one list.
  mutating func collectGoogleTasks() {
    for element in document["items"]?.array ?? [] {
      if element["kind"]?.string == "tasks#task" {
        add(element)
      } else {
        for task in element["items"]?.array ?? [] { add(task, list: element["title"]?.string) }
      }
    }
  }
}
