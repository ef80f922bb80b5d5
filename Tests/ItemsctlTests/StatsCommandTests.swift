import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// A clock that is two hours ahead of UTC from the last Sunday of March 2026 to that of October, else one.
private let berlin = LocalZone(identifier: "Berlin") { date in
  let time = date.timeIntervalSince1970
  return 1_774_746_000 <= time && time < 1_792_890_000 ? 7_200 : 3_600
}

@Suite struct StatsCommandTests {
  private func text(_ shell: Shell, _ words: String...) async -> String {
    await shell.run(["stats", "--color", "never"] + words).output
  }

  @Test func `bars, charts and the store fit a terminal of 80 columns`() async throws {
    let shell = try Shell(.full, isTerminal: true, width: 80)
    let sections = await text(shell).components(separatedBy: "\n\n")
    #expect(
      sections.first == """
        36 ITEMS                                  OPEN, BY DUE DATE
        open        28  ██████████████████████    overdue      2  ███▍
        done         5  ███▉                      today        0
        cancelled    3  ██▍                       in 7 days    3  █████▏
                                                  later       10  ████████████████▉
                                                  no date     13  ██████████████████████
        """
    )
    #expect(
      sections[2] == """
        OPEN ITEMS, 39 weeks
        28 │             ▄█████▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆██████
           │            ▂██████████████████████████████████████████████████████████████
           │        ▂▂▂████████████████████████████████████████████████████████████████
           │       ▆███████████████████████████████████████████████████████████████████
           │    ▂▄█████████████████████████████████████████████████████████████████████
           │  ▂▆███████████████████████████████████████████████████████████████████████
           │▂▄█████████████████████████████████████████████████████████████████████████
         0 └┴──────────┴─────────┴─────────┴──────────┴─────────┴─────────┴─────────────
            23 Feb     6 Apr     11 May    15 Jun     27 Jul    31 Aug    5 Oct
        """
    )
    #expect(sections.count == 5 && sections[4].hasPrefix("STORE\npath          "))
  }

  @Test(arguments: [40, 60, 76, 80, 120, 200])
  func `figures fit a screen of 24 lines or more, with the prompt behind them`(
    width: Int
  ) async throws {
    var shell = try Shell(.full, isTerminal: true, width: width)
    shell.variables["ITEMSCTL_PAGER"] = "none"
    let all = await text(shell)
    let count = all.split(separator: "\n", omittingEmptySubsequences: false).count
    for height in [24, 25, 29, 34, 40, count - 1, count, 80] {
      shell.height = height
      let shown = await text(shell)
      let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= height, "\(height) lines")
      // What is left out is told, and nothing is left out that has room.
      #expect((shown == all) == (count <= height), "\(height) lines")
      #expect(shown.hasSuffix("'--all' shows the rest.\n") == (shown != all))
    }
    shell.height = 24
    let wanted = await text(shell, "--all")
    #expect(wanted.contains("DONE, BY WEEK") && wanted.contains("STORE\n"))
    #expect(!wanted.contains("'--all'"))
    // A pipe is no screen.
    shell.isTerminal = false
    #expect(await text(shell).contains("STORE\n"))
  }

  @Test func `a terminal without block elements gets ASCII's characters`() async throws {
    var shell = try Shell(.full, isTerminal: true, width: 60)
    let known = await Array(text(shell, "list:home").unicodeScalars)
    #expect(known.contains { !$0.isASCII })
    for variables in [
      ["TERM": "dumb"], ["LC_ALL": "C"], ["LANG": "de_DE.ISO-8859-1"],
      ["LC_ALL": "POSIX", "LANG": "C.UTF-8"],
    ] {
      shell.variables = variables.merging(nobodysVariables) { $1 }
      let text = await text(shell, "list:home")
      #expect(text.contains("##") && text.unicodeScalars.allSatisfy(\.isASCII), "\(variables)")
    }
    for variables in [
      ["LANG": "C.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "en_GB.utf8", "LANG": "C"], [:],
    ] {
      shell.variables = variables.merging(nobodysVariables) { $1 }
      #expect(await text(shell, "list:home").contains("█"), "\(variables)")
    }
  }

  @Test(arguments: [1, 20, 32, 40, 50, 75, 76, 77, 80, 100, 120, 121, 200])
  func `no line is wider than the terminal`(width: Int) async throws {
    for fixture in [Fixture.full, .empty, .large(count: 300)] {
      var shell = try Shell(fixture, isTerminal: true, width: width)
      for term in ["xterm", "dumb"] {
        shell.variables["TERM"] = term
        for line in await text(shell, "--all").split(separator: "\n") {
          #expect(line.displayWidth <= max(StatsText.narrowest, width), "\(line)")
        }
      }
    }
  }

  @Test func `colours set off what a terminal shows, and add nothing else`() async throws {
    let shell = try Shell(.full, isTerminal: true, width: 80)
    let painted = await shell("stats", "--color", "always").output
    #expect(painted.contains("\u{1B}[31m"))
    #expect(await painted.unpainted == text(shell))
    let piped = try Shell(.full)
    #expect(await !piped("stats").output.contains("\u{1B}"))
  }

  @Test func `the figures are those of the items that the filter holds for`() async throws {
    let shell = try Shell(.full)
    let text = await shell("stats", "+urgent", "list:travel").output
    #expect(text.hasPrefix("2 ITEMS "), "\(text)")
    // What belongs to the whole store is left out.
    #expect(!text.contains("STORE") && !text.contains("home"))
    #expect(await shell("stats", "list:nowhere").output == "No items.\n")
    let refused = await shell("stats", "colour:red")
    #expect(refused.code == .usage && refused.output == "")
  }

  @Test func `json holds every figure, and they add up`() async throws {
    let shell = try Shell(.full)
    for words in [
      ["stats", "--json"], ["stats", "--json", "status:open"], ["stats", "--json", "+x"],
    ] {
      let outcome = await shell.run(words)
      let json = try JSONParser.parse(outcome.output)
      #expect(outcome.output.filter { $0 == "\n" }.count == 1)
      #expect(
        json.object?.map(\.key).sorted()
          == ["at", "due", "items", "lists", "schema", "store", "sync", "tags", "weeks"]
      )
      let total = json["items"]?["total"]?.integer
      #expect(total == json["lists"]?.array?.reduce(0) { $0 + ($1["total"]?.integer ?? 0) })
      let open = json["items"]?["open"]?.integer
      let due = ["overdue", "today", "nextSevenDays", "later", "undated"]
        .map { json["due"]?[$0]?.integer ?? -1 }
      #expect(open == due.reduce(0, +))
      #expect(open == json["weeks"]?.array?.last?["open"]?.integer)
      #expect(json["store"]?["searchIndexBytes"]?.integer ?? 0 > 0)
    }
  }

  @Test func `what is due on a day without a time is overdue when the day is over`() async throws {
    let shell = try Shell()
    let midnight = Date(
      timeIntervalSince1970: (testNow.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    )
    let today = CalendarDay(of: testNow, in: .utc)
    let dates: [DayOrInstant] =
      [midnight - 86_400, midnight - 1, midnight, testNow - 1, testNow, testNow + 1].map {
        .instant($0)
      } + [-1, 0, 1].map { .day(today.adding(days: $0)) }
    try await shell.repository.write { transaction throws(StorageError) in
      for date in dates {
        var draft = ItemDraft(title: "a")
        draft.due = date
        try transaction.add(draft)
      }
    }
    let due = try JSONParser.parse(await shell("stats", "--json").output)["due"]
    #expect(due?["overdue"]?.integer == 5)
    #expect(due?["today"]?.integer == 3)
    let list = await shell("list", "--color", "always", "--format", "table").output
    #expect(list.components(separatedBy: "\u{1B}[31m").count - 1 == 5)
  }

  @Test func `an item counts in the week in which it was made and in that of its end`() async throws
  {
    let shell = try Shell()
    // Monday 2 November at midnight, and the millisecond before it.
    let monday = 1_793_577_600.0
    try await shell.repository.write { transaction throws(StorageError) in
      var draft = ItemDraft(title: "a")
      draft.createdAt = Date(timeIntervalSince1970: monday - 0.001)
      try transaction.add(draft)
      draft.createdAt = Date(timeIntervalSince1970: monday)
      (draft.status, draft.completedAt) = (.done, testNow)
      try transaction.add(draft)
    }
    let outcome = await shell("stats", "--json", "--weeks", "4")
    let weeks = try #require(try JSONParser.parse(outcome.output)["weeks"]?.array)
    #expect(
      weeks.map { $0["start"]?.string?.prefix(10) } == [
        "2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16",
      ]
    )
    #expect(weeks.map { $0["added"]?.integer } == [1, 1, 0, 0])
    #expect(weeks.map { $0["done"]?.integer } == [0, 0, 0, 1])
    #expect(weeks.map { $0["open"]?.integer } == [1, 2, 2, 1])
  }

  @Test func `weeks begin at midnight before and after the clock is changed`() async throws {
    let shell = try Shell(zone: berlin)
    // Sunday 25 October 2026, of 25 hours, ends at 23:00 UTC; the Monday before it began at 22:00.
    let (before, after) = (1_792_360_800.0, 1_792_969_200.0)
    try await shell.repository.write { transaction throws(StorageError) in
      for time in [before - 0.001, before, after - 0.001, after] {
        var draft = ItemDraft(title: "a")
        draft.createdAt = Date(timeIntervalSince1970: time)
        (draft.status, draft.completedAt) = (.done, Date(timeIntervalSince1970: time))
        try transaction.add(draft)
      }
    }
    let outcome = await shell("stats", "--json", "--weeks", "6")
    let weeks = try #require(try JSONParser.parse(outcome.output)["weeks"]?.array)
    #expect(
      weeks.prefix(3).map { $0["start"] } == [
        "2026-10-11T22:00:00.000Z", "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z",
      ]
    )
    #expect(weeks.map { $0["done"]?.integer } == [1, 2, 1, 0, 0, 0])
  }

  @Test(arguments: [(1_793_620_800.0, 25.0, "2026-10-25"), (1_774_958_400, 23, "2026-03-29")])
  func `the day on which the clock is changed is one day of the burndown`(
    now: Double,
    hours: Double,
    day: String
  ) {
    let calendar = LocalCalendar(zone: berlin, now: Date(timeIntervalSince1970: now))
    let bounds = StatsSpan(weeks: 3, calendar).bounds
    let lengths = zip(bounds, bounds.dropFirst()).map { $1.timeIntervalSince($0) / 3600 }
    #expect(lengths.filter { $0 != 24 } == [hours])
    #expect(
      bounds.allSatisfy { calendar.calendarTime(of: $0).midnight == calendar.calendarTime(of: $0) }
    )
    let changed = lengths.firstIndex(of: hours).map { calendar.calendarTime(of: bounds[$0]) }
    #expect(changed.map { String(format: "%04d-%02d-%02d", $0.year, $0.month, $0.day) } == day)
  }

  @Test func `a year is looked back, or less where nothing happened before, or what is asked for`()
    async throws
  {
    func weeks(_ shell: Shell, _ words: String...) async throws -> Int? {
      let outcome = await shell.run(["stats", "--json"] + words)
      return try JSONParser.parse(outcome.output)["weeks"]?.array?.count
    }
    #expect(try await weeks(Shell(.full)) == 39)
    #expect(try await weeks(Shell(.full), "--weeks", "100") == 100)
    #expect(try await weeks(Shell(.full), "-w1") == 1)
    #expect(try await weeks(Shell()) == StatsReport.fewestWeeks)
    for count in ["0", "-1", "521", "many"] {
      #expect(try await Shell()("stats", "--weeks", count).code == .usage)
    }
  }

  @Test func `a format for lists of items is refused`() async throws {
    let outcome = try await Shell(.full)("stats", "--format", "tsv")
    #expect(outcome.code == .usage && outcome.output == "")
    #expect(outcome.errors.contains("figures are shown as 'table'"))
  }

  @Test func `all lists and tags are shown when asked for`() async throws {
    let shell = try Shell(.full)
    let few = await shell("stats").output
    #expect(few.contains("and 5 more; '--all' shows them") && !few.contains("music"))
    let all = await shell("stats", "--all").output
    #expect(all.contains("music") && !all.contains("more;"))
  }
}
