import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ItemWriteTests {
  private func shell(isTerminal: Bool = false) async throws -> Shell {
    let shell = try Shell(isTerminal: isTerminal, width: isTerminal ? 80 : nil)
    for words in [["a", "+x"], ["b", "+x", "list:home"], ["c", "list:home"], ["d", "+y"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    return shell
  }

  private func titles(_ shell: Shell, _ filter: ItemFilter) async throws -> [String] {
    try await shell.repository.items(ItemQuery(filter, sort: [.ascending(.number)])).map(\.title)
  }

  @Test func `a filter without a terminal wants yes, and changes nothing`() async throws {
    let shell = try await shell()
    let outcome = await shell("done", "+x")
    #expect(outcome.code == .usage && outcome.output == "")
    #expect(
      outcome.errors == """
        Error: Nothing was changed: 'Mark 2 items as done (status:open +x)?' needs an answer, and there is no terminal to ask on.
        Help:  Give '--yes' to go on without being asked.

        """
    )
    #expect(try await shell.repository.count(.status([.done])) == 0)
    #expect(await shell("done", "+x", "--yes").output == "Done 1 \"a\"\nDone 2 \"b\"\n")
    #expect(try await titles(shell, .status([.done])) == ["a", "b"])
  }

  @Test(arguments: [("y\n", ExitCode.success), ("n\n", .cancelled), ("", .cancelled)])
  func `a person is asked with the count and the filter`(answer: String, code: ExitCode)
    async throws
  {
    let shell = try await shell(isTerminal: true)
    let outcome = await shell("delete", "list:home", "or", "+y", input: answer)
    #expect(outcome.code == code)
    #expect(
      outcome.errors.hasPrefix(
        "  2 \"b\"\n  3 \"c\"\n  4 \"d\"\nDelete 3 items (status:open ( list:home or +y ))? [y/N] "
      )
    )
    #expect(try await titles(shell, .all) == (code == .success ? ["a"] : ["a", "b", "c", "d"]))
  }

  @Test func `a question names five items at most`() async throws {
    let shell = try await shell(isTerminal: true)
    for title in ["e", "f", "g"] { _ = await shell("add", "-q", title) }
    let outcome = await shell("done", "number:1,2,3,4,5,6,7", input: "n\n")
    #expect(outcome.errors.contains("  5 \"e\"\n  … and 2 more\nMark 7 items as done"))
    #expect(await !shell("done", "number:1,2", "--yes").errors.contains("1 \"a\""))
  }

  @Test(arguments: [[""], ["!"], ["--", "*"], ["text:"], ["not", "text:…"]])
  func `a text that all items would hold changes none of them`(words: [String]) async throws {
    for command in ["delete", "done", "tag"] {
      let shell = try await shell()
      let tag = command == "tag" ? ["+new"] : []
      let outcome = await shell.run([command, "--yes"] + tag + words)
      #expect(outcome.code == .usage && outcome.output == "")
      #expect(outcome.errors.contains("there is no letter or digit to look for"))
      #expect(
        try await shell.repository.count(.and([.status([.open]), .tags(.none, ["new"])])) == 4
      )
    }
  }

  @Test func `no input forbids the question`() async throws {
    let shell = try await shell(isTerminal: true)
    let outcome = await shell("delete", "+x", "--no-input", input: "y\n")
    #expect(outcome.code == .usage && outcome.errors.contains("'--no-input' forbids asking"))
    #expect(try await shell.repository.count(.all) == 4)
  }

  @Test func `items that are named are not asked about`() async throws {
    let shell = try await shell()
    #expect(await shell("delete", "1", "2", "3").code == .success)
    #expect(try await titles(shell, .all) == ["d"])
  }

  @Test func `a filter means what list shows with it`() async throws {
    let shell = try await shell()
    _ = await shell("done", "1")
    let listed = await shell("list", "+x", "--json").output
    #expect(await shell("edit", "+x", "-t", "new", "--dry-run", "--json").code == .success)
    #expect(await shell("edit", "+x", "-t", "new", "--yes").output.hasPrefix("Changed 2 \"b\""))
    #expect(listed.contains("\"b\"") && !listed.contains("\"a\""))
    #expect(try await titles(shell, .tags(.all, ["new"])) == ["b"])
    _ = await shell("edit", "+x", "status:any", "-t", "all", "--yes")
    #expect(try await titles(shell, .tags(.all, ["all"])) == ["a", "b"])
    #expect(await shell("reopen", "+x", "--yes").output == "Reopened 1 \"a\"\n")
    #expect(await shell("cancel", "+x", "--yes").output == "Cancelled 1 \"a\"\nCancelled 2 \"b\"\n")
  }

  @Test(arguments: [
    ["done", "+none"], ["delete", "nothing", "--yes"], ["restore", "a"], ["purge", "+x", "--yes"],
    ["edit", "+none", "-t", "a", "--dry-run"], ["tag", "+a", "list:none"],
  ]) func `a filter that fits nothing is a failure`(words: [String]) async throws {
    let shell = try await shell()
    let outcome = await shell.run(words)
    #expect(outcome.code == .failure && outcome.output == "")
    #expect(outcome.errors.contains("item fits the filter."), "\(outcome.errors)")
  }

  @Test(arguments: ["below:99", "parent:99", "blocked-by:99", "below:2 list:inbox"])
  func `an item that a filter names and that is not there is told`(filter: String) async throws {
    var shell = try await shell()
    let words = filter.split(separator: " ").map(String.init)
    let done = await shell.run(["done", "--yes"] + words)
    shell.isTerminal = true
    let list = await shell.run(["list"] + words)
    for text in [done.errors, list.errors] {
      // There is an item 2, and nothing below it.
      #expect(text.contains("There is no item '99'.") == filter.contains("99"), "\(text)")
    }
  }

  @Test(arguments: [["12", "+x"], ["+x", "or", "12"], ["list:home", "0190a"]])
  func `a number among the words of a filter is refused`(words: [String]) async throws {
    let shell = try await shell()
    let outcome = await shell.run(["delete", "--yes"] + words)
    #expect(outcome.code == .usage && outcome.errors.contains("names an item"))
    #expect(try await shell.repository.count(.all) == 4)
  }

  @Test(arguments: [
    "2026-12-24", "5--3", "7--9223372036854775808", "+7-6", "99999999999999999999-1", "2026-12",
    "qq,6", "6-7-8", "text:6,7", "bed,bad", ",6", "6,,7",
  ])
  func `what is no list of numbers stays a text`(word: String) async throws {
    let shell = try Shell(.full)
    let outcome = await shell("done", word, "--yes")
    #expect(outcome.errors.hasPrefix("Error: No item fits the filter.\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("4-1", "it ends before it begins. Did you mean '1-4'?"),
    ("4..1", "it ends before it begins. Did you mean '1..4'?"),
    ("3,2-1", "it ends before it begins. Did you mean '1-2'?"),
    ("2-", "it has no end."),
    ("2..", "it has no end."), ("..3", "it has no beginning."),
  ])
  func `a run of numbers that is none is refused`(word: String, reason: String) async throws {
    let shell = try await shell()
    for command in ["done", "delete"] {
      let outcome = await shell(command, word, "--yes")
      let message =
        "Error: '\(word)' is no run of numbers: \(reason) 'text:\(word)' means the text.\n"
      #expect(outcome.code == .usage && outcome.errors.hasPrefix(message), "\(outcome)")
    }
    #expect(try await shell.repository.count(.status([.open])) == 4)
    // Behind 'text:', a comma stands between texts.
    let text = await shell("done", "text:\(word.filter { $0 != "," })", "-y")
    #expect(text.errors.contains("No item fits the filter."), "\(text)")
  }

  @Test func `words of letters are text within a filter, and an id alone`() async throws {
    let shell = try await shell()
    _ = await shell("add", "-q", "see the cafe", "list:home")
    #expect(await shell("done", "cafe", "list:home", "-y").output == "Done 5 \"see the cafe\"\n")
    #expect(await shell("done", "cafe").errors == "Error: There is no item 'cafe'.\n")
    _ = await shell("reopen", "5")
    #expect(await shell("done", "text:cafe", "-y").output == "Done 5 \"see the cafe\"\n")
  }

  @Test(arguments: [
    ["edit", "--title", "z"], ["done"], ["cancel"], ["delete"], ["tag", "+new"],
  ]) func `a rehearsal says what would be done, and does nothing`(words: [String]) async throws {
    let shell = try await shell()
    let before = try await shell.repository.items()
    let outcome = await shell.run(words + ["1", "2", "--dry-run"])
    #expect(outcome.code == .success)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("Would ") }, "\(outcome.output)")
    #expect(try await shell.repository.items() == before)
  }

  @Test func `a rehearsal refuses what doing it would refuse`() async throws {
    let shell = try await shell()
    let tag = String(repeating: "t", count: ItemLimits.nameBytes + 1)
    let outcome = await shell("edit", "1", "--tag", tag, "--dry-run")
    #expect(outcome.code == .badData && outcome.errors.contains("The tag has"))
    #expect(await shell("delete", "77", "--dry-run").code == .failure)
  }

  @Test(arguments: [
    ("title", " ", "it is empty"), ("list", "", "it is empty"), ("list", "a ", "ends with a space"),
    ("tag", "", "it is empty"), ("tag", "+shop", "without a sign before it: 'shop'"),
    ("due", "", "it is empty"), ("attr", "=1", "it must look like KEY=VALUE"),
  ]) func `a value that says nothing is a wrong command line, for edit as for add`(
    option: String,
    value: String,
    reason: String
  ) async throws {
    let shell = try await shell()
    for command in [["add", "x"], ["edit", "1"]] where option != "title" || command[0] == "edit" {
      let outcome = await shell.run(command + ["--\(option)=\(value)"])
      #expect(outcome.code == .usage && outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test func `of many items the first are named, and they are one step back`() async throws {
    let shell = try Shell()
    _ = await shell.run(["add", "-q", "--each", "--list", "many"] + (1...30).map { "item \($0)" })
    let done = await shell("done", "list:many", "--yes").output
    #expect(done.hasPrefix("Done 30 items\n  1 \"item 1\"\n") && done.hasSuffix("' shows all\n"))
    #expect(
      await shell("undo").output
        == "Undone: changed 30 items (1 \"item 1\", 2 \"item 2\", 3 \"item 3\", 4 \"item 4\", "
        + "5 \"item 5\" and 25 more): status done → open\n"
    )
    #expect(try await shell.repository.count(.status([.open])) == 30)
  }

  @Test func `a write that fails in the midst changes nothing`() async throws {
    let shell = try await shell()
    let tags = (1...100).map { "--tag=t\($0)" }
    let outcome = await shell.run(["edit", "number:3,4", "--yes"] + tags)
    #expect(outcome.code == .badData)
    #expect(try await titles(shell, .tags(.any, ["t1"])) == [])
  }

  @Test func `what is deleted can be listed, restored and purged`() async throws {
    let shell = try await shell()
    _ = await shell("delete", "1", "3")
    #expect(await shell("list", "--deleted").output.split(separator: "\n").count == 2)
    #expect(
      await shell("show", "1").errors
        == """
        Error: There is no item '1': it was deleted.
        Help:  'itemsctl restore 1' brings it back.

        """
    )
    #expect(await shell("restore", "list:home", "-y").output.hasPrefix("Restored 3 \"c\""))
    #expect(
      await shell("restore", "3").errors
        == """
        Error: The item '3' is not deleted.
        Help:  'itemsctl delete 3' deletes it.

        """
    )
    #expect(await shell("purge", "3", "-y").code == .failure)
    let refused = await shell("purge", "1")
    #expect(refused.code == .usage && refused.errors.contains("'Purge 1 \"a\" for good?'"))
    #expect(await shell("purge", "1", "-y").output.hasPrefix("Purged 1 \"a\""))
    #expect(await shell("list", "--deleted").output == "")
    #expect(await shell("restore", "1").errors == "Error: There is no item '1'.\n")
    #expect(await shell("add", "e").output.hasPrefix("Added 5 "))
  }

  @Test func `whoever purges is told what undo would take back`() async throws {
    var shell = try await shell()
    shell.isTerminal = true
    _ = await shell("delete", "1")
    _ = await shell("add", "Tea")
    let outcome = await shell("purge", "1", "-y")
    #expect(
      outcome.errors.contains(
        "This cannot be undone. 'itemsctl undo' would take back the step before it: added 5 \"Tea\"."
      ),
      "\(outcome.errors)"
    )
    shell.isTerminal = false
    _ = await shell("delete", "2")
    #expect(await shell("purge", "2", "-y").errors == "")
  }

  @Test func `a number alone is looked for as text, and it is said how to see the item`()
    async throws
  {
    var shell = try await shell()
    shell.isTerminal = true
    for words in [["list", "3"], ["list", "3", "--all"]] {
      let outcome = await shell.run(words)
      #expect(
        outcome.errors.hasSuffix(
          "That looks for the text '3'. 'itemsctl show 3' shows 3 \"c\".\n"
        ),
        "\(outcome.errors)"
      )
    }
    for words in [["list", "33"], ["list", "--", "3"], ["list", "3", "b"]] {
      #expect(await !shell.run(words).errors.contains("looks for the text"), "\(words)")
    }
  }

  @Test func `deleted items are found by their words`() async throws {
    let shell = try await shell()
    _ = await shell("add", "--each", "-q", "Crème brûlée", "Cream")
    _ = await shell("delete", "5", "6")
    #expect(await shell("list", "--deleted", "creme").output.hasSuffix("\tCrème brûlée\n"))
    #expect(await shell("restore", "brul", "-y").output.hasPrefix("Restored 5 "))
  }
}

