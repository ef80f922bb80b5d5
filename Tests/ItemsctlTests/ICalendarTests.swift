import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

@Suite("Calendars") struct ICalendarTests {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  /// A file that another program wrote.
  private func foreign(_ name: String) throws -> String {
    let url = GoldenFile(name: "foreign/\(name)").url
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func imported(
    _ text: String,
    _ words: String...
  ) async throws -> (outcome: Outcome, items: [Item], shell: Shell) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-"] + words, input: text)
    return (outcome, try await shell.repository.items(Self.byNumber), shell)
  }

  private func calendar(_ lines: String..., around: [String] = []) -> String {
    calendar(lines, around: around)
  }

  private func calendar(_ lines: [String], around: [String] = []) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0"] + around + ["BEGIN:VTODO"] + lines
      + ["END:VTODO", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  @Test func `a file of the library icalendar is understood`() async throws {
    let (outcome, items, shell) = try await imported(foreign("icalendar.ics"))
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(outcome.errors == "1 VEVENT left out: only VTODO is a task\n")
    let bread = items[0]
    #expect(
      bread.title
        == "Bäcker: Brot, Brötchen; und ein sehr langer Titel, der gefaltet werden muß 🎂 weil er so lang ist"
    )
    #expect(bread.notes == "Line one\nLine two \\ with, signs; all")
    #expect(bread.tags == ["shop", "with, comma"] && bread.list == "Home")
    #expect(bread.priority == .high && bread.status == .open)
    // Five in the afternoon in Berlin.
    #expect(bread.due == .instant(try Date("2026-12-24T16:00:00Z", strategy: .iso8601)))
    #expect(bread.repeat?.rule.text == "FREQ=WEEKLY;BYDAY=TH")
    #expect(bread.repeat?.zone == "Europe/Berlin")
    #expect(bread.attributes["url"] == "https://example.org/a;b,c")
    #expect(bread.attributes["location"] == "Market; left")
    #expect(bread.attributes["percent-complete"] == 40)
    #expect(bread.attributes["status"] == "IN-PROCESS" && bread.attributes["priority"] == 2)
    #expect(bread.attributes["ical/VALARM"]?.array?.count == 1)
    let under = items[1]
    #expect(under.parent == bread.id && under.due == .day(2026, 12, 25) && under.status == .done)
    #expect(under.completedAt == (try Date("2026-11-02T08:30:00Z", strategy: .iso8601)))
    // The same file changes nothing, and what goes out says the same.
    let again = await shell("import", "-", input: try foreign("icalendar.ics"))
    #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
    let exported = await shell("export", "--format", "icalendar")
    #expect(exported.errors == "")
    for line in [
      "UID:20261101T100000Z-1@example.org", "PRIORITY:2", "STATUS:IN-PROCESS",
      "PERCENT-COMPLETE:40",
      "URL:https://example.org/a;b,c", "LOCATION:Market\\; left", "TRIGGER:-PT15M",
      "DUE;TZID=Europe/Berlin:20261224T170000", "RELATED-TO:20261101T100000Z-1@example.org",
      "DUE;VALUE=DATE:20261225", "X-APPLE-SORT-ORDER:7", "RRULE:FREQ=WEEKLY;BYDAY=TH",
      "COMPLETED:20261102T083000Z", "CATEGORIES:shop,with\\, comma", "TZID:Europe/Berlin",
    ] { #expect(exported.output.contains("\r\n\(line)\r\n"), "\(line)") }
    #expect(exported.output.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
  }

  @Test func `a file of the library vobject is understood`() async throws {
    let (outcome, items, _) = try await imported(foreign("vobject.ics"))
    #expect(outcome.output == "Imported: 1 added, 0 updated, 0 unchanged\n", "\(outcome)")
    #expect(items[0].title == "Pay the rent, on time" && items[0].notes == "to\nthe landlord")
    #expect(items[0].due == .instant(try Date("2026-12-01T14:00:00Z", strategy: .iso8601)))
    #expect(items[0].priority == .low && items[0].tags == ["money", "home"])
  }

  @Test func `a zone that only the file knows is that of the file`() async throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Wonderland
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20301027T010000Z
      TZOFFSETFROM:+0230
      TZOFFSETTO:+0130
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20010325T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      TZOFFSETFROM:+0130
      TZOFFSETTO:+0230
      END:DAYLIGHT
      END:VTIMEZONE
      """.split(separator: "\n").map(String.init)
    for (time, utc) in [
      ("20260701T120000", "2026-07-01T09:30:00Z"), ("20261201T120000", "2026-12-01T10:30:00Z"),
      ("20261025T025959", "2026-10-25T00:29:59Z"), ("20261025T030000", "2026-10-25T01:30:00Z"),
      // The rule of the winter has ended by then.
      ("20311201T120000", "2031-12-01T09:30:00Z"),
    ] {
      let text = calendar("SUMMARY:a", "DUE;TZID=Wonderland:\(time)", around: zone)
      let (outcome, items, _) = try await imported(text)
      #expect(outcome.errors == "")
      #expect(items.first?.due == .instant(try Date(utc, strategy: .iso8601)), "\(time)")
    }
  }

  @Test(arguments: [
    ("DUE:20261224T170000Z", "2026-12-24T17:00:00Z"),
    // Floating, in the zone of the shell.
    ("DUE:20261224T170000", "2026-12-24T14:00:00Z"),
    ("DUE;TZID=/example.org/2026/America/New_York:20261224T170000", "2026-12-24T22:00:00Z"),
    ("due;tzid=\"Asia/Tokyo\":20261224T170000", "2026-12-24T08:00:00Z"),
    ("DTSTART:20261224T170000Z\r\nDURATION:P1DT30M", "2026-12-25T17:30:00Z"),
    ("DTSTART;TZID=Europe/Berlin:20260328T170000\r\nDURATION:P1D", "2026-03-29T15:00:00Z"),
  ])
  func `times are read in their zones`(lines: String, utc: String) async throws {
    let shell = try Shell(zone: .fixed(secondsFromGMT: 3 * 3_600))
    let outcome = await shell("import", "-", input: calendar("SUMMARY:a", lines))
    #expect(outcome.code == .success && outcome.errors == "", "\(outcome)")
    let items = try await shell.repository.items()
    #expect(items.first?.due == .instant(try Date(utc, strategy: .iso8601)))
  }

  @Test(arguments: [
    ("DUE:soon", "line 5: \"DUE\": expected a day or a time"),
    ("DUE;TZID=Nowhere/Land:20261224T170000", "the zone \"Nowhere/Land\" is not known"),
    ("PRIORITY:urgent", "\"PRIORITY\": expected a number from 0 to 9"),
    ("DUE:20261224\r\nRRULE:FREQ=HOURLY", "\"RRULE\" is kept as text"),
    ("DUE:20261224\r\nRRULE:FREQ=DAILY\r\nEXDATE:soon", "is no date; it is kept as text"),
  ])
  func `what cannot be understood is told, or refused`(lines: String, text: String) async throws {
    let (outcome, items, _) = try await imported(calendar("SUMMARY:a", lines))
    #expect(outcome.code == .success && items.count == 1)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    let strict = try await imported(calendar("SUMMARY:a", lines), "--strict")
    #expect(strict.outcome.code == .badData && strict.items == [], "\(strict.outcome)")
  }

  @Test func `lines that mean nothing here go out as they came`() async throws {
    let lines = [
      #"ATTENDEE;MEMBER="mailto:a@b.c","mailto:d@e.f";CN="A;B":mailto:x@y.z"#, "x-odd;P=1:a\\,b;c",
      "LOCATION;LANGUAGE=de:Markt", "RRULE:FREQ=HOURLY", "EXDATE:20261225T170000Z",
    ]
    let text = calendar(["SUMMARY:a", "UID:a", "DUE:20261224T170000Z"] + lines)
    let (outcome, _, shell) = try await imported(text)
    #expect(outcome.errors.contains("\"RRULE\" is kept as text"), "\(outcome)")
    let exported = await shell("export", "--format", "icalendar").output
      .replacing("\r\n ", with: "")
    for line in lines { #expect(exported.contains("\r\n\(line)\r\n"), "\(line): \(exported)") }
    let again = await shell("import", "-", input: exported)
    #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(again)")
    // A rule of the item's own takes the place of the one that was kept.
    _ = await shell("edit", "1", "repeat:weekly", "-q")
    let ruled = await shell("export", "--format", "icalendar").output
    #expect(ruled.contains("RRULE:FREQ=WEEKLY\r\n") && !ruled.contains("\r\nRRULE:FREQ=HOURLY"))
  }

  @Test func `one date of a task that comes again is an item of its own`() async throws {
    for uid in ["a@example.org", "01900000-0000-7000-8000-000000000001"] {
      let text = calendar(
        "UID:\(uid)",
        "SUMMARY:Swim",
        "DUE:20261201T170000Z",
        "RRULE:FREQ=WEEKLY",
        "END:VTODO",
        "BEGIN:VTODO",
        "UID:\(uid)",
        "SUMMARY:Swim late",
        "RECURRENCE-ID:20261208T170000Z",
        "DUE:20261208T190000Z"
      )
      let (outcome, items, shell) = try await imported(text)
      #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n", "\(outcome)")
      #expect(items.map(\.title) == ["Swim", "Swim late"] && items[1].repeat == nil)
      let exported = await shell("export", "--format", "icalendar")
      #expect(exported.output.components(separatedBy: "\r\nUID:\(uid)\r\n").count == 3)
      #expect(exported.output.contains("\r\nRECURRENCE-ID:20261208T170000Z\r\n"))
      let again = await shell("import", "-", input: exported.output)
      #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
    }
  }

  @Test func `a task without a title is named by its notes`() async throws {
    let (outcome, items, _) = try await imported(calendar("DESCRIPTION:First\\nsecond", "UID:a"))
    #expect(items.map(\.title) == ["First"] && outcome.errors.contains("\"SUMMARY\" is missing"))
    #expect(try await imported(calendar("UID:b")).items.map(\.title) == ["Untitled"])
  }

  @Test func `lines are folded between characters and come back`() async throws {
    for title in [
      String(repeating: "é", count: 200), String(repeating: "👩‍👩‍👧‍👦", count: 40),
      String(repeating: "a ", count: 100) + "b", "a\\nb;c,d\\", "tab\there",
    ] {
      let shell = try Shell()
      try await shell.repository.add(ItemDraft(title: title, notes: title + "\n\n" + title))
      let exported = await shell("export", "--format", "icalendar").output
      for line in exported.split(separator: "\r\n", omittingEmptySubsequences: false) {
        #expect(line.utf8.count <= 75)
      }
      let items = try await imported(exported).items
      #expect(items.map(\.title) == [title] && items.first?.notes == title + "\n\n" + title)
    }
  }

  @Test func `what was edited elsewhere wins over what we noted beside it`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Milk", "list:home", "due:tomorrow", "-q")
    let exported = await shell("export", "--format", "icalendar").output
    let edited = exported.replacing("SUMMARY:Milk", with: "SUMMARY:Oat milk")
      .replacing("DUE;VALUE=DATE:20261122", with: "DUE;VALUE=DATE:20261130")
    #expect(edited != exported)
    #expect(
      await shell("import", "-", input: edited).output
        == "Imported: 0 added, 1 updated, 0 unchanged\n"
    )
    let item = try #require(try await shell.repository.items().first)
    #expect(item.title == "Oat milk" && item.due == .day(2026, 11, 30) && item.list == "home")
  }

  @Test func `a repeating item keeps the clock of its zone`() async throws {
    let berlin = try #require(LocalZone(named: "Europe/Berlin"))
    let shell = try Shell(zone: berlin)
    _ = await shell("add", "Swim", "due:2027-03-24 17:00", "repeat:weekly", "-q")
    let exported = await shell("export", "--format", "icalendar").output
    #expect(exported.contains("DUE;TZID=Europe/Berlin:20270324T170000\r\n"))
    #expect(exported.contains("RRULE:FREQ=WEEKLY\r\n"))
    // Another program must find the zone's rules in the file.
    #expect(exported.contains("BEGIN:DAYLIGHT\r\n"))
    #expect(exported.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n"))
    let before = try await shell.repository.items()
    let other = try Shell(zone: .fixed(secondsFromGMT: 0))
    _ = await other("import", "-", input: exported)
    #expect(try await other.repository.items() == before)
  }
}
