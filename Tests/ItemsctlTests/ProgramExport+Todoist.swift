/// What Todoist exports.
extension ProgramExport {
  static let todoist = [
    ProgramExport(
      program: "Todoist",
      text: """
        TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG
        meta,view_style=board,,,,,,,,,,,,
        task,Tea @home,green,4,1,,,,,,,None,,
        section,Garden,,,,,,,,,,,,
        ,,,,,,,,,,,,,
        task,Hedge @out @tools,cut it,1,1,Ann (1),,2026-12-24,en,Europe/Berlin,,None,,
        task,Rent shears,,2,2,,,2026-12-23 17:00,en,Europe/Berlin,30,minute,2026-12-30,en
        note,ask Bob,,,,Ann (1),,,,,,,,
        note,or Eve,,,,Ann (1),,,,,,,,
        task,mail a@b.example @ work,,3,4,,,every 2 weeks,en,,,None,,
        task,* Later,,4,1,,,,,,,None,,
        task,Water,,4,1,,,every! 3 days,en,,,None,,
        task,Rasen,,4,1,,,jeden Tag,de,,,None,,
        task,Bins,,4,1,,,every monday at 9am,en,Europe/Berlin,,None,,
        task,Gift,,4,1,,,Dec 24 5pm,en,,,None,2026-12-25,en
        """,
      items: [
        "Tea +home / green",
        "Hedge !high +out +tools due:2026-12-24 / cut it AUTHOR=Ann (1) section=Garden",
        "Rent shears !medium due:2026-12-23T16:00 < Hedge / ask Bob||or Eve DURATION=30 minute deadline=2026-12-30 section=Garden",
        "mail a@b.example @ work !low due:2026-11-21 repeat:every 2 weeks < Rent shears section=Garden",
        "Later completable=false section=Garden",
        "Water due:2026-11-21 repeat:3 days after done section=Garden",
        "Rasen DATE=jeden Tag section=Garden",
        "Bins due:2026-11-23T08:00 repeat:weekly on mon section=Garden",
        "Gift due:2026-12-24T17:00 deadline=2026-12-25 section=Garden",
      ],
      told: ["line 13: \"DATE\": the date \"jeden Tag\" is not understood", "names no year"]
    ),
    ProgramExport(
      program: "Todoist",
      text:
        "\u{FEFF}TYPE,CONTENT,PRIORITY,INDENT\r\nnote,of the project,,\r\ntask,a,1,1\r\nfile,b,,\r\n",
      items: ["a !high"],
      told: ["line 2: a note of no task", "line 4: a row of type \"file\""]
    ),
    ProgramExport(
      program: "Todoist",
      text: """
        [{"id":"7","content":"Call","project_id":"1","priority":4,"labels":["x","y z"],"is_completed":false,
        "due":{"date":"2026-12-24","string":"every day","is_recurring":true},"parent_id":null,"deadline":{"date":"2026-12-31"}},
        {"id":"8","content":"Ring","project_id":"1","priority":1,"parent_id":"7","checked":true,"description":"d","url":"u"},
        {"id":"9","content":"Lost","project_id":"1","parent_id":"77"}]
        """,
      items: [
        "Call !high +x +y z due:2026-12-24 repeat:daily deadline={\"date\":\"2026-12-31\"}",
        "Ring done < Call / d url=u", "Lost parent=77",
      ],
      told: ["task 3: the task above, \"77\", is not in the file"]
    ),
    ProgramExport(
      program: "Todoist",
      text: """
        {"projects":[{"id":"1","name":"Home"}],"sections":[{"id":"2","name":"Attic"}],"notes":[{"item_id":"7","content":"n"}],
        "items":[{"id":"7","content":"Call","project_id":"1","section_id":"2","checked":true,"completed_at":"2026-11-01T10:00:00.000000Z"}]}
        """,
      items: ["Call done list:Home / n section=Attic"]
    ),
  ]
}
