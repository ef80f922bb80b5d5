/// What Microsoft To Do exports.
extension ProgramExport {
  static let microsoftToDo = [
    ProgramExport(
      program: "Microsoft To Do",
      text: """
        [{"displayName":"Empty","tasks":[]},{"displayName":"Home","tasks":[
        {"id":"A=","title":"Gutter","importance":"high","status":"inProgress","isReminderOn":false,"categories":["Blue"],
        "body":{"content":"ladder","contentType":"text"},"createdDateTime":"2026-11-01T10:00:00.1234567Z",
        "dueDateTime":{"dateTime":"2026-12-23T23:00:00.0000000","timeZone":"UTC"},
        "recurrence":{"pattern":{"type":"weekly","interval":2,"daysOfWeek":["thursday","friday"]},"range":{"type":"noEnd"}},
        "checklistItems":[{"id":"c","displayName":"gloves","isChecked":true},{"displayName":"bag","isChecked":false}]},
        {"id":"B=","title":"Old","status":"completed","completedDateTime":{"dateTime":"2026-11-02T00:00:00.0000000","timeZone":"UTC"}},
        {"id":"C=","title":"Wait","status":"waitingOnOthers","importance":"normal","dueDateTime":{"dateTime":"2026-12-24T00:00:00.0000000","timeZone":"Pacific Standard Time"},
        "recurrence":{"pattern":{"type":"relativeMonthly","interval":1,"daysOfWeek":["thursday"],"index":"last"},"range":{"type":"numbered","numberOfOccurrences":3}}},
        {"id":"D=","title":"Odd","status":"someday","recurrence":{"pattern":{"type":"hourly"}}}]}]
        """,
      items: [
        "Gutter !high list:Home +Blue due:2026-12-24 repeat:every 2 weeks on thu, fri / ladder",
        "Old done list:Home",
        "Wait list:Home due:2026-12-24 repeat:monthly on the last thu 3 times",
        "Odd list:Home recurrence={\"pattern\":{\"type\":\"hourly\"}} status=someday",
        "gloves done list:Home < Gutter", "bag list:Home < Gutter",
      ],
      told: ["task 4: \"status\": expected one of", "task 4: \"recurrence\": "]
    ),
    ProgramExport(
      program: "Microsoft To Do",
      text:
        #"{"value":[{"tasks":[{"title":"a","dueDateTime":{"dateTime":"2026-12-24T00:00:00.0000000","timeZone":"Pacific/Auckland"},"importance":"low"},{"title":" ","importance":"low"}]}]}"#,
      items: ["a !low due:2026-12-24"],
      told: ["task 2: a task without a title is left out"]
    ),
  ]
}
