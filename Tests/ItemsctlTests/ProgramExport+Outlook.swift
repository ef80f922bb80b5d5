/// What Outlook exports.
extension ProgramExport {
  static let outlook = [
    ProgramExport(
      program: "Outlook",
      text: """
        "Subject","Start Date","Due Date","Reminder On/Off","Date Completed","% Complete","Categories","Notes","Priority","Private","Status"
        "Report","3/4/2026","3/13/2026","False",,"0.5","Work;Home","n","High","False","In Progress"
        "Done",,,"False","2/28/2026","1",,,"Normal","False","Complete"
        "Odd",,"soon",,,,,,,,"Waiting on someone else"
        """,
      items: [
        "Report !high +Home +Work start:2026-03-04 due:2026-03-13 / n % Complete=0.5 Private=False Reminder On/Off=False",
        "Done done % Complete=1 Private=False Reminder On/Off=False", "Odd Due Date=soon",
      ],
      told: ["month first, because line 2", "line 4: \"Due Date\": the time is invalid"]
    )
  ]
}
