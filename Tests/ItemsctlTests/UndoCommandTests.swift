import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct UndoCommandTests {
  private func shell(isTerminal: Bool = false) async throws -> Shell {
    let shell = try Shell(isTerminal: isTerminal, width: isTerminal ? 80 : nil)
    _ = await shell("add", "--each", "-q", "a", "b")
    _ = await shell("edit", "-q", "1", "--title", "A")
    _ = await shell("delete", "-q", "2")
    return shell
  }

  @Test func `undo goes back step by step, and redo forward`() async throws {
    let shell = try await shell()
    #expect(await shell("undo").output == "Undone: deleted 2 \"b\"\n")
    #expect(
      await shell("undo", "2").output == """
        Undone: changed 1 "A": title "A" → "a"
        Undone: added 1 "A", 2 "b"

        """
    )
    #expect(try await shell.repository.count(.all) == 0)
    #expect(
      await shell("redo", "3").output == """
        Redone: added 1 "a", 2 "b"
        Redone: changed 1 "a": title "a" → "A"
        Redone: deleted 2 "b"

        """
    )
    #expect(try await shell.repository.items().map(\.title) == ["A"])
  }

  @Test func `more steps than there are is a failure that changes nothing`() async throws {
    let shell = try await shell()
    let outcome = await shell("undo", "4")
    #expect(
      outcome
        == Outcome(
          code: .failure,
          output: "",
          errors: """
            Error: Only 3 steps can be undone, so nothing was changed.
            Help:  'itemsctl log' lists them.

            """
        )
    )
    #expect(try await shell.repository.items().map(\.title) == ["A"])
    #expect(await shell("redo").errors.hasPrefix("Error: There is nothing to redo.\n"))
    _ = await shell("undo", "3")
    #expect(await shell("undo").errors == "Error: There is nothing to undo.\n")
    _ = await shell("add", "-q", "c")
    #expect(await shell("redo").code == .failure)
  }

  @Test(arguments: ["0", "-1", "x", "1.5"])
  func `a count that is none is refused`(count: String) async throws {
    let shell = try await shell()
    #expect(await shell("undo", "--", count).code == .usage)
    #expect(try await shell.repository.items().map(\.title) == ["A"])
  }

  @Test func `a rehearsal says what would be undone, and undoes nothing`() async throws {
    let shell = try await shell()
    let expected =
      "Would undo: deleted 2 \"b\"\nWould undo: changed 1 \"A\": title \"A\" → \"a\"\n"
    #expect(await shell("undo", "2", "--dry-run").output == expected)
    #expect(try await shell.repository.items().map(\.title) == ["A"])
    _ = await shell("undo", "2")
    #expect(
      await shell("redo", "--dry-run").output
        == "Would redo: changed 1 \"a\": title \"a\" → \"A\"\n"
    )
    #expect(try await shell.repository.count(.all) == 2)
  }

  @Test func `the log shows what was done and what was undone`() async throws {
    var shell = try await shell()
    _ = await shell("undo")
    let lines = await shell("log").output.split(separator: "\n").map {
      $0.split(separator: "\t").prefix(7).joined(separator: " ")
    }
    #expect(
      lines == [
        "3 2026-11-21T09:30:00.000Z true 0 0 1 0", "2 2026-11-21T09:30:00.000Z false 0 1 0 0",
        "1 2026-11-21T09:30:00.000Z false 2 0 0 0",
      ]
    )
    (shell.isTerminal, shell.width) = (true, 80)
    #expect(
      await shell("log", "--color", "never").output == """
        STEP  WHEN         WHAT
           3  today 09:30  undone: deleted 2 "b"
           2  today 09:30  changed 1 "A": title "a" → "A"
           1  today 09:30  added 1 "A", 2 "b"

        """
    )
    shell.width = 30
    for line in await shell("log", "--color", "never").output.split(separator: "\n") {
      #expect(line.displayWidth <= 30)
    }
    let json = try JSONParser.parse(await shell("log", "--json", "-n1").output)
    #expect(json["schema"] == 4 && json["steps"]?.array?.count == 1)
    #expect(json["steps"]?[0]?["undone"] == true && json["steps"]?[0]?["deleted"] == 1)
    let ids = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map {
      JSONValue.string($0.id.description)
    }
    let all = try JSONParser.parse(await shell("log", "--json").output)["steps"]?.array ?? []
    #expect(ids.count == 2)
    #expect(all.map { $0["items"]?.array } == [[ids[1]], [ids[0]], ids])
    #expect(all.map { $0["item"] } == [ids[1], ids[0], ids[0]])
  }

  @Test func `the log tells what became of one item's fields`() async throws {
    var shell = try Shell()
    _ = await shell("add", "-q", "Dentist", "due:friday", "+a")
    _ = await shell("edit", "-q", "1", "due:2026-11-28", "+teeth", "not", "tag:a", "attr.room=4")
    _ = await shell("done", "-q", "1")
    _ = await shell("delete", "-q", "1")
    (shell.isTerminal, shell.width) = (true, 120)
    #expect(
      await shell("log", "--color", "never").output == """
        STEP  WHEN         WHAT
           4  today 09:30  deleted 1 "Dentist"
           3  today 09:30  changed 1 "Dentist": status open → done
           2  today 09:30  changed 1 "Dentist": due Fri 27 Nov → Sat 28 Nov, +teeth -a, attr.room none → 4
           1  today 09:30  added 1 "Dentist"

        """
    )
  }

  @Test func `of a step on many items, five are named, and the rest is told where to find`()
    async throws
  {
    var shell = try Shell()
    _ = await shell("add", "--each", "-q", "a", "b", "c", "d", "e", "f", "g")
    _ = await shell("done", "-q", "1-7")
    let names = #"1 "a", 2 "b", 3 "c", 4 "d", 5 "e" and 2 more"#
    #expect(
      await shell("undo").output == "Undone: changed 7 items (\(names)): status done → open\n"
    )
    #expect(await shell("undo").output == "Undone: added 7 items (\(names))\n")
    _ = await shell("redo", "-q", "2")
    for number in 1...7 { _ = await shell("edit", "-q", "\(number)", "due:2026-12-0\(number)") }
    _ = await shell("edit", "-q", "1,2,3,4,5,6,7", "--due", "2026-12-24")
    (shell.isTerminal, shell.width) = (true, 100)
    let outcome = await shell("undo", "--color", "never")
    #expect(
      outcome.output == """
        Undone: changed 7 items (\(names))
          1 "a": due Thu 24 Dec → Tue 1 Dec
          2 "b": due Thu 24 Dec → Wed 2 Dec
          3 "c": due Thu 24 Dec → Thu 3 Dec
          4 "d": due Thu 24 Dec → Fri 4 Dec
          5 "e": due Thu 24 Dec → Sat 5 Dec
          … and 2 more; 'itemsctl log 10' shows all

        """,
      "\(outcome)"
    )
  }

  @Test func `the log opens a step, field by field`() async throws {
    var shell = try Shell()
    _ = await shell("add", "-q", "Boat")
    _ = await shell("add", "-q", "Paint", "-n", "white\ntwo coats")
    _ = await shell("edit", "-q", "2", "parent:1", "+spring", "--notes", "blue\ntwo coats")
    _ = await shell("delete", "-q", "1")
    (shell.isTerminal, shell.width) = (true, 80)
    let outcome = await shell("log", "3", "--color", "never")
    #expect(
      outcome.output == """
        Step 3, today 09:30
        changed 2 "Paint"
          +spring
          parent none → 1 "Boat"
          notes
            - white
            + blue

        """,
      "\(outcome)"
    )
    #expect(
      await shell("log", "4", "--color", "never").output
        == "Step 4, today 09:30\ndeleted 1 \"Boat\"\n"
    )
    let missing = await shell("log", "9")
    #expect(missing.code == .failure && missing.errors.contains("There is no step 9"))
    let json = try JSONParser.parse(await shell("log", "3", "--json").output)
    let fields = json["changes"]?.array?.compactMap { $0["field"]?.string } ?? []
    #expect(Set(fields).isSuperset(of: ["notes", "parent", "tag:spring"]), "\(json)")
    #expect(json["changes"]?.array?.allSatisfy { $0["change"] == "changed" } == true)
  }

  @Test func `answers name the parent`() async throws {
    let shell = try Shell()
    _ = await shell("add", "-q", "Boat")
    #expect(
      await shell("add", "Paint", "parent:1", "--dry-run").output
        == "Would add \"Paint\", under 1 \"Boat\"\n"
    )
    #expect(
      await shell("add", "Paint", "parent:1").output == "Added 2 \"Paint\", under 1 \"Boat\"\n"
    )
    #expect(
      await shell("edit", "2", "parent:none").output
        == "Changed 2 \"Paint\": parent 1 \"Boat\" → none\n"
    )
    #expect(
      await shell("undo").output == "Undone: changed 2 \"Paint\": parent none → 1 \"Boat\"\n"
    )
  }

  @Test func `a change that was made again meanwhile is left, and told`() async throws {
    let shell = try await shell()
    _ = await shell("undo")
    try await changeElsewhere(shell, item: 1)
    _ = await shell("edit", "-q", "2", "--title", "B")
    let left = "changed 1 \"elsewhere\"; 1 change was left, since the same was changed again"
    let outcome = await shell("undo", "2")
    #expect(
      outcome.code == .failure
        && outcome.output == "Undone: changed 2 \"B\": title \"B\" → \"b\"\n"
    )
    #expect(
      outcome.errors == """
        Error: Nothing was undone: \(left)
        Help:  This was done before the failure; do not repeat it: Undone: changed 2 "B".

        """
    )
    #expect(try await shell.repository.item(number: 1)?.title == "elsewhere")
  }

  @Test func `a step that is undone in part is undone, and the rest told`() async throws {
    let shell = try await shell()
    _ = await shell("undo")
    _ = await shell("edit", "-q", "1", "2", "--title", "c")
    try await changeElsewhere(shell, item: 1)
    let outcome = await shell("undo")
    #expect(outcome.code == .success && outcome.errors == "")
    #expect(
      outcome.output
        == """
        Undone: changed 1 "elsewhere", 2 "c"; 1 change was left, since the same was changed again
          2 "c": title "c" → "b"

        """
    )
    #expect(try await shell.repository.item(number: 2)?.title == "b")
  }

  @Test func `a change of which a field was changed again is left in part, and told`() async throws
  {
    let shell = try await shell()
    _ = await shell("undo")
    _ = await shell("edit", "-q", "1", "--title", "c", "--list", "home")
    try await changeElsewhere(shell, item: 1)
    let outcome = await shell("undo")
    #expect(outcome.code == .success && outcome.errors == "")
    #expect(
      outcome.output
        == "Undone: changed 1 \"elsewhere\": list home → inbox; 1 change was left in part, since "
        + "the same was changed again\n"
    )
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.title == "elsewhere" && item.list == "inbox")
    let step = try JSONParser.parse(await shell("redo", "--json").output)["steps"]?[0]
    #expect(step?["applied"] == 1 && step?["skipped"] == 0)
  }

  @Test func `programs are told all items of a step that goes or comes`() async throws {
    let shell = try await shell()
    _ = await shell("undo", "2")
    let ids = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(\.id)
    let wanted = JSONValue.array(ids.map { .string($0.description) })
    #expect(ids.count == 2)
    for words in [["undo", "--dry-run"], ["undo"], ["redo", "--dry-run"], ["redo"]] {
      let outcome = await shell.run(words + ["--json"])
      #expect(try JSONParser.parse(outcome.output)["steps"]?[0]?["items"] == wanted, "\(words)")
    }
    // The columns of other forms stay as they are.
    #expect(
      await shell("undo", "--format", "csv").output.hasPrefix(
        "step,date,undone,added,updated,deleted,restored,item,applied,skipped\r\n"
      )
    )
  }

  @Test(arguments: [[], ["-q"], ["--json"]])
  func `an undo of nothing is a failure, whoever is told`(options: [String]) async throws {
    let shell = try await shell()
    _ = await shell("undo")
    try await changeElsewhere(shell, item: 1)
    let outcome = await shell.run(["undo"] + options)
    #expect(outcome.code == .failure)
    #expect(outcome.errors.hasPrefix("Error: Nothing was undone: changed 1 \"elsewhere\"; 1 "))
    #expect(outcome.errors.contains("What was done") == false)
    guard options == ["--json"] else { return #expect(outcome.output == "") }
    let step = try JSONParser.parse(outcome.output)["steps"]?[0]
    #expect(step?["applied"] == 0 && step?["skipped"] == 1)
  }

  @Test func `a redo of nothing is a failure`() async throws {
    let shell = try await shell()
    _ = await shell("undo", "2")
    try await changeElsewhere(shell, item: 1)
    let outcome = await shell("redo")
    #expect(outcome.code == .failure && outcome.output == "")
    #expect(outcome.errors.hasPrefix("Error: Nothing was redone: changed 1 \"elsewhere\"; 1 "))
    #expect(try await shell.repository.item(number: 1)?.title == "elsewhere")
  }

  /// Gives an item another title, as a sync would.
  private func changeElsewhere(_ shell: Shell, item number: Int) async throws {
    let id = try #require(try await shell.repository.item(number: number)).id
    let sync = try #require(shell.repository as? SQLiteRepository)
    try await sync.writeReplica { transaction throws(StorageError) in
      guard var replica = try transaction.replica(id) else { return }
      for index in replica.registers.indices
      where replica.registers[index].field == .fixed(.title) {
        replica.registers[index].value = "elsewhere"
      }
      try transaction.put(replica)
    }
  }

  @Test func `what a sync brought stays when everything is undone`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q --each Milk Bread")
    #expect(await world("--store a.sqlite sync --remote file:/hub").code == .success)
    #expect(await world("--store b.sqlite sync --remote file:/hub").code == .success)
    _ = await world("--store b.sqlite add -q Tea")
    _ = await world("--store b.sqlite edit -q 1 --notes oat")
    #expect(await world("--store b.sqlite sync").code == .success)
    _ = await world("--store a.sqlite edit -q 1 --title \"Oat milk\"")
    #expect(await world("--store a.sqlite sync").code == .success)
    #expect(await world("--store a.sqlite undo").code == .success)
    let items = try await world.store("a.sqlite").items(ItemQuery(sort: [.ascending(.title)]))
    #expect(items.map(\.title) == ["Bread", "Milk", "Tea"])
    #expect(items[1].notes == "oat")
    #expect(await world("--store a.sqlite undo").code == .success)
    #expect(try await world.store("a.sqlite").items().map(\.title) == ["Tea"])
    #expect(await world("--store a.sqlite undo").code == .failure)
  }

  /// One that fails is had again by UNDO_SEED.
  @Test(arguments: 0..<3)
  func `whatever was done is undone and redone`(_ number: Int) async throws {
    let given = ProcessInfo.processInfo.environment["UNDO_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0 ... .max)
    var generator = CommandLineGenerator(seed: seed)
    let shell = try Shell(.full)
    let start = try await state(shell)
    for _ in 0..<40 {
      let words = generator.next()
      let outcome = await shell.run(words)
      try #require(
        [.success, .failure].contains(outcome.code),
        "UNDO_SEED=\(seed): \(words): \(outcome.errors)"
      )
    }
    let end = try await state(shell)
    let steps = try await (shell.repository as? SQLiteRepository)?.history().count ?? 0
    try #require(steps > 10 && start != end, "UNDO_SEED=\(seed)")
    #expect(await shell("undo", "\(steps)").code == .success)
    #expect(try await state(shell) == start, "UNDO_SEED=\(seed)")
    #expect(await shell("undo").code == .failure)
    #expect(await shell("redo", "\(steps)").code == .success)
    #expect(try await state(shell) == end, "UNDO_SEED=\(seed)")
  }

  /// Every live item but for its last update.
  private func state(_ shell: Shell) async throws -> [Item] {
    try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map { item in
      var item = item
      item.updatedAt = item.createdAt
      return item
    }
  }
}

