import Foundation
import Testing

@testable import Storage

@Suite struct ValuesTimeTests {
  @Test(
    arguments: [
      (Int64(0), "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (1_795_219_569_123, "2026-11-21T00:06:09.123Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func `a time and its text stand for each other`(milliseconds: Int64, text: String) throws {
    #expect(ISO8601.string(milliseconds: milliseconds) == text)
    let instant = try ISO8601.parse(text)
    #expect(instant == ISO8601.Instant(milliseconds: milliseconds, isDateOnly: false))
  }

  @Test(
    arguments: [
      (ISO8601.range.lowerBound - 1, "+000000-12-31T23:59:59.999Z"),
      (ISO8601.range.upperBound + 1, "+010000-01-01T00:00:00.000Z"),
      (-377_705_116_800_001, "-010000-12-31T23:59:59.999Z"),
      (.max, "+292278994-08-17T07:12:55.807Z"),
      (.min, "-292275055-05-16T16:47:04.192Z"),
    ] as [(Int64, String)]
  )
  func `a time past the last year has a text that is not read back`(time: Int64, text: String) {
    #expect(ISO8601.string(milliseconds: time) == text)
    #expect(throws: ISO8601.ParseError.self) { try ISO8601.parse(text) }
  }

  @Test(arguments: [
    ("2026-12-24T18:30:05.25Z", "2026-12-24T18:30:05.250Z"),
    ("2026-12-24 18:30:05.2Z", "2026-12-24T18:30:05.200Z"),
    ("2026-12-24t18:30z", "2026-12-24T18:30:00.000Z"),
    ("2026-12-24T18:30:05.999999999Z", "2026-12-24T18:30:05.999Z"),
    ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
    ("2026-12-24T00:30:00+01:00", "2026-12-23T23:30:00.000Z"),
    ("2026-12-31T23:30:00-0130", "2027-01-01T01:00:00.000Z"),
    ("2026-12-24T18:30:00-00:00", "2026-12-24T18:30:00.000Z"),
    ("2024-02-29T00:00Z", "2024-02-29T00:00:00.000Z"),
  ])
  func `what RFC 3339 allows, and a little more, is read`(text: String, utc: String) throws {
    let instant = try ISO8601.parse(text)
    #expect(ISO8601.string(milliseconds: instant.milliseconds) == utc)
    #expect(!instant.isDateOnly)
  }

  @Test func `a date alone is midnight UTC and marked`() throws {
    let instant = try ISO8601.parse("2026-12-24")
    #expect(instant.isDateOnly)
    #expect(ISO8601.string(milliseconds: instant.milliseconds) == "2026-12-24T00:00:00.000Z")
  }

  @Test(
    arguments: [
      ("", "expected 4 digits for the year"),
      ("24.12.2026", "expected 4 digits for the year"),
      ("0000-01-01", "the year must be 1 to 9999"),
      ("2026/12/24", "expected '-' after the year"),
      ("2026-13-01", "the month must be 1 to 12"),
      ("2026-00-01", "the month must be 1 to 12"),
      ("2026-1-01", "expected 2 digits for the month"),
      ("2026-02-30", "the month has 28 days"),
      ("2100-02-29", "the month has 28 days"),
      ("2024-02-30", "the month has 29 days"),
      ("2026-04-31", "the month has 30 days"),
      ("2026-12-32", "the day must be 1 to 31"),
      ("2026-12-24Z", "expected 'T' and a time after the date"),
      ("2026-12-24T", "expected 2 digits for the hour"),
      ("2026-12-24T24:00Z", "the hour must be 0 to 23"),
      ("2026-12-24T1830Z", "expected ':' after the hour"),
      ("2026-12-24T18:60Z", "the minute must be 0 to 59"),
      ("2026-12-24T18:30", "expected a zone, 'Z' or one like +01:00"),
      ("2026-12-31T23:59:60Z", "leap seconds (:60) cannot be stored; use :59"),
      ("2026-12-31T23:59:61Z", "the second must be 0 to 60"),
      ("2026-12-24T18:30:05.Z", "expected 1 to 9 digits after the second's point"),
      ("2026-12-24T18:30:05.1234567890Z", "expected 1 to 9 digits after the second's point"),
      ("2026-12-24T18:30:05,1Z", "expected a zone, 'Z' or one like +01:00"),
      ("2026-12-24T18:30+1:00", "expected 2 digits for the zone's hour"),
      ("2026-12-24T18:30+24:00", "the zone's hour must be 0 to 23"),
      ("2026-12-24T18:30+01:60", "the zone's minute must be 0 to 59"),
      ("2026-12-24T18:30Z ", "expected the end of the time after its zone"),
      ("0001-01-01T00:30+01:00", "the time lies outside the years 0001 to 9999"),
      ("9999-12-31T23:30-01:00", "the time lies outside the years 0001 to 9999"),
    ] as [(String, String)]
  )
  func `everything else is refused and says why`(text: String, reason: String) throws {
    let error = try #require(throws: ISO8601.ParseError.self) { try ISO8601.parse(text) }
    #expect(error.description == reason)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `random times agree with Foundation and survive as dates`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let time = Int64.random(in: ISO8601.range, using: &random)
      #expect(try ISO8601.parse(ISO8601.string(milliseconds: time)).milliseconds == time)
      #expect(Date(millisecondsSince1970: time).millisecondsSince1970 == time, "seed \(seed)")
    }
    // Foundation's calendar turns Julian before 1582, so it is asked about later years only.
    for _ in 0..<200 {
      let seconds = Int64.random(in: -12_000_000_000...253_402_300_799, using: &random)
      let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      #expect(ISO8601.string(milliseconds: seconds * 1000) == text.dropLast() + ".000Z")
    }
  }

  @Test func `every day of 400 years follows the one before`() {
    var expected = CivilDate(year: 1900, month: 1, day: 1)
    for day in expected.daysSince1970..<expected.daysSince1970 + 146_097 {
      #expect(CivilDate(daysSince1970: day) == expected && expected.daysSince1970 == day)
      expected.day += 1
      guard expected.day > expected.daysInMonth else { continue }
      expected.day = 1
      expected.month = expected.month % 12 + 1
      if expected.month == 1 { expected.year += 1 }
    }
    #expect(expected == CivilDate(year: 2300, month: 1, day: 1))
  }

  // Dates are given as seconds since 2001: Foundation cannot describe one that is not finite.
  @Test(
    arguments: [
      (Date.distantFuture.timeIntervalSinceReferenceDate, 64_092_211_200_000),
      (Date.distantPast.timeIntervalSinceReferenceDate, -62_135_769_600_000),
      (0.0006, 978_307_200_001),
      (-0.0004, 978_307_200_000),
      (721_692_800.123, 1_700_000_000_123),
      (.infinity, .max),
      (-.infinity, .min + 978_307_200_000),
      (.nan, 0),
    ] as [(TimeInterval, Int64)]
  )
  func `a date becomes the nearest millisecond`(seconds: TimeInterval, milliseconds: Int64) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(date.millisecondsSince1970 == milliseconds)
  }
}
