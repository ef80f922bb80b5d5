/// What Things exports.
extension ProgramExport {
  static let things = [
    ProgramExport(
      program: "Things",
      text: """
        [{"type":"project","id":"P","attributes":{"title":"Move","notes":"big","area":"Home","deadline":"2026-12-31","items":[
        {"type":"to-do","attributes":{"title":"Plan"}},{"type":"heading","attributes":{"title":"Sort"}},
        {"type":"to-do","attributes":{"title":"Boxes","when":"2026-12-24@18:00","tags":["a","b"],"checklist-items":[
        {"type":"checklist-item","attributes":{"title":"Small","completed":true}}]}}]}},
        {"type":"to-do","attributes":{"title":"Milk","completed":true,"completion-date":"2026-11-01T10:00:00Z"}},
        {"type":"to-do","attributes":{"title":"Not","canceled":true,"when":"someday"}},
        {"type":"to-do","attributes":{"title":"Plan","completed":false,"canceled":false}}]
        """,
      items: [
        "Move list:Home due:2026-12-31 / big", "Plan < Move",
        "Boxes +a +b start:2026-12-24T18:00 < Move section=Sort", "Small done < Boxes",
        "Milk done", "Not cancelled when=someday", "Plan",
      ],
      told: ["\"when\": the time is invalid"]
    )
  ]
}
