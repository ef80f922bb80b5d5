import Storage
import Testing

@testable import Phrases

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A phrase and what it means on Saturday, 21 November 2026, 09:30.
private let understood: [(String, String)] = [
  ("now", "Sat 21 Nov 2026 09:30"),
  ("today", "Sat 21 Nov 2026 00:00"),
  ("tomorrow", "Sun 22 Nov 2026 00:00"),
  ("yesterday", "Fri 20 Nov 2026 00:00"),
  ("Tomorrow", "Sun 22 Nov 2026 00:00"),
  ("  tomorrow  ", "Sun 22 Nov 2026 00:00"),
  ("sat", "Sat 28 Nov 2026 00:00"),
  ("saturday", "Sat 28 Nov 2026 00:00"),
  ("sun", "Sun 22 Nov 2026 00:00"),
  ("mon", "Mon 23 Nov 2026 00:00"),
  ("tue", "Tue 24 Nov 2026 00:00"),
  ("tues", "Tue 24 Nov 2026 00:00"),
  ("wednesday", "Wed 25 Nov 2026 00:00"),
  ("thurs", "Thu 26 Nov 2026 00:00"),
  ("FRIDAY", "Fri 27 Nov 2026 00:00"),
  ("next monday", "Mon 23 Nov 2026 00:00"),
  ("next sat", "Sat 28 Nov 2026 00:00"),
  ("next sunday 9am", "Sun 29 Nov 2026 09:00"),
  ("next monday 9am", "Mon 23 Nov 2026 09:00"),
  ("in 3 days", "Tue 24 Nov 2026 00:00"),
  ("in 0 days", "Sat 21 Nov 2026 00:00"),
  ("in 1 day", "Sun 22 Nov 2026 00:00"),
  ("in a week", "Sat 28 Nov 2026 00:00"),
  ("in 2 weeks", "Sat 5 Dec 2026 00:00"),
  ("in 2 weeks at noon", "Sat 5 Dec 2026 12:00"),
  ("in an hour", "Sat 21 Nov 2026 10:30"),
  ("in 90 minutes", "Sat 21 Nov 2026 11:00"),
  ("in 15 min", "Sat 21 Nov 2026 09:45"),
  ("in 15 hours", "Sun 22 Nov 2026 00:30"),
  ("in 1 month", "Mon 21 Dec 2026 00:00"),
  ("in 3 months", "Sun 21 Feb 2027 00:00"),
  ("in a year", "Sun 21 Nov 2027 00:00"),
  ("3 days ago", "Wed 18 Nov 2026 00:00"),
  ("2 hours ago", "Sat 21 Nov 2026 07:30"),
  ("11 months ago", "Sun 21 Dec 2025 00:00"),
  ("2026-12-24", "Thu 24 Dec 2026 00:00"),
  ("2026-12-24 17:00", "Thu 24 Dec 2026 17:00"),
  ("2026-12-24 5:30pm", "Thu 24 Dec 2026 17:30"),
  ("2026-12-24T17:00", "Thu 24 Dec 2026 17:00"),
  ("2026-12-24t17:00:30", "Thu 24 Dec 2026 17:00"),
  ("2026-12-24T17:00Z", "Thu 24 Dec 2026 17:00"),
  ("2026-12-24T17:00+01:00", "Thu 24 Dec 2026 16:00"),
  ("2026-12-24T17:00:00.250-05:30", "Thu 24 Dec 2026 22:30"),
  ("2024-02-29", "Thu 29 Feb 2024 00:00"),
  ("0001-01-01", "Mon 1 Jan 1 00:00"),
  ("9999-12-30", "Thu 30 Dec 9999 00:00"),
  ("9999-12-31", "Fri 31 Dec 9999 00:00"),
  ("dec 24", "Thu 24 Dec 2026 00:00"),
  ("24 dec", "Thu 24 Dec 2026 00:00"),
  ("december 24 8am", "Thu 24 Dec 2026 08:00"),
  ("nov 21", "Sat 21 Nov 2026 00:00"),
  ("nov 20", "Sat 20 Nov 2027 00:00"),
  ("1 jan", "Fri 1 Jan 2027 00:00"),
  ("feb 29", "Tue 29 Feb 2028 00:00"),
  ("sept 3", "Fri 3 Sep 2027 00:00"),
  ("dec 24 2030", "Tue 24 Dec 2030 00:00"),
  ("24 dec 2020 18:00", "Thu 24 Dec 2020 18:00"),
  ("eow", "Sun 22 Nov 2026 00:00"),
  ("eom", "Mon 30 Nov 2026 00:00"),
  ("eom 17:00", "Mon 30 Nov 2026 17:00"),
  ("eoy", "Thu 31 Dec 2026 00:00"),
  ("5pm", "Sat 21 Nov 2026 17:00"),
  ("5 pm", "Sat 21 Nov 2026 17:00"),
  ("9am", "Sun 22 Nov 2026 09:00"),
  ("09:30", "Sun 22 Nov 2026 09:30"),
  ("9:31", "Sat 21 Nov 2026 09:31"),
  ("12am", "Sun 22 Nov 2026 00:00"),
  ("12pm", "Sat 21 Nov 2026 12:00"),
  ("noon", "Sat 21 Nov 2026 12:00"),
  ("midnight", "Sun 22 Nov 2026 00:00"),
  ("tomorrow 5pm", "Sun 22 Nov 2026 17:00"),
  ("tomorrow at 5 PM", "Sun 22 Nov 2026 17:00"),
  ("fri at 17:30", "Fri 27 Nov 2026 17:30"),
  ("day after tomorrow", "Mon 23 Nov 2026 00:00"),
  ("the day after tomorrow 8am", "Mon 23 Nov 2026 08:00"),
  ("the day before yesterday", "Thu 19 Nov 2026 00:00"),
  ("monday 9am", "Mon 23 Nov 2026 09:00"),
  ("on monday at 9:30am", "Mon 23 Nov 2026 09:30"),
  ("at 5pm", "Sat 21 Nov 2026 17:00"),
  ("9:30pm", "Sat 21 Nov 2026 21:30"),
  ("9:30 pm", "Sat 21 Nov 2026 21:30"),
  ("17:00:30", "Sat 21 Nov 2026 17:00"),
  ("5pm tomorrow", "Sun 22 Nov 2026 17:00"),
  ("noon on friday", "Fri 27 Nov 2026 12:00"),
  ("at 9am on next monday", "Mon 23 Nov 2026 09:00"),
  ("17:00 2026-12-24", "Thu 24 Dec 2026 17:00"),
  ("midnight tomorrow", "Sun 22 Nov 2026 00:00"),
  ("last friday", "Fri 20 Nov 2026 00:00"),
  ("last saturday", "Sat 14 Nov 2026 00:00"),
  ("last sunday 5pm", "Sun 15 Nov 2026 17:00"),
  ("last mon", "Mon 16 Nov 2026 00:00"),
  ("next week", "Mon 23 Nov 2026 00:00"),
  ("this week", "Mon 16 Nov 2026 00:00"),
  ("last week", "Mon 9 Nov 2026 00:00"),
  ("next month", "Tue 1 Dec 2026 00:00"),
  ("this month", "Sun 1 Nov 2026 00:00"),
  ("last month", "Thu 1 Oct 2026 00:00"),
  ("next year", "Fri 1 Jan 2027 00:00"),
  ("last year", "Wed 1 Jan 2025 00:00"),
  ("eod", "Sat 21 Nov 2026 23:59"),
  ("end of week", "Sun 22 Nov 2026 00:00"),
  ("end of the month", "Mon 30 Nov 2026 00:00"),
  ("end of this year", "Thu 31 Dec 2026 00:00"),
  ("end of next week", "Sun 29 Nov 2026 00:00"),
  ("end of next month at noon", "Thu 31 Dec 2026 12:00"),
  ("end of next year", "Fri 31 Dec 2027 00:00"),
  ("in two weeks", "Sat 5 Dec 2026 00:00"),
  ("in twelve months", "Sun 21 Nov 2027 00:00"),
  ("in half an hour", "Sat 21 Nov 2026 10:00"),
  ("in 2 hrs", "Sat 21 Nov 2026 11:30"),
  ("in 3d", "Tue 24 Nov 2026 00:00"),
  ("3d", "Tue 24 Nov 2026 00:00"),
  ("3d 5pm", "Tue 24 Nov 2026 17:00"),
  ("2w", "Sat 5 Dec 2026 00:00"),
  ("1mo", "Mon 21 Dec 2026 00:00"),
  ("1y", "Sun 21 Nov 2027 00:00"),
  ("4h", "Sat 21 Nov 2026 13:30"),
  ("45min", "Sat 21 Nov 2026 10:15"),
  ("10days", "Tue 1 Dec 2026 00:00"),
  ("2d ago", "Thu 19 Nov 2026 00:00"),
  ("a week ago", "Sat 14 Nov 2026 00:00"),
  ("an hour ago", "Sat 21 Nov 2026 08:30"),
  ("3 days from now", "Tue 24 Nov 2026 00:00"),
  ("2 hours from now", "Sat 21 Nov 2026 11:30"),
  ("a week from today", "Sat 28 Nov 2026 00:00"),
  ("a week from friday", "Fri 4 Dec 2026 00:00"),
  ("2 days before eom", "Sat 28 Nov 2026 00:00"),
  ("3 weeks after dec 24 at 9am", "Thu 14 Jan 2027 09:00"),
  ("1 day before 2028-03-01", "Tue 29 Feb 2028 00:00"),
  ("2026/12/24", "Thu 24 Dec 2026 00:00"),
  ("2026/1/5", "Mon 5 Jan 2026 00:00"),
  ("24.12.2026", "Thu 24 Dec 2026 00:00"),
  ("5.1.2027 17:00", "Tue 5 Jan 2027 17:00"),
  ("2026-w52", "Mon 21 Dec 2026 00:00"),
  ("2026-W53", "Mon 28 Dec 2026 00:00"),
  ("2027-w01", "Mon 4 Jan 2027 00:00"),
  ("2026-w01", "Mon 29 Dec 2025 00:00"),
  ("2026-W52-4", "Thu 24 Dec 2026 00:00"),
  ("2026-w53-7 noon", "Sun 3 Jan 2027 12:00"),
  ("2026-12", "Tue 1 Dec 2026 00:00"),
  ("dec 2027", "Wed 1 Dec 2027 00:00"),
  ("1st", "Tue 1 Dec 2026 00:00"),
  ("the 1st", "Tue 1 Dec 2026 00:00"),
  ("21st", "Sat 21 Nov 2026 00:00"),
  ("20th", "Sun 20 Dec 2026 00:00"),
  ("31st", "Thu 31 Dec 2026 00:00"),
  ("22nd 5pm", "Sun 22 Nov 2026 17:00"),
  ("3rd of december", "Thu 3 Dec 2026 00:00"),
  ("the 24th of dec", "Thu 24 Dec 2026 00:00"),
  ("dec 24th", "Thu 24 Dec 2026 00:00"),
  ("dec 24 2027", "Fri 24 Dec 2027 00:00"),
  ("dec 24, 2027", "Fri 24 Dec 2027 00:00"),
  ("24 december 2027 5pm", "Fri 24 Dec 2027 17:00"),
  ("fri 27 nov", "Fri 27 Nov 2026 00:00"),
  ("Sun 22 Nov 2026 00:00", "Sun 22 Nov 2026 00:00"),
  ("Thursday, December 24th, 2026 at 5pm", "Thu 24 Dec 2026 17:00"),
  ("feb 29 2028", "Tue 29 Feb 2028 00:00"),
  ("29.2.2028", "Tue 29 Feb 2028 00:00"),
  ("+3d", "Tue 24 Nov 2026 00:00"),
  ("+2w", "Sat 5 Dec 2026 00:00"),
  ("+4h", "Sat 21 Nov 2026 13:30"),
  ("tonight", "Sat 21 Nov 2026 20:00"),
  ("this saturday", "Sat 21 Nov 2026 00:00"),
  ("this sunday 5pm", "Sun 22 Nov 2026 17:00"),
  ("the end of the month", "Mon 30 Nov 2026 00:00"),
  ("this weekend", "Sat 21 Nov 2026 00:00"),
  ("next weekend", "Sat 28 Nov 2026 00:00"),
  ("last weekend", "Sat 14 Nov 2026 00:00"),
  ("24.12.", "Thu 24 Dec 2026 00:00"),
  ("1.2. at noon", "Mon 1 Feb 2027 12:00"),
  ("12/24", "Thu 24 Dec 2026 00:00"),
  ("24/12", "Thu 24 Dec 2026 00:00"),
  ("12/12", "Sat 12 Dec 2026 00:00"),
  ("12/24/2027", "Fri 24 Dec 2027 00:00"),
  ("24/12/2027 5pm", "Fri 24 Dec 2027 17:00"),
]

