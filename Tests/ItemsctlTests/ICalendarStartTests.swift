import Foundation
import Storage
import Testing

@testable import ItemFormats
@testable import itemsctl

/// A task counts its dates from its start, an item from what it is due.
@Suite struct `A task that starts on another day than it is due` {
  private func imported(_ lines: [String]) async throws -> (Outcome, Item, Shell) {
    let shell = try Shell()
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a", "SUMMARY:Report"] + lines
      + ["END:VTODO", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    let outcome = await shell("import", "-", input: text)
    return (outcome, try #require(try await shell.repository.items().first), shell)
  }

  @Test(arguments: [
    ("20261126", "20261130", "FREQ=WEEKLY;BYDAY=TH", "FREQ=WEEKLY;BYDAY=MO"),
    (
      "20261126", "20261130", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA;WKST=FR"
    ),
    ("20261103", "20261105", "FREQ=MONTHLY;BYMONTHDAY=3,17", "FREQ=MONTHLY;BYMONTHDAY=5,19"),
    (
      "20261113", "20261114", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
      "FREQ=MONTHLY;BYMONTHDAY=14;BYDAY=SA"
    ),
    ("20261103", "20261105", "FREQ=MONTHLY", "FREQ=MONTHLY"),
    ("20261103", "20261105", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;INTERVAL=3"),
  ])
  func `has the rule of the days on which it is due, and goes out with that of its starts`(
    _ start: String,
    _ due: String,
    _ starts: String,
    _ dues: String
  ) async throws {
    let lines = ["DTSTART;VALUE=DATE:\(start)", "DUE;VALUE=DATE:\(due)", "RRULE:\(starts)"]
    let (outcome, item, shell) = try await imported(lines)
    #expect(outcome.errors == "" && item.repeat?.rule.text == dues)
    let exported = await shell("export", "--format", "icalendar").output
    for line in lines { #expect(exported.contains("\(line)\r\n"), "\(exported)") }
    let again = await shell("import", "-", input: exported)
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
  }

  @Test func `keeps its rule where no other says so many days later, and says so`() async throws {
    let (outcome, item, _) = try await imported([
      "DTSTART;VALUE=DATE:20261106", "DUE;VALUE=DATE:20261110", "RRULE:FREQ=MONTHLY;BYDAY=1FR",
    ])
    #expect(outcome.errors.contains("what is due 4 days later"), "\(outcome)")
    #expect(item.repeat?.rule.text == "FREQ=MONTHLY;BYDAY=1FR" && item.due == .day(2026, 11, 10))
  }

  @Test func `of an item without a rule of its starts, starts when it is due`() async throws {
    let shell = try Shell()
    _ = await shell(
      "add",
      "Report",
      "start:2026-11-23",
      "due:2026-11-27",
      "repeat:FREQ=MONTHLY;BYDAY=-1FR"
    )
    let exported = await shell("export", "--format", "icalendar").output
    for line in [
      "DTSTART;VALUE=DATE:20261127", "DUE;VALUE=DATE:20261127", "RRULE:FREQ=MONTHLY;BYDAY=-1FR",
    ] { #expect(exported.contains("\(line)\r\n"), "\(exported)") }
    let item = try #require(try await shell.repository.items().first)
    let other = try Shell()
    #expect(await other("import", "-", input: exported).errors == "")
    let copy = try #require(try await other.repository.items().first)
    #expect(copy.start == item.start && copy.repeat == item.repeat && copy.due == item.due)
  }

  /// Rules, and whether there is one of the same dates some days later.
  static let rules = [
    ("FREQ=DAILY", true), ("FREQ=DAILY;INTERVAL=3", true), ("FREQ=DAILY;BYDAY=MO,FR", true),
    ("FREQ=DAILY;BYMONTHDAY=5,20", true), ("FREQ=DAILY;INTERVAL=2;BYMONTHDAY=9", true),
    ("FREQ=DAILY;BYMONTH=6", false), ("FREQ=WEEKLY", true), ("FREQ=WEEKLY;BYDAY=MO,TH", true),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU", true),
    ("FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,MO;WKST=TH", true),
    ("FREQ=WEEKLY;BYDAY=MO,WE,SA;BYSETPOS=1,-1", true), ("FREQ=WEEKLY;BYMONTH=3;BYDAY=TU", false),
    ("FREQ=MONTHLY", true), ("FREQ=MONTHLY;INTERVAL=2", true), ("FREQ=MONTHLY;BYMONTHDAY=12", true),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", false), ("FREQ=MONTHLY;BYMONTHDAY=3,17,20", true),
    ("FREQ=MONTHLY;BYMONTHDAY=11,12,13;BYDAY=FR", true), ("FREQ=MONTHLY;BYDAY=MO", false),
    ("FREQ=MONTHLY;BYDAY=-1FR", false), ("FREQ=MONTHLY;BYMONTHDAY=8,9,10;BYSETPOS=-1", true),
    ("FREQ=YEARLY", true), ("FREQ=YEARLY;BYMONTH=2,6", true),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=14", true), ("FREQ=YEARLY;BYMONTH=6;BYDAY=2SU", false),
    ("FREQ=YEARLY;BYDAY=MO", false), ("FREQ=YEARLY;BYMONTHDAY=10;BYSETPOS=2", true),
  ]

  /// The first dates of a rule from a day on.
  private func days(_ rule: RepeatRule, from day: Int) -> [Int] {
    rule.occurrences(from: CivilDate(daysSince1970: day)).prefix(40).map(\.daysSince1970)
  }

  @Test(arguments: rules)
  func `has the same dates so many days later`(_ text: String, _ isPossible: Bool) throws {
    let rule = try RepeatRule(text)
    var count = 0
    for day in 20_000..<20_040 {
      // The 31st of neither February nor June ever comes.
      guard let first = days(rule, from: day).first else { continue }
      let dates = days(rule, from: first)
      for lead in [-9, -7, -3, -1, 1, 2, 7, 10] {
        guard let shifted = rule.shifted(by: lead, from: CivilDate(daysSince1970: first)) else {
          continue
        }
        count += 1
        let later = days(shifted, from: first + lead)
        #expect(later == dates.map { $0 + lead }, "\(text), \(shifted.text), \(first), \(lead)")
      }
    }
    #expect((count > 0) == isPossible, "\(text): \(count)")
    #expect(rule.shifted(by: 0, from: CivilDate(daysSince1970: 20_000)) == rule)
  }
}
