import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Files in which a record is invalid.
@Suite struct `A record that cannot be an item` {
  private static let long = String(repeating: "t", count: 2_000)

  private static let files: [(format: String, text: String, message: String)] = [
    ("todo.txt", "Milk\nx 2026-01-01 \nBread\n", "line 2: The title is empty."),
    ("todo.txt", "Milk\n\(long)\nBread\n", "line 2: The title has 2000 characters"),
    ("todo.txt", "Milk id:\(id)\nBread\nTea @\(long)\n", "line 3: The tag has 2000 bytes"),
    ("markdown", "- [ ] Milk\n- [ ] \(long)\n- [ ] Bread\n", "line 2: The title has 2000"),
    ("ndjson", "{\"title\":\"Milk\"}\n{\"title\":\n{\"title\":\"Bread\"}\n", "line 2, column"),
    ("ndjson", "{\"title\":\"Milk\"}\nnothing\n{\"title\":\"Bread\"}\n", "line 2, column 1"),
    ("ndjson", "{\"title\":\"Milk\"}\n{\"titel\":1}\n{\"title\":\"Bread\"}\n", "line 2, column 1"),
    (
      "json",
      "[{\"title\":\"Milk\"},\n{\"title\":\"Tea\",\"due\":\"soon\"},\n{\"title\":\"Bread\"}]",
      "line 2, column 22: \"due\""
    ),
    (
      "taskwarrior",
      "[{\"description\":\"Milk\"},\n{\"description\":\"Tea\",\"due\":\"x\"},\n{\"description\":\"Bread\"}]",
      "line 2, column 1: \"due\""
    ),
    (
      "taskwarrior",
      "[{\"description\":\"Milk\"},\n{\"uuid\":\"a\"},\n{\"description\":\"Bread\"}]",
      "line 2, column 1: the key \"description\" is missing"
    ),
    ("csv", "title,due\nMilk,\nTea,soon\nBread,\n", "line 3: \"due\""),
    ("csv", "title,notes\nMilk,a\nTea\nBread,b\n", "line 3: the line has 1 values"),
    ("tsv", "title\nMilk\nx\\y\nBread\n", "line 3, column 1"),
  ]

  private static let id = "01900000-0000-7000-8000-000000000001"

  @Test(arguments: files.indices)
  func `is left out and told, and the others come in`(_ index: Int) async throws {
    let (format, text, message) = Self.files[index]
    let shell = try Shell()
    let dryRun = await shell("import", "-", "--dry-run", "--format", format, input: text)
    #expect(dryRun.code == .badData && dryRun.errors.contains("Left out 1 of 3 records."))
    #expect(try await shell.repository.count(.all) == 0)
    let strict = await shell("import", "-", "--strict", "--format", format, input: text)
    #expect(strict.code == .badData && strict.output == "", "\(strict)")
    #expect(strict.errors.hasPrefix("Error: Nothing was imported from standard input: \(message)"))
    #expect(try await shell.repository.count(.all) == 0)
    let outcome = await shell("import", "-", "--format", format, input: text)
    #expect(outcome.code == .badData, "\(outcome)")
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(outcome.errors.hasPrefix("Left out 1 of 3 records. "), "\(outcome)")
    #expect(outcome.errors.contains("\n  \(message)"), "\(outcome)")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["Milk", "Bread"])
  }

  @Test(arguments: [
    ("json", "[{\"title\":\"Milk\"},\n{\"title\":},\n{\"title\":\"Bread\"}]"),
    ("json", "[{\"title\":\"Milk\"},\n{\"title\":\"Bread\"}"),
    ("json", "[{\"title\":\"Milk\"},\n{\"title\":\"a\u{1}\"}]"),
    ("taskwarrior", "[{\"description\":\"Milk\"},\n{\"description\":nothing}]"),
    ("csv", "what,why\nMilk,a\n"),
    ("todo.txt", "x 2026-01-01 \n"),
    ("ndjson", "{}\n[]\n"),
  ])
  func `ends the import where no other record is certain`(
    format: String,
    text: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", format, input: text)
    #expect(outcome.code == .badData && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.hasPrefix("Error: Nothing was imported from standard input: "))
    #expect(try await shell.repository.count(.all) == 0)
  }

