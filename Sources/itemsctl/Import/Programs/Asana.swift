// Projects of Asana, as CSV and as JSON.
//
// See <https://developers.asana.com/reference/tasks>.

import Storage

extension ProgramShape {
  static let asanaColumns = ProgramShape(
    name: "Asana",
    columns: ["Task ID", "Name", "Section/Column"],
    uses: [
      "Task ID": .id, "Projects": .field(.list),
      "Section/Column": .attribute("section"),
      "Last Modified": .field(.updatedAt),
      "Parent task": .parent, "Parent Task": .parent,
    ],
    collect: { $0.tasks = $0.rows }
  )

  static let asana = ProgramShape(
    name: "Asana",
    paths: [[".data[].gid", ".data[].name"]],
    uses: [
      "gid": .id, "parent": .parent,
      "modified_at": .field(.updatedAt),
      "start_on": .field(.start),
      "start_at": .field(.start), "subtasks": .subtasks,
      "projects": .leftOut, "memberships": .leftOut, "resource_type": .leftOut,
      "resource_subtype": .leftOut,
    ],
    collect: { $0.collectAsana() }
  )
}

extension ProgramTasks {
  /// Tasks that name their projects and sections within them.
  mutating func collectAsana() {
    for task in document["data"]?.array ?? [] {
      let membership = task["memberships"]?[0]
      let project = membership?["project"] ?? task["projects"]?[0]
      let place = add(
        task,
        list: project?["name"]?.string,
        section: membership?["section"]?["name"]?.string
      )
      // The moment says more than its day.
      for name in ["due", "start"] where tasks[place]["\(name)_at"]?.isNull == false {
        tasks[place]["\(name)_on"] = nil
      }
    }
  }
}
