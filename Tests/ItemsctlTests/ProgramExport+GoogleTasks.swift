/// What Google Tasks exports.
extension ProgramExport {
  static let googleTasks = [
    ProgramExport(
      program: "Google Tasks",
      text: """
        {"kind":"tasks#taskLists","items":[{"kind":"tasks#tasks","id":"L","title":"Home","items":[
        {"kind":"tasks#task","id":"1","title":"a","status":"needsAction","due":"2026-12-24T00:00:00.000Z","notes":"n","position":"1","updated":"2026-11-01T10:00:00.000Z"},
        {"kind":"tasks#task","id":"2","title":"b","parent":"1","status":"completed","completed":"2026-11-01T10:00:00.000Z","hidden":true},
        {"kind":"tasks#task","id":"3","title":"c","status":"needsAction","deleted":true},{"kind":"tasks#task","id":"4","title":"","status":"needsAction"}]}]}
        """,
      items: ["a list:Home due:2026-12-24 / n", "b done list:Home < a", "c cancelled list:Home"],
      told: ["task 4: a task without a title"]
    )
  ]
}