/// Draws command lines that change items.
private struct CommandLineGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> [String] {
    switch random.below(9) {
    case 0: ["add", "new \(random.below(100))", "+t\(random.below(3))"]
    case 1: ["add", "--each", "one", "two", "--list", "l\(random.below(3))"]
    case 2: ["edit"] + targets() + changes()
    case 3: ["done"] + targets()
    case 4: ["cancel"] + targets()
    case 5: ["reopen"] + targets()
    case 6: ["delete"] + targets()
    case 7: ["restore"] + targets()
    default: ["tag", "+t\(random.below(3))", "-t\(random.below(3))"] + targets()
    }
  }

  private mutating func targets() -> [String] {
    if random.chance(60) { return ["\(1 + random.below(45))"] }
    let filters = ["tag:t1", "list:work", "status:any list:l1", "priority>=medium", "not +t2 new"]
    return random.pick(filters).split(separator: " ").map(String.init) + ["--yes"]
  }

  private mutating func changes() -> [String] {
    random.pick([
      ["--title", "title \(random.below(9))"], ["--due", "in \(random.below(9)) days"],
      ["--due", "none", "--priority", "high"], ["--list", "l\(random.below(3))", "--notes", "n"],
      ["--attr", "k=\(random.below(3))"], ["--status", "cancelled", "--attr", "k="],
    ])
  }
}
