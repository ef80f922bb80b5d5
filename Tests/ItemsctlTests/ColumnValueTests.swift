import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Dates and rules of columns, as people and other programs write them.
@Suite struct `A value of a column` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(
    _ text: String,
    order: DateOrder? = nil,
    _ words: String...
  ) async throws -> (Outcome, [Item]) {
    var shell = try Shell()
    shell.calendar.dateOrder = order
    let outcome = await shell.run(["import", "-", "--format", "csv"] + words, input: text)
    return (outcome, try await shell.repository.items(Self.byNumber))
  }

  @Test(arguments: [
    "Dec 24, 2026", "December 24, 2026", "24 Dec 2026", "24 December 2026", "Thu, 24 Dec 2026",
    "Thursday, December 24, 2026", "24-Dec-2026", "Dec. 24, 2026", "20261224", "24-12-2026",
    "24.12.2026", "12/24/2026", "2026/12/24", " 2026-12-24 ", "24th of December 2026",
  ])
  func `is a day`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Due Date\na,\"\(text)\"\n")
    #expect(items.map(\.due) == [.day(2026, 12, 24)], "\(text) \(outcome)")
  }

  @Test(arguments: [
    "24 Dec 2026 5:00 PM", "2026-12-24 5:00 PM", "2026-12-24 5:00\u{202F}PM", "20261224T170000Z",
    "20261224T170000", "20261224T1700", "2026-12-24T17:00:00.0000000", "2026-12-24T17:00:00+0000",
    "2026-12-24T18:00:00.123+0100", "2026-12-24 17:00:00 +0000", "2026-12-24 17:00:00 UTC",
    "Thu, 24 Dec 2026 17:00:00 +0000", "Thu Dec 24 2026 18:00:00 GMT+0100 (CET)",
    "12/24/2026, 5:00:00 PM", "December 24, 2026 at 5:00 p.m.", "24.12.2026 17:00",
  ])
  func `is a time`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Due Date\na,\"\(text)\"\n")
    let date = try #require(items.first?.due?.instant, "\(text) \(outcome)")
    let seconds = date.millisecondsSince1970 / 1_000 * 1_000
    #expect(ISO8601.string(milliseconds: seconds) == "2026-12-24T17:00:00.000Z", "\(text)")
  }

  @Test(arguments: [
    "Dec 24", "5:00 PM", "in 2026 days", "Dec 2026", "2026", "Fri, 24 Dec 2026", "32 Dec 2026",
    "20261324", "2026122", "20261224X", "13/13/2026", "31-02-2026", "24-Foo-2026", "12/24/26",
    "2026-12-24 25:00 PM", "next year",
  ])
  func `that is no date of its own is refused`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Due Date\na,\"\(text)\"\n")
    #expect(outcome.code == .badData && items.isEmpty, "\(text) \(outcome)")
    #expect(outcome.errors.contains("line 2: \"due\": "), "\(outcome)")
    #expect(outcome.errors.contains("--map 'Due Date=attr.due-date'"), "\(outcome)")
    #expect(!outcome.errors.contains("--format"), "\(outcome)")
  }

  @Test(arguments: ["December 20, 2026 → December 24, 2026", "2026-12-20→2026-12-24"])
  func `of two days is the start and what is due`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Due\na,\"\(text)\"\n")
    #expect(items.first?.start == .day(2026, 12, 20), "\(outcome)")
    #expect(items.first?.due == .day(2026, 12, 24))
  }

  @Test func `stays as it is where its column is an attribute`() async throws {
    let text = "Title,Due Date\na,someday\n"
    let (outcome, items) = try await imported(text, "--map", "Due Date=attr.due-date")
    #expect(items.first?.attributes == ["due-date": "someday"], "\(outcome)")
  }

  @Test(arguments: [
    ("weekly", "weekly"), ("Daily", "daily"), ("every 2 weeks", "every 2 weeks"),
    ("FREQ=WEEKLY", "weekly"), ("RRULE:FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
    ("FREQ=DAILY;", "daily"), ("2 weeks", "every 2 weeks"), ("Every Monday", "weekly on mon"),
    ("every! 3 days", "3 days after done"), ("3 days after done", "3 days after done"),
    ("Biweekly", "every 2 weeks"), ("every weekday", "every weekday"),
  ])
  func `is a rule, counted from the date`(_ text: String, _ phrase: String) async throws {
    for columns in ["Title,Repeat,Due", "Title,Due,Repeat"] {
      let isLast = columns.hasSuffix("Repeat")
      let values = isLast ? "2026-12-23,\(text)" : "\(text),2026-12-23"
      let (outcome, items) = try await imported("\(columns)\na,\(values)\n")
      let rule = try #require(items.first?.repeat, "\(text) \(outcome)")
      #expect(RepeatPhrase(rule: rule.rule, origin: rule.origin).text == phrase)
      #expect(items.first?.due == .day(2026, 12, 23))
      #expect(outcome.errors == "")
    }
  }

  @Test(arguments: ["", "none", "Never", "no"])
  func `says that a task does not come again`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Repeat,Due\na,\(text),2026-12-23\n")
    #expect(items.map(\.title) == ["a"] && items.first?.repeat == nil, "\(outcome)")
  }

  @Test(arguments: ["sometimes", "FREQ=HOURLY", "every 3 foos", "5 minutes"])
  func `that is no rule is refused`(_ text: String) async throws {
    let (outcome, items) = try await imported("Title,Repeat,Due\na,\(text),2026-12-23\n")
    #expect(outcome.code == .badData && items.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("line 2: \"repeat\""), "\(outcome)")
  }

  @Test func `of a rule from done with days is counted from the date, and that is told`()
    async throws
  {
    let text = "Title,Repeat,Due\na,every! month on the 1st,2026-12-01\n"
    let (outcome, items) = try await imported(text)
    #expect(items.first?.repeat?.origin == .due, "\(outcome)")
    #expect(outcome.errors.contains("line 2: \"every! month on the 1st\" is counted from the due"))
    let (refused, none) = try await imported(text, "--strict")
    #expect(refused.code == .badData && none.isEmpty)
  }

  @Test func `that is wrong is told together with the others of its line`() async throws {
    let text = "Title,Status,Priority,Due,Repeat\na,someday,very,soon,sometimes\nb,open,,x,\n"
    let (outcome, _) = try await imported(text)
    #expect(outcome.errors.contains("2 errors in 2 records"), "\(outcome)")
    let line = outcome.errors.split(separator: "\n").first { $0.contains("line 2") } ?? ""
    for name in ["status", "priority", "due", "repeat"] {
      #expect(line.contains("\"\(name)\": "), "\(line)")
    }
  }

  @Test(
    arguments: [
      (["13/02/2026", "3/4/2026"], nil, 3, 4, "day first, because line 2 has \"13/02/2026\""),
      (["3/4/2026", "02/13/2026"], nil, 4, 3, "month first, because line 3 has \"02/13/2026\""),
      (["3/4/2026", "13/02/2026"], .monthDay, 3, 4, "day first, because line 3"),
      (["3/4/2026", "4/3/2026"], .monthDay, 4, 3, nil),
      (["3/4/2026", "4/3/2026"], .dayMonth, 3, 4, nil),
    ] as [([String], DateOrder?, Int, Int, String?)]
  )
  func `such as 3 and 4 has the order of its file`(
    _ dates: [String],
    _ order: DateOrder?,
    _ day: Int,
    _ month: Int,
    _ told: String?
  ) async throws {
    let text = "Title,Due\n" + dates.enumerated().map { "\($0),\($1)\n" }.joined()
    let (outcome, items) = try await imported(text, order: order)
    let index = try #require(dates.firstIndex(of: "3/4/2026"))
    #expect(items.count == 2 && items[index].title == "\(index)", "\(outcome)")
    #expect(items[index].due == .day(2026, month, day), "\(outcome)")
    #expect(told.map { outcome.errors.contains($0) } ?? (outcome.errors == ""), "\(outcome)")
    #expect(outcome.errors.components(separatedBy: "Dates such as").count == (told == nil ? 1 : 2))
  }

  @Test func `in another order than most of its file is left out, and named`() async throws {
    let dates = ["13/02/2026", "1/2/2026", "02/13/2026", "14/02/2026"]
    let text = "Title,Due\n" + dates.enumerated().map { "\($0),\($1)\n" }.joined()
    let (outcome, items) = try await imported(text)
    #expect(outcome.code == .badData && items.map(\.title) == ["0", "1", "3"], "\(outcome)")
    #expect(outcome.errors.contains("line 4: \"due\": the date has the month first"), "\(outcome)")
    #expect(outcome.errors.contains("\"13/02/2026\" in line 2 the day"), "\(outcome)")
    #expect(!outcome.errors.contains("line 3"), "\(outcome)")
  }

  @Test func `such as 3 and 4 alone needs the setting`() async throws {
    let (outcome, items) = try await imported("Title,Due\na,3/4/2026\n")
    #expect(outcome.code == .badData && items.isEmpty)
    #expect(outcome.errors.contains("'date-order'"), "\(outcome)")
  }
}
