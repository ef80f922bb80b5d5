import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

@Suite struct AddCommandTests {
  @Test func `it says number and due date, and the id where details are wanted`() async throws {
    let shell = try Shell()
    let outcome = await shell("add", "Buy milk", "--due", "tomorrow")
    #expect(outcome.code == .success && outcome.errors == "")
    #expect(outcome.output == "Added 1 \"Buy milk\", due tomorrow\n")
    for (phrase, said) in [
      ("today", "today"), ("fri", "Fri 27 Nov"), ("fri 5pm", "Fri 27 Nov 17:00"),
      ("2027-04-10", "Sat 10 Apr 2027"), ("yesterday noon", "yesterday 12:00"),
    ] {
      #expect(await shell("add", "x", "due:\(phrase)").output.hasSuffix(", due \(said)\n"))
    }
    let detailed = await shell("add", "y", "-v", "due:today")
    let item = try #require(try await item(shell))
    let id = item.id.description.prefix(13)
    #expect(detailed.output.hasPrefix("Added 7 \"y\" (\(id)"), "\(detailed.output)")
    #expect(detailed.output.hasSuffix("), due today\n"))
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
      "-t",
      "home",
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
    #expect(shell.calendar.fullText(of: try #require(first.due)) == "Fri 27 Nov 2026 17:00")
    #expect(
      first.tags == second.tags && first.priority == second.priority && first.list == second.list
        && first.due == second.due && first.attributes == second.attributes
    )
  }

  @Test func `each title is an item, with the same values`() async throws {
    let shell = try Shell()
    #expect(
      await shell("add", "--each", "a", "b", "+t", "-q")
        == Outcome(code: .success, output: "", errors: "")
    )
    let items = try await shell.repository.items()
    #expect(items.map(\.title) == ["a", "b"] && items.allSatisfy { $0.tags == ["t"] })
  }

  @Test func `titles and notes come from standard input`() async throws {
    let shell = try Shell()
    _ = await shell("add", "first")
    _ = await shell("add", "-", input: "second\n\nthird é\n")
    _ = await shell("add", "noted", "--notes", "-", input: "line\n\nline\n")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["first", "second", "third é", "noted"])
    #expect(items.last?.notes == "line\n\nline")
  }

  @Test(arguments: [
    "+1 for the idea", "!important meeting", "12:30 train", "see http://x", "12:30", "a+b", "+",
    "!",
    "C'est quoi : ça", "Due: pay", "p:5", "project: the house",
    "project:home is where the heart is",
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

  @Test(arguments: [
    ("du:friday", "there is no 'du'. Did you mean 'due:friday'?"),
    ("du:next friday", "there is no 'du'. Did you mean 'due:next friday'?"),
    ("prio:high", "Did you mean 'priority:high'?"), ("pri:H", "Did you mean 'priority:high'?"),
    ("p:low", "there is no 'p'. Did you mean 'priority:low'?"),
    ("project:home", "there is no 'project'. Did you mean 'list:home'?"),
    ("pro:home", "Did you mean 'list:home'?"), ("lits:home", "Did you mean 'list:home'?"),
    ("due=friday", "write 'due:friday'."), ("priority>low", "write 'priority:low'."),
    (
      "status:done",
      "'status' is for filters; what can be set is due, start, priority, list, tag, repeat, parent, blocked-by."
    ),
    ("kind:book", "'kind' is for filters"), ("attr.k", "an attribute is written 'attr.KEY=VALUE'."),
    ("attr.=1", "an attribute is written"), ("attr.k~1", "an attribute is written"),
    ("attr:k=1", "an attribute is written"),
    ("recur:weekly", "there is no 'recur'. Did you mean 'repeat:weekly'?"),
    ("wait:monday", "there is no 'wait'. Did you mean 'start:monday'?"),
    ("depends:3", "there is no 'depends'. Did you mean 'blocked-by:3'?"),
  ]) func `a word that was meant to say something of the item is no item of its own`(
    word: String,
    reason: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("add", "Buy milk", word)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.hasPrefix("Error: The word '\(word)' is invalid: "))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.errors.contains(" To use it as part of the title, put it after '--'.\n"))
    #expect(try await shell.repository.count(.all) == 0)
    // So it can be done.
    #expect(await shell("add", "--each", "--", "Buy milk", word).code == .success)
    #expect(try await shell.repository.items().map(\.title).contains(word))
  }

  @Test(arguments: [
    ("++shop", "is invalid: write the tag without a sign before it: 'shop'."),
    ("tag:+shop", "is invalid: write the tag without a sign before it: 'shop'."),
    ("tag:", "is invalid: it is empty."), ("list:", "is invalid: it is empty."),
    ("due:", "has no value; none is 'due:none'."),
    ("list: home", "is invalid: it begins or ends with a space."),
    ("repeat:weekli", "is invalid: 'weekli' is not understood. Did you mean 'weekly'?"),
    ("due:tommorow", "is invalid: 'tommorow' is not understood. Did you mean 'tomorrow'?"),
  ]) func `a value that is not understood is refused, and nobody is asked whether it is a title`(
    word: String,
    reason: String
  ) async throws {
    let shell = try Shell()
    let outcome = await shell("add", "Buy milk", word)
    #expect(outcome.code == .usage)
    #expect(
      outcome.errors.hasPrefix("Error: The word '\(word)' \(reason)\n"),
      "\(outcome.errors)"
    )
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test(arguments: [
    ["due:tomorrow", "5pm"], ["--due", "tomorrow", "5pm"], ["5pm", "-d", "tomorrow"],
  ])
  func `a date without quotes is refused`(words: [String]) async throws {
    let shell = try Shell()
    let outcome = await shell.run(["add", "Buy milk"] + words)
    #expect(outcome.code == .usage && outcome.errors.contains("is one value"))
    #expect(try await shell.repository.count(.all) == 0)
  }

  @Test(arguments: [
    "Call: Bob", "call: Bob", "http://example.org", "mailto:bob@example.org", "10:30 meeting",
    "cost:5",
    "last: lock up", "status = unknown", "C#:d", "a:b", "friends", "attr.k of the list", "due",
  ]) func `beside another title, too, a title stays one`(title: String) async throws {
    let shell = try Shell()
    #expect(await shell("add", "--each", "Buy milk", title).code == .success)
    #expect(try await shell.repository.items().map(\.title) == ["Buy milk", title])
  }

  @Test func `a date alone is a title, as are lines of standard input`() async throws {
    let shell = try Shell()
    _ = await shell("add", "sunday")
    _ = await shell("add", "-", input: "monday\nkind:x\n")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["sunday", "monday", "kind:x"])
  }

  @Test func `an attribute without a value is none, and due:none is no date`() async throws {
    let shell = try Shell()
    _ = await shell("add", "a", "attr.k=", "--attr", "j=", "--attr", "i=1", "due:none")
    _ = await shell("add", "b", "--attr", "k=1", "attr.k=", "--due", "none")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.attributes) == [["i": 1], [:]])
    #expect(items.allSatisfy { $0.due == nil })
    _ = await shell("edit", "1", "--attr", "i=")
    #expect(try await shell.repository.item(number: 1)?.attributes == [:])
  }

  @Test func `the ids that are told are enough to name the items, and no longer`() async throws {
    let shell = try Shell()
    let told = await shell("add", "-v", "--each", "a", "b", "c").output.matches(of: /\((.+)\)/).map
    {
      $0.output.1
    }
    #expect(Set(told).count == 3)
    for (id, title) in zip(told, ["a", "b", "c"]) {
      let item = try #require(try await shell.repository.items(ItemQuery(.text(title))).first)
      #expect(item.id.description.hasPrefix(id) && id.count > 13 && id.count < 36)
      let cut = String(id.dropLast(id.dropLast().hasSuffix("-") ? 2 : 1))
      #expect(await shell("show", String(id)).code == .success)
      #expect(await shell("show", cut).errors.contains("is the beginning of several ids"))
    }
  }

  private func item(_ shell: Shell) async throws -> Item? {
    try await shell.repository.items(ItemQuery(sort: [.descending(.number)])).first
  }

  @Test func `words that are typed make one title, with the date or the rule at its end`()
    async throws
  {
    let shell = try Shell(isTerminal: true, width: 80)
    let told = await shell("add", "Call", "mum", "+family", "tomorrow", "at", "5pm", "!high")
    #expect(
      told.output.contains("Added 1 \"Call mum\"") && told.output.contains("due tomorrow 17:00")
    )
    let mum = try #require(try await item(shell))
    #expect(mum.title == "Call mum" && mum.tags == ["family"] && mum.priority == .high)
    let plants = await shell("add", "Water plants every 3 days")
    #expect(plants.output.contains("due today, every 3 days"), "\(plants.output)")
    #expect(try await item(shell)?.repeat != nil)
    #expect(await shell("undo").code == .success)
    #expect(try await shell.repository.count(.all) == 1)
    // A date that is said otherwise is the one that counts, and so is a rule.
    _ = await shell("add", "See you friday", "due:monday")
    #expect(try await item(shell)?.title == "See you friday")
    _ = await shell("add", "See you every friday", "--repeat", "daily")
    #expect(try await item(shell)?.title == "See you every friday")
  }

  @Test func `what nobody types is a title as it is, unless it is to be understood`() async throws {
    let typed = try Shell(isTerminal: true, width: 80)
    let piped = try Shell()
    let sentence = "Call mum tomorrow"
    for (shell, words, isTaken) in [
      (piped, [sentence], false), (typed, [sentence, "--no-input"], false),
      (typed, [sentence, "--literal"], false), (typed, ["--", sentence], false),
      (typed, [sentence, "--no-input", "--parse"], true), (piped, [sentence, "--parse"], true),
      (typed, [sentence], true), (typed, ["--each", "a", sentence], true),
    ] {
      let outcome = await shell.run(["add"] + words)
      #expect(outcome.code == .success, "\(outcome.errors)")
      #expect(try await item(shell)?.title == (isTaken ? "Call mum" : sentence), "\(words)")
    }
    for (words, isTaken) in [(["-"], false), (["-", "--parse"], true)] {
      _ = await piped.run(["add"] + words, input: "a\n\(sentence)\n")
      #expect(try await item(piped)?.title == (isTaken ? "Call mum" : sentence), "\(words)")
    }
  }

  @Test func `what may be meant otherwise stays, and a hint says how to mean it`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    let notes = await shell("add", "Notes", "for", "friday")
    #expect(notes.errors == "If 'friday' says when it is due: 'itemsctl edit 1 due:friday'.\n")
    #expect(await shell("edit", "1", "due:friday").output.contains("due none → Fri 27 Nov"))
    #expect(
      await shell("add", "every 3 days").errors
        == "If 'every 3 days' says how it repeats: 'itemsctl edit 2 \"repeat:every 3 days\"'.\n"
    )
    let dry = await shell("add", "Notes for friday", "--dry-run")
    #expect(dry.errors == "If 'friday' says when it is due: 'due:friday'.\n")
    #expect(
      await shell("add", "Buy milk", "Buy eggs").errors.contains("'--each' makes an item of each")
    )
    #expect(await shell("add", "What happened yesterday").errors == "")
    #expect(
      await shell("add", "(A) Call dentist @phone +health due:2026-11-27", "-q").errors == ""
    )
    #expect(await shell("add", "Notes for friday", "-q").errors == "")
  }

  @Test(arguments: [
    (
      "(A) Call dentist @phone +health due:2026-11-27",
      "itemsctl edit 1 priority:high +phone +health due:2026-11-27 \"Call dentist\""
    ),
    ("Report for Bob #work", "itemsctl edit 1 +work \"Report for Bob\""),
    ("Call mum 13pm", "'13pm' stays in the title"), ("Call mum 25:00", "'25:00' stays"),
    ("Tax on 12/05", "'12/05' stays"), ("Return book 5.13.", "'5.13.' stays"),
    ("Party saturday evening", "'saturday evening' stays"),
    ("Renew passport by march", "'by march' stays"),
  ]) func `words in a title that look like more are told`(title: String, hint: String)
    async throws
  {
    let shell = try Shell(isTerminal: true, width: 300)
    let outcome = await shell("add", title)
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(try await shell.repository.items().first?.title == title)
    #expect(await shell("add", "--literal", title).errors == "")
  }

  @Test(arguments: [
    "Version 2.0", "Read 1984", "Chapter 3", "Mail a@b.example", "Ratio 3/4/5/6",
  ])
  func `numbers and names alone are no dates`(title: String) async throws {
    let shell = try Shell(isTerminal: true, width: 300)
    #expect(await shell("add", title).errors == "")
  }

  @Test(arguments: [("2027-01-31", true), ("2027-01-28", false)])
  func `a rule that leaves months out is told`(due: String, isTold: Bool) async throws {
    let shell = try Shell(isTerminal: true, width: 200)
    let outcome = await shell("add", "Rent", "due:\(due)", "repeat:monthly")
    #expect(outcome.errors.contains("Months without a 31st are left out") == isTold)
  }

  @Test func `a rehearsal says what would be added, and adds nothing`() async throws {
    let shell = try Shell()
    #expect(
      await shell("add", "--each", "a", "b", "due:tomorrow 5pm", "--dry-run").output == """
        Would add "a", due tomorrow 17:00
        Would add "b", due tomorrow 17:00

        """
    )
    #expect(await shell("add", " ", "--dry-run").code == .usage)
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
        {"schema":4,"items":[
        {"id":"01900000-0000-7000-8000-000000000001","number":1,"kind":"item","title":"a","notes":"","status":"open","priority":"none","list":"inbox","rank":"","tags":[],"start":null,"due":null,"repeat":null,"occurrence":null,"parent":null,"blockedBy":[],"createdAt":"2026-11-21T09:30:00.000Z","updatedAt":"2026-11-21T09:30:00.000Z","completedAt":null,"attributes":{}}
        ]}

        """#
    )
  }

  @Test(arguments: [
    (["!hgih"], "The word '!hgih' is invalid: the values are 'none', 'low', 'medium', 'high'."),
    (["due:someday"], "The word 'due:someday' is invalid: 'someday' is not understood."),
    (
      ["--each", "a", "b", "--id", "01900000-0000-7000-8000-000000000001"], "'--id' names one item"
    ),
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
    let outcome = await shell("add", "--each", "good", " ")
    #expect(outcome.code == .usage)
    #expect(outcome.errors.hasPrefix("Error: The title is empty. Give the item a title.\n"))
    #expect(await shell("add", "-", input: "good\n \n").code == .badData)
    #expect(try await shell.repository.count(.all) == 0)
  }
}
