import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

@Suite struct ImportTests {
  @Test(arguments: [
    (
      "markdown", "# home\n- [ ] Socks #a\n- [ ] Photos due:2026-12-01\n- [ ] Tent\n", "[ ] Tent",
      "[x] Tent"
    ),
    (
      "todo.txt", "Socks +home @a\n2026-11-20 Photos +home due:2026-12-01\nTent +home\n", "Tent",
      "x Tent"
    ),
  ]) func `lines without ids are imported once, and take back nothing that was done since`(
    format: String,
    file: String,
    line: String,
    ticked: String
  ) async throws {
    let shell = try Shell()
    func lines(_ words: String...) async -> Outcome {
      await shell.run(["import", "-", "--format", format] + words, input: file)
    }
    #expect(await lines().output == "Imported: 3 added, 0 updated, 0 unchanged\n")
    #expect(await lines().output == "Imported: 0 added, 0 updated, 3 unchanged\n")
    _ = await shell("done", "1")
    _ = await shell("edit", "2", "due:2027-01-05", "+b", "notes:album")
    let kept = try await shell.repository.items()
    let again = await lines()
    #expect(again.output == "Imported: 0 added, 0 updated, 3 unchanged\n")
    #expect(again.errors.contains("The file differs from 2 items here; the values here were kept."))
    #expect(try await shell.repository.items() == kept)
    _ = await shell("delete", "2", "--yes")
    let deleted = await lines()
    #expect(deleted.errors.contains("The file differs from 1 item here"))
    #expect(deleted.errors.contains("\"Photos\" was deleted here, and stays so"))
    #expect(try await shell.repository.items().count == 2)
    // What was ticked in the file is done here.
    let edited = file.replacing(line, with: ticked)
    let outcome = await shell.run(["import", "-", "--format", format], input: edited)
    #expect(outcome.output == "Imported: 0 added, 1 updated, 2 unchanged\n")
    #expect(try await shell.repository.item(number: 3)?.status == .done)
    // The file wins where that is asked for.
    #expect(await lines("--match", "title").output.contains("2 updated"))
    #expect(try await shell.repository.item(number: 1)?.status == .open)
  }

