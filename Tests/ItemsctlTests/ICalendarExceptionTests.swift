import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Dates that a calendar leaves out of a series, on the way in, here, and on the way out.
@Suite struct `A date that a calendar leaves out` {
  private let shell: Shell
  private static let berlin = LocalZone(named: "Europe/Berlin") ?? .utc

  init() throws { shell = try Shell(zone: Self.berlin) }

  private func calendar(_ tasks: [String]...) -> String {
    let lines = tasks.flatMap { ["BEGIN:VTODO", "UID:s", "SUMMARY:Swim"] + $0 + ["END:VTODO"] }
    return (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }
      .joined()
  }

  private func exported(_ shell: Shell) async -> [String] {
    await shell("export", "--format", "icalendar").output
      .replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  private func series(in shell: Shell) async throws -> Item {
    try #require(try await shell.repository.items().first { $0.repeat != nil })
  }

  private func `import`(_ text: String, into shell: Shell) async throws {
    let outcome = await shell("import", "-", input: text)
    try #require(outcome.code == .success && outcome.errors == "", "\(outcome)")
  }

  /// The due dates that the series has when it is done again and again.
  private func dates(in shell: Shell, _ count: Int) async throws -> [String] {
    let item = try await series(in: shell)
    let rule = try #require(item.repeat)
    let open = try #require(item.occurrence)
    return rule.dates.prefix(count + 10).filter { $0 >= open }.prefix(count).map {
      "\($0.calendarDay)"
    }
  }

  private static let timed = ["DTSTART;TZID=Europe/Berlin:20261201T003000"]
  private static let untimed = ["DTSTART;VALUE=DATE:20261201"]
  private static let withLead = ["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201"]

  @Test(arguments: [
    // Half past midnight in Berlin is the evening before in UTC.
    (timed, ["EXDATE:20261202T233000Z"], "EXDATE;TZID=Europe/Berlin:20261203T003000"),
    (
      timed, ["EXDATE;TZID=Europe/Berlin:20261203T003000"],
      "EXDATE;TZID=Europe/Berlin:20261203T003000"
    ),
    (timed, ["EXDATE;VALUE=DATE:20261203"], "EXDATE;TZID=Europe/Berlin:20261203T003000"),
    (untimed, ["EXDATE;VALUE=DATE:20261203"], "EXDATE;VALUE=DATE:20261203"),
    (untimed, ["EXDATE:20261203"], "EXDATE;VALUE=DATE:20261203"),
    (withLead, ["EXDATE;VALUE=DATE:20261202"], "EXDATE;VALUE=DATE:20261202"),
  ])
  func `does not come, and goes out again`(
    _ times: [String],
    _ excluded: [String],
    _ out: String
  ) async throws {
    let text = calendar(times + ["RRULE:FREQ=DAILY"] + excluded)
    try await `import`(text, into: shell)
    #expect(try await dates(in: shell, 3) == ["2026-12-01", "2026-12-02", "2026-12-04"])
    #expect(try await series(in: shell).attributes["ical/EXDATE"] == nil)
    let lines = await exported(shell)
    #expect(lines.contains(out), "\(lines)")
    let again = await shell("import", "-", input: text)
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    // In another store, with our own line and without.
    for kept in [lines, lines.filter { !$0.hasPrefix("X-ITEMSCTL") }] {
      let other = try Shell(zone: Self.berlin)
      try await `import`(kept.map { $0 + "\r\n" }.joined(), into: other)
      let rule = try await series(in: shell).repeat
      #expect(try await series(in: other).repeat == rule)
    }
    _ = await shell("skip", "1", "-q")
    _ = await shell("skip", "1", "-q")
    #expect(try await series(in: shell).occurrence?.calendarDay.description == "2026-12-04")
  }

  @Test func `may be many, on several lines`() async throws {
    let lines = ["EXDATE;VALUE=DATE:20261202,20261204", "EXDATE;VALUE=DATE:20261203,20261202"]
    try await `import`(calendar(Self.untimed + ["RRULE:FREQ=DAILY;COUNT=6"] + lines), into: shell)
    #expect(try await dates(in: shell, 9) == ["2026-12-01", "2026-12-05", "2026-12-06"])
    #expect(await exported(shell).contains("EXDATE;VALUE=DATE:20261202,20261203,20261204"))
    #expect(await exported(shell).contains("RRULE:FREQ=DAILY;COUNT=6"))
  }

  @Test(arguments: [0, 1], ["20261203", "20261205"])
  func `is one that another task stands for, as long as it is there`(
    _ order: Int,
    _ day: String
  ) async throws {
    let master = Self.untimed + ["RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261207"]
    let moved = ["RECURRENCE-ID;VALUE=DATE:\(day)", "DUE;VALUE=DATE:20261220"]
    let text = order == 0 ? calendar(master, moved) : calendar(moved, master)
    try await `import`(text, into: shell)
    let days = (1...8).map { "2026120\($0)" }.filter { $0 != day && $0 != "20261207" }
    #expect(try await dates(in: shell, 6).map { $0.replacing("-", with: "") } == days)
    // Its own line tells other programs; a second one would hide it.
    let lines = await exported(shell)
    #expect(lines.contains("EXDATE;VALUE=DATE:20261207"), "\(lines)")
    #expect(lines.contains("RECURRENCE-ID;VALUE=DATE:\(day)"))
    let other = try Shell(zone: Self.berlin)
    let plain = lines.filter { !$0.hasPrefix("X-ITEMSCTL") }.map { $0 + "\r\n" }.joined()
    try await `import`(plain, into: other)
    let wanted = try await dates(in: shell, 6)
    #expect(try await dates(in: other, 6) == wanted)
    let single = try #require(try await shell.repository.items().first { $0.repeat == nil })
    try await shell.repository.delete(single.id)
    #expect(await exported(shell).contains("EXDATE;VALUE=DATE:\(day),20261207"))
  }

  @Test func `is one by the clock of another zone`() async throws {
    let text = calendar(
      Self.timed + ["RRULE:FREQ=DAILY"],
      ["RECURRENCE-ID:20261202T233000Z", "DUE:20261220T120000Z"]
    )
    try await `import`(text, into: shell)
    #expect(try await dates(in: shell, 3) == ["2026-12-01", "2026-12-02", "2026-12-04"])
    let out = await exported(shell)
    #expect(!out.contains { $0.hasPrefix("EXDATE") }, "\(out)")
  }

  @Test(arguments: ["EXDATE:someday", "EXDATE;VALUE=DATE:20261203,20261332"])
  func `stays as text where it is no date, which is told`(_ line: String) async throws {
    let text = calendar(Self.untimed + ["RRULE:FREQ=DAILY", line])
    let outcome = await shell("import", "-", input: text)
    #expect(outcome.errors.contains("is no date; it is kept as text"), "\(outcome)")
    #expect(await exported(shell).contains(line))
    let count = line.contains("20261203") ? 1 : 0
    #expect(try await series(in: shell).repeat?.excluded.count == count)
  }

  @Test(arguments: [
    ["EXDATE;VALUE=DATE:20261203"], ["RRULE:FREQ=HOURLY", "EXDATE;VALUE=DATE:20261203"],
  ])
  func `is a line like others where nothing repeats`(_ lines: [String]) async throws {
    _ = await shell("import", "-", input: calendar(Self.untimed + lines))
    let item = try #require(try await shell.repository.items().first)
    #expect(item.repeat == nil && item.attributes["ical/EXDATE"] != nil)
    let out = await exported(shell)
    for line in lines { #expect(out.contains(line), "\(out)") }
  }

  @Test func `stays that date where the open one was moved to before its plan`() async throws {
    _ = await shell("add", "Bin", "due:2026-12-04", "repeat:weekly on fri except 11 dec", "-q")
    _ = await shell("edit", "1", "due:2026-12-02", "-q")
    let lines = await exported(shell)
    #expect(lines.contains("DTSTART;VALUE=DATE:20261202"), "\(lines)")
    #expect(lines.contains("EXDATE;VALUE=DATE:20261211"), "\(lines)")
    let other = try Shell(zone: Self.berlin)
    try await `import`(lines.map { $0 + "\r\n" }.joined(), into: other)
    let items = try await shell.repository.items()
    #expect(try await other.repository.items() == items)
  }

  @Test func `may be chosen here`() async throws {
    let added = await shell("add", "Bin", "due:2026-12-01", "repeat:daily except 3 dec, 5 dec")
    #expect(added.output.contains("daily except 2026-12-03, 2026-12-05"), "\(added)")
    let days = [1, 2, 4, 6].map { "2026-12-0\($0)" }
    #expect(try await dates(in: shell, 4) == days)
    #expect(await exported(shell).contains("EXDATE;VALUE=DATE:20261203,20261205"))
  }
}
