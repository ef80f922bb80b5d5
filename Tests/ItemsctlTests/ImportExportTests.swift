import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

@Suite struct ImportExportTests {
  private static let first = #"{"id":"01900000-0000-7000-8000-000000000001","title":"one"}"#

  @Test(arguments: [
    "{\"title\":\"a\"}\n{\"title\":\"b\"}\n",
    "{\"title\":\"a\"}\r\n\r\n{\"title\":\"b\"}",
    "\u{FEFF}{\"title\":\"a\"}\n{\"title\":\"b\"}",
    "[{\"title\":\"a\"},{\"title\":\"b\"}]",
    "[\n  {\"title\":\n\"a\"} ,\n {\"title\":\"b\"}\n]\n",
    "{\"schema\":1,\"items\":[\n{\"title\":\"a\"},\n{\"title\":\"b\"}\n]}\n",
    "{ \"items\" : [ {\"title\":\"a\",\"x\":\"]\\\"}\"}, {\"title\":\"b\"} ] , \"schema\": 1 }",
  ]) func `every form of JSON is told by its content`(text: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome.errors)")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["a", "b"])
  }

  @Test func `a single object is one item`() async throws {
    let shell = try Shell()
    _ = await shell("import", "-", input: "{\n \"title\": \"a\",\n \"tags\": [\"x\"]\n}\n")
    #expect(try await shell.repository.items().map(\.tags) == [["x"]])
  }

  @Test func `an import is idempotent by id`() async throws {
    let shell = try Shell()
    let text = Self.first + "\n" + #"{"id":"01900000-0000-7000-8000-000000000002","title":"two"}"#
    #expect(
      await shell("import", "-", input: text).output
        == "Imported: 2 added, 0 updated, 0 unchanged\n"
    )
    #expect(
      await shell("import", "-", input: text).output
        == "Imported: 0 added, 0 updated, 2 unchanged\n"
    )
    _ = await shell("edit", "1", "--notes", "kept", "--title", "changed")
    #expect(
      await shell("import", "-", input: text).output
        == "Imported: 0 added, 1 updated, 1 unchanged\n"
    )
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.title == "one" && item.notes == "kept")
    _ = await shell("delete", "2")
    #expect(
      await shell("import", "-", input: text).output
        == "Imported: 0 added, 1 updated, 1 unchanged\n"
    )
    #expect(try await shell.repository.count(.all) == 2)
  }

  @Test func `a dry run changes nothing and says what would happen`() async throws {
    let shell = try Shell()
    #expect(
      await shell("import", "-", "--dry-run", input: Self.first)
        == Outcome(
          code: .success,
          output: """
            Would import: 1 added, 0 updated, 0 unchanged
              "one"

            """,
          errors: ""
        )
    )
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test(arguments: [
    (
      "{\"title\":\"a\"}\n{\"title\":\"b\",}",
      "line 2, column 14: expected a key in quotes, found '}'"
    ),
    ("{\"title\":\"a\"}\n\n{\"notes\":\"b\"}", "line 3, column 1: the key \"title\" is missing"),
    ("{\"title\":\"a\"}\n{\"title\":\" \"}", "line 2: The title is empty."),
    ("{\"title\":\"a\"}\n{\"title\":\"b\"} x", "line 2, column 15: expected the end of the text"),
    ("{\"title\":\"a\"}\n{\"title\":\"b\",\"due\":\"soon\"}", "line 2, column 20: \"due\""),
    ("[\n{\"title\":\"a\"},\n{\"title\":1}\n]", "line 3, column 10: \"title\": expected a string"),
    ("[{\"title\":\"a\"},\n {\"title\":\"b\"}", "line 2: expected ',' or ']'"),
    ("[{\"title\":\"a\"} {\"title\":\"b\"}]", "line 1"),
    ("[{\"title\":\"a\"},]", "line 1"),
    ("[{\"title\":\"a\"},,{\"title\":\"b\"}]", "line 1"),
    (
      "[{\"title\":\"a\"},\n\u{feff}{\"title\":\"b\"}]", "line 2: there is a byte order mark within"
    ),
    (
      "{\"schema\":5,\"items\":[{\"title\":\"a\"}]}",
      "line 1: \"schema\": expected a version up to 4"
    ),
    (
      "{\"items\":[{\"title\":\"a\"}],\"more\":1}",
      "line 1: \"more\": a document cannot have this key"
    ),
    ("\"x\"", "line 1: expected an array of items, found a string"),
    ("12", "line 1: expected an array of items, found a number"),
    ("{\"title\":\"\u{1}\"}\n", "line 1"),
  ]) func `an error names the line, and nothing is imported`(
    text: String,
    message: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--strict", input: text)
    #expect(outcome.code == .badData && outcome.output == "")
    let head = "Error: Nothing was imported from standard input: "
    #expect(outcome.errors.hasPrefix(head + message), "\(outcome.errors)")
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `strict refuses keys that items do not have`() async throws {
    let shell = try Shell()
    let text = #"{"title":"a","project":"x"}"#
    let outcome = await shell("import", "-", "--strict", input: text)
    #expect(
      outcome.code == .badData && outcome.errors.contains("\"project\" is not a key of an item")
    )
    _ = await shell("import", "-", input: text)
    #expect(try await shell.repository.items().first?.attributes == ["project": "x"])
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv"])
  func `an export can be imported, and nothing is lost`(format: String) async throws {
    let source = try Shell(.full)
    let exported = await source("export", "--format", format).output
    let target = try Shell()
    _ = await target("import", "-", "--strict", "--format", format, input: exported)
    #expect(await target("export", "--format", format).output == exported)
    let byNumber = ItemQuery(sort: [.ascending(.number)])
    let items = try await source.repository.items(byNumber)
    #expect(items.count == 36)
    #expect(try await target.repository.items(byNumber) == items)
  }

  @Test func `an export obeys its filter, whatever the status`() async throws {
    let shell = try Shell(.full)
    let lines = await shell("export", "--format", "ndjson", "status:done").output
    let count = try await shell.repository.count(.status([.done]))
    #expect(lines.split(separator: "\n").count == count)
  }

  @Test func `an ending that tells no format is refused unless the format is told`() async throws {
    let shell = try Shell(.full)
    for path in ["out.foo", "out", "out.json.gz"] {
      let outcome = await shell("export", "-o", path)
      #expect(outcome.code == .usage && outcome.output == "")
      #expect(outcome.errors.contains("it must end in .json, .ndjson, .jsonl, .csv"))
      #expect(outcome.errors.contains("or '--format' must say what to write"))
    }
    let device = await shell("export", "-o", "/dev/null")
    #expect(device.output == "Exported 36 items to '/dev/null'\n", "\(device.errors)")
  }

  @Test func `tables are neither imported nor exported`() async throws {
    let shell = try Shell()
    #expect(await shell("export", "--format", "table").code == .usage)
    #expect(await shell("import", "-", "--format", "table").code == .usage)
  }

  @Test(arguments: [1, 2, 3, 5, 64, 1_000])
  func `pieces of any size make the same records`(size: Int) async throws {
    let source = try Shell(.full)
    let exported = await source("export").output
    for text in [exported, await source("export", "--format", "ndjson").output] {
      let target = try Shell()
      let importer = Importer(
        source: TextSource(text, pieceSize: size),
        format: text == exported ? .json : .ndjson,
        unknownKeys: .refused,
        calendar: source.calendar
      )
      let counts = try await target.repository.write { transaction throws(StorageError) in
        try importer.run(in: transaction)
      }
      #expect(counts.added == 36)
      #expect(await target("export").output == exported)
    }
  }

  @Test func `a file cannot send escapes to the terminal by an error`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    let outcome = await shell(
      "import",
      "-",
      "--strict",
      input: #"{"title":"a","x\u001b[31m":1}"# + "\n"
    )
    #expect(outcome.code == .badData && outcome.errors.contains("\"x\\u"), "\(outcome)")
    #expect(!outcome.errors.contains("\u{1B}"))
  }
}
