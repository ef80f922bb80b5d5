import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

/// What an import says of a file that is not quite what it takes, and what it makes of it.
@Suite struct `An import of a file of another kind` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(_ bytes: [UInt8], isStrict: Bool = false) async throws -> (
    Result<ImportCounts, StorageError>, [Item]
  ) {
    let shell = try Shell()
    let importer = Importer(
      source: BytesSource(bytes),
      format: .csv,
      unknownKeys: isStrict ? .refused : .becomeAttributes,
      calendar: shell.calendar
    )
    let result: Result<ImportCounts, StorageError>
    do throws(StorageError) {
      result = .success(
        try await shell.repository.write { transaction throws(StorageError) in
          try importer.run(in: transaction)
        }
      )
    } catch {
      result = .failure(error)
    }
    return (result, try await shell.repository.items(Self.byNumber))
  }

  @Test(
    arguments: [
      ([0xC4, 0x70, 0x66, 0x65, 0x6C, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80], "Äpfel – 5 €"),
      ([0x63, 0x61, 0x66, 0xE9], "café"), ([0x93, 0x61, 0x94], "“a”"),
      ([0x44, 0x6F, 0x6E, 0x92, 0x74], "Don’t"), ([0x35, 0xB0], "5°"),
      ([0x7A, 0x75, 0x72, 0xFC, 0x63, 0x6B], "zurück"),
    ] as [([UInt8], String)]
  )
  func `reads text of Windows programs, and tells it`(
    _ bytes: [UInt8],
    _ title: String
  ) async throws {
    let file = Array("Title\r\nplain\r\n".utf8) + bytes + Array("\r\n".utf8)
    let (result, items) = try await imported(file)
    #expect(items.map(\.title) == ["plain", title])
    let told = try result.get().warnings.lines
    #expect(
      told == ["line 3: the text is not UTF-8; it is read as that of Windows programs (cp1252)."]
    )
    let (refused, none) = try await imported(file, isStrict: true)
    let error = #expect(throws: StorageError.self) { try refused.get() }
    #expect(error?.message.contains("iconv -f cp1252 -t utf-8") == true && none.isEmpty)
  }

  @Test(
    arguments: [
      // Cyrillic, Shift JIS, a letter of the Mac, Polish, no character at all.
      [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], [0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
      [0x63, 0x61, 0x66, 0x8E], [0x7A, 0xB3, 0x61], [0x61, 0x81],
    ] as [[UInt8]]
  )
  func `refuses text in any other encoding`(_ bytes: [UInt8]) async throws {
    let (result, items) = try await imported(Array("Title\n".utf8) + bytes)
    let error = #expect(throws: StorageError.self) { try result.get() }
    #expect(error?.message.hasPrefix("line 2, column ") == true && items.isEmpty)
    #expect(error?.message.contains("iconv -f ENCODING") == true, "\(error?.message ?? "")")
  }

  @Test func `knows columns of Windows programs by their names`() async throws {
    let text = Array("F\u{FC}r;Title\nich;a\n".unicodeScalars.map { UInt8($0.value) })
    let (result, items) = try await imported(text)
    #expect(try result.get().added == 1)
    #expect(items.first?.attributes == ["Für": "ich"])
  }

  @Test(arguments: [
    (#""completed":true"#, Status.done), (#""done":"yes""#, .done), (#""isDone":1"#, .done),
    (#""completed_at":"2026-11-01T10:00:00Z""#, .done), (#""completed":false"#, .open),
    (#""completedAt":null,"completed":false"#, .open),
    (#""status":null,"completedAt":"2026-11-01T10:00:00Z""#, .done),
    (#""status":null,"completed":true"#, .done), (#""status":null"#, .open),
    (#""Date Completed":"Nov 1, 2026""#, .done),
  ])
  func `takes keys of JSON about completion as columns`(
    _ keys: String,
    _ status: Status
  ) async throws {
    for format in ["json", "ndjson"] {
      let shell = try Shell()
      let text = #"{"title":"a",\#(keys)}"# + "\n"
      let outcome = await shell("import", "-", "--format", format, input: text)
      let items = try await shell.repository.items()
      #expect(items.map(\.status) == [status] && outcome.errors == "", "\(keys) \(outcome)")
      #expect(items[0].attributes.isEmpty)
      if keys.contains("2026") {
        #expect(
          items[0].completedAt.map { $0.timeIntervalSince1970 / 86_400 }?.rounded(.down) == 20_758
        )
      }
    }
  }

  @Test(arguments: [
    #""attributes":{"done":true}"#, #""complete":50"#, #""completed":"someday""#, #""donee":true"#,
    #""completed":[true]"#,
  ])
  func `leaves attributes that only sound like completion`(_ keys: String) async throws {
    let shell = try Shell()
    _ = await shell("import", "-", input: #"{"title":"a",\#(keys)}"#)
    let items = try await shell.repository.items()
    #expect(items.map(\.status) == [.open] && items[0].attributes.count == 1)
  }

  @Test(arguments: [
    #"[{"what":"a","when":"Dec 24, 2026","how":"x","due":"someday"}]"#,
    #"{"what":"a","when":"Dec 24, 2026","how":"x","due":"someday"}"#,
  ])
  func `takes fields that the command line names for keys`(_ text: String) async throws {
    let shell = try Shell()
    let outcome = await shell(
      "import",
      "-",
      "--map",
      "What=title",
      "--map",
      "when=start",
      "--map",
      "due=attr.plan",
      "--map",
      "why=notes",
      input: text
    )
    let items = try await shell.repository.items()
    #expect(items.map(\.title) == ["a"] && items.first?.start == .day(2026, 12, 24), "\(outcome)")
    #expect(items.first?.attributes == ["how": "x", "plan": "someday"])
    #expect(outcome.errors == "No record has the key \"why\", which '--map' names.\n")
  }

  @Test func `tells how to keep a value of JSON that fits no field`() async throws {
    let shell = try Shell()
    let text = #"{"title":"a","due":"soon"}"#
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.code == .badData)
    #expect(outcome.errors.contains("--map 'due=attr.due'"), "\(outcome)")
    #expect(!outcome.errors.contains("--format"))
    _ = await shell("import", "-", "--map", "due=attr.due", input: text)
    #expect(try await shell.repository.items().first?.attributes == ["due": "soon"])
  }

  @Test(arguments: ["csv", "tsv", "ndjson"])
  func `warns if most records are here already`(_ format: String) async throws {
    let shell = try Shell()
    let separator = format == "csv" ? "," : "\t"
    func file(_ titles: [String]) -> String {
      format == "ndjson"
        ? titles.map { "{\"title\":\"\($0)\",\"due\":\"2026-12-24\"}\n" }.joined()
        : "title\(separator)due\n" + titles.map { "\($0)\(separator)2026-12-24\n" }.joined()
    }
    let words = ["import", "-", "--format", format]
    let first = await shell.run(words, input: file(["a", "a", "b", "c"]))
    #expect(first.errors == "")
    let other = await shell.run(words, input: file(["c", "d"]))
    #expect(other.errors == "", "\(other)")
    let again = await shell.run(words, input: file(["a", "a", "b", "e"]))
    #expect(again.errors.contains("3 of 4 records without an id look like items"), "\(again)")
    #expect(again.errors.contains("'--match title'") && again.errors.contains("undo"))
    #expect(again.output.hasPrefix("Imported: 4 added"))
    let matched = await shell.run(words + ["--match", "title"], input: file(["b"]))
    #expect(!matched.errors.contains("without an id"), "\(matched)")
  }
}
