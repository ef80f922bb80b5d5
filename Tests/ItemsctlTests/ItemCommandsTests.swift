import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// An id of a fixed beginning and a free end.
private func id(_ end: Int) -> ItemID {
  ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(end))
}

@Suite struct ItemCommandsTests {
  private func shell(_ titles: String...) async throws -> Shell {
    let shell = try Shell()
    for (index, title) in titles.enumerated() {
      try await shell.repository.add(ItemDraft(id: id(index + 1), title: title))
    }
    return shell
  }

  @Test func `show prints all there is`() async throws {
    let shell = try await shell("A title")
    _ = await shell(
      "edit",
      "1",
      "--notes",
      "Line one\n\nLine two",
      "--due",
      "fri 5pm",
      "-t=a",
      "-t=b",
      "-p=high",
      "--attr",
      "url=https://x.y"
    )
    #expect(
      await shell("show", "1")
        == Outcome(
          code: .success,
          output: """
            A title
            number     1
            id         01900000-0000-7000-8000-000000000001
            status     open
            priority   high
            list       inbox
            tags       +a +b
            due        Fri 27 Nov 2026 17:00
            created    Sat 21 Nov 2026 09:30
            updated    Sat 21 Nov 2026 09:30
            attr.url   https://x.y

            Line one

            Line two

            """,
          errors: ""
        )
    )
  }

  @Test(arguments: [
    "1", "01900000-0000-7000-8000-000000000001", "01900000000070008000000000000001",
    "01900000-0000-7000-8000-000000000001".uppercased(),
  ]) func `an item is named by number or by id`(word: String) async throws {
    let shell = try await shell("only")
    #expect(await shell("show", word, "--json").output.contains("\"title\":\"only\""))
  }

  @Test func `values stand below each other beside a long attribute, and are wrapped there`()
    async throws
  {
    let shell = try Shell(isTerminal: true, width: 60)
    let long = "a_name_that_is_longer_than_half_of_the_line"
    _ = await shell("add", "x", "attr.reference_number=5", "attr.\(long)=6", "attr.url=7")
    let lines = await shell("show", "1", "--color", "never").output.split(separator: "\n")
    for value in ["inbox", "open", "5", "7"] {
      #expect(
        lines.contains { $0.count == 22 + value.count && $0.hasSuffix(" \(value)") },
        "\(lines)"
      )
    }
    #expect(lines.contains("attr.\(long) 6"), "\(lines)")
  }

  @Test func `an ambiguous beginning of an id lists the candidates`() async throws {
    let shell = try await shell("first", "second")
    let outcome = await shell("done", "0190")
    #expect(
      outcome
        == Outcome(
          code: .failure,
          output: "",
          errors: """
            Error: '0190' is the beginning of several ids.
            Help:  Give more of the id, or the number:
                   01900000-0000-7000-8000-000000000001  1  first
                   01900000-0000-7000-8000-000000000002  2  second

            """
        )
    )
    #expect(try await shell.repository.count(.status([.open])) == 2)
  }

  @Test func `the number of a deleted item is no beginning of another's id`() async throws {
    let shell = try Shell()
    let lines = Array(repeating: "{\"title\":\"a\"}", count: 1_234)
    let other = "{\"id\":\"1234abcd-0000-4000-8000-000000000000\",\"title\":\"b\"}"
    let text = (lines + [other]).joined(separator: "\n")
    #expect(await shell.run(["import", "--format", "ndjson", "-"], input: text).code == .success)
    #expect(await shell.run(["delete", "1234"]).code == .success)
    let again = await shell.run(["delete", "1234"])
    #expect(again.code == .failure && again.errors.contains("it was deleted"), "\(again)")
  }

  @Test func `several items are changed, or none`() async throws {
    let shell = try await shell("a", "b", "c")
    for command in [["done"], ["delete"], ["edit", "--title", "x"]] {
      let outcome = await shell.run(command + ["1", "2", "77"])
      #expect(
        outcome == Outcome(code: .failure, output: "", errors: "Error: There is no item '77'.\n")
      )
      #expect(try await shell.repository.items().map(\.title) == ["a", "b", "c"])
    }
    #expect(await shell("done", "1", "3").output == "Done 1 \"a\"\nDone 3 \"c\"\n")
    #expect(await shell("done", "1").output == "1 \"a\" was done already\n")
    #expect(try await shell.repository.count(.status([.done])) == 2)
  }

  @Test func `delete names what goes, once`() async throws {
    let shell = try await shell("a", "b")
    #expect(
      await shell("delete", "1", "01900000-0000-7000-8000-000000000001").output
        == "Deleted 1 \"a\"\n"
    )
    #expect(try await shell.repository.items().map(\.title) == ["b"])
    #expect(await shell("delete", "1").code == .failure)
  }

  @Test func `edit changes what is named and nothing else`() async throws {
    let shell = try await shell("a")
    _ = await shell(
      "edit",
      "1",
      "-t",
      "x",
      "-t",
      "y",
      "--attr",
      "k=v",
      "--attr",
      "l=w",
      "--notes",
      "n"
    )
    let outcome = await shell(
      "edit",
      "1",
      "--title",
      "b",
      "--untag",
      "x",
      "--tag",
      "z",
      "--attr",
      "k=",
      "--list",
      "work"
    )
    #expect(
      outcome.output
        == "Changed 1 \"b\": title \"a\" → \"b\", list inbox → work, +z -x, attr.k v → none\n"
    )
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.title == "b" && item.tags == ["y", "z"] && item.attributes == ["l": "w"])
    #expect(item.list == "work" && item.notes == "n")
    #expect(await shell("edit", "1", "--title", "b").output == "1 \"b\" needs no change\n")
  }

  @Test func `a status can go and come back, and so can a due date`() async throws {
    let shell = try await shell("a")
    _ = await shell("edit", "1", "--status", "cancelled", "--due", "tomorrow")
    var item = try #require(try await shell.repository.item(number: 1))
    #expect(item.status == .cancelled && item.completedAt != nil && item.due != nil)
    _ = await shell("edit", "1", "--status", "open", "--due", "none")
    item = try #require(try await shell.repository.item(number: 1))
    #expect(item.status == .open && item.completedAt == nil && item.due == nil)
  }

  @Test func `an edit of nothing is a mistake`() async throws {
    let shell = try await shell("a")
    let outcome = await shell("edit", "1")
    #expect(outcome.code == .usage && outcome.errors.contains("No change is given"))
  }

  @Test(arguments: [
    "x", "019", "-1", "0", "1.5", "\u{e9}\u{e9}\u{e9}\u{e9}", "\u{ff11}\u{ff11}",
    "0190000000007000800000000000000100",
  ])
  func `what can name no item is refused`(word: String) async throws {
    let shell = try await shell("a")
    let outcome = await shell("show", "--", word)
    #expect(outcome.code == .usage && outcome.output == "")
    #expect(outcome.errors.contains("neither a number nor at least 4 digits of an id"))
  }

  @Test func `a full disk is an error, not a silent success`() async throws {
    var shell = try Shell(.full)
    shell.output = FullSink()
    let outcome = await shell("list")
    #expect(outcome.code == .inputOutput)
    #expect(outcome.errors == "Error: Writing to standard output failed: No space left.\n")
  }
}
