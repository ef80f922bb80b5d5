import Storage
import Testing

@testable import itemsctl

@Suite struct AddCommandTests {
  @Test func `it says number, id and due date`() async throws {
    let shell = try Shell()
    let outcome = await shell("add", "Buy milk", "--due", "tomorrow")
    #expect(outcome.code == .success && outcome.errors == "")
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(
      outcome.output == "Added 1 \"Buy milk\" (\(item.shortID)), due Sun 22 Nov 2026 00:00\n"
    )
  }

  @Test func `shorthands and options say the same`() async throws {
    let shell = try Shell()
    _ = await shell(
      "add",
      "a",
      "+shop",
      "+home",
      "!high",
      "due:fri 5pm",
      "list:errands",
      "attr.url=https://x.y"
    )
    _ = await shell(
      "add",
      "a",
      "--tag",
      "shop",
      "-thome",
      "-p",
      "high",
      "--due=fri 5pm",
      "-l",
      "errands",
      "--attr",
      "url=https://x.y"
    )
    let first = try #require(try await shell.repository.item(number: 1))
    let second = try #require(try await shell.repository.item(number: 2))
    #expect(first.tags == ["shop", "home"] && first.priority == .high && first.list == "errands")
    #expect(first.attributes == ["url": "https://x.y"])
    #expect(shell.calendar.fullText(of: try #require(first.dueAt)) == "Fri 27 Nov 2026 17:00")
    #expect(
      first.tags == second.tags && first.priority == second.priority && first.list == second.list
        && first.dueAt == second.dueAt && first.attributes == second.attributes
    )
  }

  @Test func `each title is an item, with the same values`() async throws {
    let shell = try Shell()
    #expect(
      await shell("add", "a", "b", "+t", "-q") == Outcome(code: .success, output: "", errors: "")
    )
    let items = try await shell.repository.items()
    #expect(items.map(\.title) == ["a", "b"] && items.allSatisfy { $0.tags == ["t"] })
  }

  @Test func `titles and notes come from standard input`() async throws {
    let shell = try Shell()
    _ = await shell("add", "-", "first", input: "second\n\nthird é\n")
    _ = await shell("add", "noted", "--notes", "-", input: "line\n\nline\n")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["first", "second", "third é", "noted"])
    #expect(items.last?.notes == "line\n\nline")
  }

  @Test(arguments: [
    "+1 for the idea", "!important meeting", "12:30 train", "see http://x", "12:30", "a+b", "+",
    "!",
    "C'est quoi : ça", "Due: pay",
  ]) func `a title that only looks like a shorthand stays whole`(title: String) async throws {
    let shell = try Shell()
    _ = await shell("add", title)
    #expect(try await shell.repository.items().map(\.title) == [title])
  }

  @Test(arguments: ["+shop", "!high", "due:tomorrow", "list:x", "-", "--due"])
  func `behind two hyphens every word is a title`(title: String) async throws {
    let shell = try Shell()
    _ = await shell("add", "--", title)
    #expect(try await shell.repository.items().map(\.title) == [title])
  }

  @Test func `a rehearsal says what would be added, and adds nothing`() async throws {
    let shell = try Shell()
    #expect(
      await shell("add", "a", "b", "due:tomorrow 5pm", "--dry-run").output == """
        Would add "a", due Sun 22 Nov 2026 17:00
        Would add "b", due Sun 22 Nov 2026 17:00

        """
    )
    #expect(await shell("add", " ", "--dry-run").code == .badData)
    #expect(try await shell.repository.count(.all) == 0)
    let id = "01900000-0000-7000-8000-000000000001"
    _ = await shell("add", "a", "--id", id)
    #expect(await shell("add", "b", "--id", id, "--dry-run").code == .failure)
    let json = await shell("add", "b", "--dry-run", "--json").output
    #expect(json.contains("\"number\":0,") && json.contains("\"title\":\"b\""))
  }

  @Test(arguments: ["this week", "last month", "2026-11"])
  func `nothing is added that would be due in days that have begun`(phrase: String) async throws {
    let shell = try Shell()
    for words in [["--due", phrase], ["due:\(phrase)"]] {
      let outcome = await shell.run(["add", "a"] + words)
      #expect(outcome.code == .usage && outcome.errors.contains("that began in the past"))
    }
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `json prints the items as they are stored`() async throws {
    let shell = try Shell()
    let outcome = await shell("add", "a", "--id", "01900000-0000-7000-8000-000000000001", "--json")
    #expect(
      outcome.output == #"""
        {"schema":1,"items":[
        {"id":"01900000-0000-7000-8000-000000000001","number":1,"kind":"item","title":"a","notes":"","status":"open","priority":"none","list":"inbox","tags":[],"dueAt":null,"createdAt":"2026-11-21T09:30:00.000Z","updatedAt":"2026-11-21T09:30:00.000Z","completedAt":null,"attributes":{}}
        ]}

        """#
    )
  }

  @Test(arguments: [
    (["!hgih"], "The word '!hgih' is invalid: the priorities are 'none', 'low', 'medium', 'high'."),
    (["due:someday"], "The word 'due:someday' is invalid: 'someday' is not understood."),
    (["a", "b", "--id", "01900000-0000-7000-8000-000000000001"], "'--id' names one item"),
    ([], "Missing expected argument '<title>'"),
    (["+shop"], "Missing expected argument '<title>'"),
    (["-", "--notes", "-"], "Titles and notes cannot both be read"),
    (
      ["a", "--due", "tomorrow 5qm"],
      "is invalid for '--due <date>': '5qm' (word 2) is not understood"
    ),
    (["a", "--attr", "x"], "it must look like KEY=VALUE"),
  ]) func `what is not understood adds nothing`(words: [String], message: String) async throws {
    let shell = try Shell()
    let outcome = await shell.run(["add"] + words)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test func `one item that breaks a rule keeps all of them out`() async throws {
    let shell = try Shell()
    let outcome = await shell("add", "good", " ")
    #expect(outcome.code == .badData)
    #expect(outcome.errors == "Error: The title is empty. Give the item a title.\n")
    #expect(try await shell.repository.count(.all) == 0)
  }
}
