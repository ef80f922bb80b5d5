import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Words behind items, which say what changes.
@Suite struct EditWordsTests {
  private func shell() async throws -> Shell {
    let shell = try Shell()
    for title in ["a", "b", "c", "d"] { _ = await shell("add", "-q", title, "+x") }
    return shell
  }

  private func item(_ number: Int, _ shell: Shell) async throws -> Item {
    try #require(try await shell.repository.item(number: number))
  }

  @Test func `text is put below the notes, on lines of its own`() async throws {
    let shell = try await shell()
    _ = await shell("edit", "1", "--append", "Called")
    #expect(try await item(1, shell).notes == "Called")
    _ = await shell("edit", "1", "2", "--append", "No answer")
    _ = await shell("edit", "1", "--append", "-", input: "Again,\nand again\n")
    #expect(try await item(1, shell).notes == "Called\nNo answer\nAgain,\nand again")
    #expect(try await item(2, shell).notes == "No answer")
    _ = await shell("edit", "2", "--notes", "New\n", "--append", "and more")
    #expect(try await item(2, shell).notes == "New\nand more")
  }

  /// Two words for each field that has one value.
  private static let contradictions: [(String, String)] = [
    ("due:friday", "due:monday"), ("start:friday", "start:none"), ("!high", "priority:low"),
    ("!high", "!low"), ("list:home", "list:work"), ("repeat:daily", "repeat:weekly"),
    ("parent:2", "parent:3"), ("attr.x=1", "attr.x=2"),
  ]

  @Test(arguments: contradictions)
  func `two words for one field contradict each other`(first: String, second: String) async throws {
    let shell = try await shell()
    let before = try await shell.repository.items()
    for words in [["add", "e", first, second], ["edit", "1", second, "+y", first]] {
      let outcome = await shell.run(words)
      let said = words.filter { $0 == first || $0 == second }
      let message = "'\(said[0])' and '\(said[1])' contradict each other. Give one of them."
      #expect(outcome.code == .usage && outcome.errors.contains(message), "\(outcome)")
    }
    #expect(try await shell.repository.items() == before)
    #expect(await shell("edit", "1", first, first).code == .success)
  }

