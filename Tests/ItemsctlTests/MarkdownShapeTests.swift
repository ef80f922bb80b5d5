import Foundation
import Storage
import Testing

@testable import itemsctl

/// Documents as people and other programs write them.
@Suite struct `A document of Markdown` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private static let marks: [Status: String] = [.open: " ", .done: "x", .cancelled: "-"]

  /// An item as `[mark] title < title of its parent / notes`, with what of that there is.
  private static func text(of item: Item, among items: [Item]) -> String {
    let mark = item.attributes["mark"]?.string ?? marks[item.status] ?? "?"
    let parent = items.first { $0.id == item.parent }.map { " < \($0.title)" } ?? ""
    let notes = item.notes.isEmpty ? "" : " / " + item.notes.replacing("\n", with: "|")
    return "[\(mark)] \(item.title)\(parent)\(notes)"
  }

  private func imported(_ text: String) async throws -> (Outcome, [String], Shell) {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", "markdown", input: text)
    let items = try await shell.repository.items(Self.byNumber)
    return (outcome, items.map { Self.text(of: $0, among: items) }, shell)
  }

  static let documents: [(text: String, items: [String], leftOut: String?)] = [
    // Code: longer fences, fences of the other kind within, code within a line.
    ("````\n```\n- [ ] code\n```\n- [ ] code\n````\n- [ ] a\n", ["[ ] a"], "lines 1–6 left out"),
    ("~~~\n```\n- [ ] code\n~~~\n- [ ] a\n", ["[ ] a"], "lines 1–4 left out"),
    ("```x``` words\n\n- [ ] a\n", ["[ ] a"], "line 1 left out"),
    ("- [ ] use `- [ ] b`\n", ["[ ] use `- [ ] b`"], nil),
    // Marks of one's own, with and without a blank behind the box.
    (
      "- [/] half\n- [>] on\n- [!] now\n- [?] why\n- [🔥] hot\n* [1] first\n",
      ["[/] half", "[>] on", "[!] now", "[?] why", "[🔥] hot", "[1] first"], nil
    ),
    (
      "- [ ]x\n- [x]y\n- [-]z\n- [] w\n+ [X]\tv\n", ["[ ] x", "[x] y", "[-] z", "[ ] w", "[x] v"],
      nil
    ),
    // What looks like a box, and is none.
    (
      "- [x](https://a.example)\n- [1]: https://a.example\n- [[page]]\n- [ab] c\n- [ ]\n- [a\n- [ ] b\n",
      ["[ ] b"],
      "lines 1–6 left out"
    ),
    // Quotes.
    (
      "> - [ ] a\n>   - [x] b\n>\n>   of a\n\n- [ ] c\n",
      ["[ ] a / of a", "[x] b < a", "[ ] c"], nil
    ),
    ("> words\n> - [ ] a\nmore\n", ["[ ] a"], "lines 1, 3 left out"),
    ("- [ ] z\n\n>  - [ ] a\n", ["[ ] z", "[ ] a"], nil),
    ("> - [ ] a\n\n  - [ ] b\n", ["[ ] a", "[ ] b"], nil),
    ("- [ ] a\n  > - [ ] no task\n  > > deep\n", ["[ ] a / - [ ] no task|> deep"], nil),
    // Paragraphs of a task: below what stands under it, with and without indentation, several.
    ("- [ ] a\n  - [ ] b\n\n  of a\n", ["[ ] a / of a", "[ ] b < a"], nil),
    (
      "- [ ] a\n  one\n  - [ ] b\n    of b\n\n  two\n\n  three\n- [ ] c\n",
      ["[ ] a / one||two||three", "[ ] b < a / of b", "[ ] c"], nil
    ),
    (
      "- [ ] a\n  - [ ] b\n    - [ ] c\n\n    of b\n    - [ ] d\n\n  of a\n",
      ["[ ] a / of a", "[ ] b < a / of b", "[ ] c < b", "[ ] d < b"], nil
    ),
    ("1. [ ] a\n   ```\n   - [ ] code\n   ```\n   end\n", ["[ ] a / ```|- [ ] code|```|end"], nil),
    ("- [ ] a\nlazy words\n", ["[ ] a / lazy words"], nil),
    // What is outside: another element, a line behind a blank one, a rule, a table.
    ("- [ ] a\n- b\n", ["[ ] a"], "line 2 left out"),
    ("- [ ] a\n\nwords\nmore\n\n- [ ] b\n", ["[ ] a", "[ ] b"], "lines 3–4 left out"),
    ("- [ ] a\n---\n- [ ] b\n| c |\n", ["[ ] a", "[ ] b"], "lines 2, 4 left out"),
    ("# Home\n\nwords\n\n- [ ] a\n", ["[ ] a"], "line 3 left out"),
  ]

  @Test(arguments: documents.indices)
  func `gives each line to a task, or names it`(_ index: Int) async throws {
    let (text, expected, leftOut) = Self.documents[index]
    let (outcome, items, shell) = try await imported(text)
    #expect(items == expected, "\(text)")
    let sentence = leftOut.map { "\($0): neither a task nor a note of one\n" }
    #expect(outcome.errors == (sentence ?? ""), "\(text)")
    let exported = await shell("export", "--format", "markdown")
    #expect(!exported.errors.contains("attributes"), "\(exported)")
    #expect(try await imported(exported.output).1 == expected, "\(exported.output)")
  }

  @Test func `keeps a heading of a quote within the quote`() async throws {
    let text = """
      # Home
      - [ ] a
      > - [ ] b
      > # Work
      > - [ ] c

      - [ ] d
      > words
      > # Other

      - [ ] e
      > - [ ] f

      # Next
      > - [ ] g
      """
    let (_, _, shell) = try await imported(text)
    let items = try await shell.repository.items(Self.byNumber)
    #expect(
      items.map { "\($0.title) \($0.list)" }
        == ["a Home", "b Home", "c Work", "d Home", "e Home", "f Home", "g Next"]
    )
  }

  @Test func `of many lines that are left out, the first are named`() async throws {
    let text = (0..<50).map { "words \($0)\n\n" }.joined() + "- [ ] a\n"
    let (outcome, items, _) = try await imported(text)
    #expect(items == ["[ ] a"])
    #expect(outcome.errors.hasPrefix("lines 1, 3, 5, "), "\(outcome)")
    #expect(outcome.errors.contains("39 and 30 more left out"), "\(outcome)")
  }

  @Test(arguments: ["x", "]", "\\", " ", "ab", ""])
  func `an attribute that is no mark stays out of the box`(_ mark: String) async throws {
    let shell = try Shell()
    let draft = ItemDraft(title: "a", attributes: ["mark": .string(mark)])
    try await shell.repository.add(draft)
    #expect(await shell("export", "--format", "markdown").output == "- [ ] a\n")
  }
}
