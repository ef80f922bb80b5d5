import Storage
import Testing

@testable import itemsctl

/// Line breaks of other systems in notes.
@Suite struct `Line breaks` {
  private static let id = "01900000-0000-7000-8000-000000000001"

  private static let files: [(format: String, text: String)] = [
    ("csv", "title,notes\r\nLetter,\"one\r\ntwo\r\n\r\nthree\"\r\n"),
    ("csv", "title,notes\rLetter,\"one\rtwo\r\rthree\"\r"),
    ("tsv", "title\tnotes\nLetter\tone\\r\\ntwo\\r\\n\\r\\nthree\n"),
    ("json", #"[{"title":"Letter","notes":"one\r\ntwo\r\n\r\nthree"}]"#),
    ("ndjson", #"{"title":"Letter","notes":"one\rtwo\r\rthree"}"#),
    ("markdown", "- [ ] Letter\r\n  one\r\n  two\r\n\r\n  three\r\n"),
    ("markdown", "- [ ] Letter\r  one\r  two\r\r  three\r"),
    (
      "taskwarrior",
      #"[{"description":"Letter","annotations":[{"entry":"20260101T000000Z","description":"one\r\ntwo"},"#
        + #"{"entry":"20260102T000000Z","description":"\rthree"}]}]"#
    ),
    (
      "icalendar",
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Letter\r\nDESCRIPTION:one\\ntwo\\n\\nthree\r\n"
        + "END:VTODO\r\nEND:VCALENDAR\r\n"
    ),
  ]

  @Test(arguments: files.indices)
  func `become line feeds in every format that comes in`(_ index: Int) async throws {
    let (format, text) = Self.files[index]
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", format, input: text)
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome)")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.title == "Letter" && item.notes == "one\ntwo\n\nthree", "\(format)")
  }

  @Test func `become line feeds where they are typed or piped`() async throws {
    let shell = try Shell()
    _ = await shell("add", "A", "--notes", "one\r\ntwo\rthree")
    _ = await shell("add", "B", "--notes", "-", input: "one\r\ntwo\rthree\r\n")
    _ = await shell("add", "C")
    _ = await shell("edit", "3", "notes:one\r\ntwo")
    _ = await shell("edit", "3", "--append", "three\r")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(
      items.map(\.notes) == ["one\ntwo\nthree", "one\ntwo\nthree", "one\ntwo\nthree\n"]
    )
  }

  /// A store of an earlier version, or one that a program has written.
  private func olderStore() async throws -> Shell {
    let shell = try Shell()
    let id = try #require(ItemID(Self.id))
    let draft = ItemDraft(id: id, title: "Dear all", notes: "one\r\ntwo\rthree\n\r\nfinis")
    try await shell.repository.add(draft)
    return shell
  }

  @Test func `of items that have them already are written as line feeds`() async throws {
    let shell = try await olderStore()
    let markdown = await shell("export", "--format", "markdown")
    #expect(
      markdown.output == "- [ ] Dear all\n  > one\n  > two\n  > three\n  >\n  > finis\n"
    )
    let calendar = await shell("export", "--format", "icalendar").output
    #expect(calendar.contains("SUMMARY:Dear all\r\n"), "\(calendar)")
    #expect(calendar.contains("DESCRIPTION:one\\ntwo\\nthree\\n\\nfinis\r\n"), "\(calendar)")
    let tasks = await shell("export", "--format", "taskwarrior").output
    #expect(tasks.contains(#""one\ntwo\nthree\n\nfinis""#), "\(tasks)")
    for text in [markdown.output, calendar, tasks] { #expect(!text.contains("\u{FFFD}")) }
    #expect(await shell("export", "--format", "todo.txt").output.contains(" Dear all id:"))
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "taskwarrior", "icalendar"])
  func `of items that have them already stay when the item comes again`(
    format: String
  ) async throws {
    let shell = try await olderStore()
    let before = try await shell.repository.items()
    let exported = await shell("export", "--format", format).output
    let again = await shell("import", "-", "--format", format, input: exported)
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    #expect(try await shell.repository.items() == before)
    // In another store the item has line feeds.
    let other = try Shell()
    _ = await other("import", "-", "--format", format, input: exported)
    #expect(try await other.repository.items().map(\.notes) == ["one\ntwo\nthree\n\nfinis"])
    // An edit in the file is taken.
    let edited = exported.replacing("finis", with: "FINIS")
    #expect(
      await shell("import", "-", "--format", format, input: edited).output.contains("1 updated")
    )
    #expect(try await shell.repository.items().first?.notes == "one\ntwo\nthree\n\nFINIS")
  }
}
