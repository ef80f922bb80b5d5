import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ListCommandTests {
  @Test(arguments: [
    (["list", "+urgnet"], "There is no tag 'urgnet'. Did you mean '+urgent'?"),
    (["list", "list:hmoe"], "There is no list 'hmoe'. Did you mean 'list:home'?"),
    (["list", "list:home", "+nothing"], "There is no tag 'nothing'."),
    (["done", "+urgnet"], "There is no tag 'urgnet'. Did you mean '+urgent'?"),
    (
      ["edit", "+urgent", "+later", "--due", "today"],
      "There is no tag 'later'. After a filter, changes follow 'to'."
    ),
  ]) func `a tag or a list that no item has is told`(words: [String], told: String) async throws {
    let shell = try Shell(isTerminal: true, width: 300)
    _ = await shell("add", "a", "+urgent", "list:home")
    let outcome = await shell.run(words)
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("today", ["late", "today"]), ("overdue", ["late"]), ("week", ["late", "today", "friday"]),
    ("upcoming", ["friday", "later"]), ("waiting", ["waits"]),
  ])
  func `views have names, in front of a filter`(name: String, titles: [String]) async throws {
    let shell = try Shell()
    for (title, words) in [
      ("late", ["due:yesterday"]), ("today", ["due:today"]), ("friday", ["due:friday", "+x"]),
      ("later", ["due:2026-11-28"]), ("waits", ["start:tomorrow"]), ("none", []),
    ] { _ = await shell.run(["add", "-q", title] + words) }
    let listed = await shell("list", name, "--format", "csv", "--fields", "title").output
    #expect(listed.split(whereSeparator: \.isNewline).dropFirst().map(String.init) == titles)
    #expect(await shell("count", name).output == "\(titles.count)\n")
    let tagged = titles.contains("friday") ? "1\n" : "0\n"
    #expect(await shell("count", name, "+x").output == tagged)
    // Behind two hyphens, it is a word.
    let asText = name == "today" ? "1\n" : "0\n"
    #expect(await shell("count", "--all", "--", name).output == asText)
    #expect(await shell("count", "+x", name).output == tagged)
    #expect(await shell("search", name, "--format", "tsv").output.isEmpty == (name != "today"))
    #expect(await shell("done", name, "--yes").code == .success)
    #expect(try await shell.repository.count(.status([.done])) == titles.count)
  }

  @Test func `overdue means the same in headings, filters and figures`() async throws {
    let shell = try Shell(isTerminal: true, width: 60)
    for (title, due) in [
      ("later", "2026-11-22"), ("evening", "2026-11-21T20:00"), ("day", "2026-11-21"),
      ("morning", "2026-11-21T08:00"), ("yesterday", "2026-11-20"),
    ] { _ = await shell("add", "-q", title, "due:\(due)") }
    let lines = await shell("list", "--color", "never").output.split(separator: "\n")
    let words = lines.dropFirst().map { line in
      line.split(separator: " ").dropLast().last.map(String.init) ?? String(line)
    }
    #expect(
      words == ["Overdue", "yesterday", "morning", "Today", "day", "evening", "Later", "later"],
      "\(lines)"
    )
    #expect(await shell("count", "overdue").output == "2\n")
    let stats = try JSONParser.parse(await shell("stats", "--json").output)
    #expect(stats["due"]?["overdue"] == 2 && stats["due"]?["today"] == 2, "\(stats)")
  }

  @Test func `a table of 80 columns cuts tags and titles`() async throws {
    let shell = try Shell(.full, isTerminal: true, width: 80)
    #expect(
      await shell("list", "-n", "12", "--color", "never").output == """
         #  P  DUE               TITLE                         TAGS              LIST
        Overdue
        13     Sat 10 Oct        Bleed the radiators           +recurring +win…  home
        20  M  Fri 6 Nov         Send the invoice for October  +papers           money

        Later
         1  M  tomorrow 18:00    Water the tomatoes            +outdoors +recu…  garden
        14  H  Tue 24 Nov 17:00  Review the release notes      +release          work
        19     Fri 27 Nov 15:00  Weekly report                 +recurring        work
         6  M  Sun 29 Nov 15:00  Call Grandma                  +family +phone …  home
        12  H  Tue 1 Dec 12:00   Train tickets to Kraków       +urgent +waiting  travel
        26  H  Tue 8 Dec 09:00   اتصل بالطبيب\u{200E}                  +phone            health
        24  M  Sat 12 Dec 14:00  🎂 Bake a cake for 👩‍👩‍👧‍👦         +family +🎉       kitchen
         2  H  2027-01-15 10:30  Renew the passport            +papers +urgent   travel
         8     2027-02-28        Plan the garden for spring    +outdoors +some…  garden
        17  M  2027-05-20 09:30  Prepare the talk on offline…  +talk             work

        """
    )
  }

  @Test func `a wide table shows everything`() async throws {
    let shell = try Shell(.full, isTerminal: true, width: 200)
    #expect(
      await shell("list", "list:kitchen", "or", "list:work", "-n", "5", "--color", "never").output
        == """
         #  P  DUE               TITLE                                       TAGS              LIST
        Later
        14  H  Tue 24 Nov 17:00  Review the release notes                    +release          work
        19     Fri 27 Nov 15:00  Weekly report                               +recurring        work
        24  M  Sat 12 Dec 14:00  🎂 Bake a cake for 👩‍👩‍👧‍👦                       +family +🎉       kitchen
        17  M  2027-05-20 09:30  Prepare the talk on offline-first software  +talk             work

        No date
        15  H                    Search forgets its order after a restart    +release +search  work

        """
    )
  }

  @Test func `a title has the columns that others leave`() async throws {
    let shell = try Shell(isTerminal: true, width: 50)
    let title = "Prepare the talk on offline-first software"
    let words = ["due:2026-11-24 17:00", "+a-long-name-of-a-tag", "list:a long name of a list"]
    _ = await shell.run(["add", "-q", title] + words)
    let row = await shell("list", "--color", "never").output.split(separator: "\n").last ?? ""
    #expect(row.displayWidth == 50 && row.hasSuffix("Prepare the talk on offline-…"), "\(row)")
  }

  @Test func `below 50 columns each item is a card`() async throws {
    let shell = try Shell(.full, isTerminal: true, width: 40)
    #expect(
      await shell("list", "-n", "4", "--color", "never").output == """
        Overdue
        13  Bleed the radiators
            Sat 10 Oct · +recurring +winter
            home
        20  Send the invoice for October
            M · Fri 6 Nov · +papers · money

        Later
         1  Water the tomatoes
            M · tomorrow 18:00
            +outdoors +recurring · garden
        14  Review the release notes
            H · Tue 24 Nov 17:00 · +release
            work

        """
    )
  }

  @Test(arguments: [50, 51, 60, 72, 80, 100, 132])
  func `no line of a table is wider than the terminal`(width: Int) async throws {
    let shell = try Shell(.full, isTerminal: true, width: width)
    let outcome = await shell("list", "--all", "--color", "never")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 37)
    for line in lines { #expect(line.displayWidth <= width, "\(line)") }
  }

  @Test(arguments: [12, 20, 30, 49])
  func `no line of a card is wider than the terminal`(width: Int) async throws {
    let shell = try Shell(.full, isTerminal: true, width: width)
    let outcome = await shell("list", "--all", "--color", "never")
    for line in outcome.output.split(separator: "\n") {
      #expect(line.displayWidth <= width, "\(line)")
    }
  }

  @Test func `a pipe gets whole values between tabs, and no header`() async throws {
    let shell = try Shell(.full)
    let outcome = await shell("list", "-n", "2", "--sort", "-number")
    let lines = outcome.output.split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(lines.count == 2 && lines.allSatisfy { $0.count == 7 })
    #expect(
      await shell("list", "number:1").output
        == "1\topen\tmedium\t2026-11-22T18:00:00.000Z\tgarden\toutdoors,recurring\t"
        + "Water the tomatoes\n"
    )
  }

  @Test func `a terminal is never given control characters of an item`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    let title = "a\u{1B}]0;pwned\u{7}b\u{9B}31m\r\nc\u{202E}d"
    _ = await shell("add", "--", title)
    for command in [["list"], ["show", "1"], ["done", "1"], ["delete", "1"]] {
      let text = await shell.run(command + ["--color", "never"]).output
      #expect(text.contains(#"a\u001b]0;pwned\u0007b\u009b31m\r\nc\u202ed"#), "\(command)")
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func `json has every item with every key, and ndjson is its lines`() async throws {
    let shell = try Shell(.full)
    let json = await shell("list", "--all", "--json").output
    let document = try JSONParser.parse(json)
    let items = try #require(document["items"]?.array)
    #expect(document["schema"] == 4 && items.count == 36)
    #expect(items.allSatisfy { $0.object?.count == 20 })
    let lines = await shell("list", "--all", "--format", "ndjson").output
    #expect(try lines.split(separator: "\n").map { try JSONParser.parse(String($0)) } == items)
  }

  @Test func `an empty answer is success unless asked otherwise`() async throws {
    let shell = try Shell()
    #expect(await shell("list") == Outcome(code: .success, output: "", errors: ""))
    #expect(await shell("list", "--exit-status") == Outcome(code: .failure, output: "", errors: ""))
    #expect(await shell("list", "--json").output == "{\"schema\":4,\"items\":[]}\n")
    #expect(await shell("list", "--format", "ndjson").output == "")
  }

  @Test func `who names a list as a word to look for is told how to mean the list`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    _ = await shell("add", "a", "list:home")
    #expect(await shell("list", "home").errors == "No item fits. 'list:home' means the list.\n")
    #expect(await shell("done", "home", "--yes").errors.contains("'list:home' means the list."))
    for words in [["away"], ["list:home", "+x"]] {
      let outcome = await shell.run(["list"] + words)
      #expect(
        outcome.errors.contains("No item fits.") && !outcome.errors.contains("means the list")
      )
    }
  }

  @Test(arguments: [
    "+shop and list:boat", "list:home or +tax", "+a -b", "not +a and due:none",
  ])
  func `who puts conditions into one word is told that it is one`(word: String) async throws {
    let shell = try Shell(.full, isTerminal: true, width: 80)
    let outcome = await shell("list", word)
    let hint =
      "Words in one pair of quotes are one condition; give each condition as a separate word."
    #expect(outcome.code == .success && outcome.errors.contains(hint), "\(outcome)")
  }

  @Test(arguments: ["milk and sugar", "+two words", "(+shop and list:boat)", "text:no such"])
  func `who asks for one condition with spaces is told nothing of others`(word: String) async throws
  {
    let shell = try Shell(.full, isTerminal: true, width: 80)
    let outcome = await shell("list", word)
    #expect(outcome.output == "" && !outcome.errors.contains("Within quotes"), "\(outcome)")
  }

  @Test func `a person is told why nothing is shown`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    #expect(await shell("list").errors.hasPrefix("There are no items yet."))
    _ = await shell("add", "--each", "a", "b")
    _ = await shell("done", "1", "2")
    #expect(await shell("list").errors.hasPrefix("No item fits."))
    #expect(await shell("list", "--all").errors == "")
    #expect(await shell("list", "-q") == Outcome(code: .success, output: "", errors: ""))
  }

  @Test func `without a command the list is shown`() async throws {
    let shell = try Shell(.full)
    let list = await shell("list")
    #expect(await shell.run([]) == list)
  }

  @Test func `sorting and limits are the query's`() async throws {
    let shell = try Shell(.full)
    let outcome = await shell("list", "--sort=-title", "-n3", "--all", "--json")
    let titles = try JSONParser.parse(outcome.output)["items"]?.array?.map { $0["title"]?.string }
    let all = try await shell.repository.items(ItemQuery(sort: [.descending(.title)], limit: 3))
    #expect(titles == all.map(\.title))
  }

  @Test func `colours are for terminals, and for who asks`() async throws {
    var shell = try Shell(.full, isTerminal: true, width: 80)
    #expect(await shell("list").output.contains("\u{1B}["))
    shell.variables["NO_COLOR"] = "1"
    #expect(await !shell("list").output.contains("\u{1B}["))
    #expect(await shell("list", "--color", "always").output.contains("\u{1B}["))
    shell = try Shell(.full)
    #expect(await !shell("list", "--format", "table").output.contains("\u{1B}["))
  }
}