  @Test(arguments: [("notes:a", "notes:b"), ("title:a", "title:b"), ("status:open", "status:done")])
  func `so do those for the fields that edit alone has words for`(
    first: String,
    second: String
  ) async throws {
    let outcome = try await shell()("edit", "1", first, second)
    #expect(
      outcome.code == .usage && outcome.errors.contains("contradict each other"),
      "\(outcome)"
    )
  }

  @Test(arguments: ["to", "set"])
  func `a word that announces a change is no title`(word: String) async throws {
    let shell = try await shell()
    let outcome = await shell("edit", "1", word)
    #expect(outcome.code == .usage && outcome.errors.contains("No change follows '\(word)'."))
    #expect(try await item(1, shell).title == "a")
    #expect(await shell("edit", "1", "--", word).code == .success)
    #expect(try await item(1, shell).title == word)
  }

  @Test func `words for tags and blockers add up, and one counts after an option`() async throws {
    let shell = try await shell()
    let outcome = await shell(
      "edit",
      "1",
      "+y",
      "+z",
      "blocked-by:2",
      "blocked-by:3",
      "list:b",
      "--list",
      "a"
    )
    #expect(outcome.code == .success, "\(outcome)")
    let item = try await item(1, shell)
    #expect(item.tags == ["x", "y", "z"] && item.blockers.count == 2 && item.list == "b")
  }

  @Test(arguments: [
    ("friday", "friday", false), ("friday", "friday 9am", false), ("friday", "saturday", true),
    ("friday 9am", "friday", false), ("friday 9am", "friday 8am", false),
    ("friday 9am", "friday 10am", true), ("2027-04-10", "2027-04-11 00:00", true),
  ])
  func `an item that starts after it is due is told`(
    due: String,
    start: String,
    isLate: Bool
  ) async throws {
    let shell = try await shell()
    for words in [
      ["add", "e", "due:\(due)", "start:\(start)"], ["edit", "1", "due:\(due)", "start:\(start)"],
    ] {
      for option in [["--dry-run"], []] {
        let outcome = await shell.run(words + option)
        #expect(outcome.code == .success)
        #expect(outcome.errors.contains("starts after it is due") == isLate, "\(outcome)")
      }
    }
    #expect(await shell("edit", "1", "+y").errors.isEmpty)
    let many = await shell("edit", "2", "3", "due:\(due)", "start:\(start)")
    #expect(many.errors.contains("\"b\" and 1 more start after they are due") == isLate, "\(many)")
  }

  @Test func `words behind an item change it as options do`() async throws {
    let shell = try await shell()
    let words = await shell(
      "edit",
      "1",
      "due:friday",
      "start:tomorrow",
      "!high",
      "list:home",
      "+new",
      "not",
      "tag:x",
      "attr.litres=2",
      "notes:as ever",
      "status:done"
    )
    #expect(words.code == .success, "\(words.errors)")
    _ = await shell(
      "edit",
      "2",
      "--due",
      "friday",
      "--start",
      "tomorrow",
      "--priority",
      "high",
      "--list",
      "home",
      "--tag",
      "new",
      "--untag",
      "x",
      "--attr",
      "litres=2",
      "--notes",
      "as ever",
      "--status",
      "done"
    )
    let (byWords, byOptions) = (try await item(1, shell), try await item(2, shell))
    for part in ItemPart.allCases where ![.id, .number, .title].contains(part) {
      #expect(byWords.value(of: part) == byOptions.value(of: part), "\(part)")
    }
    #expect(byWords.due == .day(CalendarDay(year: 2026, month: 11, day: 27)))
    #expect(byWords.tags == ["new"])
  }

  @Test func `bare words are a new title`() async throws {
    let shell = try await shell()
    _ = await shell("edit", "1", "Buy", "3", "tins", "of", "paint", "+shop")
    #expect(try await item(1, shell).title == "Buy 3 tins of paint")
    #expect(try await item(1, shell).tags == ["shop", "x"])
    _ = await shell("edit", "2", "!low", "Call Mum")
    #expect(try await item(2, shell).title == "Call Mum")
    _ = await shell("edit", "3", "--", "friday", "+x")
    #expect(try await item(3, shell).title == "friday +x")
    #expect(await shell("undo").code == .success)
    #expect(try await item(3, shell).title == "c")
  }

  @Test func `a word counts after the option that says the same, and the later of two words`()
    async throws
  {
    let shell = try await shell()
    _ = await shell(
      "edit",
      "1",
      "list:word",
      "--list",
      "option",
      "+t",
      "not",
      "tag:t",
      "--untag",
      "u",
      "+u"
    )
    #expect(try await item(1, shell).list == "word")
    #expect(try await item(1, shell).tags == ["u", "x"])
  }

  @Test(arguments: [
    (["1", "2", "Title"], "'--title' says so"), (["1-2", "Title"], "would get the title 'Title'"),
    (["1", "or", "2"], "it belongs to a filter"), (["1", "and", "+x"], "it belongs to a filter"),
    (["1", "not", "+x"], "it belongs to a filter"),
    (["1", "due:friday", "5pm"], "'due:friday 5pm' is one value"),
    (["1", "list:My", "things"], "'list:My things' is one value"),
    (["1", "attr.k=My", "things"], "'attr.k=My things' is one value"),
    (
      ["1", "repeat:every", "2", "weeks", "on", "mon", "+y"],
      "'repeat:every 2 weeks on mon' is one"
    ), (["1", "friday"], "'due:friday'?"),
    (["1", "next", "monday"], "'due:next monday'?"),
    (["1", "due:friday", "2"], "name the items before the changes"),
    (["1", "created:today"], "'created' is for filters"), (["1", "due<friday"], "'due:friday'"),
    (["1", "prio:high"], "'priority:high'"), (["1", "title:"], "it is empty"),
    (["1", "!urgent"], "the values are 'none', 'low'"), (["1", "++x"], "without a sign"),
    (["1", "due:frday"], "'frday'"), (["1-800", "+y"], "means more than 100 items"),
    (["1"], "No change is given"), (["+x", "due:friday"], "a change follows 'to'"),
  ])
  func `what cannot be meant so changes nothing`(words: [String], message: String) async throws {
    let shell = try await shell()
    let before = try await shell.repository.items()
    let outcome = await shell.run(["edit"] + words)
    #expect(outcome.code == .usage && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try await shell.repository.items() == before)
  }

  @Test(arguments: [
    (["1,2"], [1, 2]), (["1-3"], [1, 2, 3]), (["1..3"], [1, 2, 3]), (["1,3-4"], [1, 3, 4]),
    (["4", "1,"], [4, 1]), (["1,", "2,", "4"], [1, 2, 4]), (["2-4,1", "3"], [2, 3, 4, 1]),
  ])
  func `numbers are named as people write them`(words: [String], numbers: [Int]) async throws {
    let expected = numbers.map { "\($0) \"\(["a", "b", "c", "d"][$0 - 1])\"" }
    for (command, past) in [("done", "Done"), ("delete", "Deleted"), ("cancel", "Cancelled")] {
      let shell = try await shell()
      let outcome = await shell.run([command] + words)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.count == expected.count, "\(outcome)")
      for (line, name) in zip(lines, expected) { #expect(line.hasPrefix("\(past) \(name)")) }
    }
    let shell = try await shell()
    let shown = await shell.run(["show", "--format", "csv", "--fields", "number"] + words)
    #expect(
      shown.output.split(whereSeparator: \.isNewline).dropFirst().compactMap { Int($0) } == numbers
    )
  }

  @Test func `a run means what the command is for, and passes over what is not there`() async throws
  {
    let shell = try await shell()
    _ = await shell("done", "2")
    _ = await shell("delete", "3")
    #expect(await shell("edit", "1-9", "list:l").output.split(separator: "\n").count == 2)
    #expect(
      try await shell.repository.items(ItemQuery(.field(.list, .compared(.equal, .string("l")))))
        .map(\.number) == [1, 4]
    )
    #expect(await shell("reopen", "1-4").output == "Reopened 2 \"b\"\n")
    let none = await shell("done", "7-9")
    #expect(none.code == .failure && none.errors.contains("No item from 7 to 9"))
    // One by one, each must be there.
    #expect(await shell("done", "1,3").errors.contains("it was deleted"))
    #expect(try await item(1, shell).status == .open)
  }

  @Test func `tags stand behind items, or in front of them`() async throws {
    let shell = try await shell()
    #expect(await shell("tag", "1", "2,4", "+new", "not", "tag:x").code == .success)
    #expect(await shell("tag", "not", "tag:x", "+new", "3").code == .success)
    for number in 1...4 { #expect(try await item(number, shell).tags == ["new"]) }
    for (words, message) in [
      (["1"], "Give the tags"), (["1", "teeth"], "Did you mean '+teeth'?"),
      (["1", "due:friday"], "'due' is for filters"), (["1", "--", "+x"], "neither '+TAG'"),
    ] {
      let outcome = await shell.run(["tag"] + words)
      #expect(outcome.code == .usage && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