@Suite struct PurgeAndSyncTests {
  private func worldWithTwoDevices() async -> SyncWorld {
    let world = SyncWorld()
    for line in [
      "--store a.sqlite add -q --each Rope Paint", "--store a.sqlite sync -q --remote file:/hub",
      "--store b.sqlite sync -q --remote file:/hub",
    ] {
      #expect(await world(line).code == .success)
    }
    return world
  }

  @Test func `what the hub has yet to hear of is not purged`() async throws {
    let world = await worldWithTwoDevices()
    _ = await world("--store a.sqlite delete 1")
    let outcome = await world("--store a.sqlite purge 1 --yes")
    #expect(outcome.code == .failure)
    #expect(outcome.errors.hasPrefix("Error: The hub does not know yet that item 1 was deleted."))
    #expect(await world("--store a.sqlite list --deleted").output.hasSuffix("\tRope\n"))
  }

  @Test
  func `a sync names what was deleted and restored elsewhere, and the edits that went with it`()
    async throws
  {
    let world = await worldWithTwoDevices()
    _ = await world("--store b.sqlite edit 1 priority:high")
    // At a standing clock, the time of a stamp counts the edits of its store.
    _ = await world("--store a.sqlite edit 2 priority:low")
    _ = await world("--store a.sqlite delete 1 2")
    #expect(await world("--store a.sqlite sync").code == .success)
    let deleted = await world("--store b.sqlite sync")
    #expect(
      deleted.output.hasSuffix("What came:\n  deleted 1 \"Rope\"\n  deleted 2 \"Paint\"\n"),
      "\(deleted)"
    )
    #expect(deleted.errors.contains("1 edit was lost, since its item was deleted elsewhere;"))
    _ = await world("--store a.sqlite restore 1")
    _ = await world("--store a.sqlite sync")
    let restored = await world("--store b.sqlite sync")
    #expect(restored.output.contains("What came: restored 1 \"Rope\""), "\(restored)")
    #expect(restored.errors == "")
  }

  @Test func `what was purged stays away, and store and hub agree`() async throws {
    let world = await worldWithTwoDevices()
    _ = await world("--store a.sqlite delete 1")
    #expect(await world("--store a.sqlite sync").code == .success)
    #expect(await world("--store a.sqlite purge 1 --yes").code == .success)
    #expect(await world("--store b.sqlite sync").code == .success)
    for store in ["a", "b"] {
      #expect(await world("--store \(store).sqlite sync --verify").code == .success)
      #expect(await world("--store \(store).sqlite list").output.hasSuffix("\tPaint\n"))
    }
    #expect(await world("--store a.sqlite list --deleted").output == "")
  }

  @Test func `an edit elsewhere after the deletion brings the whole item back`() async throws {
    let world = await worldWithTwoDevices()
    _ = await world("--store a.sqlite delete 1")
    _ = await world("--store a.sqlite sync")
    _ = await world("--store a.sqlite purge 1 --yes")
    _ = await world("--store b.sqlite edit 1 --notes kept")
    #expect(await world("--store b.sqlite sync").code == .success)
    #expect(await world("--store a.sqlite sync").code == .success)
    let items = try await world.store("a.sqlite").items(ItemQuery(.text("Rope")))
    #expect(items.map(\.notes) == ["kept"] && items.map(\.title) == ["Rope"])
    #expect(await world("--store a.sqlite sync --verify").code == .success)
  }

  @Test func `a store that never synced purges what it likes`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q --each Rope Paint")
    _ = await world("--store a.sqlite delete 1")
    #expect(await world("--store a.sqlite purge 1 --yes").code == .success)
    #expect(await world("--store a.sqlite sync --remote file:/hub").output.contains("1 pushed"))
  }
}
