import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Items under others, from the command line.
@Suite struct `Trees on the command line` {
  /// 1 House > (2 Roof, 3 Walls > 4 Paint), 5 Garden.
  private func house() async throws -> Shell {
    let shell = try Shell()
    _ = await shell("add", "House")
    _ = await shell("add", "--each", "Roof", "Walls", "parent:1")
    _ = await shell("add", "Paint", "--parent", "3")
    _ = await shell("add", "Garden")
    return shell
  }

  private func numbers(_ shell: Shell, _ words: String...) async -> [String] {
    await shell.run(["list"] + words).output.split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
  }

  @Test func `they are listed below each other, and found by where they stand`() async throws {
    let shell = try await house()
    let table = await shell("list", "--tree", "--format", "table").output
    #expect(
      table == """
        #  TITLE      LIST
        1  House      inbox
        2  └ Roof     inbox
        3  └ Walls    inbox
        4    └ Paint  inbox
        5  Garden     inbox

        """,
      "\(table)"
    )
    #expect(await numbers(shell, "--tree", "--sort", "-number") == ["5", "1", "3", "4", "2"])
    #expect(await numbers(shell, "below:1") == ["2", "3", "4"])
    #expect(await numbers(shell, "parent:1") == ["2", "3"])
    #expect(await numbers(shell, "parent:none") == ["1", "5"])
    #expect(await numbers(shell, "below:3,5", "or", "number:5") == ["4", "5"])
    let shown = await shell("show", "3").output
    #expect(shown.contains("parent     1 \"House\"") && shown.contains("under it   4 \"Paint\""))
    #expect(await shell("list", "below:x").code == .usage)
    #expect(await shell("list", "--tree", "--format", "json", "below:3").output.contains("Paint"))
  }

  @Test func `they move, and never under themselves`() async throws {
    let shell = try await house()
    #expect(await shell("edit", "3", "--parent", "5").code == .success)
    #expect(await numbers(shell, "below:5") == ["3", "4"])
    let itself = await shell("edit", "3", "--parent", "3").errors
    #expect(itself == "Error: The item would stand under itself.\n")
    let circle = await shell("edit", "3", "--parent", "4")
    #expect(circle.code != .success && circle.errors.contains("under itself"))
    #expect(await shell("edit", "3", "--parent", "99").errors.contains("no item '99'"))
    #expect(await shell("edit", "3", "--parent", "x").code == .usage)
    #expect(await shell("add", "y", "parent:99").code == .failure)
    #expect(await shell("edit", "3", "--parent", "none").code == .success)
    #expect(await numbers(shell, "parent:none") == ["1", "3", "5"])
  }

  @Test func `what stands under an item is taken along where that is asked for`() async throws {
    let shell = try await house()
    #expect(await shell("done", "3").output == "Done 3 \"Walls\"\n")
    #expect(await numbers(shell, "number:4") == ["4"])
    #expect(await shell("reopen", "3").code == .success)
    let preview = await shell("done", "1", "--below", "--dry-run").output
    #expect(preview.split(separator: "\n").count == 4, "\(preview)")
    #expect(await shell("done", "1", "--below").output.split(separator: "\n").count == 4)
    #expect(await numbers(shell) == ["5"])
    #expect(await shell("undo").code == .success)
    #expect(await shell("edit", "1", "--below", "--list", "home").code == .success)
    #expect(await numbers(shell, "list:home") == ["1", "2", "3", "4"])
    #expect(await shell("delete", "3").code == .success)
    #expect(await numbers(shell, "parent:none") == ["1", "4", "5"])
    #expect(await shell("delete", "1", "--below").code == .success)
    #expect(await numbers(shell) == ["4", "5"])
  }

  @Test(arguments: [
    ("y\n", ["5"], 0), ("No\n", ["2", "3", "4", "5"], 0), ("s\n", ["1", "2", "3", "4", "5"], 2),
    ("\n", ["1", "2", "3", "4", "5"], 2), ("", ["1", "2", "3", "4", "5"], 2),
  ])
  func `whoever is asked about what stands below takes it along, leaves it, or stops`(
    answer: String,
    left: [String],
    code: Int32
  ) async throws {
    let shell = try await house()
    var terminal = shell
    terminal.isTerminal = true
    let outcome = await terminal("done", "1", input: answer)
    #expect(
      outcome.errors.hasPrefix(
        "3 items stand under it. Mark these as done, too? [y = yes, n = no, only 1, s = stop] "
      ),
      "\(outcome)"
    )
    #expect(outcome.code.rawValue == code, "\(outcome)")
    #expect(await numbers(shell) == left)
  }

  @Test func `a deleted item is named by those that stood under it and waited for it`() async throws
  {
    let shell = try Shell()
    for words in [["p"], ["b"], ["open"], ["c", "parent:1", "blocked-by:2", "blocked-by:3"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    _ = await shell("delete", "-q", "1", "2")
    let shown = await shell("show", "4", "--format", "table").output
    #expect(shown.contains("1 \"p\" (deleted)\n"), "\(shown)")
    #expect(shown.contains("3 \"open\", 2 \"b\" (deleted)\n"), "\(shown)")
    // The parent may be one of those that it waits for.
    _ = await shell("edit", "-q", "4", "parent:3")
    let both = await shell("show", "4", "--format", "table").output
    #expect(both.contains("3 \"open\", 2 \"b\" (deleted)\n"), "\(both)")
    _ = await shell("restore", "-q", "1", "2")
    #expect(!(await shell("show", "4", "--format", "table").output.contains("deleted")))
  }

  @Test func `what was deleted or done with an item comes back with it`() async throws {
    let shell = try await house()
    var terminal = shell
    terminal.isTerminal = true
    _ = await shell("delete", "1", "--below")
    #expect(await numbers(shell) == ["5"])
    let preview = await shell("restore", "1", "--below", "--dry-run").output
    #expect(preview.split(separator: "\n").count == 4, "\(preview)")
    let alone = await shell("restore", "2")
    #expect(alone.code == .success && alone.errors.isEmpty)
    let told = await terminal("restore", "1", "--yes").errors
    #expect(told.contains("2 items under it stay deleted; '--below' takes these, too."), "\(told)")
    #expect(await numbers(shell, "below:1") == ["2"])
    #expect(await shell("restore", "3", "--below").code == .success)
    #expect(await numbers(shell, "below:1") == ["2", "3", "4"])
    _ = await shell("done", "1", "--below")
    #expect(await shell("reopen", "1", "--below").output.split(separator: "\n").count == 4)
    #expect(await numbers(shell, "below:1") == ["2", "3", "4"])
    // The records of an item that repeats stay done.
    _ = await shell("add", "Sweep", "repeat:daily", "parent:1")
    _ = await shell("done", "6")
    _ = await shell("reopen", "1", "--below")
    #expect(await numbers(shell, "below:6", "status:any") == ["1000000001"])
    #expect(await numbers(shell, "below:6") == [])
  }

  /// What stood under another item stands above it in the file, whatever comes first there.
  @Test(arguments: ["number", "-number"])
  func `a file may turn a tree round`(order: String) async throws {
    let shell = try Shell()
    _ = await shell("add", "a")
    for parent in 1...3 { _ = await shell("add", "x", "parent:\(parent)") }
    let text = await shell("list", "--sort", order, "--format", "ndjson").output
    let ids = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(\.id)
    _ = await shell("edit", "2", "--parent", "none")
    _ = await shell("edit", "1", "--parent", "4")
    #expect(await numbers(shell, "--tree") == ["2", "3", "4", "1"])
    let outcome = await shell("import", "-", "--format", "ndjson", input: text)
    #expect(outcome.output == "Imported: 0 added, 2 updated, 2 unchanged\n", "\(outcome.errors)")
    #expect(await numbers(shell, "--tree") == ["1", "2", "3", "4"])
    let circle = """
      {"id":"\(ids[0])","title":"a","parent":"\(ids[1])"}
      {"title":""}
      """
    let refused = await shell("import", "-", "--format", "ndjson", input: circle)
    #expect(refused.code == .badData, "\(refused)")
    #expect(refused.errors.contains("line 1: The item would stand under itself."))
    #expect(refused.errors.contains("line 2: The title is empty."))
  }
}