/// A phrase and why it is refused.
private let refused: [(String, String)] = [
  ("", "it is empty"),
  ("   ", "it is empty"),
  ("someday", "'someday' is not understood"),
  ("tomorow", "'tomorow' is not understood. Did you mean 'tomorrow'?"),
  ("tomorrow 5qm", "'5qm' (word 2) is not understood"),
  ("tomorrow 25:00", "'25:00' (word 2) is not understood"),
  ("tomorrow 5pm sharp", "'sharp' (word 3) is not understood"),
  ("tomorrow tomorrow", "'tomorrow' (word 2) is not understood"),
  ("tomorrow at", "a time must follow 'at'"),
  ("fri at lunch", "'lunch' (word 3) is not understood"),
  ("next", "more words are needed after the last one"),
  ("in", "more words are needed after the last one"),
  ("in 3", "more words are needed after the last one"),
  ("in thirteen days", "'thirteen' (word 2) is not understood"),
  ("in 3 fortnights", "'fortnights' (word 3) is not understood"),
  ("in -3 days", "'-3' (word 2) is not understood"),
  ("in 3 hours 5pm", "'5pm' (word 4) is not understood"),
  ("3 days", "more words are needed after the last one"),
  ("5", "more words are needed after the last one"),
  ("13pm", "'13pm' is not understood"),
  ("0am", "'0am' is not understood"),
  ("now 5pm", "'5pm' (word 2) is not understood"),
  ("dec", "more words are needed after the last one"),
  ("dec 32", "'32' (word 2) is not understood"),
  ("feb 30", "Feb has no day 30"),
  ("2026-02-29", "'2026-02-29' is not a date: the month has 28 days"),
  ("2026-13-01", "'2026-13-01' is not a date: the month must be 1 to 12"),
  ("2026-12-24T25:00", "'2026-12-24T25:00' is not a time: the hour must be 0 to 23"),
  ("2026-12-24T17:00 5pm", "'5pm' (word 2) is not understood"),
  ("in 1000000 years", "it is outside the years 1 to 9999"),
  ("1 day after 9999-12-31", "it is outside the years 1 to 9999"),
  ("tommorow 5pm", "'tommorow' (word 1) is not understood. Did you mean 'tomorrow'?"),
  ("next Wendesday", "'Wendesday' (word 2) is not understood. Did you mean 'wednesday'?"),
  ("someday", "'someday' is not understood"),
  ("in 1000001 days", "'1000001' (word 2) is not understood"),
  ("5m", "'5m' is not understood"),
  ("next fortnight", "'fortnight' (word 2) is not understood"),
  ("last", "more words are needed after the last one"),
  ("last friday evening", "'evening' (word 3) is not understood"),
  ("next month 5pm", "'5pm' (word 3) is not understood"),
  (
    "3/4",
    "'3/4' is not a date: it can mean 3 Apr or 4 Mar; write it like that, or set 'date-order'"
  ),
  (
    "3/4/2027",
    "'3/4/2027' is not a date: it can mean 3 Apr or 4 Mar; write it like that, or set 'date-order'"
  ),
  ("13/13", "'13/13' is not a date: there is no such day"),
  ("2/30", "'2/30' is not a date: there is no such day"),
  ("1/2/3", "'1/2/3' is not understood"),
  ("24.12", "'24.12' is not understood"),
  (
    "this monday",
    "'this monday' is over; 'monday' is the one to come, 'last monday' the one before"
  ),
  (
    "this mon 5pm",
    "'this monday' is over; 'monday' is the one to come, 'last monday' the one before"
  ),
  ("24.12.26", "'24.12.26' is not understood"),
  ("30.2.2026", "'30.2.2026' is not a date: there is no such day"),
  ("2026/13/1", "'2026/13/1' is not a date: there is no such day"),
  ("2026-w54", "2026 has no week 54"),
  ("2027-w53", "2027 has no week 53"),
  ("2026-w00", "2026 has no week 0"),
  ("2026-w52-8", "'2026-w52-8' is not a date: the day must be 1 to 7"),
  ("2026-13", "'2026-13' is not understood"),
  ("1th", "'1th' is not understood"),
  ("11st", "'11st' is not understood"),
  ("32nd", "'32nd' is not understood"),
  ("24th of", "more words are needed after the last one"),
  ("fri 28 nov", "28 Nov 2026 is a Saturday, not a Friday"),
  ("mon dec 24 2026", "24 Dec 2026 is a Thursday, not a Monday"),
  ("feb 29 2027", "Feb 2027 has no day 29"),
  ("apr 31", "Apr has no day 31"),
  ("dec 24 0000", "'0000' (word 3) is not understood"),
  ("tomorrow noon noon", "'noon' (word 3) is not understood"),
  ("5pm on", "more words are needed after the last one"),
  ("5pm someday", "'someday' (word 2) is not understood"),
  ("day after", "more words are needed after the last one"),
  ("day after friday", "'friday' (word 3) is not understood"),
  ("end of friday", "'friday' (word 3) is not understood"),
  ("half an hour", "'half' (word 1) is not understood"),
  ("3 days before", "more words are needed after the last one"),
  ("3 days before someday", "'someday' (word 4) is not understood"),
  ("2 hours after tomorrow", "'after' (word 3) is not understood"),
  ("tomorrow, or friday", "'or' (word 2) is not understood"),
  (",", "',' is not understood"),
  ("2026-12-24 17:00Z", "'17:00Z' (word 2) is not understood"),
]