  @Test(arguments: [
    ("title,tags,due,attr.url\nMilk,\"shop,\"\"a,b\"\"\",2026-12-24,x\n", "csv"),
    ("\u{FEFF}Title,Tags,Due,attr.url\r\nMilk,\"shop,\"\"a,b\"\"\",2026-12-24,x\r\n\r\n", "csv"),
    ("title\ttags\tdue\tattr.url\nMilk\tshop,\"a,b\"\t2026-12-24\tx\n", "tsv"),
    ("\u{FEFF}title\ttags\tdue\turl\r\nMilk\tshop,\"a,b\"\t2026-12-24\tx\r\n", "tsv"),
  ]) func `columns are told by their first line`(text: String, form: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome.errors)")
    let item = try #require(try await shell.repository.items().first)
    #expect(
      item.title == "Milk" && item.tags == ["shop", "a,b"] && item.attributes == ["url": "x"]
    )
    #expect(item.due == .day(2026, 12, 24))
  }

  @Test(arguments: [
    (
      "csv", "notes,list\nx,y\n",
      "line 1: the first line must name the columns, one of them \"title\""
    ),
    ("csv", "title,title\na,b\n", "line 1: the column \"title\" occurs twice"),
    ("csv", "title,notes\na\n", "line 2: the line has 1 values, the first line names 2 columns"),
    ("csv", "title,due\na,soon\n", "line 2: \"due\": the time is invalid"),
    ("csv", "title,status\na,b\n", "line 2: \"status\": expected one of open, done, cancelled"),
    ("csv", "title\n\"a\nb\n", "line 2: a quote is not closed"),
    ("csv", "title,notes\n\"a\"x,b\n", "line 2, column 4: expected a comma"),
    ("csv", "title,notes\n\"a\nb\",c\n \n,d\n", "line 5: The title is empty."),
    ("tsv", "title\nx\\y\n", "line 2, column 1: a backslash does not begin an escape"),
    ("tsv", "title\tid\na\tb\n", "line 2: \"id\": expected 32 hexadecimal digits"),
    ("todo.txt", "a\n \nx 2026-01-01 \n", "line 3: The title is empty."),
    (
      "taskwarrior", "[{\"description\":1}]", "line 1, column 2 (item 1): \"description\": expected"
    ),
    (
      "taskwarrior", "[\n{\"description\":\"a\",\"due\":\"x\"}\n]",
      "line 2, column 1: \"due\": expected a time such as 20261224T170000Z"
    ),
    (
      "taskwarrior", "[\n{\"uuid\":\"a\"}\n]",
      "line 2, column 1: the key \"description\" is missing"
    ),
    ("taskwarrior", "[\n{\"description\":\"a\",\"status\":\"b\"}]", "line 2, column 1: \"status\""),
    (
      "json", "[{\"title\":\"é\"},{\"title\":1}]", "line 1, column 25 (item 2): \"title\": expected"
    ),
    ("json", "[{\"title\":\"a\"},{\"title\":\" \"}]", "line 1 (item 2): The title is empty."),
    ("json", "[{\"title\":\"a\"},{\"title\":\"b\"}", "line 1: expected ',' or ']', found the end"),
  ]) func `an error names its place in every format`(
    format: String,
    text: String,
    message: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--strict", "--format", format, input: text)
    #expect(outcome.code == .badData && outcome.output == "")
    let head = "Error: Nothing was imported from standard input: "
    #expect(outcome.errors.hasPrefix(head + message), "\(outcome.errors)")
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `what a later version wrote comes to an item that is there, and stays`() async throws {
    let shell = try Shell()
    let id = try await shell.repository.add("Here").id
    let line = #"{"id":"\#(id)","title":"Here","unknownFields":{"due":"2026-12","start":[1]}}"#
    #expect(await shell("import", "-", input: line).output.contains("1 updated"))
    #expect(await shell("import", "-", input: line).output.contains("1 unchanged"))
    let plain = #"{"id":"\#(id)","title":"New"}"#
    #expect(await shell("import", "-", input: plain).output.contains("1 updated"))
    let item = try #require(try await shell.repository.item(id))
    #expect(item.title == "New")
    #expect(try item.json().contains(#""unknownFields":{"due":"2026-12","start":[1]}"#))
  }

  @Test func `all records that are refused are told at once`() async throws {
    let shell = try Shell()
    let lines = (1...30).map {
      $0.isMultiple(of: 3) ? "{\"notes\":\"\($0)\"}" : "{\"title\":\"\($0)\"}"
    }
    let outcome = await shell("import", "-", "--strict", input: lines.joined(separator: "\n"))
    #expect(outcome.code == .badData)
    let told = outcome.errors.split(separator: "\n")
    #expect(
      told.first == "Error: Nothing was imported from standard input: 10 errors in 30 records."
    )
    #expect(told.dropFirst().first == "Help:  line 3, column 1: the key \"title\" is missing")
    #expect(told.count == 11)
    #expect(try await shell.repository.count(.all) == 0)
    let many = String(repeating: "{}\n", count: 100)
    #expect(await shell("import", "-", input: many).errors.hasSuffix("       and 80 more\n"))
  }

  @Test(arguments: ItemFormat.imports)
  func `a text in another encoding is refused with its place`(format: ItemFormat) async throws {
    let shell = try Shell()
    let latin: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
    let wide: [[UInt8]] = [[0xFF, 0xFE, 0x5B, 0], [0xFE, 0xFF, 0, 0x5B]]
    let narrow = Array("title,id\n".utf8) + latin + [0x0A, 0x0A] + latin
    // In a document without tasks, every line is left out and told.
    for bytes in format == .markdown ? wide : wide + [narrow] {
      let importer = Importer(
        source: BytesSource(bytes),
        format: format,
        unknownKeys: .becomeAttributes,
        calendar: shell.calendar
      )
      let error = try await #require(throws: StorageError.self) {
        _ = try await shell.repository.write { transaction throws(StorageError) in
          try importer.run(in: transaction)
        }
      }
      #expect(error.code == .malformedFile && error.message.hasPrefix("line "))
      if bytes.count == 4 { #expect(error.message.contains("UTF-16")) }
    }
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `of a store in JSON the items are taken, and what is left out is told`() async throws {
    let shell = try Shell()
    let item = "{\"title\":\"a\"}"
    let store =
      "{\"schema\":1,\"nextNumber\":3,\"items\":[\(item)],\"deleted\":[\(item)],\"history\":[]}"
    let outcome = await shell("import", "-", input: store)
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n")
    #expect(
      outcome.errors.hasPrefix("The file is a store: its deleted items"),
      "\(outcome)"
    )
    for plain in [
      "{\"schema\":1,\"items\":[\(item)]}", store.replacing("[\(item)],\"h", with: "[],\"h"),
    ] {
      #expect(await shell("import", "-", input: plain).errors == "", "\(plain)")
    }
  }

  @Test func `a key of the data's own makes an import idempotent`() async throws {
    let shell = try Shell()
    let first = "title,attr.commit,list\nOne,c1,work\nTwo,c2,work\n"
    func run(_ text: String) async -> Outcome {
      await shell("import", "-", "--format", "csv", "--match", "attr.commit", input: text)
    }
    #expect(await run(first).output == "Imported: 2 added, 0 updated, 0 unchanged\n")
    #expect(await run(first).output == "Imported: 0 added, 0 updated, 2 unchanged\n")
    let second = "title,attr.commit,list\nOne!,c1,work\nThree,c3,work\nThree again,c3,work\n"
    #expect(await run(second).output == "Imported: 1 added, 2 updated, 0 unchanged\n")
    let titles = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(
      \.title
    )
    #expect(titles == ["One!", "Two", "Three again"])
    let missing = await run("title,attr.commit\nNone,\n")
    #expect(
      missing.errors.contains(
        "line 2: \"attr.commit\" is missing; '--match' needs it to find the item."
      )
    )
    _ = await shell("add", "Twin", "attr.commit=c2")
    let twins = await run("title,attr.commit\nX,c2\n")
    #expect(twins.errors.contains("line 2: 2 items of the store have the same \"attr.commit\""))
  }

  @Test func `a file that has a title twice does not overwrite its own record`() async throws {
    let shell = try Shell()
    let text = "title,notes\nMilk,two\nBread,\nMilk,three\n"
    for expected in ["2 added, 0 updated, 0 unchanged", "0 added, 0 updated, 2 unchanged"] {
      let outcome = await shell("import", "-", "--match", "title", "--format", "csv", input: text)
      #expect(outcome.output == "Imported: \(expected)\n")
      #expect(outcome.errors.contains("line 4: line 2 has the same \"title\""), "\(outcome)")
    }
    #expect(try await shell.repository.item(number: 1)?.notes == "two")
    let strict = ["import", "-", "--match", "title", "--format", "csv", "--strict"]
    #expect(await shell.run(strict, input: text).code != .success)
  }

  @Test func `titles can be matched, and other keys cannot`() async throws {
    let shell = try Shell()
    let text = "title,priority\nMilk,high\n"
    for counts in ["1 added, 0 updated, 0 unchanged", "0 added, 0 updated, 1 unchanged"] {
      let outcome = await shell("import", "-", "--match", "title", "--format", "csv", input: text)
      #expect(outcome.output == "Imported: \(counts)\n", "\(outcome.errors)")
    }
    let refused = await shell("import", "-", "--match", "notes", input: text)
    #expect(refused.code == .usage && refused.errors.contains("matched by id, title or attr.NAME"))
    #expect(await shell("import", "-", "--match", "titel").errors.contains("Did you mean 'title'?"))
  }

  @Test(arguments: [
    (
      "csv", "id,title\nID,a\n,c\nID,b\n",
      "line 4: this record replaced line 2, which has the same id"
    ),
    (
      "ndjson", #"{"id":"ID","title":"a"}\n{"title":"c"}\n{"id":"ID","title":"b"}\n"#,
      "line 3: this record replaced line 1, which has"
    ),
    (
      "json", #"[{"id":"ID","title":"a"},{"title":"c"},{"id":"ID","title":"b"}]"#,
      ", which has the same id"
    ),
  ])
  func `a second record of one item is told, and refused if strict`(
    format: String,
    text: String,
    message: String
  ) async throws {
    let shell = try Shell()
    let lines = text.replacing("\\n", with: "\n")
      .replacing("ID", with: "01900000-0000-7000-8000-000000000001")
    let strict = await shell("import", "-", "--format", format, "--strict", input: lines)
    #expect(strict.code == .badData && strict.errors.contains(message), "\(strict)")
    #expect(try await shell.repository.count(.all) == 0)
    let outcome = await shell("import", "-", "--format", format, input: lines)
    #expect(outcome.errors.contains(message), "\(outcome)")
    #expect(Set(try await shell.repository.items().map(\.title)) == ["b", "c"])
    // The same file again changes the item twice, and that is told again.
    let again = await shell("import", "-", "--format", format, input: lines)
    #expect(again.errors.contains(message), "\(again)")
  }

  @Test func `strict refuses columns that items do not have`() async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--strict", input: "title,colour\na,b\n")
    let advice = "'--map colour=attr.colour' keeps it as an attribute"
    #expect(outcome.errors.contains("line 1: \"colour\" is not a field of items; \(advice)"))
    let kept = await shell(
      "import",
      "-",
      "--strict",
      "--map",
      "colour=attr.colour",
      input: "title,colour\na,b\n"
    )
    #expect(kept.code == .success, "\(kept)")
    #expect(try await shell.repository.items().map(\.attributes) == [["colour": "b"]])
  }

  @Test func `a value that a column leaves empty is taken away`() async throws {
    let shell = try Shell()
    let id = "01900000-0000-7000-8000-000000000001"
    _ = await shell("import", "-", input: "id,title,due,attr.x,notes\n\(id),a,2026-12-24,1,n\n")
    _ = await shell("import", "-", input: "id,title,due,attr.x\n\(id),a,,\n")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.due == nil && item.attributes == [:] && item.notes == "n")
  }

  private func importCSV(_ shell: Shell, _ text: String, _ words: String...) async -> Outcome {
    await shell.run(["import", "-", "--format", "csv"] + words, input: text)
  }

  @Test func `columns are known by the names that other programs give them`() async throws {
    let shell = try Shell()
    let outcome = await importCSV(
      shell,
      "Task,Due Date,Project,Labels,Description,Effort,Room\nMilk,2026-12-24,home,\"a,b\",n,3,\n"
    )
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome.errors)")
    #expect(outcome.errors == "Columns that are not fields become attributes: Effort, Room.\n")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.title == "Milk" && item.due == .day(2026, 12, 24) && item.list == "home")
    #expect(item.tags == ["a", "b"] && item.notes == "n" && item.attributes == ["Effort": "3"])
  }

  @Test(arguments: [
    ("Task;Due Date\nMilk, oat;2026-12-24\n", []),
    ("Task\tDue Date\nMilk, oat\t2026-12-24\n", []),
    ("What;When\nMilk, oat;2026-12-24\n", ["--map", "What=title", "--map", "when=due"]),
  ])
  func `a separator is found whatever the title is called`(text: String, words: [String])
    async throws
  {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-", "--format", "csv"] + words, input: text)
    let item = try #require(try await shell.repository.items().first, "\(outcome.errors)")
    #expect(item.title == "Milk, oat" && item.due == .day(2026, 12, 24))
  }

  @Test func `a column that is called as the field is the field, and '--map' comes before both`()
    async throws
  {
    let shell = try Shell()
    _ = await importCSV(shell, "summary,title,deadline,due\na,b,2026-12-24,2026-12-25\n")
    var item = try #require(try await shell.repository.items().first)
    #expect(item.title == "b" && item.due == .day(2026, 12, 25))
    #expect(item.attributes == ["summary": "a", "deadline": "2026-12-24"])
    let words = ["--map", "What=title", "--map", "WHEN=due", "--map", "title=notes"]
    let text = "what,when,title\nc,2026-12-26,d\n"
    _ = await shell.run(["import", "-", "--format", "csv"] + words, input: text)
    item = try #require(try await shell.repository.item(number: 2))
    #expect(item.title == "c" && item.due == .day(2026, 12, 26) && item.notes == "d")
  }

  @Test func `what no field and no column has is refused`() async throws {
    let shell = try Shell()
    let text = "Task,Effort\na,b\n"
    let field = await importCSV(shell, text, "--map", "Effort=duee")
    #expect(field.code == .usage && field.errors.contains("Did you mean 'due'?"))
    let column = await importCSV(shell, text, "--map", "Efort=due")
    #expect(column.code == .badData && column.errors.contains("there is no column \"Efort\""))
    let strict = await importCSV(shell, text, "--strict")
    #expect(strict.code == .badData && strict.errors.contains("\"Effort\" is not a field of items"))
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `a dry run shows the first items as they were understood`() async throws {
    let shell = try Shell()
    let text = """
      Task,Due Date,Project,Labels,Owner,Notes
      Buy milk,2026-11-27,Home,"shop,food",Ann,The one in the blue carton beside the cheese
      b,,,,,
      c,,,,,
      d,,,,,
      e,,,,,
      f,,,,,
      """
    let outcome = await importCSV(shell, text, "--dry-run")
    #expect(
      outcome.output == """
        Would import: 6 added, 0 updated, 0 unchanged
          "Buy milk": due Fri 27 Nov, list Home, +food +shop, notes The one in the blue carton beside the c…, attr.Owner Ann
          "b"
          "c"
          "d"
          "e"
          … and 1 more; after the import, 'itemsctl log' shows them

        """,
      "\(outcome)"
    )
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `a dry run shows what becomes of items that are there, and no unchanged one`()
    async throws
  {
    let shell = try Shell()
    _ = await shell("add", "--each", "-q", "Milk", "Bread", "Tea")
    let text = "title,due,list\nMilk,,inbox\nBread,2026-11-27,food\nRice,,inbox\nTea,,inbox\n"
    let outcome = await importCSV(shell, text, "--match", "title", "--dry-run")
    #expect(
      outcome.output == """
        Would import: 1 added, 1 updated, 2 unchanged
          2 "Bread": due none → Fri 27 Nov, list inbox → food
          "Rice"

        """,
      "\(outcome)"
    )
  }

  @Test func `a dry run of a file that would fail tells so`() async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--dry-run", input: "{\"title\":\"a\"}\n{}\n")
    #expect(outcome.code == .badData && outcome.errors.contains("line 2"))
  }

  @Test func `very long lines are items, and longer ones an error`() async throws {
    let shell = try Shell()
    let notes = String(repeating: "é", count: 131_072)
    let text = "title,notes\nlong,\"\(notes)\"\n"
    let outcome = await shell("import", "-", "--format", "csv", input: text)
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome.errors)")
    let endless = "title,notes\na,\"" + String(repeating: "x", count: largestRecord + 300_000)
    for format in ["csv", "tsv", "todo.txt", "ndjson"] {
      let outcome = await shell("import", "-", "--format", format, input: endless)
      #expect(
        outcome.code == .badData && outcome.errors.contains("longer than any item"),
        "\(format)"
      )
    }
  }
}

