import Foundation
import Storage
import Testing

@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

@Suite struct TaskwarriorTests {
  private static let task = """
    {"id":3,"uuid":"01900000-0000-4000-8000-000000000001","description":"Water the garden",\
    "status":"recurring","entry":"20260101T120000Z","modified":"20260102T130000Z",\
    "due":"20261224T170000Z","wait":"20261201T000000Z","recur":"weekly","mask":"-",\
    "project":"home.garden","tags":["next","out"],"priority":"M","estimate":1.5,"urgency":9.2,\
    "depends":["01900000-0000-4000-8000-000000000002"],\
    "annotations":[{"entry":"20260101T121500Z","description":"first"},\
    {"entry":"20260101T121600Z","description":"second"}]}
    """

  @Test(arguments: ["[\(task)]", "[\n\(task)\n]\n", "\(task)\n"])
  func `a task is told by its keys, and every one of them is kept`(text: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome.errors)")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.id.description == "01900000-0000-4000-8000-000000000001")
    #expect(item.title == "Water the garden" && item.notes == "first\nsecond")
    #expect(item.status == .cancelled && item.priority == .medium && item.list == "home.garden")
    #expect(item.tags == ["next", "out"])
    #expect(ItemField.part(.due).text(of: item) == "2026-12-24T17:00:00.000Z")
    #expect(ItemField.part(.createdAt).text(of: item) == "2026-01-01T12:00:00.000Z")
    #expect(ItemField.part(.updatedAt).text(of: item) == "2026-01-02T13:00:00.000Z")
    #expect(
      Set(item.attributes.keys) == [
        "status", "wait", "recur", "mask", "estimate", "annotations",
      ]
    )
    #expect(item.blockers.map(\.description) == ["01900000-0000-4000-8000-000000000002"])
    let exported = await shell("export", "--format", "taskwarrior").output
    var given = try #require(try JSONParser.parse(Self.task).object)
    for key in ["id", "urgency"] { given.removeValue(forKey: key) }
    var back = try #require(try JSONParser.parse(exported)[0]?.object)
    back.removeValue(forKey: Taskwarrior.extraKey)
    #expect(back == given)
  }

  @Test(arguments: [
    ("completed", Status.done), ("deleted", .cancelled), ("pending", .open), ("waiting", .open),
    ("recurring", .cancelled),
  ]) func `a status has its own word`(word: String, status: Status) throws {
    let record = try Taskwarrior.record(["description": "t", "status": .string(word)], in: .utc)
    #expect(record.draft.status == status)
  }

  private static let template = #"""
    {"description":"Water plants","due":"20260301T230000Z","entry":"20260101T100000Z","mask":"+-W",\
    "modified":"20260102T100000Z","recur":"P1W","rtype":"periodic","status":"recurring",\
    "until":"20270301T230000Z","uuid":"11111111-1111-4111-8111-111111111111"}
    """#.replacing("\\\n", with: "")
  private static let child = #"""
    {"description":"Water plants","due":"20260308T230000Z","entry":"20260101T100000Z","imask":1,\
    "modified":"20260102T100000Z","parent":"11111111-1111-4111-8111-111111111111",\
    "recur":"P1W","rtype":"periodic","status":"waiting","until":"20270301T230000Z",\
    "uuid":"22222222-2222-4222-8222-222222222222","wait":"20260307T230000Z"}
    """#.replacing("\\\n", with: "")

  /// The tasks of an export without what they hold for this program.
  private func exported(_ shell: Shell) async throws -> [JSONObject] {
    let text = await shell("export", "--format", "taskwarrior").output
    return try (JSONParser.parse(text).array ?? []).compactMap {
      var task = $0.object
      _ = task?.removeValue(forKey: Taskwarrior.extraKey)
      return task
    }
  }

  @Test(arguments: [[], ["done", "1"], ["reopen", "1"]])
  func `a template is nothing to do, and stays one whatever is done here`(
    words: [String]
  ) async throws {
    let shell = try Shell()
    let text = "[\(Self.template),\(Self.child)]"
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.errors.hasPrefix("1 recurring task kept as cancelled"), "\(outcome)")
    let listed = await shell("list", "--json", "--fields", "number").output
    #expect(!listed.contains("\"number\":1") && listed.contains("\"number\":2"), "\(listed)")
    if !words.isEmpty { _ = await shell.run(words) }
    var tasks = try await exported(shell)
    var given = try JSONParser.parse(text).array?.compactMap(\.object) ?? []
    #expect(tasks.count == 2)
    if !words.isEmpty {
      // The time of the last change is the command's.
      tasks[0].removeValue(forKey: "modified")
      given[0].removeValue(forKey: "modified")
    }
    #expect(tasks == given)
    let again = await shell("import", "-", input: text)
    #expect(again.output.contains(words.isEmpty ? " 2 unchanged" : "1 unchanged"), "\(again)")
  }

  @Test func `a pending task that recurs is open`() async throws {
    let shell = try Shell()
    let text = Self.child.replacing("waiting", with: "pending")
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.errors == "" && outcome.output.contains("1 added"))
    #expect(try await shell.repository.items().first?.status == .open)
    _ = await shell("done", "1")
    #expect(try await exported(shell)[0]["status"] == "completed")
  }

  /// What a date of a template has.
  private static let ofTemplate = #""parent":"11111111-1111-4111-8111-111111111111""#

  @Test(arguments: [
    (#""priority":"A""#, "priority"), (#""priority":"urgent now""#, "priority"),
    (#""priority":"h""#, "priority"), (#""priority":"H""#, "priority"),
    (#""depends":["01900000-0000-4000-8000-000000000002"]"#, "depends"),
    (#""imask":"3""#, "imask"), (#""imask":3"#, "imask"),
    (#""due":"20260101T120000Z",\#(ofTemplate),"recur":"2wks""#, "recur"),
    (#""due":"20260101T120000Z",\#(ofTemplate),"recur":"P1Y2M""#, "recur"),
    (#""due":"20260101T120000Z",\#(ofTemplate),"recur":"PT12H""#, "recur"),
    (#""due":"20260101T120000Z",\#(ofTemplate),"recur":"weekdays""#, "recur"),
  ])
  func `a value comes back as it came`(member: String, key: String) async throws {
    let shell = try Shell()
    let task =
      #"{"uuid":"01900000-0000-4000-8000-000000000001","description":"x","status":"pending","#
      + #""entry":"20260101T100000Z","modified":"20260101T100000Z",\#(member)}"#
    let outcome = await shell("import", "-", input: task)
    #expect(outcome.output.contains("1 added") && outcome.errors == "", "\(outcome)")
    #expect(try await exported(shell) == [JSONParser.parse(task).object])
    let isLetter = try await shell.repository.items().first?.priority == .high
    #expect(isLetter == member.contains("\"H\""))
  }

  @Test(arguments: [#""ID,OTHER""#, #"["OTHER","ID"]"#])
  func `the tasks on which one depends are its blockers, in both forms of a list`(
    list: String
  ) async throws {
    let shell = try Shell()
    let ids = (2...3).map { "01900000-0000-4000-8000-00000000000\($0)" }
    let value = list.replacing("OTHER", with: ids[1]).replacing("ID", with: ids[0])
    let task =
      #"{"uuid":"01900000-0000-4000-8000-000000000001","description":"x","status":"pending","#
      + #""entry":"20260101T100000Z","modified":"20260101T100000Z","depends":\#(value)}"#
    #expect(await shell("import", "-", input: task).output.contains("1 added"))
    let item = try #require(try await shell.repository.items().first)
    #expect(item.blockers.map(\.description).sorted() == ids && item.attributes.isEmpty)
    #expect(try await exported(shell)[0]["depends"] == .array(ids.map { .string($0) }))
    #expect(await shell("import", "-", input: task).output.contains("1 unchanged"))
    // What Taskwarrior takes away is gone here, too.
    let without = task.replacing(",\"depends\":\(value)", with: "")
    #expect(await shell("import", "-", input: without).output.contains("1 updated"))
    #expect(try await shell.repository.items().first?.blockers == [])
  }

  @Test(arguments: [
    (#""depends":"soon""#, "depends"), (#""depends":"""#, "depends"),
    (#""depends":["soon"]"#, "depends"), (#""imask":"x""#, "imask"),
    // A template would be made of it, and no task is called waiting that has no time to wait for.
    (#""due":"20260101T120000Z","recur":"weekly""#, "recur"),
    (#""due":"20260101T120000Z","recur":"sometimes""#, "recur"),
    (#""due":"20260101T120000Z","recur":"P""#, "recur"),
    (#""due":"20260101T120000Z","recur":"P1X""#, "recur"), (#""priority":5"#, "priority"),
  ])
  func `a value that Taskwarrior would refuse is kept beside the task`(
    member: String,
    key: String
  ) async throws {
    let shell = try Shell()
    let task =
      #"{"uuid":"01900000-0000-4000-8000-000000000001","description":"x","status":"pending","#
      + #""entry":"20260101T100000Z",\#(member)}"#
    #expect(await shell("import", "-", input: task).output.contains("1 added"))
    #expect(try await exported(shell)[0][key] == nil)
    let text = await shell("export", "--format", "taskwarrior").output
    let other = try Shell()
    _ = await other("import", "-", "--format", "taskwarrior", input: text)
    let value = try JSONParser.parse(task).object?[key]
    #expect(try await other.repository.items().first?.attributes[key] == value)
  }

  @Test(arguments: [
    #"{"description":"Call mum"}"#,
    #"{"description":"Call mum","status":"pending","project":"Home","tags":["a"]}"#,
    #"{"description":"Call mum","entry":"20260101T100000Z","foo":1}"#,
    #"{"description":"Call mum","uuid":"01900000-0000-4000-8000-000000000001"}"#,
  ])
  func `a task has no more than its description, as Taskwarrior's own import takes it`(
    task: String
  ) async throws {
    for input in [task, "[\(task)]", "[\n\(task)\n]\n"] {
      let shell = try Shell()
      #expect(await shell("import", "-", input: input).output.contains("1 added"))
      #expect(try await shell.repository.items().map(\.title) == ["Call mum"])
    }
  }

  @Test func `an object of another program is no task where its keys are named`() async throws {
    let shell = try Shell()
    let input = #"[{"uuid":"u1","description":"Name it","prio":1}]"#
    let names = ["--map", "description=title", "--map", "uuid=attr.uuid"]
    let outcome = await shell.run(["import", "-", "--format", "json"] + names, input: input)
    #expect(outcome.output.contains("1 added"))
    #expect(try await shell.repository.items().first?.attributes["uuid"] == "u1")
  }

  @Test func `waits only up to a time`() async throws {
    let shell = try Shell()
    for words in [["attr.status=waiting"], ["attr.status=waiting", "attr.wait=20380101T000000Z"]] {
      _ = await shell.run(["add", "Rest"] + words)
    }
    let tasks = try await exported(shell)
    #expect(tasks.map { $0["status"] } == ["pending", "waiting"])
    let other = try Shell()
    _ = await other("import", "-", input: await shell("export", "--format", "taskwarrior").output)
    let attributes = try await other.repository.items().map(\.attributes)
    #expect(attributes.allSatisfy { $0["status"] == "waiting" } && attributes.count == 2)
  }

  @Test func `what was edited in Taskwarrior wins over what a task could not say`() throws {
    let draft = ItemDraft(
      title: "control \u{1}",
      tags: ["a,b", "c"],
      due: .instant(Date(millisecondsSince1970: 1_798_131_600_123)),
      createdAt: Date(millisecondsSince1970: 1_700_000_000_001),
      attributes: ["minutes": 30, "flag": true]
    )
    let item = try Item(adding: draft, id: ItemID(high: 1, low: 2), number: 1, now: testNow)
    var task = Taskwarrior.task(of: item, in: .utc)
    #expect(try Taskwarrior.record(task, in: .utc).draft.due == draft.due)
    // Taskwarrior gives numbers that it does not know back as texts.
    task["minutes"] = "30.000000"
    task["due"] = "20270101T000000Z"
    task["description"] = "new title"
    let record = try Taskwarrior.record(task, in: .utc)
    #expect(record.draft.attributes == ["minutes": 30, "flag": true])
    #expect(record.draft.due == .day(2027, 1, 1), "midnight is a day")
    #expect(
      try Taskwarrior.record(task, in: .fixed(secondsFromGMT: 3_600)).draft.due
        == Taskwarrior.date("20270101T000000Z").map(DayOrInstant.instant)
    )
    #expect(record.draft.title == "new title" && record.draft.tags == ["a,b", "c"])
    #expect(record.draft.createdAt == draft.createdAt)
    task["minutes"] = "45.000000"
    #expect(try Taskwarrior.record(task, in: .utc).draft.attributes["minutes"] == "45.000000")
    task[Taskwarrior.extraKey] = "nonsense"
    #expect(try Taskwarrior.record(task, in: .utc).draft.tags == ["c"])
  }
}

private let taskwarriorIsInstalled = [
  "/usr/bin/task", "/usr/local/bin/task", "/opt/homebrew/bin/task",
].contains { FileManager.default.isExecutableFile(atPath: $0) }

/// The real program, where it is installed.
@Suite(.enabled(if: BuiltCommand.path != nil && taskwarriorIsInstalled))
struct TaskwarriorProgramTests {
  @Test(
    arguments: [1, 2, 6_119_785_446_098_551_765, 5_837_670_079_822_781_268]
      + OddDrafts.furtherSeeds
  )
  func `a trip through Taskwarrior loses nothing`(seed: UInt64) async throws {
    let workplace = try Workplace()
    let shell = try Shell()
    var generator = OddDrafts(seed: seed)
    let drafts = generator.drafts(60)
    try await shell.repository.write { transaction throws(StorageError) in
      for draft in drafts { try transaction.add(draft) }
    }
    _ = try workplace.write("out.json", await shell("export", "--format", "taskwarrior").output)
    _ = try workplace.write("taskrc", "data.location=\(workplace.path)\nconfirmation=no\n")
    let variables = ["TASKRC": workplace.file("taskrc"), "TASKDATA": workplace.path]
    let result = try await BuiltCommand.run(
      "task import out.json && task export >back.json && $0 --store a.json import back.json",
      in: workplace,
      variables: variables
    )
    #expect(
      result.output.hasSuffix("Imported: 60 added, 0 updated, 0 unchanged\n"),
      "seed \(seed): \(result)"
    )
    let given = try await shell.repository.items()
    let back = try String(decoding: workplace.read("back.json"), as: UTF8.self)
    let again = await shell("import", "-", "--format", "taskwarrior", input: back)
    let kept = try await shell.repository.items()
    var changes: [String] = []
    for (before, after) in zip(given, kept) {
      for field in ItemField.all where field.value(of: before) != field.value(of: after) {
        changes.append("\(field.name): \(field.value(of: before)) \(field.value(of: after))")
      }
    }
    #expect(changes == [], "seed \(seed)")
    #expect(again.output == "Imported: 0 added, 0 updated, 60 unchanged\n", "seed \(seed)")
  }
}
