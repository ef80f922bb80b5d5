import Foundation
import Testing

@testable import Storage

/// Zones by the system's files beside Foundation, which has rules of its own.
@Suite struct `Zones by name` {
  static let names = [
    "Pacific/Kiritimati", "Asia/Tokyo", "Asia/Kathmandu", "Europe/Berlin", "Europe/London",
    "Atlantic/Azores", "America/New_York", "America/Santiago", "America/St_Johns",
    "Pacific/Honolulu", "Australia/Lord_Howe", "Pacific/Chatham", "Africa/Cairo", "UTC",
  ]

  @Test(arguments: names)
  func `are as far from UTC as Foundation says`(_ name: String) throws {
    let zone = try #require(LocalZone(named: name))
    let other = try #require(TimeZone(identifier: name))
    #expect(zone.identifier == name)
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    // From 1972 on, when all of these had left local mean time, to 2037, up to where all libraries list changes,
    // and on to 2100 by the rules.
    for _ in 0..<2_000 {
      let seconds = Int.random(in: 63_072_000..<4_102_444_800, using: &random)
      let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      #expect(zone.distance(at: seconds) == expected, "\(name) at \(seconds), seed \(seed)")
    }
  }

  @Test func `are not there for names that are no files of zones`() {
    for name in [
      "", "Europe/Nowhere", "/etc/localtime", "zone.tab", "../../../etc/passwd", "Europe",
    ] {
      #expect(LocalZone(named: name) == nil, "\(name)")
    }
  }

  @Test func `are refused where their file is damaged, whatever its bytes`() throws {
    let bytes = try #require(
      FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin")
    )
    #expect(ZoneFile(Array(bytes)) != nil)
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var damaged = Array(bytes)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: damaged.indices, using: &random)
        damaged[place] = .random(in: .min ... .max, using: &random)
      }
      if Bool.random(using: &random) {
        damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random))
      }
      // Any answer is fine, as long as there is one.
      let distance = ZoneFile(damaged)?.distance(at: 1_790_000_000) ?? 0
      #expect(abs(distance) < 26 * 3_600, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3_600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3_600),
    ("<+0330>-3:30", 0, 12_600), ("EST5", 0, -18_000),
    // Summer is at New Year south of the equator.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_225_600, 39_600),
    // J60 is 1 March, 59 is 29 February in a leap year.
    ("AAA0BBB,J60/0,J300/0", 1_709_251_200, 3_600), ("AAA0BBB,J60/0,J300/0", 1_709_251_199, 0),
    ("AAA0BBB,59/0,300/0", 1_709_164_800, 3_600), ("AAA0BBB,59/0,300/0", 1_709_164_799, 0),
  ])
  func `have rules for the years to come`(_ text: String, seconds: Int, distance: Int) throws {
    #expect(try #require(ZoneRule(text)).distance(at: seconds) == distance)
  }

  @Test(arguments: [
    "", "C", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "CET-1x", "<+1", "CET-99",
  ])
  func `are refused with a rule of another form`(_ text: String) {
    #expect(ZoneRule(text) == nil)
  }

  /// Times that clocks leap over or show twice, as RFC 5545 reads them.
  @Test func `turn times of a day into moments`() throws {
    let berlin = try #require(LocalZone(named: "Europe/Berlin"))
    func moment(_ day: CalendarDay, _ hour: Int, _ minute: Int) -> Date {
      let milliseconds = berlin.milliseconds(
        ofDay: day.daysSince1970,
        millisecondOfDay: (hour * 60 + minute) * 60_000 + 7
      )
      return Date(millisecondsSince1970: milliseconds)
    }
    let spring = CalendarDay(year: 2026, month: 3, day: 29)
    let autumn = CalendarDay(year: 2026, month: 10, day: 25)
    func utc(_ text: String) throws -> Date {
      Date(millisecondsSince1970: try ISO8601.parse(text).milliseconds)
    }
    #expect(try moment(spring, 1, 59) == utc("2026-03-29T00:59:00.007Z"))
    #expect(try moment(spring, 2, 30) == utc("2026-03-29T01:30:00.007Z"))
    #expect(try moment(spring, 3, 30) == utc("2026-03-29T01:30:00.007Z"))
    #expect(try moment(autumn, 2, 30) == utc("2026-10-25T00:30:00.007Z"))
    #expect(try moment(autumn, 3, 0) == utc("2026-10-25T02:00:00.007Z"))
    #expect(try moment(autumn.adding(days: 30), 17, 0) == utc("2026-11-24T16:00:00.007Z"))
    let reading = berlin.reading(
      atMilliseconds: try utc("2026-10-25T00:30:00.007Z").millisecondsSince1970
    )
    #expect(reading.day == autumn.daysSince1970 && reading.millisecondOfDay == 9_000_007)
  }
}
