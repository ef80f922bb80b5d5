import Foundation
import Storage
import Testing

@testable import itemsctl

/// What other programs write of tasks that end, are reopened, or have names in capitals.
@Suite struct `A calendar of another program` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(_ lines: String...) async throws -> (Outcome, [Item], Shell) {
    try await imported(lines)
  }

  private func imported(_ lines: [String]) async throws -> (Outcome, [Item], Shell) {
    let shell = try Shell()
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO"] + lines
      + ["END:VTODO", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    let outcome = await shell.run(["import", "-"], input: text)
    return (outcome, try await shell.repository.items(Self.byNumber), shell)
  }

  private static let start = "DTSTART;TZID=Europe/Berlin:20261129T090000"

  /// Lines of times, the end of the rule, the last day on which the item is due, and the end as it goes out again.
  static let ends: [(lines: [String], until: String, last: String, out: String)] = [
    // A moment of UTC, as the standard asks for: the last one, a second before it, and long after it.
    (
      [start, "DUE;TZID=Europe/Berlin:20261129T093000"], "20261201T080000Z", "20261201",
      "20261201T080000Z"
    ),
    (
      [start, "DUE;TZID=Europe/Berlin:20261129T093000"], "20261201T075959Z", "20261130",
      "20261130T080000Z"
    ),
    ([start], "20261201T225959Z", "20261201", "20261201T080000Z"),
    // Across the end of summer time, the clock stays.
    (
      ["DTSTART;TZID=Europe/Berlin:20261020T090000"], "20261027T080000Z", "20261027",
      "20261027T080000Z"
    ),
    (["DTSTART:20261129T230000Z"], "20261201T230000Z", "20261201", "20261201T230000Z"),
    (
      ["DUE;TZID=America/New_York:20261129T220000"], "20261202T030000Z", "20261201",
      "20261202T030000Z"
    ),
    // A day, which the standard does not allow there, is that day of the zone.
    ([start], "20261201", "20261201", "20261201T080000Z"),
    // Of whole days: as the standard asks for, and as others write it.
    (["DTSTART;VALUE=DATE:20261129"], "20261201", "20261201", "20261201"),
    (["DTSTART;VALUE=DATE:20261129"], "20261201T000000Z", "20261201", "20261201"),
    (["DTSTART;VALUE=DATE:20261129"], "20261201T235959Z", "20261201", "20261201"),
    (["DTSTART;VALUE=DATE:20261129"], "20261201T090000", "20261201", "20261201"),
    // For ever.
    (
      ["DTSTART;VALUE=DATE:20261129", "DUE;VALUE=DATE:20261130"], "99991231T235959Z", "99991231",
      "99991230"
    ),
    // The end belongs to the start: what is due two days later is so for the last time two days later.
    (
      ["DTSTART;VALUE=DATE:20261129", "DUE;VALUE=DATE:20261201"], "20261205", "20261207", "20261205"
    ),
    (
      [start, "DUE;TZID=Europe/Berlin:20261130T080000"], "20261203T080000Z", "20261204",
      "20261203T080000Z"
    ),
  ]

  @Test(arguments: ends.indices)
  func `ends where its rule says, and goes out with the same end`(_ index: Int) async throws {
    let (lines, until, last, out) = Self.ends[index]
    let (outcome, items, shell) = try await imported(
      (["UID:u1", "SUMMARY:Until"] + lines + ["RRULE:FREQ=DAILY;UNTIL=\(until)"])
        .joined(separator: "\r\n")
    )
    #expect(outcome.errors == "", "\(until)")
    #expect(items.first?.repeat?.rule.text == "FREQ=DAILY;UNTIL=\(last)", "\(until)")
    let exported = await shell("export", "--format", "icalendar").output
    #expect(exported.contains("RRULE:FREQ=DAILY;UNTIL=\(out)\r\n"), "\(exported)")
    let again = try Shell()
    _ = await again("import", "-", input: exported)
    let copies = try await again.repository.items(Self.byNumber)
    #expect(copies.first?.repeat == items.first?.repeat, "\(until)")
  }

  @Test(arguments: ["20261301T000000Z", "2026-12-01", "soon", "20261201T08Z"])
  func `keeps a rule with an end that is no time, and says so`(_ until: String) async throws {
    let (outcome, items, shell) = try await imported(
      "UID:u1",
      "SUMMARY:Until",
      Self.start,
      "RRULE:FREQ=DAILY;UNTIL=\(until)"
    )
    #expect(outcome.errors.contains("\"RRULE\" is kept as text"), "\(outcome)")
    #expect(items.first?.repeat == nil)
    #expect(await shell("export", "--format", "icalendar").output.contains("UNTIL=\(until)"))
  }

  @Test(arguments: [
    (["STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:100"], Status.open, ""),
    (["PERCENT-COMPLETE:100", "STATUS:NEEDS-ACTION"], .open, ""),
    (["STATUS:IN-PROCESS", "PERCENT-COMPLETE:100"], .open, ""),
    (["COMPLETED:20261120T100000Z", "STATUS:NEEDS-ACTION"], .open, "\"COMPLETED\" is left out"),
    (["STATUS:CANCELLED", "PERCENT-COMPLETE:100"], .cancelled, ""),
    (["STATUS:COMPLETED", "PERCENT-COMPLETE:50"], .done, ""),
    (["PERCENT-COMPLETE:100"], .done, ""),
    (["COMPLETED:20261120T100000Z"], .done, ""),
    (["PERCENT-COMPLETE:99"], .open, ""),
  ])
  func `is as far as its status says, and without one as far as the rest`(
    _ lines: [String],
    _ status: Status,
    _ told: String
  ) async throws {
    let (outcome, items, shell) = try await imported(
      (["UID:s7", "SUMMARY:Reopened"] + lines).joined(separator: "\r\n")
    )
    #expect(items.first?.status == status)
    #expect(told.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(told), "\(outcome)")
    let exported = await shell("export", "--format", "icalendar").output
    let percent = lines.first { $0.hasPrefix("PERCENT") && lines.count > 1 }
    #expect(percent.map { exported.contains("\($0)\r\n") } ?? true, "\(exported)")
  }

  @Test(arguments: [
    "A406CCEB-D40E-42F0-BA5F-9D7429618DFB", "a406cceb-d40e-42f0-ba5f-9d7429618dfb",
    "A406cceb-D40E-42f0-BA5F-9D7429618dfb", "Some.UID@Example.ORG", "20261129T090000Z-1@host",
  ])
  func `keeps its UID byte for byte, and so does what stands under it`(_ uid: String) async throws {
    let (outcome, items, shell) = try await imported(
      "UID:\(uid)",
      "SUMMARY:Above",
      "END:VTODO",
      "BEGIN:VTODO",
      "UID:leaf",
      "SUMMARY:Below",
      "RELATED-TO:\(uid)"
    )
    #expect(outcome.errors == "" && items.count == 2)
    #expect(items.last?.parent == items.first?.id)
    let exported = await shell("export", "--format", "icalendar").output
    #expect(exported.contains("\r\nUID:\(uid)\r\n"), "\(exported)")
    #expect(exported.contains("\r\nRELATED-TO:\(uid)\r\n"), "\(exported)")
    let again = await shell("import", "-", input: exported)
    #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
  }

  @Test(arguments: [
    ["DTSTART:99991230T100000", "DURATION:P30D", "RRULE:FREQ=DAILY"],
    ["DUE:99991231T235959Z", "RRULE:FREQ=DAILY"],
    ["DUE;TZID=Asia/Tokyo:99991231T235959", "RRULE:FREQ=YEARLY"],
  ])
  func `beyond the last year is told, and the task comes in`(_ lines: [String]) async throws {
    let (outcome, items, _) = try await imported(["UID:a@b", "SUMMARY:Never"] + lines)
    #expect(items.map(\.title) == ["Never"], "\(outcome)")
  }

  @Test func `names an unknown zone without its signs of a terminal`() async throws {
    let (outcome, _, _) = try await imported(
      "UID:a@b",
      "SUMMARY:A",
      "DUE;TZID=\"No\u{1B}[31m^nImported: 99\":20260101T100000"
    )
    #expect(outcome.errors.contains("No\\u001b[31m\\nImported: 99"), "\(outcome)")
    #expect(!outcome.errors.contains("\nImported: 99"), "\(outcome)")
  }
}
