import Foundation
import Storage
import Testing

@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

/// Zones by the names that other programs give them.
@Suite struct `A zone of a calendar` {
  private func repeating(_ name: String, _ zone: [String] = []) async throws -> (Outcome, Item) {
    let shell = try Shell(zone: .fixed(secondsFromGMT: 3 * 3_600))
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + zone + [
        "BEGIN:VTODO", "UID:a", "SUMMARY:At ten", "DUE;TZID=\"\(name)\":20261018T100000",
        "RRULE:FREQ=WEEKLY", "END:VTODO", "END:VCALENDAR",
      ]).map { $0 + "\r\n" }.joined()
    let outcome = await shell("import", "-", input: text)
    return (outcome, try #require(try await shell.repository.items().first))
  }

  /// A definition with the rules of a union, from a standard offset in hours.
  private func definition(_ name: String, _ hours: Int, _ more: [String] = []) -> [String] {
    ["BEGIN:VTIMEZONE", "TZID:\(name)"] + more + [
      "BEGIN:STANDARD", "DTSTART:16011028T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
      "TZOFFSETFROM:+0\(hours + 1)00", "TZOFFSETTO:+0\(hours)00", "END:STANDARD",
      "BEGIN:DAYLIGHT", "DTSTART:16010325T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
      "TZOFFSETFROM:+0\(hours)00", "TZOFFSETTO:+0\(hours + 1)00", "END:DAYLIGHT",
      "END:VTIMEZONE",
    ]
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), ("W. Europe Standard Time", "Europe/Berlin"),
    ("Pacific Standard Time", "America/Los_Angeles"), ("India Standard Time", "Asia/Kolkata"),
    ("Central Standard Time (Mexico)", "America/Mexico_City"), ("UTC-11", "Etc/GMT+11"),
    ("AUS Eastern Standard Time", "Australia/Sydney"), ("tzone://Microsoft/Utc", "Etc/UTC"),
    ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
    ("/freeassociation.sourceforge.net/Tzfile/America/New_York", "America/New_York"),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
    ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Warsaw"),
    ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
    ("Pacific Time (US & Canada)", "America/Los_Angeles"),
    ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
    ("(UTC+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo"),
    ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
  ])
  func `is the system's zone of its name`(_ name: String, _ zone: String) async throws {
    let (outcome, item) = try await repeating(name)
    #expect(item.repeat?.zone == zone && outcome.errors == "", "\(outcome)")
    #expect(item.occurrence?.description == "2026-10-18T10:00:00.000")
    // Ten o'clock in winter, too.
    let clock = try #require(LocalZone(named: zone))
    var next = item
    next.skip(at: Date(timeIntervalSince1970: 0), in: clock)
    next.skip(at: Date(timeIntervalSince1970: 0), in: clock)
    guard case .instant(let due)? = next.due else {
      Issue.record("no time")
      return
    }
    #expect(
      clock.reading(atMilliseconds: due.millisecondsSince1970).millisecondOfDay == 36_000_000
    )
  }

  @Test func `is that of another name in its definition, or of the same changes`() async throws {
    for (more, hours, zone) in [
      (["X-LIC-LOCATION:Europe/Paris"], 1, "Europe/Paris"),
      (["TZID-ALIAS-OF:Europe/Rome"], 1, "Europe/Rome"),
      (["TZURL:http://tzurl.org/zoneinfo/Europe/Madrid.ics"], 1, "Europe/Madrid"),
      (["X-OTHER:none"], 1, "Europe/Berlin"),
    ] {
      let lines = definition("Customized Time Zone", hours, more)
      let (outcome, item) = try await repeating("Customized Time Zone", lines)
      #expect(item.repeat?.zone == zone && outcome.errors == "", "\(outcome)")
      #expect(item.due == .instant(try Date("2026-10-18T08:00:00Z", strategy: .iso8601)))
    }
    let fixed = [
      "BEGIN:VTIMEZONE", "TZID:My zone", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
    ]
    #expect(try await repeating("My zone", fixed).1.repeat?.zone == "Asia/Tokyo")
  }

  @Test func `without such a zone keeps its offset, which is told`() async throws {
    let (outcome, item) = try await repeating("Own", definition("Own", 5))
    #expect(item.due == .instant(try Date("2026-10-18T04:00:00Z", strategy: .iso8601)))
    #expect(item.repeat?.zone == "Etc/GMT-6")
    #expect(outcome.errors.contains("no zone is known that has the rules of \"Own\""))
    let (offset, other) = try await repeating("GMT+0100 (Standard) / GMT+0200 (Daylight)")
    #expect(other.due == .instant(try Date("2026-10-18T09:00:00Z", strategy: .iso8601)))
    #expect(other.repeat?.zone == "Etc/GMT-1" && offset.errors.contains("no zone is known"))
    for name in ["Nowhere/Land", "Berlin Standard", "(UTC+09:00) Berlin, Rome", "UTCish"] {
      let (outcome, item) = try await repeating(name)
      #expect(item.repeat?.zone != "Europe/Berlin" && item.repeat?.zone != "Europe/Rome")
      #expect(!outcome.errors.isEmpty, "\(name)")
    }
  }

  @Test(arguments: WindowsZones.identifiers + ["Africa/Casablanca", "Australia/Lord_Howe"])
  func `is written with rules, and is read as what it was`(_ name: String) throws {
    let zone = try #require(LocalZone(named: name))
    let text = ICalendarZones.definition(of: zone, named: name)
    let lines = text.compactMap { ContentLine($0.utf8) }
    #expect(lines.count == text.count)
    let definition = try #require(ZoneDefinition(lines)).zone
    for change in ZoneChange.changes(of: zone) {
      for seconds in [change.seconds - 1, change.seconds] {
        #expect(
          definition.distance(at: seconds) == zone.distance(at: seconds),
          "\(name) \(seconds)"
        )
      }
    }
    // Each date in a line of its own, which is what every program understands.
    #expect(!text.contains { $0.hasPrefix("RDATE") && $0.contains(",") })
  }

  @Test func `goes on by its rules after the last year that is computed`() throws {
    let zone = try #require(LocalZone(named: "Europe/Berlin"))
    let text = ICalendarZones.definition(of: zone, named: "Europe/Berlin")
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
    let definition = try #require(ZoneDefinition(text.compactMap { ContentLine($0.utf8) })).zone
    // Summer and winter of 2060.
    for seconds in [2_855_000_000, 2_871_000_000] {
      #expect(definition.distance(at: seconds) == zone.distance(at: seconds), "\(seconds)")
    }
  }

  @Test func `in the east ends on the day that its clocks show`() throws {
    let lines = [
      "TZID:East", "BEGIN:STANDARD", "DTSTART:20000402T030000",
      "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
      "TZOFFSETFROM:+1100", "TZOFFSETTO:+1000", "END:STANDARD", "BEGIN:DAYLIGHT",
      "DTSTART:20001001T020000",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU;UNTIL=20021005T160000Z", "TZOFFSETFROM:+1000",
      "TZOFFSETTO:+1100", "END:DAYLIGHT",
    ]
    let zone = try #require(ZoneDefinition(lines.compactMap { ContentLine($0.utf8) })).zone
    for (moment, hours) in [
      ("2002-10-05T15:59:59Z", 10), ("2002-10-05T16:00:00Z", 11), ("2003-10-05T16:00:00Z", 10),
    ] {
      let seconds = Int(try Date(moment, strategy: .iso8601).timeIntervalSince1970)
      #expect(zone.distance(at: seconds) == hours * 3_600, "\(moment)")
    }
  }
}
