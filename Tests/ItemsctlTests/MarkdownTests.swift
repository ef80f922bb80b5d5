import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

@Suite("Documents of Markdown") struct MarkdownTests {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(_ text: String) async throws -> (Outcome, [Item], Shell) {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", "markdown", input: text)
    return (outcome, try await shell.repository.items(Self.byNumber), shell)
  }

  @Test func `tasks, lists, notes and what stands under it are understood`() async throws {
    let text = """
      A few words first.

      - [ ] Call mum #phone due:2026-12-24T17:00
      # Home

      - [ ] Milk #shop #food due:2026-12-24 priority:high
        > The one in the
        >
        > blue carton
        - [x] Oat
          * [-] Rice
        - [ ] Cow
      * [X] Bread list:shop
      - just a line
      1. [ ] First repeat:FREQ=WEEKLY start:2026-11-23

         It begins on Monday.

      ## Work ##
      - [ ] Read \\#12 and \\due:2026-12-24
      ```
      - [ ] no task in code
      ```
      """
    let (outcome, items, shell) = try await imported(text)
    #expect(outcome.output == "Imported: 8 added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(
      outcome.errors == "lines 1, 14, 21–23 left out: neither a task nor a note of one\n"
    )
    #expect(
      items.map(\.title) == [
        "Call mum", "Milk", "Oat", "Rice", "Cow", "Bread", "First", "Read \\#12 and due:2026-12-24",
      ]
    )
    #expect(
      items.map(\.list) == ["inbox", "Home", "Home", "Home", "Home", "shop", "Home", "Work"]
    )
    #expect(items[0].tags == ["phone"])
    #expect(items[0].due == .instant(try Date("2026-12-24T17:00:00Z", strategy: .iso8601)))
    let milk = items[1]
    #expect(milk.tags == ["shop", "food"] && milk.due == .day(2026, 12, 24))
    #expect(milk.priority == .high && milk.notes == "The one in the\n\nblue carton")
    #expect(items.map(\.status) == [.open, .open, .done, .cancelled, .open, .done, .open, .open])
    #expect(items[2].parent == milk.id && items[3].parent == items[2].id)
    #expect(items[4].parent == milk.id && items[5].parent == nil)
    #expect(items[6].repeat?.rule.text == "FREQ=WEEKLY" && items[6].notes == "It begins on Monday.")
    // The same file is the same items.
    let again = await shell("import", "-", "--format", "markdown", input: text)
    #expect(again.output == "Imported: 0 added, 0 updated, 8 unchanged\n", "\(again)")
  }

  @Test(arguments: ["cmark.md", "cmark-gfm.md"])
  func `what cmark writes is understood`(name: String) async throws {
    let data = try Data(contentsOf: GoldenFile(name: "foreign/\(name)").url)
    let (outcome, items, _) = try await imported(String(decoding: data, as: UTF8.self))
    #expect(outcome.output == "Imported: 5 added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(items.map(\.title) == ["Milk", "oat", "one", "two", "Ship *it*"])
    #expect(items.map(\.list) == ["Home", "Home", "Home", "Home", "Work"])
    #expect(items.map(\.status) == [.open, .done, .open, .done, .open])
    #expect(items[1].parent == items[0].id && items[1].notes == "It must be oat.")
  }

  @Test func `a document has a heading for each list, and says what it cannot`() async throws {
    let shell = try Shell()
    for words in [
      ["Milk", "list:home", "due:tomorrow", "+shop", "!high", "--notes", "blue\n\n- [ ] carton"],
      ["Call mum"], ["Oat", "parent:1", "list:home"], ["Read +1", "due:friday 5pm"],
      ["Rice", "parent:3", "attr.kind=basmati"],
    ] { _ = await shell.run(["add", "-q", "--literal"] + words) }
    _ = await shell("done", "2", "-q")
    let exported = await shell("export", "--format", "markdown")
    #expect(
      exported.output == """
        - [x] Call mum
        - [ ] Read +1 due:2026-11-27T17:00

        # home

        - [ ] Milk #shop due:2026-11-22 priority:high
          > blue
          >
          > - [ ] carton
          - [ ] Oat
            - [ ] Rice list:inbox

        """
    )
    #expect(exported.errors.contains("some attributes of 1 item"), "\(exported.errors)")
    #expect(!exported.errors.contains("notes") && !exported.errors.contains("due"))
    let (outcome, items, _) = try await imported(exported.output)
    #expect(outcome.output == "Imported: 5 added, 0 updated, 0 unchanged\n")
    #expect(items.map(\.title) == ["Call mum", "Read +1", "Milk", "Oat", "Rice"])
    #expect(items[2].notes == "blue\n\n- [ ] carton" && items[4].list == "inbox")
    #expect(items[4].parent == items[3].id)
  }

  @Test func `by their titles, tasks come back to the items they were`() async throws {
    let shell = try Shell()
    for words in [["Milk", "list:home"], ["Oat", "parent:1", "list:home"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    let text = await shell("export", "--format", "markdown").output
      .replacing("- [ ] Milk", with: "- [x] Milk")
      .replacing("Oat", with: "Oat #good")
    let outcome = await shell(
      "import",
      "-",
      "--format",
      "markdown",
      "--match",
      "title",
      input: text
    )
    #expect(outcome.output == "Imported: 0 added, 2 updated, 0 unchanged\n", "\(outcome)")
    let items = try await shell.repository.items(Self.byNumber)
    #expect(items.map(\.status) == [.done, .open] && items[1].tags == ["good"])
    #expect(items[1].parent == items[0].id)
  }

  @Test(arguments: [
    "due:2026-12-24", "Buy due:2026-12-24", "C #", "Fix #12", "Read \\#x", "a \\", "#tag", "x  y",
    "- [ ] x", "priority:high list:x", "[x] done", "# no heading", "[a]: http://b.c", "[a]:",
    "\\[a]: b", "\\\\[a]: due:2026-12-24", "[a] b: c",
  ])
  func `a title comes back as it is`(title: String) async throws {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: title))
    let exported = await shell("export", "--format", "markdown")
    #expect(!exported.errors.contains("title"), "\(exported)")
    #expect(try await imported(exported.output).1.map(\.title) == [title], "\(exported.output)")
  }

  @Test(arguments: [
    ("priority:hi", "priority:hi"), ("due:2026-02-30", "due:2026-02-30"),
    ("start:tomorrow", "start:tomorrow"), ("repeat:often", "repeat:often"),
    ("due:2026-12-24 due:2026-12-25", "due:2026-12-24"),
  ])
  func `a word that is not understood is told, and refused if strict`(
    words: String,
    told: String
  ) async throws {
    let line = "- [ ] Fix start:2026-12-24 \(words)\n"
    let (outcome, items, shell) = try await imported(line)
    #expect(outcome.code == .success && items.count == 1)
    #expect(
      outcome.errors.contains(
        "line 1: \"\(told)\" is not understood, or given twice; it and the words before it stay in the title"
      ),
      "\(outcome)"
    )
    let title = "Fix start:2026-12-24 \(told)"
    #expect(items[0].title == title && items[0].start == nil)
    let strict = await shell("import", "-", "--format", "markdown", "--strict", input: line)
    #expect(strict.code == .badData, "\(strict)")
    // As this writes it, it is meant.
    let document = await shell("export", "--format", "markdown").output
    let (again, same, _) = try await imported(document)
    #expect(again.errors.isEmpty && same.map(\.title) == [title], "\(again)")
  }

  @Test func `a title does not become the definition of a link, of which nothing is shown`()
    async throws
  {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: "[a]: http://b.c"))
    let exported = await shell("export", "--format", "markdown").output
    #expect(exported == "- [ ] \\[a]: http://b.c\n")
  }

  @Test(arguments: ["C #", "#", "a ##", "C#", "#tag", "C \\#", "C \\\\##", "# a # b", "\\"])
  func `a list comes back as it is`(list: String) async throws {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: "Milk", list: list))
    let exported = await shell("export", "--format", "markdown")
    #expect(!exported.errors.contains("list"), "\(exported)")
    #expect(try await imported(exported.output).1.map(\.list) == [list], "\(exported.output)")
  }

  @Test func `a list that is no heading is called lost`() async throws {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: "Milk", list: " two  words "))
    let exported = await shell("export", "--format", "markdown")
    #expect(exported.errors.contains("the exact list of 1 item"), "\(exported)")
  }

  @Test(arguments: ["1", "#", "a,", "two words", "2026-12"])
  func `a tag that no word of a line is, is called lost, and the title stays`(tag: String)
    async throws
  {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: "Milk", tags: [tag, "shop"]))
    let exported = await shell("export", "--format", "markdown")
    #expect(exported.output == "- [ ] Milk #shop\n")
    #expect(exported.errors.contains("some tags of 1 item"), "\(exported)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `of odd items, all comes back but what is told`(seed: UInt64) async throws {
    let shell = try Shell()
    var generator = OddDrafts(seed: seed)
    let drafts = generator.drafts(120)
    try await shell.repository.write { transaction throws(StorageError) in
      for draft in drafts { try transaction.add(draft) }
    }
    let exported = await shell("export", "--format", "markdown")
    let (outcome, items, _) = try await imported(exported.output)
    #expect(outcome.code == .success, "seed \(seed): \(outcome)")
    #expect(items.count == 120, "seed \(seed)")
    let before = try await shell.repository.items(Self.byNumber)
    let titles = Set(items.map(\.title))
    let lost = before.count { !titles.contains($0.title) }
    let told =
      exported.errors.firstMatch(of: /the exact title of (\d+) item/)
      .flatMap { Int($0.output.1) } ?? 0
    #expect(lost <= told, "seed \(seed): \(lost), \(exported.errors)")
  }
}
