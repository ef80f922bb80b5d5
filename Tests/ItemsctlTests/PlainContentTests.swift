import Storage
import Testing

@testable import ItemFormats
@testable import itemsctl

/// Files that are called otherwise than what they hold.
@Suite struct `A file whose name says another format` {
  private static let calendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a@b\r\nSUMMARY:Milk\r\nEND:VTODO\r\n"
    + "BEGIN:VTODO\r\nUID:c@d\r\nSUMMARY:Bread\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

  private static let files: [(name: String, text: String, format: String)] = [
    ("a.txt", calendar, "icalendar"), ("a.csv", calendar, "icalendar"),
    ("a.md", calendar.replacing("\r\n", with: "\n"), "icalendar"),
    ("a.json", calendar, "icalendar"),
    ("a.txt", "\u{FEFF}\r\nbegin:vcalendar\r\n" + calendar.dropFirst(17), "icalendar"),
    ("a.txt", "[{\"title\":\"Milk\"},{\"title\":\"Bread\"}]\n", "json"),
    ("a.csv", "[\n  {\n    \"title\": \"Milk\"\n  },\n  {\"title\":\"Bread\"}\n]\n", "json"),
    (
      "a.md", "{\"schema\":4,\"items\":[\n{\"title\":\"Milk\"},\n{\"title\":\"Bread\"}\n]}\n",
      "json"
    ),
    ("a.ndjson", "[{\"title\":\"Milk\"},\n{\"title\":\"Bread\"}]", "json"),
    ("a.json", "{\"title\":\"Milk\"}\n{\"title\":\"Bread\"}\n", "ndjson"),
    ("a.txt", "{\"title\":\"Milk\"}\n\n{\"title\":\"Bread\"}\n", "ndjson"),
    ("a.txt", "title,due\nMilk,2026-12-01\nBread,\n", "csv"),
    ("a.md", "Task;Due Date;Notes\r\nMilk;2026-12-01;\"a\r\nb\"\r\nBread;;\r\n", "csv"),
    ("a.tsv", "title,notes\nMilk,a\nBread,b\n", "csv"),
    ("a.json", "sep=;\ntitle;notes\nMilk;a\nBread;b\n", "csv"),
    ("a.txt", "title\tnotes\nMilk\ta\nBread\tb\n", "tsv"),
    ("a.txt", "# Shop\n\n- [ ] Milk\n- [x] Bread #a\n", "markdown"),
    ("a.txt", "- [ ] Milk\n  > from the farm\n- [ ] Bread\n", "markdown"),
    ("a.csv", "Before the weekend:\n\n## Shop\n* [ ] Milk\n* [ ] Bread\n", "markdown"),
    ("a.ics", "# Shop\n- [ ] Milk\n- Bread rolls\n- [ ] Bread\n", "markdown"),
  ]

  @Test(arguments: files.indices)
  func `is read as what it is, with a word`(_ index: Int) async throws {
    let (name, text, format) = Self.files[index]
    let workplace = try Workplace()
    let shell = try Shell()
    let outcome = await shell("import", try workplace.write(name, text))
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome)")
    let titles = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(
      \.title
    )
    #expect(titles == ["Milk", "Bread"])
    let named = try #require(ItemFormat(path: name)).rawValue
    #expect(
      outcome.errors.hasPrefix(
        "The content is \(format), although the file's name says \(named): "
      ),
      "\(outcome)"
    )
    // What was asked for is not doubted.
    let other = try Shell()
    let asked = await other("import", workplace.file(name), "--format", named)
    #expect(!asked.errors.contains("The content is"), "\(asked)")
    let kept = try await other.repository.items().map(\.title)
    #expect(kept.sorted() != titles.sorted(), "\(asked)")
    // Nor does a stream need a name.
    let stream = await (try Shell())("import", "-", input: text)
    #expect(
      stream.output == outcome.output && !stream.errors.contains("The content is"),
      "\(stream)"
    )
  }

  private static let lists: [(name: String, text: String, count: Int)] = [
    // Lists of todo.txt, whatever is in them.
    ("a.txt", "# Shop\nMilk\nBread\n", 3),
    ("a.txt", "# Shop\n- [ ] Milk\nBread\n", 3),
    ("a.txt", "- [ ] Milk\n", 1),
    ("a.txt", "- Milk\n- Bread\n", 2),
    ("a.txt", "# a\n## b\n- c\n", 3),
    ("a.txt", "(A) Milk\n- [ ] Bread\n- [ ] Tea\n# x\n", 4),
    ("a.txt", "title, due\n", 1),
    ("a.txt", "Call title, due and notes\nMilk, bread\n", 2),
    ("a.txt", "name, size\nMilk, bread\n", 2),
    ("a.txt", "title, due\nMilk, bread and tea, too\n", 2),
    ("a.txt", "Buy milk, bread\nCall Ann, Bob\n", 2),
    ("a.txt", "{Milk}\n[Bread]\n", 2),
    ("a.txt", "[ ] Milk\n[x] Bread\n", 2),
    ("a.txt", "Begin:vcalendar of next year\nMilk\n", 2),
    ("a.txt", "\"title\": milk\n", 1),
    // Files that are what they are called, though parts of them look otherwise.
    ("a.md", "title, due\n\n- [ ] Milk\n", 1),
    ("a.md", "{\n- [ ] Milk\n- [ ] Bread\n", 2),
    ("a.csv", "title\nMilk\nBread\n", 2),
    ("a.csv", "title\tdue\nMilk\t2026-12-01\n", 1),
    ("a.csv", "title,notes\n- [ ] Milk,a\n", 1),
    ("a.json", "{\"title\":\"Milk\"}\n", 1),
    ("a.ndjson", "{\"title\":\"Milk\"}\n", 1),
  ]

  @Test(arguments: lists.indices)
  func `is read by its name where the content is not plain`(_ index: Int) async throws {
    let (name, text, count) = Self.lists[index]
    let workplace = try Workplace()
    let outcome = await (try Shell())("import", try workplace.write(name, text))
    #expect(outcome.output == "Imported: \(count) added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(!outcome.errors.contains("The content is"), "\(outcome)")
  }

  @Test(arguments: [
    ("a.ndjson", "{\"title\":\"Trip\",\"items\":[\"a\",\"b\"]}\n{\"title\":\"B\"}\n", 2),
    ("a.ndjson", "{\"items\":[],\"title\":\"A\"}\n\n{\"title\":\"B\"}\n{\"title\":\"C\"}\n", 3),
    ("todo.txt", "- [ ] a\n- [ ] b\n- buy milk\n- call bob\n", 4),
    ("todo.txt", "- [ ] a\n- one\n- two\n", 3), ("todo.txt", "buy milk\n- [ ] a\n- [ ] b\n", 3),
  ])
  func `has every line taken in as its name says`(
    name: String,
    text: String,
    count: Int
  ) async throws {
    let workplace = try Workplace()
    let shell = try Shell()
    let outcome = await shell("import", try workplace.write(name, text))
    #expect(outcome.output == "Imported: \(count) added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(outcome.errors == "", "\(outcome)")
  }
}