  /// Files with `LONG` in place of a line of many megabytes, which is line 3.
  private static let longFiles: [(format: String, text: String)] = [
    ("todo.txt", "Milk\nTea\nLONG\nBread\n"), ("todo.txt", "Milk\r\nTea\r\nLONG\r\nBread"),
    (
      "ndjson",
      "{\"title\":\"Milk\"}\n{\"title\":\"Tea\"}\n{\"title\":\"LONG\"}\n{\"title\":\"Bread\"}\n"
    ),
    ("csv", "title,notes\nMilk,a\nLONG,b\nTea,c\nBread,d\n"),
    ("csv", "title,notes\r\nMilk,a\r\n\"LONG\",b\r\nTea,c\r\nBread,d\r\n"),
    ("tsv", "title\tnotes\nMilk\ta\nLONG\tb\nTea\tc\nBread\td\n"),
    ("markdown", "- [ ] Milk\n- [ ] Tea\nLONG\n- [ ] Bread\n"),
    ("markdown", "- [ ] Milk\n- [ ] Tea\n- [ ] LONG\n- [ ] Bread\n"),
    (
      "taskwarrior",
      "{\"description\":\"Milk\"}\n{\"description\":\"Tea\"}\nLONG\n{\"description\":\"Bread\"}\n"
    ),
    (
      "taskwarrior",
      "[\n{\"description\":\"Milk\"},\n{\"description\":\"LONG\"},\n{\"description\":\"Tea\"},\n{\"description\":\"Bread\"}\n]\n"
    ),
  ]

  @Test(arguments: longFiles.indices)
  func `costs its line, however long that is`(_ index: Int) async throws {
    let (format, text) = Self.longFiles[index]
    let long = String(repeating: "t", count: largestRecord + 100_000)
    let bytes = Array(text.replacing("LONG", with: long).utf8)
    let (outcome, titles) = try await imported(bytes, "--format", format)
    #expect(outcome.code == .badData && titles == ["Milk", "Tea", "Bread"])
    #expect(outcome.errors.contains("\n  line 3: the record is longer than any item can be"))
    let (strict, none) = try await imported(bytes, "--format", format, "--strict")
    #expect(strict.code == .badData && none == [])
  }

  @Test func `costs its line where a quote would swallow many others`() async throws {
    let notes = String(repeating: "n", count: 8_000)
    let count = largestRecord / notes.count + 10
    let rows = (0..<count).map { "Task \($0),\(notes)\n" }
    let text = "title,notes\n\"Milk,a\n" + rows.joined() + "Bread,\"b\"\n"
    let (outcome, titles) = try await imported(Array(text.utf8), "--format", "csv")
    #expect(outcome.errors.contains("\n  line 2: a quote is not closed\n"))
    #expect(titles.count == count + 1 && titles.last == "Bread")
  }

  /// Each line opens a quote, whichever state it begins in, so that reading again what is behind one leads to the next.
  @Test func `costs its lines where most quotes are wrong, and reading has an end`() async throws {
    let odd = String(repeating: "a\",\",b\n", count: 50_000)
    for end in ["", "\"\n"] {
      let text = "title,notes\nTea,t\n" + odd + end + "Bread,b\n"
      let (outcome, titles) = try await imported(Array(text.utf8), "--format", "csv")
      #expect(outcome.code == .badData, "\(outcome.output)")
      #expect(titles.first == "Tea" && titles.last == "Bread", "\(titles.count)")
    }
  }

  private func imported(
    _ bytes: [UInt8],
    _ words: String...
  ) async throws -> (Outcome, [String]) {
    let workplace = try Workplace()
    let path = workplace.file("a.txt")
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    let shell = try Shell()
    let outcome = await shell.run(["import", path] + words)
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    return (outcome, items.map(\.title))
  }

