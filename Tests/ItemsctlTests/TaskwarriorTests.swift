import Foundation
import Storage
import Testing

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
    #expect(item.status == .open && item.priority == .medium && item.list == "home.garden")
    #expect(item.tags == ["next", "out"])
    #expect(ItemField.part(.due).text(of: item) == "2026-12-24T17:00:00.000Z")
    #expect(ItemField.part(.createdAt).text(of: item) == "2026-01-01T12:00:00.000Z")
    #expect(ItemField.part(.updatedAt).text(of: item) == "2026-01-02T13:00:00.000Z")
    #expect(
      Set(item.attributes.keys) == [
        "status", "wait", "recur", "mask", "estimate", "depends", "annotations",
      ]
    )
    let exported = await shell("export", "--format", "taskwarrior").output
    var given = try #require(try JSONParser.parse(Self.task).object)
    for key in ["id", "urgency"] { given.removeValue(forKey: key) }
    var back = try #require(try JSONParser.parse(exported)[0]?.object)
    back.removeValue(forKey: Taskwarrior.extraKey)
    #expect(back == given)
  }

  @Test(arguments: [
    ("completed", Status.done), ("deleted", .cancelled), ("pending", .open), ("waiting", .open),
  ]) func `a status has its own word`(word: String, status: Status) throws {
    let record = try Taskwarrior.record(["description": "t", "status": .string(word)], in: .utc)
    #expect(record.draft.status == status)
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
