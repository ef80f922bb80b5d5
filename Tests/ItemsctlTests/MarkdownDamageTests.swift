import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Documents with a line that is not what it was.
@Suite struct `A damaged line of Markdown` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(
    _ text: [UInt8],
    _ words: String...
  ) async throws -> (Outcome, [String]) {
    let workplace = try Workplace()
    let path = workplace.file("a.md")
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text)))
    let shell = try Shell()
    let outcome = await shell.run(["import", path] + words)
    let items = try await shell.repository.items(Self.byNumber)
    return (
      outcome,
      items.map { item in
        let list = item.list == Item.defaultList ? "" : "\(item.list): "
        let parent = items.first { $0.id == item.parent }.map { " < \($0.title)" } ?? ""
        let notes = item.notes.isEmpty ? "" : " / " + item.notes.replacing("\n", with: "|")
        return list + item.title + parent + notes
      }
    )
  }

  private static let documents: [(text: String, items: [String], told: String?)] = [
    // Code without an end: at the margin, below a task, in a quote, at the end of the text.
    ("- [ ] a\n\n```\nx\n\n- [ ] b\n", ["a", "b"], "line 3: the code that begins here has no end"),
    (
      "- [ ] a\n  ```\n  - [ ] b\n- [ ] c\n  ```\n  - [ ] d\n  ```\n",
      ["a / ```", "b < a", "c / ```|- [ ] d|```"], "line 2: the code that begins here has no end"
    ),
    ("> - [ ] a\n> ```\n> x\n\n- [ ] b\n", ["a", "b"], "line 2: the code that begins"),
    ("- [ ] a\n\n```", ["a"], "line 3: the code that begins here has no end"),
    ("````\n- [ ] a\n~~~\n- [ ] b\n~~~\n- [ ] c\n", ["a", "c"], "line 1: the code that begins"),
    // The beginning of other code shows that the code before has no end.
    (
      "``swift\n- [ ] x\n```\n- [ ] a\n```swift\n- [ ] no\n```\n- [ ] b\n", ["x", "a", "b"],
      "line 3: the code that begins here has no end"
    ),
    // Marks below a task begin code of that task, though CommonMark would let them end the code before.
    (
      "``swift\n```\n- [ ] a\n  ```\n  - [ ] no\n  ```\n- [ ] b\n",
      ["a / ```|- [ ] no|```", "b"], "line 2: the code that begins here has no end"
    ),
    ("- [ ] a\n  ```\n  no\n   ```\n- [ ] b\n", ["a / ```|no|```", "b"], nil),
    // A mark of a heading below a task is a note, as in CommonMark.
    ("# L\n- [ ] a\n  # note\n- [ ] b\n", ["L: a / # note", "L: b"], nil),
    ("  # L\n- [ ] a\n", ["L: a"], nil),
    // A task that is none any longer.
    ("- [ ] a\n- [\n- [ ] c\n", ["a", "c"], "line 2 left out"),
    ("- [ ] a\n  - [\n    of it\n  - [ ] c\n", ["a / - [|of it", "c < a"], nil),
  ]

  @Test(arguments: documents.indices)
  func `costs that line`(_ index: Int) async throws {
    let (text, expected, told) = Self.documents[index]
    let (outcome, items) = try await imported(Array(text.utf8))
    #expect(items == expected, "\(text) \(outcome)")
    #expect(told == nil ? outcome.errors == "" : outcome.errors.contains(told ?? ""), "\(outcome)")
    if told?.hasPrefix("line 2 left") == false {
      let (strict, none) = try await imported(Array(text.utf8), "--strict")
      #expect(strict.code == .badData && none.isEmpty, "\(strict)")
    }
  }

  private static let broken: [(text: String, items: [String], line: Int)] = [
    ("- [ ] a\n- [ ] b?\n  of b\n  - [ ] c\n- [ ] d\n", ["a / of b", "c < a", "d"], 2),
    ("- [ ] a?\n\nwords\n- [ ] b\n", ["b"], 1),
    ("# L\n- [ ] a\n# M?\n- [ ] b\n", ["L: a", "L: b"], 3),
    ("- [ ] a\n  x\n  y?\n  z\n- [ ] b\n", ["a / x||z", "b"], 3),
    ("words?\nmore\n\n- [ ] b\n", ["b"], 1),
  ]

  @Test(arguments: broken.indices)
  func `that is no text is told, and costs nothing around it`(_ index: Int) async throws {
    let (text, expected, line) = Self.broken[index]
    let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
    let (outcome, items) = try await imported(bytes)
    #expect(items == expected, "\(text) \(outcome)")
    #expect(outcome.errors.contains("line \(line), column "), "\(outcome)")
    #expect(outcome.errors.contains("the text is not UTF-8"))
    let (strict, none) = try await imported(bytes, "--strict")
    #expect(strict.code == .badData && none.isEmpty, "\(strict)")
  }

  @Test func `that begins code is not searched for its end again and again`() async throws {
    let text = "- [ ] a\n\n" + String(repeating: "```swift\n", count: 20_000) + "\n- [ ] b\n"
    let (outcome, items) = try await imported(Array(text.utf8))
    #expect(items == ["a", "b"])
    #expect(outcome.errors.contains("line 3: the code that begins here has no end"))
  }
}