/// A clock that is an hour ahead of UTC, and two from the last Sunday of March to that of October.
let berlin = LocalZone(identifier: "Berlin") { date in
  let summers: [(Double, Double)] = [
    (1_774_746_000, 1_792_890_000), (1_806_195_600, 1_824_944_400),
  ]
  let time = date.timeIntervalSince1970
  return summers.contains { $0.0 <= time && time < $0.1 } ? 7_200 : 3_600
}

@Suite struct DatePhraseTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  @Test(arguments: understood)
  func `a phrase is understood whole`(phrase: String, meaning: String) throws {
    #expect(calendar.fullText(of: try DatePhrase(phrase, calendar: calendar).start) == meaning)
  }

  @Test(arguments: refused)
  func `a phrase is refused by the first word that is not understood`(
    phrase: String,
    message: String
  ) {
    let problem = #expect(throws: DatePhraseError.self) {
      try DatePhrase(phrase, calendar: calendar)
    }
    #expect(problem?.message == message)
  }

  @Test func `the last hours of the last year are refused where UTC is in the next one`() throws {
    let west = LocalCalendar(zone: .fixed(secondsFromGMT: -3 * 3_600), now: testNow)
    let problem = #expect(throws: DatePhraseError.self) {
      try DatePhrase("9999-12-31T23:59", calendar: west)
    }
    #expect(problem?.message == "it is outside the years 1 to 9999")
    for zone in [-3, 3].map({ LocalZone.fixed(secondsFromGMT: $0 * 3_600) }) {
      let calendar = LocalCalendar(zone: zone, now: testNow)
      for day in ["0001-01-01", "9999-12-31"] {
        #expect(
          try DatePhrase.planned(day, calendar: calendar) == CalendarDay(day).map { .day($0) }
        )
      }
    }
  }

  @Test func `next names a day of the week that begins on Monday`() throws {
    let wednesday = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow + 4 * 86_400)
    #expect(wednesday.weekday(of: wednesday.now) == .wednesday)
    let friday = try DatePhrase("friday", calendar: wednesday).start
    let nextFriday = try DatePhrase("next friday", calendar: wednesday).start
    #expect(wednesday.fullText(of: friday) == "Fri 27 Nov 2026 00:00")
    #expect(wednesday.fullText(of: nextFriday) == "Fri 4 Dec 2026 00:00")
  }

  @Test func `months are counted from the day that was meant, in whatever month it lies`() {
    let today = CalendarTime(year: 2026, month: 11, day: 28)
    #expect(
      today.adding(days: 6).adding(months: 1) == CalendarTime(year: 2027, month: 1, day: 4)
    )
    #expect(
      today.adding(days: -28).adding(months: -1) == CalendarTime(year: 2026, month: 9, day: 30)
    )
    #expect(
      today.adding(days: 3).adding(months: 12) == CalendarTime(year: 2027, month: 12, day: 1)
    )
  }

  @Test func `a month that is too short gives its last day`() throws {
    let january = LocalCalendar(
      zone: .fixed(secondsFromGMT: 0),
      now: Date(timeIntervalSince1970: 1_801_353_600)
    )
    #expect(january.fullText(of: january.now) == "Sun 31 Jan 2027 00:00")
    let date = try DatePhrase("in a month", calendar: january).start
    #expect(january.fullText(of: date) == "Sun 28 Feb 2027 00:00")
  }

  @Test func `a day ends where the next one begins, a moment after a millisecond`() throws {
    let day = try DatePhrase("tomorrow", calendar: calendar)
    #expect(day.end.timeIntervalSince(day.start) == 86_400)
    let moment = try DatePhrase("tomorrow 5pm", calendar: calendar)
    #expect(abs(moment.end.timeIntervalSince(moment.start) - 0.001) < 0.0001)
  }

  @Test(arguments: [-12 * 3_600, -1_800, 0, 5 * 3_600 + 1_800, 14 * 3_600])
  func `days begin at the zone's own midnight`(seconds: Int) throws {
    let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: seconds), now: testNow)
    let start = try DatePhrase("today", calendar: calendar).start
    #expect(calendar.fullText(of: start).hasSuffix(" 00:00"))
    #expect(start <= testNow && testNow.timeIntervalSince(start) < 86_400)
    let exact = try DatePhrase("2026-12-24T17:00Z", calendar: calendar).start
    #expect(exact == Date(timeIntervalSince1970: 1_798_131_600))
  }

  @Test func `every weekday is after today and within a week`() throws {
    for offset in 0..<7 {
      let calendar = LocalCalendar(
        zone: .fixed(secondsFromGMT: 0),
        now: testNow + Double(offset) * 86_400
      )
      for day in Weekday.allCases {
        let phrase = try DatePhrase("\(day)", calendar: calendar)
        #expect(calendar.weekday(of: phrase.start) == day)
        #expect(phrase.start > calendar.now && phrase.start <= calendar.now + 7 * 86_400)
      }
    }
  }

  @Test(
    arguments: [
      ("2027-03-28 01:59", 1_806_195_540), ("2027-03-28 02:00", 1_806_195_600),
      ("2027-03-28 02:30", 1_806_197_400), ("2027-03-28 03:30", 1_806_197_400),
      ("2027-03-28", 1_806_188_400), ("2027-03-29", 1_806_271_200),
      ("2027-10-31 01:59", 1_824_940_740), ("2027-10-31 02:30", 1_824_942_600),
      ("2027-10-31 03:00", 1_824_948_000), ("2027-10-31", 1_824_933_600),
      ("2027-11-01", 1_825_023_600),
      ("2027-10-31T02:30+01:00", 1_824_946_200), ("2027-10-31T02:30", 1_824_942_600),
    ] as [(String, Double)]
  ) func `a clock that is put forward and back is followed`(phrase: String, seconds: Double) throws
  {
    let calendar = LocalCalendar(zone: berlin, now: testNow)
    let date = try DatePhrase(phrase, calendar: calendar).start
    #expect(date.timeIntervalSince1970 == seconds)
  }

  @Test func `days of 23 and 25 hours are counted as days, hours as hours`() throws {
    for (now, length) in [(1_806_145_200.0, 23.0), (1_824_890_400.0, 25.0)] {
      // Noon of the day before.
      let calendar = LocalCalendar(zone: berlin, now: Date(timeIntervalSince1970: now))
      let day = try DatePhrase("tomorrow", calendar: calendar)
      #expect(day.end.timeIntervalSince(day.start) == length * 3_600)
      let noon = try DatePhrase("tomorrow noon", calendar: calendar).start
      #expect(noon.timeIntervalSince(calendar.now) == length * 3_600)
      let later = try DatePhrase("in 24 hours", calendar: calendar).start
      #expect(later.timeIntervalSince(calendar.now) == 24 * 3_600)
      let week = try DatePhrase("in a week", calendar: calendar).start
      #expect(calendar.fullText(of: week).hasSuffix(" 00:00"))
    }
  }

  @Test(
    arguments: [
      ("next week", 7), ("this month", 30), ("next month", 31), ("feb 2028", 29), ("2026", nil),
      ("next year", 365), ("2028-02", 29), ("2026-w53", 7), ("tomorrow", 1), ("dec 24", 1),
    ] as [(String, Int?)]
  ) func `a stretch of days lasts until the next one begins`(phrase: String, days: Int?) throws {
    let date = try? DatePhrase(phrase, calendar: calendar)
    #expect(date.map { Int($0.end.timeIntervalSince($0.start)) / 86_400 } == days)
    #expect(date.map { $0.isPeriod } == days.map { $0 > 1 })
  }

  @Test(arguments: ["this week", "this month", "this year", "last week", "2026-11", "2026-w01"])
  func `nothing can be due in days that have begun`(phrase: String) {
    let problem = #expect(throws: DatePhraseError.self) {
      try DatePhrase.planned(phrase, calendar: calendar)
    }
    #expect(problem?.message.hasPrefix("that began in the past") == true)
  }

  @Test(arguments: [
    ("tomorrow 5qm", 9..<12), ("  someday", 2..<9), ("tomorrow at", 11..<12), ("feb 30", 4..<6),
    ("in\t3  fortnights", 6..<16), ("mon dec 24 2026", 11..<15),
  ]) func `the place of what is not understood is told`(phrase: String, range: Range<Int>) {
    let problem = #expect(throws: DatePhraseError.self) {
      try DatePhrase(phrase, calendar: calendar)
    }
    #expect(problem?.range == range)
  }

  @Test(arguments: [
    (1_798_761_600.0, "eoy", "Fri 31 Dec 2027 00:00"),
    (1_798_761_599.0, "eoy", "Thu 31 Dec 2026 00:00"),
    (1_798_761_599.0, "tomorrow", "Fri 1 Jan 2027 00:00"),
    (1_798_761_599.0, "next week", "Mon 4 Jan 2027 00:00"),
    (1_798_761_599.0, "in 2 months", "Sun 28 Feb 2027 00:00"),
    (1_798_761_599.0, "jan 1", "Fri 1 Jan 2027 00:00"),
    (1_835_438_400.0, "today", "Tue 29 Feb 2028 00:00"),
    (1_835_438_400.0, "in a year", "Wed 28 Feb 2029 00:00"),
    (1_835_438_400.0, "1 year ago", "Sun 28 Feb 2027 00:00"),
    (1_835_438_400.0, "eom", "Tue 29 Feb 2028 00:00"),
    (1_835_438_400.0, "feb 29", "Tue 29 Feb 2028 00:00"),
  ]) func `years end and leap as the calendar has it`(now: Double, phrase: String, meaning: String)
    throws
  {
    let calendar = LocalCalendar(
      zone: .fixed(secondsFromGMT: 0),
      now: Date(timeIntervalSince1970: now)
    )
    #expect(calendar.fullText(of: try DatePhrase(phrase, calendar: calendar).start) == meaning)
  }

  @Test func `a week begins on Monday, whatever today is`() throws {
    for offset in 0..<7 {
      // From Monday, 16 November on.
      let calendar = LocalCalendar(
        zone: .fixed(secondsFromGMT: 0),
        now: testNow + Double(offset - 5) * 86_400
      )
      func text(_ phrase: String) throws -> String {
        calendar.fullText(of: try DatePhrase(phrase, calendar: calendar).start)
      }
      #expect(try text("this week") == "Mon 16 Nov 2026 00:00")
      #expect(try text("eow") == "Sun 22 Nov 2026 00:00")
      #expect(try text("next sunday") == "Sun 29 Nov 2026 00:00")
      #expect(try text("next monday") == "Mon 23 Nov 2026 00:00")
    }
  }

  @Test func `what is shown is understood as it is meant`() throws {
    for hours in stride(from: 0, to: 24 * 500, by: 37) {
      let date = testNow + Double(hours) * 3_600
      let phrase = calendar.fullText(of: date)
      #expect(try DatePhrase(phrase, calendar: calendar).start == date, "\(phrase)")
    }
  }
}
