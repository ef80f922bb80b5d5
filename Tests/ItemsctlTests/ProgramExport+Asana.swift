/// What Asana exports.
extension ProgramExport {
  static let asana = [
    ProgramExport(
      program: "Asana",
      text: """
        Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Start Date,Due Date,Tags,Notes,Projects,Parent task
        1,2026-11-01,,2026-11-02,Launch,To do,Ann,2026-12-01,2026-12-24,"a,b",n,Site,
        2,2026-11-01,2026-11-03,2026-11-03,Draft,,,,,,,,Launch
        """,
      items: [
        "Launch list:Site +a +b start:2026-12-01 due:2026-12-24 / n Assignee=Ann section=To do",
        "Draft done < Launch",
      ]
    ),
    ProgramExport(
      program: "Asana",
      text: """
        {"data":[{"gid":"1","name":"Launch","completed":false,"due_on":"2026-12-24","due_at":"2026-12-24T10:00:00.000Z","tags":[{"gid":"9","name":"a"}],
        "memberships":[{"project":{"gid":"5","name":"Site"},"section":{"gid":"6","name":"To do"}}]},
        {"gid":"2","name":"Draft","completed":true,"completed_at":"2026-11-03T10:00:00.000Z","parent":{"gid":"1","name":"Launch"}}]}
        """,
      items: ["Launch list:Site +a due:2026-12-24T10:00 section=To do", "Draft done < Launch"]
    ),
  ]
}
