import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

// Files as other programs write them.

@Suite struct ForeignFileTests {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func titles(_ text: String, _ format: String) async throws -> [String] {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", format, input: text)
    #expect(outcome.code == .success, "\(outcome.errors)")
    return try await shell.repository.items(Self.byNumber).map(\.title)
  }

  @Test(arguments: [
    ("csv", "title,notes\ra,b\rc,\"d\re\"\r"), ("tsv", "title\tnotes\ra\tb\rc\td"),
    ("todo.txt", "a\rc\r"), ("ndjson", "{\"title\":\"a\"}\r{\"title\":\"c\"}\r"),
  ]) func `a lone carriage return ends a line`(format: String, text: String) async throws {
    #expect(try await titles(text, format) == ["a", "c"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines are counted alike, whatever ends them`(end: String) async throws {
    let shell = try Shell()
    let text = ["title,notes", "\"a\(end)b\",c", "", "d,e,f"].joined(separator: end)
    let outcome = await shell("import", "-", "--strict", "--format", "csv", input: text)
    #expect(outcome.errors.contains(": line 5: the line has 3 values"), "\(outcome.errors)")
  }

  @Test(arguments: [
    "title;notes;due\r\n\"a;b\";\"x, \"\"y\"\"\";2026-12-24\r\n",
    "sep=;\r\ntitle;notes;due\r\n\"a;b\";\"x, \"\"y\"\"\";2026-12-24\r\n",
    "\u{FEFF}sep=|\ntitle|notes|due\na;b|x, \"y\"|2026-12-24\n",
    "title\tnotes\tdue\na;b\tx, \"y\"\t2026-12-24\n",
  ]) func `a spreadsheet may divide values by other signs`(text: String) async throws {
    for words in [["--format", "csv"], []] {
      let shell = try Shell()
      let outcome = await shell.run(["import", "-"] + words, input: text)
      #expect(outcome.code == .success, "\(outcome.errors)")
      let item = try #require(try await shell.repository.items().first)
      #expect(item.title == "a;b" && item.notes == "x, \"y\"" && item.due != nil)
    }
  }

  @Test func `what stands behind a closing quote is refused by the file's own separator`()
    async throws
  {
    let outcome = await (try Shell())("import", "-", input: "title;notes\n\"a\"x;b\n")
    #expect(outcome.errors.contains("line 2, column 4: expected a semicolon or the end"))
  }

  @Test func `rows and columns without a value say nothing`() async throws {
    let text = "title,notes,\r\na,b,\r\n,,\r\n\r\nc,d,,,\r\n"
    #expect(try await titles(text, "csv") == ["a", "c"])
  }

  @Test func `a value without a column is refused`() async throws {
    let shell = try Shell()
    for (text, message) in [
      ("title,,notes\na,b,c\n", "line 2: value 2 is in a column without a name"),
      ("title,notes\na,b,,c\n", "line 2: the line has 4 values"),
    ] {
      let outcome = await shell("import", "-", "--format", "csv", input: text)
      #expect(outcome.code == .badData && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("2026-12-24 17:00", "2026-12-24T16:00:00.000Z"),
    ("2026-12-24T17:00:05.25", "2026-12-24T16:00:05.250Z"),
    ("2026-12-24 17:00Z", "2026-12-24T17:00:00.000Z"),
    ("2026-12-24 17:00-02:00", "2026-12-24T19:00:00.000Z"),
    ("2026-12-24", "2026-12-23T23:00:00.000Z"),
    ("24.12.2026", "2026-12-23T23:00:00.000Z"),
    ("24.12.2026 17:00", "2026-12-24T16:00:00.000Z"),
    ("2026/12/24 5pm", "2026-12-24T16:00:00.000Z"), ("12/24/2026 5pm", "2026-12-24T16:00:00.000Z"),
    ("1969-12-31 23:00:00.5", "1969-12-31T22:00:00.500Z"),
    ("0001-01-02", "0001-01-01T23:00:00.000Z"),
    ("9999-12-31 23:59:59.999", "9999-12-31T22:59:59.999Z"),
  ]) func `a column's time is of the local zone unless it says another`(
    text: String,
    moment: String
  ) throws {
    let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 3_600), now: testNow)
    var record = ItemJSON.Record(draft: ItemDraft(title: "a"))
    try ItemField.part(.due).set(text, in: &record, calendar)
    let due = try #require(record.draft.due)
    let start = due.start(in: calendar.zone)
    #expect(ISO8601.string(milliseconds: start.millisecondsSince1970) == moment)
    #expect((due.instant == nil) == (text.count == 10))
  }

  @Test(arguments: [
    "tomorrow", "17:00", "24th", "3/4/2026", "12/24", "24.12.", "31.2.2026", "2026-12-24 25:00",
    "10000-01-01", "2026-12-24 17:00 CET",
  ]) func `a column's time that is not the same every day is refused`(text: String) throws {
    let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 3_600), now: testNow)
    var record = ItemJSON.Record(draft: ItemDraft(title: "a"))
    #expect(throws: RecordError.self) {
      try ItemField.part(.due).set(text, in: &record, calendar)
    }
  }

  @Test(arguments: ItemFormat.imports.map(\.rawValue), ["", " \n\n", "\u{FEFF}"])
  func `a file without a word holds no item in any format`(
    format: String,
    text: String
  ) async throws {
    for words in [["--format", format], []] {
      let outcome = await (try Shell()).run(["import", "-"] + words, input: text)
      #expect(outcome.code == .success, "\(outcome.errors)")
      #expect(outcome.output == "Imported: 0 added, 0 updated, 0 unchanged\n")
      #expect(outcome.errors == "There is no item in standard input.\n")
    }
  }

  @Test(arguments: [
    ("SQLite format 3\0\u{10}\0", "it is an SQLite database, perhaps a store.", "convert"),
    ("PK\u{3}\u{4}", "it is a zip archive, perhaps a spreadsheet.", "Save the sheet as CSV"),
    ("BZh91AY&SY", "it is compressed.", "gunzip"),
    ("t\0i\0t\0l\0e\0", "line 1: the text is UTF-16", "iconv"),
    ("\0t\0i\0t\0l\0e", "line 1: the text is UTF-16", "iconv"),
    ("t\0\0\0i\0\0\0", "line 1: the text is UTF-16 or UTF-32", "iconv"),
  ]) func `a file of another kind is called what it is`(
    content: String,
    message: String,
    remedy: String
  ) async throws {
    for words in [[]] + ItemFormat.imports.map({ ["--format", $0.rawValue] }) {
      let outcome = await (try Shell()).run(["import", "-"] + words, input: content)
      let head = "Error: Nothing was imported from standard input: \(message)"
      #expect(outcome.code == .badData && outcome.errors.hasPrefix(head), "\(outcome.errors)")
      #expect(outcome.errors.contains(remedy))
    }
  }

  @Test(arguments: ["hello world\n", "<html>", "name,age\na,7\n", "\u{1F}\u{8B}"])
  func `a text that tells no format asks for it`(text: String) async throws {
    let outcome = await (try Shell())("import", "-", input: text)
    #expect(outcome.code == .badData)
    #expect(outcome.errors.contains("neither JSON nor columns one of which is called \"title\""))
    #expect(
      outcome.errors.contains("If it has another format, name it by '--format': json, ndjson, csv")
    )
  }
}