@Suite struct `A quote too many in columns` {
  @Test(arguments: [
    ("title,notes\n\"a,x\nb,y\nc,z\n", ["b", "c"], "line 2"),
    ("title,notes\na,x\n\"b,y\nc,\"quoted\"\nd,z\n", ["a", "c", "d"], "line 3"),
    ("title,notes\na,x\nb,\"y\n", ["a"], "line 3"),
    ("title;notes\r\na;\"x\r\nb;\"y\"\r\nc;z\r\n", ["b", "c"], "line 2"),
    ("title,notes\na,\"x\nb,\"y\nc,\"z\nd,w\n", ["d"], "line 2"),
  ])
  func `costs its line`(text: String, titles: [String], place: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", "--format", "csv", input: text)
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == titles && outcome.code == .badData, "\(outcome)")
    #expect(outcome.errors.contains("  \(place)"), "\(outcome)")
    let strict = try Shell()
    _ = await strict("import", "-", "--format", "csv", "--strict", input: text)
    #expect(try await strict.repository.items().isEmpty)
  }

  @Test func `is told from a value of several lines`() async throws {
    let shell = try Shell()
    let text = "title,notes\n\"a\nb\",\"c\n\n\"\"d\"\"\"\ne,\"f, g\nh\"\n"
    let outcome = await shell("import", "-", "--format", "csv", input: text)
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome)")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.notes) == ["c\n\n\"d\"", "f, g\nh"])
  }

  /// Each line opens a quote, so that each is read again.
  @Test func `in each of many lines costs no more time than the lines have`() async throws {
    let shell = try Shell()
    let lines = (0..<20_000).map { "\($0),\"x" }
    let text = "title,notes\n" + lines.joined(separator: "\n") + "\nlast,y\n"
    let outcome = await shell("import", "-", "--format", "csv", input: text)
    #expect(outcome.code == .badData && outcome.output.contains(" added"), "\(outcome.output)")
  }
}

/// Gives bytes at once.
final class BytesSource: ByteSource {
  private let rest: Locked<[UInt8]?>

  init(_ bytes: [UInt8]) { rest = Locked(bytes) }

  func next() throws(CommandError) -> [UInt8]? {
    rest.withLock { rest in
      defer { rest = nil }
      return rest
    }
  }
}
