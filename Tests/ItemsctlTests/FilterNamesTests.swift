import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Names of views and words for days, wherever a condition may stand.
@Suite struct FilterNamesTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)
  private let views = FilterViews { $0 == "work" ? "list:work or +weekly --sort title" : nil }

  private static let viewNames = FilterView.builtIn.map(\.name) + ["work"]

  /// Words for days, alone and several.
  static let dates =
    ["tomorrow", "yesterday", "tonight", "eod", "eow", "eom", "eoy", "2026-12-24", "Friday"]
    + Weekday.allCases.map { "\($0)" } + ["tue", "tues", "thu", "fri"] + [
      "next week", "this week", "last week", "next month", "this weekend", "next friday",
      "last monday", "day after tomorrow", "the day before yesterday", "in 3 days", "3 days ago",
      "a week from friday", "2 days before eom", "dec 24", "24 dec", "24th of december",
      "end of next month", "fri 27 nov", "tomorrow 5pm", "friday at 17:30", "on friday", "dec 2027",
    ]

  /// Words that are dates behind a key, and more often something else.
  static let doubtful =
    FilterDateWords.doubtful.sorted()
    + ["24th", "3d", "2w", "5pm", "17:00", "24.12.", "month", "year", "weekend", "2026-12"]

  /// The places of a condition: what stands before it and behind it.
  static let places: [(before: [String], behind: [String])] = [
    ([], []), (["milk"], []), ([], ["milk"]), (["+x"], ["-yz"]), (["milk", "or"], []),
    ([], ["or", "milk"]), (["("], [")"]), (["(", "milk", "or"], [")", "+x"]), (["not"], []),
    (["not", "("], ["or", "due:any", ")"]), (["a", "and"], ["and", "b"]),
    (["a", "OR"], ["NOT", "b"]),
  ]

  private func filter(_ words: [String]) throws -> (ItemFilter, FilterParser) {
    var parser = FilterParser(words, views: views, calendar: calendar)
    return (try parser.filter(), parser)
  }

  @Test(arguments: viewNames)
  func `a view's name is what 'is:' and the name are, in every place`(name: String) throws {
    for (before, behind) in Self.places {
      let (named, parser) = try filter(before + [name] + behind)
      let (written, other) = try filter(before + ["is:\(name)"] + behind)
      #expect(named == written, "\(before) \(name) \(behind)")
      let text = try filter(before + ["text:\(name)"] + behind).0
      #expect(parser.asksForStart == other.asksForStart && named != text)
      #expect(parser.datesAsText.isEmpty)
    }
    #expect(try filter(["(\(name) or +x)"]).0 == filter(["(is:\(name) or +x)"]).0)
    #expect(try filter(["is!=\(name)"]).0 == .not(filter([name]).0))
  }

  @Test(arguments: dates)
  func `words for days are what 'due:' and the words are, in every place`(date: String) throws {
    let words = date.split(separator: " ").map(String.init)
    for (before, behind) in Self.places {
      let expected = try filter(before + ["due:\(date)"] + behind).0
      for typed in [words, [date]] {
        let (named, parser) = try filter(before + typed + behind)
        #expect(named == expected, "\(before) \(typed) \(behind)")
        #expect(parser.dates == [date] && parser.datesAsText.isEmpty)
      }
    }
    #expect(try filter(["(\(date) or +x)"]).0 == filter(["(due:\"\(date)\" or +x)"]).0)
  }

  @Test(arguments: doubtful)
  func `a word that is more often something else is looked for, and that is told`(word: String)
    async throws
  {
    for (before, behind) in Self.places {
      let (filter, parser) = try filter(before + [word] + behind)
      #expect(try filter == self.filter(before + ["text:\(word)"] + behind).0, "\(before) \(word)")
      #expect(parser.datesAsText == [word])
    }
    #expect(throws: Never.self) { try filter(["due:\(word)"]) }
    let shell = try Shell(.full, isTerminal: true, width: 200)
    for command in ["list", "count", "export", "stats", "done", "edit", "tag", "delete"] {
      let words = ["edit": ["--tag", "x"], "tag": ["+x"]][command] ?? []
      let dryRun = ["done", "edit", "tag", "delete"].contains(command) ? ["--dry-run"] : []
      let errors = await shell.run([command] + words + dryRun + ["list:home", word]).errors
      let hint = "'\(word)' was looked for as a word; 'due:\(word)' means the date.\n"
      #expect(errors.ranges(of: hint).count == 1, "\(command): \(errors)")
    }
  }

  @Test(arguments: ["2026-11-31", "2026-13-01", "2026/02/30", "31.11.2026", "31/11/2026"])
  func `a word that is written as a date and is none is looked for, and that is told`(word: String)
    async throws
  {
    let shell = try Shell(.empty, isTerminal: true, width: 200)
    _ = await shell.run(["add", "--literal", "Seen \(word)"])
    let listed = await shell.run(["list", word])
    #expect(listed.output.contains("Seen \(word)"))
    #expect(listed.errors.contains("so it was looked for as a word."), "\(listed.errors)")
    #expect(listed.errors.contains("'\(word)' is not a date"), "\(listed.errors)")
    let added = await shell.run(["add", "Pay rent \(word)"])
    #expect(added.errors.contains("'\(word)' stays in the title: '\(word)' is not a date"))
  }

  @Test(arguments: ["1.2.34", "2026-11-30-1", "11-31-2026", "2026.11.31"])
  func `a word that is not written as a date is looked for in silence`(word: String)
    async throws
  {
    let shell = try Shell(.full, isTerminal: true, width: 200)
    let hints = await shell.run(["list", word]).errors
    #expect(!hints.contains("looked for"), "\(hints)")
  }

  @Test func `no word of dates is text in silence`() throws {
    let weekdays = Weekday.allCases.map { "\($0)" }
    let words =
      DateWords.longWords + weekdays + weekdays.map { String($0.prefix(3)) }
      + ["now", "noon", "midnight", "eod", "eow", "eom", "eoy", "tonight", "week", "month", "year"]
    for word in words
    where (try? DatePhrase(FilterDateWords.value(of: word), calendar: calendar)) != nil {
      let (filter, parser) = try filter([word])
      #expect(filter != .text(word) || parser.datesAsText == [word], "\(word)")
    }
    // Months alone are no dates, and words of titles.
    #expect(try filter(["march"]).0 == .text("march"))
    #expect(try filter(["2026"]).0 == .text("2026"))
  }

  @Test func `the longest words for a date count, and what follows is a condition`() throws {
    let (words, parser) = try filter(["next", "week", "milk", "or", "tomorrow", "+x"])
    #expect(parser.dates == ["next week", "tomorrow"])
    #expect(try words == filter(["due:next week", "milk", "or", "due:tomorrow", "+x"]).0)
    #expect(try filter(["due:week"]).0 == filter(["due:this week"]).0)
    #expect(try filter(["created:month"]).0 == filter(["created:this month"]).0)
  }

  @Test func `behind two hyphens, and in a search, they are words`() async throws {
    let shell = try Shell()
    for title in ["Friday drinks", "Next week's plan", "x"] { _ = await shell("add", "-q", title) }
    _ = await shell("add", "-q", "due", "due:friday")
    #expect(await shell("count", "friday").output == "1\n")
    #expect(await shell("count", "--", "friday").output == "1\n")
    #expect(await shell("count", "text:friday", "or", "friday").output == "2\n")
    #expect(await shell("search", "friday").output.contains("Friday drinks"))
    #expect(await shell("search", "next", "week").output.contains("Next week's plan"))
  }

  @Test(arguments: [
    ["list"], ["count"], ["export"], ["done", "--dry-run"], ["cancel", "--dry-run"],
    ["delete", "--dry-run"], ["edit", "--dry-run", "--tag", "x"], ["tag", "--dry-run", "+x"],
    ["stats"],
  ])
  func `each command with a filter understands them`(command: [String]) async throws {
    let shell = try Shell()
    for day in ["today", "tomorrow", "friday", "next monday"] {
      _ = await shell("add", "-q", "on \(day)", "due:\(day)")
    }
    for (names, written) in [
      (["overdue", "or", "tomorrow"], ["is:overdue", "or", "due:tomorrow"]),
      (["not", "friday"], ["not", "due:friday"]),
      (["(", "today", "or", "next", "week", ")"], ["is:today", "or", "due:next week"]),
    ] {
      let (short, long) = (await shell.run(command + names), await shell.run(command + written))
      #expect(short.output == long.output && short.code == .success, "\(short)")
      #expect(!short.output.isEmpty)
    }
  }

  @Test(arguments: [
    (["due:friday", "5pm"], "due:friday 5pm"), (["due:next", "week"], "due:next week"),
    (["due:..next", "friday", "+x"], "due:..next friday"),
    (["due<in", "3", "days"], "due<in 3 days"),
  ])
  func `a date that goes on behind its word is refused`(words: [String], whole: String) async throws
  {
    let outcome = await (try Shell()).run(["list"] + words)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("'\(whole)' is one condition: put it in quotes"), "\(outcome)")
  }

  @Test func `where nothing is due then, the text is offered`() async throws {
    let shell = try Shell(isTerminal: true, width: 200)
    _ = await shell("add", "Friday drinks")
    #expect(await shell("list", "friday").errors.contains("'text:friday' looks for the text"))
    let unknown = await shell("list", "is:tody").errors
    #expect(unknown.contains("'tody' is no view. Did you mean 'today'?"), "\(unknown)")
  }
}
