/// What Wunderlist exports.
extension ProgramExport {
  static let wunderlist = [
    ProgramExport(
      program: "Wunderlist",
      text: """
        {"user":1,"data":{"lists":[{"id":1,"title":"Home"}],"tasks":[{"id":7,"list_id":1,"title":"Milk","starred":true,"completed":false,"due_date":"2026-12-24","recurrence_type":"week","recurrence_count":2}],
        "subtasks":[{"id":8,"task_id":7,"title":"Cow","completed":true}],"notes":[{"id":9,"task_id":7,"content":"n"}]}}
        """,
      items: [
        "Milk !high list:Home due:2026-12-24 repeat:every 2 weeks / n", "Cow done list:Home < Milk",
      ]
    ),
    ProgramExport(
      program: "Wunderlist",
      text:
        #"[{"id":1,"title":"Home","tasks":[{"id":7,"title":"Milk","starred":false,"completed":true,"completedAt":"2026-11-01T10:00:00Z","notes":[{"content":"n"}],"subtasks":[{"title":"Cow","completed":false}]}]}]"#,
      items: ["Milk done list:Home / n", "Cow list:Home < Milk"]
    ),
  ]
}
