/// What TickTick exports.
extension ProgramExport {
  static let tickTick = [
    ProgramExport(
      program: "TickTick",
      text: """
        "Date: 2026-11-01+0000"
        "Version: 7.1"
        "Status:\u{20}
        0 Normal
        1 Completed
        2 Archived"
        "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"
        "","Home","Child","TEXT","","","N","","","","","0","0","2026-11-01T10:00:00+0000","","-1","Europe/Berlin","","false","","","list","2","1"
        "F","Home","Paint","TEXT","a, b c","x
        y","N","2026-12-23T23:00:00+0000","2026-12-23T23:00:00+0000","P0D","RRULE:FREQ=WEEKLY;INTERVAL=2","5","0","2026-11-01T10:00:00+0000","","-1","Europe/Berlin","true","false","Doing","0","list","1",""
        "","Inbox","Meet","TEXT","","","N","2026-12-24T08:30:00+0000","2026-12-24T09:30:00+0000","","","3","0","2026-11-01T10:00:00+0000","","-1","Europe/Berlin","false","false","","","list","3",""
        "","Inbox","Old","TEXT","","","N","","","","","1","1","2026-11-01T10:00:00+0000","2026-11-02T10:00:00+0000","-1","Europe/Berlin","false","false","","","list","4",""
        "","Inbox","Older","TEXT","","","N","","","","","0","2","2026-11-01T10:00:00+0000","2026-11-02T10:00:00+0000","-1","Europe/Berlin","false","false","","","list","5",""
        "","Inbox","Pack","CHECKLIST","","for us
        ▪socks
        ▫shirt","Y","","","","","0","0","2026-11-01T10:00:00+0000","","-1","","false","false","","","list","6",""
        """,
      items: [
        "Child list:Home < Paint",
        "Paint !high list:Home +a +b c due:2026-12-24 repeat:every 2 weeks / x|y Folder Name=F Reminder=P0D section=Doing",
        "Meet !medium list:Inbox start:2026-12-24T08:30 due:2026-12-24T09:30",
        "Old done !low list:Inbox", "Older done list:Inbox", "Pack list:Inbox / for us",
        "socks done list:Inbox < Pack", "shirt list:Inbox < Pack",
      ]
    )
  ]
}