  @Test func `costs the file where it is in another encoding, and a line where that is broken`()
    async throws
  {
    let latin: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x0A]
    let (refused, none) = try await imported(Array("Milk\n".utf8) + latin + latin)
    #expect(refused.code == .badData && none == [], "\(refused)")
    #expect(refused.errors.contains("line 2, column 4: the text is not UTF-8"))
    let (single, milk) = try await imported(Array("Milk\n".utf8) + latin)
    #expect(single.code == .badData && milk == ["Milk"], "\(single)")
    #expect(single.errors.contains("line 2, column 4: the text is not UTF-8"))
    let (outcome, titles) = try await imported(Array("Milk\nCrème\n".utf8) + latin)
    #expect(outcome.code == .badData && titles == ["Milk", "Crème"], "\(outcome)")
    #expect(outcome.errors.contains("line 3, column 4: the text is not UTF-8"))
  }

  private static func line(_ digit: Int, under parent: Int) -> String {
    "{\"id\":\"01900000-0000-7000-8000-00000000000\(digit)\",\"title\":\"\(digit)\","
      + "\"parent\":\"01900000-0000-7000-8000-00000000000\(parent)\"}\n"
  }

  /// The numbers in the titles of items and of their parents that are there.
  private func places(_ shell: Shell) async throws -> [String] {
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    return items.map { item in
      let parent = items.first { $0.id == item.parent }
      return parent.map { "\(item.title)<\($0.title)" } ?? item.title
    }.sorted()
  }

  @Test(arguments: [
    // A circle of three, of one, and what hangs on a circle.
    (line(1, under: 2) + line(2, under: 3) + line(3, under: 1), ["1<2", "2<3", "3"], "line 3: "),
    (line(1, under: 1) + line(2, under: 1), ["1", "2<1"], "line 1: "),
    (
      line(4, under: 1) + line(1, under: 2) + line(2, under: 1),
      ["1<2", "2", "4<1"], "line 3: "
    ),
  ])
  func `loses its parent where that would be below it`(
    text: String,
    places: [String],
    place: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.errors.hasPrefix("\(place)The item would stand under itself."), "\(outcome)")
    #expect(outcome.errors.contains("It is imported without that parent."))
    #expect(try await self.places(shell) == places)
    let strict = await (try Shell())("import", "-", "--strict", input: text)
    #expect(strict.code == .badData && strict.errors.contains(place))
  }

  @Test func `loses one parent of each circle`() async throws {
    let (line, shell) = (Self.line, try Shell())
    let circles = line(1, 2) + line(2, 1) + line(3, 4) + line(4, 3)
    let outcome = await shell("import", "-", input: circles + line(5, 2))
    #expect(outcome.code == .success && outcome.output.contains("5 added"), "\(outcome)")
    let told = outcome.errors.split(separator: "\n").filter {
      $0.contains("It is imported without that parent.")
    }
    #expect(told.count == 2 && told.allSatisfy { $0.contains("would stand under itself.") })
    #expect(outcome.errors.contains("line 2: ") && outcome.errors.contains("line 4: "))
    #expect(try await places(shell) == ["1<2", "2", "3<4", "4", "5<2"])
  }

  @Test func `loses its parent soon, even in one of many circles`() async throws {
    let id = { (number: Int) in "01900000-0000-7000-8000-" + String(100_000_000_000 + number) }
    let lines = (0..<3_000).map { number in
      "{\"id\":\"\(id(number))\",\"title\":\"a\",\"parent\":\"\(id(number ^ 1))\"}\n"
    }
    let shell = try Shell()
    let outcome = await shell("import", "-", input: lines.joined())
    #expect(outcome.code == .success && outcome.output.contains("3000 added"), "\(outcome)")
    #expect(outcome.errors.contains("and 1480 more"), "\(outcome)")
  }

  @Test func `keeps a parent that has not come yet, with a word`() async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: Self.line(1, under: 2))
    #expect(outcome.code == .success && outcome.output.contains("1 added"))
    #expect(outcome.errors.hasPrefix("line 1: the item's parent 01900000-"), "\(outcome)")
    // With the parent behind it, or in a later file, nothing is to be told.
    let later = "{\"id\":\"01900000-0000-7000-8000-000000000002\",\"title\":\"2\"}\n"
    #expect(await shell("import", "-", input: later).errors == "")
    #expect(try await places(shell) == ["1<2", "2"])
    #expect(await (try Shell())("import", "-", input: Self.line(1, under: 2) + later).errors == "")
    let strict = await (try Shell())("import", "-", "--strict", input: Self.line(1, under: 2))
    #expect(strict.code == .badData && strict.errors.contains("is not here"))
  }
}
