import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Items that wait for others, from the command line.
@Suite struct `Blockers on the command line` {
  /// 1 Ground, 2 Walls wait for it, 3 Roof waits for 2, 4 Garden.
  private func house() async throws -> Shell {
    let shell = try Shell()
    _ = await shell("add", "Ground")
    _ = await shell("add", "Walls", "blocked-by:1")
    _ = await shell("add", "Roof", "--blocked-by", "2")
    _ = await shell("add", "Garden")
    return shell
  }

  private func numbers(_ shell: Shell, _ words: String...) async -> [String] {
    await shell.run(["list"] + words).output.split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
  }

  @Test func `they are found by what waits and by what blocks, and marked in a list`() async throws
  {
    let shell = try await house()
    #expect(await numbers(shell, "is:blocked") == ["2", "3"])
    #expect(await numbers(shell, "blocking") == ["1", "2"])
    #expect(await numbers(shell, "not", "is:blocked") == ["1", "4"])
    #expect(await numbers(shell, "blocked-by:1") == ["2"])
    #expect(await numbers(shell, "blocked-by:1,2") == ["2", "3"])
    #expect(await numbers(shell, "blocked-by!=1") == ["1", "3", "4"])
    #expect(await numbers(shell, "blocked-by:any") == ["2", "3"])
    #expect(await numbers(shell, "blocked-by:none") == ["1", "4"])
    #expect(await shell("count", "blocked").output == "2\n")
    #expect(await shell("list", "blocked-by:x").code == .usage)
    let table = await shell("list", "--format", "table").output
    #expect(
      table == """
        #  S  TITLE   LIST
        1     Ground  inbox
        2  ⊘  Walls   inbox
        3  ⊘  Roof    inbox
        4     Garden  inbox

        """,
      "\(table)"
    )
    _ = await shell("done", "1")
    #expect(await numbers(shell, "is:blocked") == ["3"])
    #expect(await numbers(shell, "blocked-by:1") == ["2"])
    _ = await shell("delete", "2")
    #expect(await numbers(shell, "is:blocked") == [])
  }

  @Test func `they are added, removed and replaced`() async throws {
    let shell = try await house()
    let added = await shell("edit", "4", "blocked-by:1", "blocked-by:2")
    #expect(added.output == "Changed 4 \"Garden\": blocked-by 1 \"Ground\", 2 \"Walls\"\n")
    #expect(await numbers(shell, "blocked-by:1") == ["2", "4"])
    let removed = await shell("edit", "4", "not", "blocked-by:1")
    #expect(removed.output == "Changed 4 \"Garden\": no longer blocked-by 1 \"Ground\"\n")
    #expect(await shell("edit", "4", "--unblock", "2", "--blocked-by", "3").code == .success)
    #expect(await numbers(shell, "blocked-by:any") == ["2", "3", "4"])
    #expect(await numbers(shell, "blocked-by:3") == ["4"])
    #expect(await shell("edit", "4", "blocked-by:none").code == .success)
    #expect(await numbers(shell, "blocked-by:any") == ["2", "3"])
    #expect(await shell("edit", "4", "blocked-by:99").errors.contains("no item '99'"))
    #expect(await shell("edit", "4", "blocked-by:x").code == .usage)
    #expect(await shell("edit", "4", "--unblock", "x").code == .usage)
    // A deleted item can be taken away, but not waited for.
    _ = await shell("delete", "1")
    #expect(await shell("edit", "4", "blocked-by:1").code == .failure)
    #expect(await shell("edit", "2", "not", "blocked-by:1").code == .success)
    #expect(await numbers(shell, "blocked-by:any") == ["3"])
    _ = await shell("undo")
    #expect(await numbers(shell, "blocked-by:any") == ["2", "3"])
  }

  @Test func `an edit that would close a cycle names its items`() async throws {
    let shell = try await house()
    let outcome = await shell("edit", "1", "blocked-by:3")
    #expect(outcome.code == .badData)
    #expect(
      outcome.errors
        == "Error: These items would wait for each other: 1 \"Ground\" for 3 \"Roof\", "
        + "which waits for 2 \"Walls\", which waits for the first.\n",
      "\(outcome.errors)"
    )
    #expect(await shell("edit", "1", "blocked-by:3", "--dry-run").errors == outcome.errors)
    let itself = await shell("edit", "1", "blocked-by:1")
    #expect(itself.errors == "Error: 1 \"Ground\" would wait for itself.\n")
    #expect(await numbers(shell, "blocked-by:any") == ["2", "3"])
  }

  @Test func `a preview refuses what the edit would refuse, and nothing else`() async throws {
    let shell = try Shell()
    for number in 1...17 {
      _ = await shell.run(
        ["add", "-q", "\(number)"] + (number > 1 ? ["parent:\(number - 1)"] : [])
      )
    }
    _ = await shell("add", "-q", "--each", "alone", "other")
    let edits = [
      ["edit", "1", "parent:1"], ["edit", "1", "parent:5"], ["edit", "3-5", "parent:5"],
      ["edit", "18", "parent:17"], ["edit", "1", "parent:18"], ["edit", "2", "parent:18"],
      ["edit", "18", "parent:16"], ["edit", "5", "parent:none"], ["add", "x", "parent:17"],
      ["edit", "18", "19", "blocked-by:18"], ["edit", "18", "blocked-by:19"],
    ]
    var codes: Set<ExitCode> = []
    for words in edits {
      let preview = await shell.run(words + ["--dry-run"])
      let edit = await shell.run(words)
      #expect(preview.code == edit.code && preview.errors == edit.errors, "\(words): \(preview)")
      codes.insert(edit.code)
      if edit.code == .success { _ = await shell("undo") }
    }
    #expect(codes == [.success, .badData])
  }

  @Test func `an item shows what it waits for, and what waits for it`() async throws {
    let shell = try await house()
    let walls = await shell("show", "2").output
    #expect(walls.contains("blocked-by 1 \"Ground\"") && walls.contains("blocks     3 \"Roof\""))
    _ = await shell("done", "1")
    #expect(await shell("show", "2").output.contains("blocked-by 1 \"Ground\" (done)"))
    #expect(await !shell("show", "1").output.contains("blocked-by"))
    #expect(await shell("show", "2", "--json").output.contains("\"blockedBy\":[\""))
  }

  @Test func `an item that waits is done all the same, and says for what it waited`() async throws {
    let shell = try await house()
    let done = await shell("done", "3")
    #expect(done.code == .success && done.output == "Done 3 \"Roof\"\n")
    #expect(done.errors.contains("Item 3 waited for 2 \"Walls\", still open."), "\(done.errors)")
    #expect(await shell("done", "1", "2").errors == "")
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "taskwarrior", "icalendar"])
  func `they go out and come back`(format: String) async throws {
    let shell = try await house()
    let text = await shell("export", "--format", format)
    #expect(text.errors == "")
    let other = try Shell()
    #expect(await other("import", "-", "--format", format, input: text.output).code == .success)
    #expect(await numbers(other, "is:blocked") == ["2", "3"])
    let again = await other("import", "-", "--format", format, input: text.output)
    #expect(again.output == "Imported: 0 added, 0 updated, 4 unchanged\n")
  }

  @Test func `a cycle in a file comes without the blocker that closes it`() async throws {
    let shell = try Shell()
    let ids = (1...2).map { "01900000-0000-7000-8000-00000000000\($0)" }
    let text = """
      {"id":"\(ids[0])","title":"a","blockedBy":["\(ids[1])"]}
      {"id":"\(ids[1])","title":"b","blockedBy":["\(ids[0])"]}

      """
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.code == .success && outcome.errors.contains("without that blocker"))
    #expect(await numbers(shell, "blocked-by:any") == ["1"])
    #expect(await shell("import", "-", input: text).output.contains("0 updated, 2 unchanged"))
    let strict = try Shell()
    #expect(await strict("import", "-", "--strict", input: text).code != .success)
  }

  @Test func `an import by titles finds the blockers that come later in its file`() async throws {
    let shell = try await house()
    _ = await shell("edit", "2", "3", "blocked-by:none")
    let ids = (1...3).map { "01900000-0000-7000-8000-00000000000\($0)" }
    // The roof comes before the walls, and those before the ground.
    let text = """
      {"id":"\(ids[2])","title":"Roof","blockedBy":["\(ids[1])"]}
      {"id":"\(ids[1])","title":"Walls","blockedBy":["\(ids[0])"]}
      {"id":"\(ids[0])","title":"Ground"}

      """
    let first = await shell("import", "-", "--match", "title", input: text)
    #expect(first.output == "Imported: 0 added, 2 updated, 1 unchanged\n")
    #expect(await numbers(shell, "blocked-by:1") == ["2"])
    #expect(await numbers(shell, "blocked-by:2") == ["3"])
    let again = await shell("import", "-", "--match", "title", input: text)
    #expect(again.output == "Imported: 0 added, 0 updated, 3 unchanged\n")
    let circle = text.replacing("\"Ground\"", with: "\"Ground\",\"blockedBy\":[\"\(ids[2])\"]")
    let outcome = await shell("import", "-", "--match", "title", input: circle)
    #expect(outcome.errors.contains("without that blocker"), "\(outcome)")
    #expect(await numbers(shell, "is:blocked") == ["2", "3"])
    #expect(
      await shell("import", "-", "--match", "title", "--strict", input: circle).code != .success
    )
  }

  @Test func `a cycle that a sync made is shown, and can be opened`() async throws {
    let shell = try Shell()
    _ = await shell("add", "--each", "Chicken", "Egg")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    try await shell.repository.writeReplica { transaction throws(StorageError) in
      for (item, blocker) in [(items[0], items[1]), (items[1], items[0])] {
        guard let replica = try transaction.replica(item.id) else { continue }
        let link = Register(
          .blocker(blocker.id),
          true,
          stamp: Stamp(milliseconds: 5, node: 5),
          isDirty: true
        )
        try transaction.put(
          ReplicaItem(
            id: replica.id,
            sequence: replica.sequence,
            registers: replica.registers + [link],
            deletion: replica.deletion
          )
        )
      }
    }
    #expect(await numbers(shell, "is:blocked") == ["1", "2"])
    let shown = await shell("show", "1").output
    #expect(shown.contains("1 \"Chicken\" waits for 2 \"Egg\", which waits for 1"), "\(shown)")
    #expect(await shell("doctor").output.contains("wait for each other in a circle"))
    #expect(await shell("edit", "2", "blocked-by:none").code == .success)
    #expect(await numbers(shell, "is:blocked") == ["1"])
  }
}
