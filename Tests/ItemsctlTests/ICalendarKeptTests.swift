import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Lines of tasks that mean nothing here, or stand there twice.
@Suite struct `What a calendar has beside the fields of items` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func task(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR"])
      .map { $0 + "\r\n" }.joined()
  }

  private func imported(_ lines: [String]) async throws -> (Outcome, Item, Shell) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-"], input: task(lines))
    return (outcome, try #require(try await shell.repository.items(Self.byNumber).first), shell)
  }

  /// The lines of a task as it is exported, not folded.
  private func exported(_ shell: Shell) async -> [String] {
    await shell("export", "--format", "icalendar").output.replacing("\r\n ", with: "")
      .split(separator: "\r\n").map(String.init)
  }

  static let foreign = [
    "X-APPLE-SORT-ORDER:7", "ATTENDEE;CN=\"A;B\":mailto:a@b.example", "x-foo;P=1:seven",
    "ATTENDEE:mailto:c@d.example", "COMMENT:one\\, two", "BEGIN:VALARM", "TRIGGER:-PT5M",
    "END:VALARM", "LOCATION;LANGUAGE=de:Markt", "BEGIN:VALARM", "TRIGGER:-PT6M", "X-A:1",
    "END:VALARM", "begin:x-part", "X-A:2", "END:X-PART",
  ]

  @Test func `is an attribute for each name, and goes out again in a stable order`() async throws {
    let lines = ["UID:a@example.org", "SUMMARY:Foo"] + Self.foreign
    let (outcome, item, shell) = try await imported(lines)
    #expect(outcome.errors == "")
    let attributes: [String: JSONValue] = [
      "ical/X-APPLE-SORT-ORDER": ["X-APPLE-SORT-ORDER:7"], "ical/X-FOO": ["x-foo;P=1:seven"],
      "ical/ATTENDEE": ["ATTENDEE;CN=\"A;B\":mailto:a@b.example", "ATTENDEE:mailto:c@d.example"],
      "ical/COMMENT": ["COMMENT:one\\, two"], "ical/LOCATION": ["LOCATION;LANGUAGE=de:Markt"],
      "ical/VALARM": [
        "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM", "BEGIN:VALARM\nTRIGGER:-PT6M\nX-A:1\nEND:VALARM",
      ],
      "ical/X-PART": ["begin:x-part\nX-A:2\nEND:X-PART"], "uid": "a@example.org",
    ]
    #expect(item.attributes == attributes)
    let out = await exported(shell)
    let ends = out.suffix(18)
    #expect(
      Array(ends.prefix(14)) == [
        "ATTENDEE;CN=\"A;B\":mailto:a@b.example", "ATTENDEE:mailto:c@d.example",
        "COMMENT:one\\, two", "LOCATION;LANGUAGE=de:Markt", "X-APPLE-SORT-ORDER:7",
        "x-foo;P=1:seven", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM", "BEGIN:VALARM",
        "TRIGGER:-PT6M", "X-A:1", "END:VALARM", "begin:x-part",
      ]
    )
    #expect(!out.contains { $0.hasPrefix("X-ITEMSCTL") }, "\(out)")
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    let other = try Shell()
    _ = await other("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(try await other.repository.items() == [item])
  }

  @Test(arguments: [
    ("attr.ical/X-FOO~X-FOO:seven", true), ("attr.ical/X-FOO:any", true),
    ("attr.ical/ATTENDEE~ATTENDEE:mailto:a@b", true), ("attr.\"ical/X-FOO\":any", true),
    ("attr.ical/X-FOO:none", false), ("attr.ical/X-BAR:any", false), ("attr.ical:any", false),
    ("attr.ical/x-foo:any", false), ("attr.ical/X-FOO~X-FOO:eight", false),
  ])
  func `is found by its name in filters`(_ filter: String, _ isFound: Bool) async throws {
    let (_, _, shell) = try await imported(
      ["UID:a", "SUMMARY:Foo", "X-FOO:seven", "ATTENDEE:mailto:a@b"]
    )
    let outcome = await shell("list", filter, "--format", "csv", "--fields", "title")
    #expect(outcome.output == (isFound ? "title\r\nFoo\r\n" : "title\r\n"), "\(outcome)")
  }

  @Test func `is a column by its name, in and out`() async throws {
    let (_, _, shell) = try await imported(["UID:a", "SUMMARY:Foo", "X-FOO:seven", "X-BAR:8"])
    let words = ["list", "--format", "csv", "--fields", "title,attr.ical/X-FOO"]
    let outcome = await shell.run(words)
    #expect(outcome.output == "title,attr.ical/X-FOO\r\nFoo,\"[\"\"X-FOO:seven\"\"]\"\r\n")
    let other = try Shell()
    let mapped = await other.run(
      ["import", "-", "--format", "csv", "--map", "Foo=attr.ical/X-FOO"],
      input: "title,Foo\nMilk,\"[\"\"X-FOO:9\"\"]\"\n"
    )
    #expect(mapped.code == .success, "\(mapped)")
    let item = try #require(try await other.repository.items().first)
    #expect(item.attributes["ical/X-FOO"] != nil && item.attributes["ical"] == nil)
  }

  @Test func `has an index of its own where one is declared`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteRepository(
      at: folder.appending(path: "items.sqlite").path,
      options: StoreOptions(
        sqlite: SQLiteOptions(attributeIndexes: [AttributeIndex("ical/X-FOO")])
      )
    )
    for (title, line) in [("one", "X-FOO:1"), ("two", "X-FOO:2"), ("other", "X-BAR:1")] {
      let name = String(line.prefix { $0 != ":" })
      try await store.add(ItemDraft(title: title, attributes: ["ical/\(name)": [.string(line)]]))
    }
    let all = try await store.items(ItemQuery(.attribute("ical/X-FOO", .exists)))
    #expect(Set(all.map(\.title)) == ["one", "two"])
    let one = try await store.items(
      ItemQuery(.attribute("ical/X-FOO", .contains("X-FOO:1")))
    )
    #expect(one.map(\.title) == ["one"])
    await store.close()
  }

  static let twice: [(lines: [String], key: String, kept: [String])] = [
    (
      ["DESCRIPTION:first text", "DESCRIPTION:second text"], "DESCRIPTION",
      ["DESCRIPTION:second text"]
    ),
    (
      ["SUMMARY:Other", "SUMMARY;LANGUAGE=de:Dritter"], "SUMMARY",
      [
        "SUMMARY:Other", "SUMMARY;LANGUAGE=de:Dritter",
      ]
    ),
    (["DUE;VALUE=DATE:20270101", "DUE:20270102T100000Z"], "DUE", ["DUE:20270102T100000Z"]),
    (["DTSTART;VALUE=DATE:20270101", "dtstart:20270102"], "DTSTART", ["dtstart:20270102"]),
    (["URL:http://a.example", "URL:http://b.example"], "URL", ["URL:http://b.example"]),
    (
      ["URL;VALUE=URI:http://a.example", "URL:http://b.example"], "URL",
      [
        "URL;VALUE=URI:http://a.example", "URL:http://b.example",
      ]
    ),
    (["PRIORITY:1", "PRIORITY:9", "PRIORITY:5"], "PRIORITY", ["PRIORITY:9", "PRIORITY:5"]),
    (["STATUS:NEEDS-ACTION", "STATUS:COMPLETED"], "STATUS", ["STATUS:COMPLETED"]),
    (["UID:b"], "UID", ["UID:b"]),
    (["PERCENT-COMPLETE:10", "PERCENT-COMPLETE:20"], "PERCENT-COMPLETE", ["PERCENT-COMPLETE:20"]),
    (
      ["CREATED:20260101T000000Z", "CREATED:20260102T000000Z"], "CREATED",
      [
        "CREATED:20260102T000000Z"
      ]
    ),
    (
      ["DUE;VALUE=DATE:20270101", "RRULE:FREQ=MONTHLY", "RRULE:FREQ=WEEKLY"], "RRULE",
      ["RRULE:FREQ=WEEKLY"]
    ),
  ]

  @Test(arguments: twice.indices)
  func `counts once where it stands twice, and the second goes out behind the first`(
    _ index: Int
  ) async throws {
    let (lines, key, kept) = Self.twice[index]
    let (outcome, item, shell) = try await imported(["UID:a", "SUMMARY:Twice"] + lines)
    #expect(item.attributes["ical/\(key)"] == .array(kept.map { .string($0) }), "\(item)")
    let told = "\"\(key)\" stands in this task more than once; this line is kept as text"
    #expect(outcome.errors.contains(told), "\(outcome)")
    // The place is that of the second line, not of the task.
    let all = ["UID:a", "SUMMARY:Twice"] + lines
    let number = 4 + (all.lastIndex(of: kept[kept.count - 1]) ?? 0)
    #expect(outcome.errors.contains("line \(number): "), "\(outcome)")
    let out = await exported(shell)
    let place = try #require(out.firstIndex(of: kept[0]))
    #expect(out[place - 1].uppercased().hasPrefix(key) || kept.count == lines.count, "\(out)")
    #expect(Array(out[place...].prefix(kept.count)) == kept, "\(out)")
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    let other = try Shell()
    _ = await other("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(try await other.repository.items() == [item])
    let strict = await (try Shell()).run(
      ["import", "-", "--strict"],
      input: task(["UID:a", "SUMMARY:Twice"] + lines)
    )
    #expect(strict.code == .badData, "\(strict)")
  }

  @Test(arguments: [
    ["CATEGORIES:a", "CATEGORIES:b"], ["COMMENT:a", "COMMENT:b"], ["DTSTAMP:1", "DTSTAMP:2"],
    ["ATTENDEE:mailto:a", "ATTENDEE:mailto:b"], ["RELATED-TO:a", "RELATED-TO;RELTYPE=SIBLING:b"],
  ])
  func `says nothing of what may stand there twice`(_ lines: [String]) async throws {
    let shell = try Shell()
    let top = "UID:a\r\nSUMMARY:Top\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:x\r\nSUMMARY:Twice"
    let outcome = await shell.run(["import", "-"], input: task([top] + lines))
    #expect(outcome.errors == "")
  }

  @Test func `does not become the first when that has gone here`() async throws {
    let (_, _, shell) = try await imported(
      ["UID:a", "SUMMARY:Twice", "DUE;VALUE=DATE:20270101", "DUE;VALUE=DATE:20270202"]
    )
    _ = await shell("edit", "1", "due:none", "-q")
    let out = await exported(shell)
    #expect(!out.contains { $0.hasPrefix("DUE") }, "\(out)")
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
  }
}
