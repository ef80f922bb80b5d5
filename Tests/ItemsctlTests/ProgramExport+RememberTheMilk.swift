/// What Remember The Milk exports.
extension ProgramExport {
  static let rememberTheMilk = [
    ProgramExport(
      program: "Remember The Milk",
      text: """
        {"lists":[{"id":"1","name":"Home"}],"notes":[{"id":"5","series_id":"s","content":"n"}],"tasks":[
        {"id":"7","series_id":"s","list_id":"1","name":"Milk","priority":"P1","tags":["a"],"date_due":1798063200000,"date_due_has_time":false,"repeat":"FREQ=WEEKLY;INTERVAL=2","repeat_every":false,"date_created":1793527200000},
        {"id":"8","series_id":"t","list_id":"1","name":"Egg","priority":"PN","date_completed":1793527200000,"parent_id":"7"}]}
        """,
      items: [
        "Milk !high list:Home +a due:2026-12-24 repeat:2 weeks after done / n",
        "Egg done list:Home < Milk",
      ]
    )
  ]
}
