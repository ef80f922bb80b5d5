import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Exports of other programs.
@Suite struct `An export of another program` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  @Test(arguments: ProgramExport.all)
  func `comes in as what it means, and the same export again changes nothing`(
    _ entry: ProgramExport
  ) async throws {
    let format = entry.text.hasPrefix("{") || entry.text.hasPrefix("[") ? "json" : "csv"
    for words in [[], ["--format", format]] {
      let shell = try Shell()
      let outcome = await shell.run(["import", "-"] + words, input: entry.text)
      let items = try await shell.repository.items(Self.byNumber)
      #expect(items.map { ProgramExport.text(of: $0, among: items) } == entry.items, "\(outcome)")
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

  @Test(arguments: ProgramExport.all.filter { !$0.told.isEmpty && !$0.told[0].hasPrefix("month") })
  func `with something uncertain is refused where nothing may be guessed`(
    _ entry: ProgramExport
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
    let outcome = await shell("import", "-", "--dry-run", input: ProgramExport.todoist[0].text)
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
    #expect(items.map { ProgramExport.text(of: $0, among: items) } == ["a +Bob p=1"], "\(outcome)")
  }

  @Test(arguments: [
    ("csv", ProgramExport.todoist[0].text), ("csv", ProgramExport.tickTick[0].text),
    ("csv", "Title,Owner\na,b\n"),
  ])
  func `is refused where it has not the column that the command line names`(
    format: String,
    text: String
  ) async throws {
    let shell = try Shell()
    let words = ["import", "-", "--format", format, "--map", "Boss=tags"]
    let outcome = await shell.run(words, input: text)
    #expect(outcome.code == .badData, "\(outcome)")
    #expect(outcome.errors.contains("there is no column \"Boss\", which '--map' names"))
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test(arguments: [
    ProgramExport.todoist[2].text, ProgramExport.things[0].text, ProgramExport.wunderlist[1].text,
    "[{\"title\":\"a\"}]",
  ])
  func `tells a key that the command line names and no task has`(_ text: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--map", "Boss=tags", input: text)
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.errors.contains("No record has the key \"boss\", which '--map' names.\n"))
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
    #expect(items.map { ProgramExport.text(of: $0, among: items) } == ["a parent=2", "b < a"])
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
      let texts = items.map { ProgramExport.text(of: $0, among: items) }.sorted()
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
    let texts = items.map { ProgramExport.text(of: $0, among: items) }
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
    let texts = items.map { ProgramExport.text(of: $0, among: items) }
    #expect(
      texts == [
        "Milk list:Home / m", "Egg / n||o", "Hen < Egg", "Cow list:Home < Milk",
        "Goat list:Home < Milk",
      ],
      "\(outcome)"
    )
  }
}
