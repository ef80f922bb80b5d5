import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// What is done to more items than are held at once.
@Suite struct ManyItemsTests {
  private let count = 1_234

  /// A shell over items of a list, each under the one before the last but in tens.
  private func shell(
    history: HistoryOptions = .standard,
    inTrees: Bool = false
  ) async throws -> Shell {
    var shell = try Shell()
    let store = try SQLiteRepository.inMemory(history: history)
    let count = count
    try await store.write { transaction throws(StorageError) in
      var last: Item?
      for number in 1...count {
        var draft = ItemDraft(title: "item \(number)", list: "many")
        if inTrees, number % 10 != 1 { draft.parent = last?.id }
        last = try transaction.add(draft)
      }
    }
    shell.repository = store
    return shell
  }

  @Test func `all items of a filter are changed, and one step takes it back`() async throws {
    let shell = try await shell()
    #expect(
      await shell("edit", "list:many", "--tag", "x", "--yes").output.hasPrefix(
        "Changed \(count) items\n  "
      )
    )
    #expect(await shell("count", "+x").output == "\(count)\n")
    #expect(await shell("undo").output == "Undone: changed \(count) items\n")
    #expect(await shell("count", "+x").output == "0\n")
    #expect(await shell("delete", "list:many", "-y").output.hasPrefix("Deleted \(count) items\n  "))
    #expect(await shell("count").output == "0\n")
    #expect(
      await shell("restore", "list:many", "-y").output.hasPrefix("Restored \(count) items\n  ")
    )
    #expect(await shell("count").output == "\(count)\n")
  }

  @Test func `the first of many are named, and the step that shows all`() async throws {
    let shell = try await shell()
    _ = await shell("edit", "-q", "1-30", "--tag", "x")
    let some = await shell("edit", "1-100", "--tag", "x").output
    #expect(
      some == """
        Changed 70 items; 30 were so already
          31 "item 31": +x
          32 "item 32": +x
          33 "item 33": +x
          34 "item 34": +x
          35 "item 35": +x
          … and 65 more; 'itemsctl log 3' shows all

        """
    )
    #expect(await shell("log", "3").output.split(separator: "\n").count == 70)
    let preview = await shell("done", "1-21", "--dry-run").output
    #expect(preview.hasPrefix("Would mark 21 items as done\n  1 \"item 1\"\n"), "\(preview)")
    #expect(preview.hasSuffix("  … and 16 more\n"), "\(preview)")
    // Few are told one by one, and none at all where the answer is to be quiet.
    #expect(await shell("done", "1-2").output == "Done 1 \"item 1\"\nDone 2 \"item 2\"\n")
    #expect(await shell("delete", "3-30", "-q").output == "")
  }

  @Test func `a preview counts all, data has all, and some were so already`() async throws {
    let shell = try await shell()
    let preview = await shell("done", "list:many", "--dry-run")
    #expect(preview.output.hasPrefix("Would mark \(count) items as done\n  "))
    #expect(await shell("count").output == "\(count)\n")
    _ = await shell("edit", "-q", "1-100", "--tag", "x")
    let some = await shell("edit", "list:many", "--tag", "x", "--yes")
    #expect(some.output.hasPrefix("Changed 1134 items; 100 were so already\n  "))
    let data = await shell("edit", "list:many", "--tag", "y", "--yes", "--format", "ndjson")
    #expect(data.output.split(separator: "\n").count == count)
    let previewed = await shell(
      "delete",
      "list:many",
      "--dry-run",
      "--fields",
      "number",
      "--format",
      "tsv"
    )
    #expect(previewed.output == (1...count).map { "\($0)\n" }.joined())
  }

  @Test func `what stands below many items is taken along, each once`() async throws {
    let shell = try await shell(inTrees: true)
    let top = "parent:none"
    #expect(await shell("done", top, "-y").output.hasPrefix("Done 124 items\n  "))
    #expect(await shell("reopen", top, "-y").output.hasPrefix("Reopened 124 items\n  "))
    #expect(await shell("done", top, "--below", "-y").output.hasPrefix("Done \(count) items\n  "))
    _ = await shell("undo")
    let preview = await shell("delete", top, "--below", "--dry-run")
    #expect(preview.output.hasPrefix("Would delete \(count) items\n  "))
    #expect(
      await shell("delete", top, "--below", "-y").output.hasPrefix("Deleted \(count) items\n  ")
    )
    #expect(
      await shell("restore", top, "--below", "-y").output.hasPrefix("Restored \(count) items\n  ")
    )
  }

  @Test func `so much that it cannot be undone is said beforehand`() async throws {
    var shell = try await shell(history: HistoryOptions(steps: 10, bytes: 20_000))
    _ = await shell("add", "one")
    let agreed = await shell("edit", "list:many", "--tag", "x", "--yes")
    #expect(agreed.code == .success && agreed.output.hasPrefix("Changed \(count) items\n  "))
    #expect(agreed.errors.hasPrefix("A change of this size cannot be undone"), "\(agreed)")
    #expect(!agreed.errors.contains("takes it back"))
    #expect(await shell("undo").errors.contains("nothing to undo"))
    shell.isTerminal = true
    let words = ["edit"] + (0..<5).map { "\($0 * 100 + 1)-\($0 * 100 + 100)" } + ["--tag", "y"]
    let refused = await shell.run(words, input: "n\n")
    #expect(
      refused.code == .cancelled
        && refused.errors.contains("A change of this size cannot be undone")
    )
    #expect(await shell("count", "+y").output == "0\n")
    let wanted = await shell.run(words, input: "y\n")
    #expect(wanted.code == .success, "\(wanted)")
    #expect(await shell("count", "+y").output == "500\n")
    // What has room is not asked about.
    let few = await shell("edit", "1-20", "--tag", "z")
    #expect(few.code == .success && !few.errors.contains("cannot be undone"), "\(few)")
  }

  @Test func `none at all is a failure, asked or not`() async throws {
    let shell = try await shell()
    for words in [["-y"], ["--dry-run"], []] {
      let outcome = await shell.run(["done", "list:none"] + words)
      #expect(outcome.code == .failure, "\(outcome)")
      #expect(outcome.errors.hasPrefix("Error: No item fits the filter."), "\(outcome)")
    }
  }
}
