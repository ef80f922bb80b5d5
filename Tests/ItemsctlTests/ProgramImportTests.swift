import Foundation
import Storage
import Testing

@testable import itemsctl

/// Exports of other programs.
@Suite struct `An export of another program` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  /// An item in words: its title, and whatever else it has.
  static func text(of item: Item, among items: [Item]) -> String {
    var words = [item.title]
    if item.status != .open { words.append(item.status.name) }
    if item.priority != .none { words.append("!\(item.priority.name)") }
    if item.list != Item.defaultList { words.append("list:\(item.list)") }
    words += item.tags.sorted().map { "+\($0)" }
    for (name, date) in [("start", item.start), ("due", item.due)] {
      switch date {
      case .day(let day)?: words.append("\(name):\(day)")
      case .instant(let date)?:
        words.append(
          "\(name):\(ISO8601.string(milliseconds: date.millisecondsSince1970).prefix(16))"
        )
      case nil: break
      }
    }
    if let rule = item.repeat {
      words.append("repeat:\(RepeatPhrase(rule: rule.rule, origin: rule.origin).text)")
    }
    if let parent = items.first(where: { $0.id == item.parent }) {
      words.append("< \(parent.title)")
    }
    if !item.notes.isEmpty { words.append("/ " + item.notes.replacing("\n", with: "|")) }
    words += item.attributes.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value.string ?? $0.value.description)"
    }
    return words.joined(separator: " ")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let program: String
    let text: String
    let items: [String]
    /// Parts of what is told, beside what was read as what.
    var told: [String] = []

    var testDescription: String { program + " " + text.prefix(40) }
  }

  static let cases = [
    Case(
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
    Case(
      program: "Todoist",
      text:
        "\u{FEFF}TYPE,CONTENT,PRIORITY,INDENT\r\nnote,of the project,,\r\ntask,a,1,1\r\nfile,b,,\r\n",
      items: ["a !high"],
      told: ["line 2: a note of no task", "line 4: a row of type \"file\""]
    ),
    Case(
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
    Case(
      program: "Todoist",
      text: """
        {"projects":[{"id":"1","name":"Home"}],"sections":[{"id":"2","name":"Attic"}],"notes":[{"item_id":"7","content":"n"}],
        "items":[{"id":"7","content":"Call","project_id":"1","section_id":"2","checked":true,"completed_at":"2026-11-01T10:00:00.000000Z"}]}
        """,
      items: ["Call done list:Home / n section=Attic"]
    ),
    Case(
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
    ),
    Case(
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
    Case(
      program: "Microsoft To Do",
      text:
        #"{"value":[{"tasks":[{"title":"a","dueDateTime":{"dateTime":"2026-12-24T00:00:00.0000000","timeZone":"Pacific/Auckland"},"importance":"low"},{"title":" ","importance":"low"}]}]}"#,
      items: ["a !low due:2026-12-24"],
      told: ["task 2: a task without a title is left out"]
    ),
    Case(
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
    ),
    Case(
      program: "Google Tasks",
      text: """
        {"kind":"tasks#taskLists","items":[{"kind":"tasks#tasks","id":"L","title":"Home","items":[
        {"kind":"tasks#task","id":"1","title":"a","status":"needsAction","due":"2026-12-24T00:00:00.000Z","notes":"n","position":"1","updated":"2026-11-01T10:00:00.000Z"},
        {"kind":"tasks#task","id":"2","title":"b","parent":"1","status":"completed","completed":"2026-11-01T10:00:00.000Z","hidden":true},
        {"kind":"tasks#task","id":"3","title":"c","status":"needsAction","deleted":true},{"kind":"tasks#task","id":"4","title":"","status":"needsAction"}]}]}
        """,
      items: ["a list:Home due:2026-12-24 / n", "b done list:Home < a", "c cancelled list:Home"],
      told: ["task 4: a task without a title"]
    ),
    Case(
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
    ),
    Case(
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
    Case(
      program: "Asana",
      text: """
        {"data":[{"gid":"1","name":"Launch","completed":false,"due_on":"2026-12-24","due_at":"2026-12-24T10:00:00.000Z","tags":[{"gid":"9","name":"a"}],
        "memberships":[{"project":{"gid":"5","name":"Site"},"section":{"gid":"6","name":"To do"}}]},
        {"gid":"2","name":"Draft","completed":true,"completed_at":"2026-11-03T10:00:00.000Z","parent":{"gid":"1","name":"Launch"}}]}
        """,
      items: ["Launch list:Site +a due:2026-12-24T10:00 section=To do", "Draft done < Launch"]
    ),
    Case(
      program: "Trello",
      text: """
        {"id":"b","name":"Board","lists":[{"id":"l","name":"Doing"}],"cards":[
        {"id":"1","name":"Card","desc":"d","idList":"l","closed":false,"due":"2026-12-24T10:00:00.000Z","dueComplete":false,"labels":[{"id":"x","name":"red"}]},
        {"id":"2","name":"Over","idList":"l","closed":true,"dueComplete":false}],
        "checklists":[{"idCard":"1","name":"Steps","checkItems":[{"id":"3","name":"one","state":"complete"},{"id":"4","name":"two","state":"incomplete"}]}]}
        """,
      items: [
        "Card list:Board +red due:2026-12-24T10:00 / d section=Doing",
        "Over done list:Board section=Doing", "one done list:Board < Card section=Steps",
        "two list:Board < Card section=Steps",
      ]
    ),
    Case(
      program: "Trello",
      text:
        "Card ID,Card Name,Card Description,Labels,Due Date,List ID,List Name,Board Name,Archived,Due Complete\n1,a,d,\"x,y\",2026-12-24T10:00:00.000Z,9,Doing,B,false,true\n",
      items: ["a done list:B +x +y due:2026-12-24T10:00 / d section=Doing"]
    ),
    Case(
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
    ),
    Case(
      program: "Wunderlist",
      text: """
        {"user":1,"data":{"lists":[{"id":1,"title":"Home"}],"tasks":[{"id":7,"list_id":1,"title":"Milk","starred":true,"completed":false,"due_date":"2026-12-24","recurrence_type":"week","recurrence_count":2}],
        "subtasks":[{"id":8,"task_id":7,"title":"Cow","completed":true}],"notes":[{"id":9,"task_id":7,"content":"n"}]}}
        """,
      items: [
        "Milk !high list:Home due:2026-12-24 repeat:every 2 weeks / n", "Cow done list:Home < Milk",
      ]
    ),
    Case(
      program: "Wunderlist",
      text:
        #"[{"id":1,"title":"Home","tasks":[{"id":7,"title":"Milk","starred":false,"completed":true,"completedAt":"2026-11-01T10:00:00Z","notes":[{"content":"n"}],"subtasks":[{"title":"Cow","completed":false}]}]}]"#,
      items: ["Milk done list:Home / n", "Cow list:Home < Milk"]
    ),
  ]

  @Test(arguments: cases)
  func `comes in as what it means, and the same export again changes nothing`(
    _ entry: Case
  ) async throws {
    let format = entry.text.hasPrefix("{") || entry.text.hasPrefix("[") ? "json" : "csv"
    for words in [[], ["--format", format]] {
      let shell = try Shell()
      let outcome = await shell.run(["import", "-"] + words, input: entry.text)
      let items = try await shell.repository.items(Self.byNumber)
      #expect(items.map { Self.text(of: $0, among: items) } == entry.items, "\(outcome)")
      let errors = outcome.errors.split(separator: "\n")
      #expect(
        errors.first?.hasPrefix("Read as an export of \(entry.program): ") == true,
        "\(outcome)"
      )
      #expect(errors.count == 1 + entry.told.count, "\(outcome)")
      for told in entry.told { #expect(outcome.errors.contains(told), "\(outcome)") }
      let again = await shell.run(["import", "-"] + words, input: entry.text)
      #expect(
        again.output == "Imported: 0 added, 0 updated, \(items.count) unchanged\n",
        "\(again)"
      )
      #expect(!again.errors.contains("The file differs"), "\(again)")
      #expect(try await shell.repository.items(Self.byNumber) == items)
    }
  }

  @Test(arguments: cases.filter { !$0.told.isEmpty && !$0.told[0].hasPrefix("month") })
  func `with something uncertain is refused where nothing may be guessed`(
    _ entry: Case
  ) async throws {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-", "--strict"], input: entry.text)
    #expect(outcome.code == .badData, "\(outcome)")
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test(arguments: [
    "title,content\na,b\n", "type,content,title\nx,y,a\n", "Task,Name,Title\nx,y,a\n",
    #"[{"title":"a","tasks":[{"name":"b"}]}]"#, #"[{"title":"a","type":"to-do"}]"#,
    #"{"items":[{"title":"a","kind":"item"}]}"#, #"{"title":"a","content":"b","project_id":"c"}"#,
    #"[{"title":"a","attributes":{"title":"b"}}]"#,
  ])
  func `is not what only resembles one`(_ text: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(!outcome.errors.contains("Read as an export"), "\(outcome)")
    #expect(try await shell.repository.items().map(\.title) == ["a"], "\(outcome)")
  }

  @Test func `shows what would change, and changes nothing`() async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--dry-run", input: Self.cases[0].text)
    #expect(outcome.output.hasPrefix("Would import: 9 added"), "\(outcome)")
    #expect(outcome.errors.contains("CONTENT is the title and tags; DESCRIPTION is notes"))
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `brings what was changed there, by the program's own ids`() async throws {
    let shell = try Shell()
    let text = #"[{"id":"7","content":"Call","project_id":"1","due":{"date":"2026-12-24"}}]"#
    _ = await shell("import", "-", input: text)
    let edited = text.replacing("Call", with: "Ring").replacing(
      #"{"date":"2026-12-24"}"#,
      with: "null"
    )
    #expect(await shell("import", "-", input: edited).output.contains("1 updated"))
    let items = try await shell.repository.items()
    #expect(items.map(\.title) == ["Ring"] && items[0].due == nil)
  }

  @Test func `takes a field that the command line names for a column`() async throws {
    let shell = try Shell()
    let text = "TYPE,CONTENT,PRIORITY,INDENT,RESPONSIBLE\ntask,a,1,1,Bob\n"
    let outcome = await shell(
      "import",
      "-",
      "--map",
      "RESPONSIBLE=tags",
      "--map",
      "PRIORITY=attr.p",
      input: text
    )
    let items = try await shell.repository.items()
    #expect(items.map { Self.text(of: $0, among: items) } == ["a +Bob p=1"], "\(outcome)")
  }

  @Test func `whose tasks stand under each other in a circle comes in without that`() async throws {
    let shell = try Shell()
    let text = """
      [{"id":"1","content":"a","project_id":"1","parent_id":"2"},{"id":"2","content":"b","project_id":"1","parent_id":"1"}]
      """
    let outcome = await shell("import", "-", input: text)
    #expect(try await shell.repository.count(.all) == 2, "\(outcome)")
    let told = outcome.errors.ranges(of: "the task stands under itself")
    #expect(told.count == 1, "\(outcome)")
    let items = try await shell.repository.items(Self.byNumber)
    #expect(items.map { Self.text(of: $0, among: items) } == ["a parent=2", "b < a"])
  }

  @Test func `whose tasks stand under a circle keeps their places`() async throws {
    let shell = try Shell()
    let text = """
      [{"id":"3","content":"c","project_id":"1","parent_id":"2"},{"id":"4","content":"d","project_id":"1","parent_id":"3"},
      {"id":"1","content":"a","project_id":"1","parent_id":"2"},{"id":"2","content":"b","project_id":"1","parent_id":"1"},
      {"id":"5","content":"e","project_id":"1","parent_id":"5"}]
      """
    for _ in 1...2 {
      let outcome = await shell("import", "-", input: text)
      let items = try await shell.repository.items()
      let texts = items.map { Self.text(of: $0, among: items) }.sorted()
      #expect(texts == ["a parent=2", "b < a", "c < b", "d < c", "e parent=5"], "\(outcome)")
      let told = outcome.errors.ranges(of: "the task stands under itself")
      #expect(told.count == 2, "\(outcome)")
    }
  }

  @Test(arguments: [
    Int64.min, Int64.max, -100_000_000_001_000_000, 253_402_300_800_000, -62_135_596_800_001,
  ])
  func `with a time out of all years keeps it as an attribute`(_ time: Int64) async throws {
    for hasTime in [true, false] {
      let shell = try Shell()
      let text = """
        {"tasks":[{"id":"7","series_id":"s","name":"Milk","date_due":\(time),"date_due_has_time":\(hasTime),
        "date_start":\(time),"date_created":\(time),"date_modified":\(time),"date_completed":\(time)}]}
        """
      let outcome = await shell("import", "-", input: text)
      let items = try await shell.repository.items()
      #expect(items.map(\.title) == ["Milk"], "\(outcome)")
      #expect(items.first?.due == nil && items.first?.completedAt == nil, "\(outcome)")
      #expect(items.first?.attributes["date_due"] == .integer(time), "\(outcome)")
      #expect(items.first?.attributes["date_completed"] == .integer(time), "\(outcome)")
      #expect(outcome.errors.contains("\"date_due\": the time is invalid"), "\(outcome)")
    }
  }

  @Test func `takes away a start that has become the day of the task`() async throws {
    let shell = try Shell()
    func text(_ start: String, _ due: String) -> String {
      """
      "Folder Name","List Name","Title","Content","Is Check list","Start Date","Due Date","Timezone","Is All Day","taskId"
      "","Home","Paint","","N","\(start)T08:30:00+0000","\(due)T08:30:00+0000","Europe/Berlin","false","1"

      """
    }
    _ = await shell("import", "-", input: text("2026-12-24", "2026-12-26"))
    let before = try await shell.repository.items()
    #expect(before.count == 1 && before[0].start != nil)
    let outcome = await shell("import", "-", input: text("2026-12-20", "2026-12-20"))
    let items = try await shell.repository.items()
    let texts = items.map { Self.text(of: $0, among: items) }
    #expect(texts == ["Paint list:Home due:2026-12-20T08:30"], "\(outcome)")
  }

  @Test(arguments: [
    #"[{"type":"x","title":"a"},{"title":"b","attributes":{"title":"c"}}]"#,
    #"[{"title":"a","attributes":{"title":"c"}},{"title":"b","type":"to-do"}]"#,
  ])
  func `is no array whose tasks have titles of their own`(_ text: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(!outcome.errors.contains("Read as an export"), "\(outcome)")
    #expect(try await shell.repository.items(Self.byNumber).map(\.title) == ["a", "b"])
  }

  @Test func `finds lists, notes and subtasks by the first row of an id`() async throws {
    let shell = try Shell()
    let text = """
      {"data":{"lists":[{"id":1,"title":"Home"},{"id":1,"title":"Away"}],"tasks":[{"id":7,"list_id":1,"title":"Milk"},{"id":8,"list_id":2,"title":"Egg"}],
      "subtasks":[{"id":9,"task_id":8,"title":"Hen"},{"id":10,"task_id":7,"title":"Cow"},{"id":11,"task_id":7,"title":"Goat"}],
      "notes":[{"id":12,"task_id":8,"content":"n"},{"id":13,"task_id":7,"content":"m"},{"id":14,"task_id":8,"content":"o"}]}}
      """
    let outcome = await shell("import", "-", input: text)
    let items = try await shell.repository.items(Self.byNumber)
    let texts = items.map { Self.text(of: $0, among: items) }
    #expect(
      texts == [
        "Milk list:Home / m", "Egg / n||o", "Hen < Egg", "Cow list:Home < Milk",
        "Goat list:Home < Milk",
      ],
      "\(outcome)"
    )
  }
}
