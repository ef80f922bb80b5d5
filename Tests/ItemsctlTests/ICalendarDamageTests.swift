import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

/// Calendars with a line that is none, an end that is missing, or more than an item can hold.
@Suite struct `A damaged calendar` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(
    _ text: String,
    _ words: String...
  ) async throws -> (outcome: Outcome, items: [Item], shell: Shell) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-", "--format", "icalendar"] + words, input: text)
    return (outcome, try await shell.repository.items(Self.byNumber), shell)
  }

  private static let longDuration = "DURATION:P" + String(repeating: "999999W", count: 20_000)
  private static let manyHours = "PT" + String(repeating: "999999H", count: 90)

  /// A calendar with the lines in a task, and another task behind it; the first of the lines is number 5.
  private static func around(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a"] + lines + [
      "SUMMARY:One", "END:VTODO", "BEGIN:VTODO", "UID:b", "SUMMARY:Two", "END:VTODO",
      "END:VCALENDAR",
    ]).map { $0 + "\r\n" }.joined()
  }

  @Test(arguments: [
    (["PERCENT_COMPLETE:100"], 5, "\"PERCENT_COMPLETE:100\" is not a property"),
    (["PRIORITY:1", "no colon here"], 6, "\"no colon here\" is not a property"),
    (["DESCRIPTION:a", "", "DUE;VALUE"], 7, "\"DUE;VALUE\" is not a property"),
    (["DESCRIPTION:cut in the", " middle", "of it"], 7, "\"of it\" is not a property"),
    ([":nothing"], 5, "\":nothing\" is not a property"), (["SUMMARY"], 5, "\"SUMMARY\" is not"),
    (["DUE;TZID=\"Europe/Berlin:20261224T170000"], 5, "is not a property"),
    (["BEGIN:VALARM", "TRIGGER -PT5M", "END:VALARM"], 6, "\"TRIGGER -PT5M\" is not a property"),
    (["BEGIN:VALARM", "END:VALARM", " stray"], 7, "goes on with none before it"),
    (["END:VALARM"], 5, "END:VALARM has no BEGIN:VALARM"),
    (["END:VEVENT"], 5, "END:VEVENT has no BEGIN:VEVENT"),
    (["DUE:soon"], 5, "\"DUE\": expected a day or a time"),
    (["DTSTART:20260231"], 5, "\"DTSTART\": expected a day or a time"),
    (["COMPLETED:2026-01-01"], 5, "\"COMPLETED\": expected a time"),
    (["DURATION:long"], 5, "\"DURATION\": expected a length of time"),
    (["DURATION:P4000001D"], 5, "\"DURATION\": expected a length of time"),
    ([longDuration], 5, "\"DURATION\": expected a length of time"),
    (["PERCENT-COMPLETE:most"], 5, "\"PERCENT-COMPLETE\": expected a whole number"),
    (["PRIORITY:10"], 5, "\"PRIORITY\": expected a number"),
    (["RELATED-TO:a"], 5, "\"RELATED-TO\" makes the task its own parent"),
  ])
  func `loses one line, which is told, and no task`(
    _ lines: [String],
    _ number: Int,
    _ message: String
  ) async throws {
    let text = Self.around(lines)
    let (outcome, items, shell) = try await imported(text)
    #expect(outcome.code == .success && items.map(\.title) == ["One", "Two"], "\(outcome)")
    #expect(items.allSatisfy { $0.due == nil && $0.start == nil && $0.parent == nil })
    let told = outcome.errors.split(separator: "\n").filter { $0.contains(message) }
    #expect(told.count == 1 && told.first?.contains("line \(number): ") == true, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    let again = await shell("import", "-", input: text)
    #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
    let strict = try await imported(text, "--strict")
    #expect(strict.outcome.code == .badData && strict.items == [], "\(strict.outcome)")
    #expect(strict.outcome.errors.contains(message), "\(strict.outcome)")
  }

  @Test(arguments: [
    ["X-OK:1"], ["x-ok;A=\"b:c\":1"], ["DESCRIPTION:a", " b", "\tc"], ["DESCRIPTION:a", "", " b"],
    ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"], ["DURATION:-P1DT2H3M"], ["RELATED-TO:b"],
    ["PERCENT-COMPLETE:50"], ["PRIORITY:0"], ["DTSTART:20260228"], ["", ""],
  ])
  func `is not damaged by what is only unusual`(_ lines: [String]) async throws {
    let (outcome, items, _) = try await imported(Self.around(lines), "--strict")
    #expect(outcome.code == .success && outcome.errors == "" && items.count == 2, "\(outcome)")
  }

  @Test(arguments: [
    // Ends that are missing, or of something else.
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n", ["a"], "END:VTODO is missing at the end"),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n", ["a"], "END:VCALENDAR is missing"),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR\n",
      ["a", "b"], "line 4: END:VTODO is missing before this line"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VCALENDAR\n", ["a"],
      "line 4: END:VTODO is missing before this line"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:no\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR\n",
      ["b"], "line 4: END:VEVENT is missing before this line"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VTODO\nEND:VCALENDAR\n",
      ["a"], "line 6: END:VALARM is missing before this line"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VEVENT\nEND:VTODO\nEND:VCALENDAR\n", ["a"],
      "line 4: END:VEVENT has no BEGIN:VEVENT"
    ),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDESCRIPTION:cut her", ["a"], "END:VTODO is missing"),
    // Tasks outside, and several calendars.
    ("BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n", ["a"], "line 1: BEGIN:VTODO stands in no VCALENDAR"),
    (
      "BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n", ["a"],
      "line 3: BEGIN:VTODO stands in no VCALENDAR"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nBEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR\n",
      ["a", "b"], "line 5: END:VCALENDAR is missing before this line"
    ),
    (
      "BEGIN:VCALENDAR\nEND:VCALENDAR\nmore\nBEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO\nEND:VCALENDAR\n",
      ["b"], "line 3: the line stands in no VCALENDAR"
    ),
    (
      "BEGIN:VCALENDAR\n stray\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n", ["a"],
      "line 2: a line that begins with a blank"
    ),
    (
      "BEGIN:VCALENDAR\nno property\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n", ["a"],
      "line 2: \"no property\" is not a property"
    ),
  ])
  func `is read as far as its parts can be told`(
    _ text: String,
    _ titles: [String],
    _ message: String
  ) async throws {
    let (outcome, items, _) = try await imported(text)
    #expect(outcome.code == .success && items.map(\.title) == titles, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome)")
    let strict = try await imported(text, "--strict")
    #expect(strict.outcome.code == .badData && strict.items == [], "\(strict.outcome)")
  }

  @Test(arguments: [
    ("20261224", "P3999999D"), ("20261224", "-P3999999D"), ("20261224T170000Z", "P3999999D"),
    ("20261224T170000", "-P3999999D"), ("99991231T235959Z", "PT1S"), ("99991231", "P1D"),
    ("00010101T000000Z", "-PT1S"), ("20261224T170000Z", manyHours),
  ])
  func `has no due date where that is in no year`(_ start: String, _ length: String) async throws {
    let text = Self.around(["DTSTART:\(start)", "DURATION:\(length)"])
    let (outcome, items, _) = try await imported(text)
    #expect(outcome.code == .success && items.map(\.title) == ["One", "Two"], "\(outcome)")
    #expect(items.first?.due == nil && items.first?.start != nil)
    let day = ICalendarDuration(days: 1)
    let next: DayOrInstant? = day.added(to: .day(2026, 12, 31), in: .utc)
    #expect(next == .day(2027, 1, 1))
  }

  @Test func `tells of many lines that are none`() async throws {
    let lines = (0..<10_000).map { "no property \($0)" }
    let (outcome, items, _) = try await imported(Self.around(lines))
    #expect(outcome.code == .success && items.map(\.title) == ["One", "Two"])
    #expect(outcome.errors.contains("line 24: \"no property 19\" is not a property"))
    #expect(outcome.errors.contains("and 9980 more"), "\(outcome)")
  }

  @Test(arguments: ["Milk\nBread\n", "{\"title\":\"a\"}\n", "title,due\na,b\n"])
  func `is not one where there is no calendar at all`(_ text: String) async throws {
    let (outcome, items, _) = try await imported(text)
    #expect(outcome.code == .badData && items == [], "\(outcome)")
    #expect(outcome.errors.contains("line 1: expected BEGIN:VCALENDAR"), "\(outcome)")
  }

  @Test func `may be several, each with a list of its own`() async throws {
    let calendars = ["Home", "Work", nil].map { name in
      "BEGIN:VCALENDAR\n" + (name.map { "X-WR-CALNAME:\($0)\n" } ?? "")
        + "BEGIN:VTODO\nSUMMARY:a\nUID:\(name ?? "x")\nEND:VTODO\nEND:VCALENDAR\n"
    }
    let (outcome, items, _) = try await imported(calendars.joined(), "--strict")
    #expect(outcome.errors == "" && items.map(\.list) == ["Home", "Work", "inbox"])
  }

  @Test(arguments: [[0xFF], [0xE4], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `loses a line of bytes that are no text`(_ bytes: [UInt8]) throws {
    var reader = CalendarReader(
      LocalCalendar(zone: .utc, now: testNow),
      isStrict: false
    )
    var input = Array("BEGIN:VTODO\nSUMMARY:Good ä\nDESCRIPTION:".utf8)
    input += bytes + Array("\nLOCATION:fold\u{0}\n".utf8).filter { $0 != 0 }
    input += Array("UID:a\nEND:VTODO\n".utf8)
    let record = try reader.read(input, input.indices, RecordPlace(line: 7))
    #expect(record?.draft.title == "Good ä" && record?.draft.notes == "")
    #expect(record?.draft.attributes["location"] == "fold")
    #expect(reader.warnings.messages.count == 1)
    #expect(reader.warnings.messages.first?.hasPrefix("line 9: \"DESCRIPTION:") == true)
  }

  @Test func `may be folded within a character`() throws {
    var reader = CalendarReader(LocalCalendar(zone: .utc, now: testNow), isStrict: true)
    let input: [UInt8] =
      Array("BEGIN:VTODO\nSUMMARY:B".utf8) + [0xC3, 0x0A, 0x20, 0xA4] + Array("r\nEND:VTODO\n".utf8)
    let record = try reader.read(input, input.indices, RecordPlace(line: 1))
    #expect(record?.draft.title == "Bär" && reader.warnings.messages.isEmpty)
  }

  @Test func `has the beginning of a long title, and goes out with the whole`() async throws {
    for (long, isTooLong) in [
      (String(repeating: "a", count: 1_001), true), (String(repeating: "é👍", count: 900), true),
      (String(repeating: "word, ", count: 500) + "end", true),
      (String(repeating: "é", count: 1_000), false),
    ] {
      let text = Self.around(["DESCRIPTION:x"]).replacing(
        "SUMMARY:One",
        with: "SUMMARY:" + long.replacing(",", with: "\\,")
      )
      let (outcome, items, shell) = try await imported(text)
      #expect(items.first?.title == String(long.prefix(1_000)))
      #expect((items.first?.attributes["ical/SUMMARY"] != nil) == isTooLong)
      #expect(outcome.errors.contains("line 6: \"SUMMARY\" has more") == isTooLong, "\(outcome)")
      let out = await shell("export", "--format", "icalendar").output
      let whole = "SUMMARY:" + long.replacing(",", with: "\\,") + "\r\n"
      #expect(out.replacing("\r\n ", with: "").contains(whole))
      let again = await shell("import", "-", input: out)
      #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
      // Another title takes its place.
      _ = await shell("edit", "1", "Short", "-q")
      let short = await shell("export", "--format", "icalendar").output
      #expect(short.contains("SUMMARY:Short\r\n"))
    }
  }

  @Test func `has as much of the notes, the tags and the rest as an item can hold`() async throws {
    let many = (0..<120).map { "t\($0)" }.joined(separator: ",")
    for (line, message) in [
      ("DESCRIPTION:" + String(repeating: "é", count: 150_000), "\"DESCRIPTION\" has more than"),
      ("CATEGORIES:" + many, "20 tags of \"CATEGORIES\" left out"),
      ("CATEGORIES:ok,a\\nb," + String(repeating: "x", count: 300), "2 tags of \"CATEGORIES\""),
      ("ATTACH:" + String(repeating: "QUJD", count: 30_000), "\"ATTACH\" is larger than"),
      ("X-" + String(repeating: "A", count: 300) + ":1", "is larger than an attribute can be"),
      ("LOCATION:" + String(repeating: "é", count: 60_000), "\"LOCATION\" is larger than"),
      ("ATTACH:" + String(repeating: "Q", count: 5_000_000), "line 5: the line is longer than"),
    ] {
      let (outcome, items, _) = try await imported(Self.around([line]))
      #expect(outcome.code == .success && items.map(\.title) == ["One", "Two"], "\(message)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      let strict = try await imported(Self.around([line]), "--strict")
      #expect(strict.outcome.code == .badData)
    }
    let lines = (0..<200).map { "ATTACH:\($0)" + String(repeating: "Q", count: 1_000) }
    let (outcome, items, _) = try await imported(Self.around(lines + ["X-A:1"]))
    #expect(outcome.errors.contains("\"ATTACH\" is larger than an attribute can be; the rest"))
    #expect(items.first?.attributes["ical/ATTACH"]?.array?.count ?? 0 > 60)
    #expect(items.first?.attributes["ical/X-A"] == ["X-A:1"])
  }
}
