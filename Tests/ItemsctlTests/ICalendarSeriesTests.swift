import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

/// Tasks that repeat: their dates, their alarms and what stands under them, on the way out and in.
@Suite struct `A series of a calendar` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func task(_ lines: [String]) -> [String] { ["BEGIN:VTODO"] + lines + ["END:VTODO"] }

  private func calendar(_ tasks: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0"] + tasks + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  /// The lines of what is exported, not folded, without our own.
  private func exported(_ shell: Shell, _ words: String...) async -> [String] {
    await shell.run(["export", "--format", "icalendar"] + words).output
      .replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  private func plain(_ lines: [String]) -> String {
    lines.filter { !$0.hasPrefix("X-ITEMSCTL:") }.map { $0 + "\r\n" }.joined()
  }

  @Test(arguments: [
    (["due:2026-11-30", "repeat:weekly"], ["DTSTART;VALUE=DATE:20261130", "RRULE:FREQ=WEEKLY"]),
    (
      ["due:2026-11-30", "repeat:daily 5 times"],
      ["DTSTART;VALUE=DATE:20261130", "RRULE:FREQ=DAILY;COUNT=5"]
    ),
    (
      ["due:2026-11-30 17:00", "repeat:daily until 2026-12-10"],
      ["DTSTART;TZID=Europe/Berlin:20261130T170000", "RRULE:FREQ=DAILY;UNTIL=20261210T160000Z"]
    ),
    (
      ["due:2026-11-30", "start:2026-11-28", "repeat:weekly"],
      ["DTSTART;VALUE=DATE:20261128", "RRULE:FREQ=WEEKLY"]
    ),
    (["start:2026-11-28", "repeat:weekly"], ["DTSTART;VALUE=DATE:20261128", "RRULE:FREQ=WEEKLY"]),
  ])
  func `has a start, and the same dates after it was done`(
    _ words: [String],
    _ lines: [String]
  ) async throws {
    let berlin = try #require(LocalZone(named: "Europe/Berlin"))
    let shell = try Shell(zone: berlin)
    _ = await shell.run(["add", "Swim"] + words + ["-q"])
    let out = await exported(shell)
    for line in lines { #expect(out.contains(line), "\(out)") }
    _ = await shell("done", "1", "-q")
    let before = try await shell.repository.items(Self.byNumber)
    let exported = await self.exported(shell)
    let other = try Shell(zone: berlin)
    _ = await other("import", "-", input: exported.map { $0 + "\r\n" }.joined())
    #expect(try await other.repository.items(Self.byNumber) == before)
    // Without our own line, another program has the same dates.
    let third = try Shell(zone: berlin)
    _ = await third("import", "-", input: plain(exported))
    let read = try #require(try await third.repository.items(Self.byNumber).first)
    let item = try #require(before.first)
    #expect(read.due == item.due, "\(exported)")
    let wanted = item.repeat.map { Array($0.dates.prefix(12).drop { $0 < item.occurrence ?? $0 }) }
    let found = read.repeat.map { Array($0.dates.prefix(wanted?.count ?? 0)) }
    #expect(found == wanted, "\(exported)")
    if words.contains(where: { $0.contains("5 times") }) {
      #expect(exported.contains("RRULE:FREQ=DAILY;COUNT=4"), "\(exported)")
    }
  }

  @Test func `keeps its plan where one date was moved by hand`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Bin", "due:2026-11-30", "repeat:weekly", "-q")
    _ = await shell("edit", "1", "due:2026-12-02", "-q")
    let out = await exported(shell)
    #expect(out.contains("DTSTART;VALUE=DATE:20261130") && out.contains("DUE;VALUE=DATE:20261202"))
    let before = try await shell.repository.items()
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    let other = try Shell()
    _ = await other("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(try await other.repository.items() == before)
  }

  // MARK: - Single dates

  private static let master = [
    "UID:tb", "SUMMARY:Backup", "DTSTART;VALUE=DATE:20261120", "DUE;VALUE=DATE:20261120",
    "RRULE:FREQ=DAILY",
  ]

  private func override(_ day: String, _ lines: String...) -> [String] {
    task(["UID:tb", "SUMMARY:Backup", "RECURRENCE-ID;VALUE=DATE:\(day)"] + lines)
  }

  @Test(arguments: [0, 1, 2])
  func `stands at its first date that is neither done, cancelled nor excluded`(
    _ order: Int
  ) async throws {
    let done = override("20261120", "DUE;VALUE=DATE:20261120", "STATUS:COMPLETED")
    let cancelled = override("20261122", "DUE;VALUE=DATE:20261122", "STATUS:CANCELLED")
    let moved = override("20261123", "DUE;VALUE=DATE:20261130")
    let master = task(Self.master + ["EXDATE;VALUE=DATE:20261121"])
    let tasks = [
      [master, done, cancelled, moved], [done, master, moved, cancelled],
      [moved, cancelled, done, master],
    ][order]
    let shell = try Shell()
    let outcome = await shell("import", "-", input: calendar(tasks.flatMap { $0 }))
    #expect(outcome.code == .success && outcome.errors == "", "\(outcome)")
    let items = try await shell.repository.items(Self.byNumber)
    let series = try #require(items.first { $0.repeat != nil })
    #expect(series.due == .day(2026, 11, 24) && series.occurrence?.description == "2026-11-24")
    #expect(items.count == 4 && items.filter { $0.status == .done }.count == 1)
    let again = await shell("import", "-", input: calendar(tasks.flatMap { $0 }))
    #expect(again.output == "Imported: 0 added, 0 updated, 4 unchanged\n", "\(again)")
    let out = await exported(shell)
    #expect(out.contains("EXDATE;VALUE=DATE:20261121"))
    let other = try Shell()
    _ = await other("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(try await other.repository.items(Self.byNumber) == items)
  }

  @Test(arguments: [
    (["DTSTART;TZID=Europe/Berlin:20261120T100000"], "EXDATE:20261120T090000Z", "2026-11-21"),
    (
      ["DTSTART;TZID=Europe/Berlin:20261120T100000"],
      "EXDATE;TZID=Europe/Berlin:20261120T100000,20261121T100000", "2026-11-22"
    ),
    (["DTSTART;TZID=Europe/Berlin:20261120T100000"], "EXDATE;VALUE=DATE:20261120", "2026-11-21"),
    (
      ["DTSTART;VALUE=DATE:20261119", "DUE;VALUE=DATE:20261120"], "EXDATE;VALUE=DATE:20261119",
      "2026-11-21"
    ),
    (["DTSTART;VALUE=DATE:20261120"], "EXDATE;VALUE=DATE:20261119", "2026-11-20"),
    (["DTSTART;VALUE=DATE:20261120"], "X-EXDATE;VALUE=DATE:20261120", "2026-11-20"),
  ])
  func `passes over excluded dates at its beginning`(
    _ times: [String],
    _ excluded: String,
    _ open: String
  ) async throws {
    let shell = try Shell()
    let lines = task(["UID:a", "SUMMARY:A"] + times + ["RRULE:FREQ=DAILY", excluded])
    let outcome = await shell("import", "-", input: calendar(lines))
    #expect(outcome.errors == "", "\(outcome)")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.occurrence?.calendarDay.description == open, "\(item)")
  }

  @Test func `is over where all its dates are`() async throws {
    let shell = try Shell()
    let lines = task(
      ["UID:a", "SUMMARY:A", "DUE;VALUE=DATE:20261120", "RRULE:FREQ=DAILY;COUNT=2"]
        + ["EXDATE;VALUE=DATE:20261120", "EXDATE;VALUE=DATE:20261121"]
    )
    _ = await shell("import", "-", input: calendar(lines))
    #expect(try await shell.repository.items().map(\.status) == [.cancelled])
    let again = await shell("import", "-", input: calendar(lines))
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
  }

  @Test(arguments: ["RDATE;VALUE=DATE:20261125", "EXRULE:FREQ=WEEKLY", "rdate:20261125T100000Z"])
  func `has no more dates than its rule gives, which is told`(_ line: String) async throws {
    let shell = try Shell()
    let outcome = await shell("import", "-", input: calendar(task(Self.master + [line])))
    #expect(outcome.errors.contains("is kept as text: the item repeats by its \"RRULE\" alone"))
    #expect(await exported(shell).contains(line))
  }

  // MARK: - Alarms

  private func alarm(_ trigger: String, _ more: String...) -> [String] {
    ["BEGIN:VALARM", "ACTION:DISPLAY"] + more + [trigger, "END:VALARM"]
  }

  @Test(arguments: [
    (
      "DUE;TZID=Europe/Berlin:20270115T090000", "TRIGGER;VALUE=DATE-TIME:20270115T070000Z",
      "due:2027-01-20 10:00", "TRIGGER;VALUE=DATE-TIME:20270120T080000Z"
    ),
    (
      "DUE;VALUE=DATE:20270115", "TRIGGER;VALUE=DATE-TIME:20270114T170000Z", "due:2027-07-15",
      "TRIGGER;VALUE=DATE-TIME:20270714T160000Z"
    ),
    (
      "DTSTART;VALUE=DATE:20270115", "TRIGGER;VALUE=DATE-TIME:20270115T070000Z",
      "start:2027-01-16", "TRIGGER;VALUE=DATE-TIME:20270116T070000Z"
    ),
    (
      "DUE;VALUE=DATE:20270115", "TRIGGER:20270114T170000Z", "due:2027-01-16",
      "TRIGGER:20270115T170000Z"
    ),
    ("DUE;VALUE=DATE:20270115", "TRIGGER:-PT15M", "due:2027-01-16", "TRIGGER:-PT15M"),
    (
      "DUE;VALUE=DATE:20270115", "TRIGGER;RELATED=END:PT0S", "due:2027-01-16",
      "TRIGGER;RELATED=END:PT0S"
    ),
    (
      "DUE;VALUE=DATE:20270115", "TRIGGER;VALUE=DATE-TIME:20270114T170000Z", "Other",
      "TRIGGER;VALUE=DATE-TIME:20270114T170000Z"
    ),
  ])
  func `has an alarm that moves with its date`(
    _ date: String,
    _ trigger: String,
    _ edit: String,
    _ moved: String
  ) async throws {
    let shell = try Shell(zone: try #require(LocalZone(named: "Europe/Berlin")))
    let lines = task(["UID:al", "SUMMARY:Dentist", date] + alarm(trigger, "X-FOO:1"))
    _ = await shell("import", "-", input: calendar(lines))
    let first = await exported(shell)
    #expect(first.contains(trigger), "\(first)")
    #expect(!first.contains { $0.hasPrefix("X-ITEMSCTL-DATE") })
    _ = await shell("edit", "1", edit, "-q")
    let out = await exported(shell)
    #expect(out.contains(moved) && out.contains("X-FOO:1"), "\(out)")
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
  }

  @Test func `leaves no alarm of its own moment on what is done`() async throws {
    let shell = try Shell()
    let lines = task(
      Self.master + alarm("TRIGGER;VALUE=DATE-TIME:20261120T070000Z") + alarm("TRIGGER:-PT5M")
        + alarm("TRIGGER;VALUE=DATE-TIME:20261120T071000Z", "RELATED-TO;RELTYPE=SNOOZE:x")
    )
    _ = await shell("import", "-", input: calendar(lines))
    #expect(await exported(shell).filter { $0.hasPrefix("TRIGGER") }.count == 3)
    _ = await shell("done", "1", "-q")
    let out = await exported(shell)
    // Done on the 21st, so that the next date is that day.
    #expect(
      out.filter { $0.hasPrefix("TRIGGER") } == [
        "TRIGGER;VALUE=DATE-TIME:20261121T070000Z", "TRIGGER:-PT5M", "TRIGGER:-PT5M",
      ],
      "\(out)"
    )
    let before = try await shell.repository.items(Self.byNumber)
    let again = await shell("import", "-", input: out.map { $0 + "\r\n" }.joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
    #expect(try await shell.repository.items(Self.byNumber) == before)
  }

  // MARK: - Parents

  @Test func `names parents by their UIDs, also those that stay here`() async throws {
    let shell = try Shell()
    let uids = ["top-uid", "A406CCEB-D40E-42F0-BA5F-9D7429618DFB", "a, b;c@example.org"]
    for uid in uids {
      let escaped = uid.replacing(",", with: "\\,").replacing(";", with: "\\;")
      let lines = task(["UID:\(escaped)", "SUMMARY:Top", "X-WR:1"])
      _ = await shell("import", "-", input: calendar(lines))
      _ = await shell("add", "Leaf", "list:leaves", "-q")
      let items = try await shell.repository.items(Self.byNumber)
      let top = try #require(items.last { $0.title == "Top" })
      var leaf = try #require(items.last { $0.title == "Leaf" })
      leaf.parent = top.id
      try await shell.repository.update(leaf)
      for words in [[], ["list:leaves"]] {
        let out = await shell.run(["export", "--format", "icalendar"] + words).output
          .replacing("\r\n ", with: "")
        #expect(out.contains("\r\nRELATED-TO:\(escaped)\r\n"), "\(out)")
        let again = await shell("import", "-", input: out)
        #expect(again.output.contains(" 0 added, 0 updated, "), "\(again)")
      }
    }
    let all = try await shell.repository.items(Self.byNumber)
    let out = await shell("export", "--format", "icalendar").output
    let other = try Shell()
    _ = await other("import", "-", input: out)
    #expect(try await other.repository.items(Self.byNumber) == all)
    // A parent from here has its id as its UID.
    _ = await shell("add", "Own", "-q")
    let own = try #require(try await shell.repository.items(Self.byNumber).last)
    _ = await shell("add", "Below", "parent:\(own.number)", "-q")
    #expect(await exported(shell).contains("RELATED-TO:\(own.id.description)"))
  }

  @Test(arguments: ["top", "01900000-0000-7000-8000-000000000001"])
  func `depends on other tasks, by the UIDs that they have`(_ uid: String) async throws {
    let shell = try Shell()
    let line = "RELATED-TO;RELTYPE=DEPENDS-ON:\(uid)"
    let away = "RELATED-TO;RELTYPE=DEPENDS-ON:not here"
    let text = calendar(
      task(["UID:x", "SUMMARY:Waits", line, away]) + task(["UID:\(uid)", "SUMMARY:Top"])
    )
    #expect(await shell("import", "-", input: text).errors == "")
    let items = try await shell.repository.items(Self.byNumber)
    #expect(items[0].blockers == [items[1].id, ICalendar.id(ofUID: "not here")])
    #expect(items[0].parent == nil && items[1].blockers == [])
    let out = await exported(shell)
    let whole = await shell("export", "--format", "icalendar").output
    #expect(out.contains(line) && out.contains(away))
    #expect(await shell("import", "-", input: text).output.contains("0 added, 0 updated"))
    #expect(await shell("import", "-", input: whole).output.contains("0 added, 0 updated"))
    let other = try Shell()
    _ = await other("import", "-", "--format", "icalendar", input: whole)
    #expect(try await other.repository.items(Self.byNumber) == items)
    // Nothing comes back of a blocker that was removed here.
    _ = await shell("edit", "1", "blocked-by:none")
    let left = await shell("export", "--format", "icalendar").output
    #expect(!left.contains("\nRELATED-TO"))
    _ = await shell("import", "-", "--format", "icalendar", input: left)
    #expect(try await shell.repository.items(Self.byNumber)[0].blockers == [])
    // What another program takes away is gone here, too.
    _ = await other("import", "-", input: text.replacing(away + "\r\n", with: ""))
    #expect(try await other.repository.items(Self.byNumber)[0].blockers == [items[1].id])
  }

  @Test(arguments: ["SIBLING", "CHILD", "FINISHTOSTART"])
  func `keeps other relations as they are`(_ type: String) async throws {
    let shell = try Shell()
    let line = "RELATED-TO;RELTYPE=\(type):top"
    let lines = task(["UID:top", "SUMMARY:Top"]) + task(["UID:x", "SUMMARY:Below", line])
    let outcome = await shell("import", "-", input: calendar(lines))
    #expect(outcome.errors == "")
    let item = try #require(try await shell.repository.items(Self.byNumber).last)
    #expect(item.parent == nil && item.attributes["ical/RELATED-TO"] == [.string(line)])
    #expect(await exported(shell).contains(line))
  }
}
