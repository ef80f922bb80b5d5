import Testing

@testable import itemsctl

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
]

/// A phrase and why it is refused.
private let refused: [(String, String)] = [
  ("", "it is empty"),
  ("   ", "it is empty"),
  ("someday", "'someday' is not understood"),
  ("tomorow", "'tomorow' is not understood"),
  ("tomorrow 5qm", "'5qm' (word 2) is not understood"),
  ("tomorrow 25:00", "'25:00' (word 2) is not understood"),
  ("tomorrow 5pm sharp", "'sharp' (word 3) is not understood"),
  ("tomorrow tomorrow", "'tomorrow' (word 2) is not understood"),
  ("tomorrow at", "a time must follow 'at'"),
  ("fri at lunch", "'lunch' (word 3) is not understood"),
  ("next", "more words are needed after the last one"),
  ("next month", "'month' (word 2) is not understood"),
  ("in", "more words are needed after the last one"),
  ("in 3", "more words are needed after the last one"),
  ("in three days", "'three' (word 2) is not understood"),
  ("in 3 fortnights", "'fortnights' (word 3) is not understood"),
  ("in -3 days", "'-3' (word 2) is not understood"),
  ("in 3 hours 5pm", "'5pm' (word 4) is not understood"),
  ("3 days", "'days' (word 2) is not understood"),
  ("5", "'5' is not understood"),
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
  ("in 1000000 years", "it lies outside the years 1 to 9999"),
]

@Suite struct DatePhraseTests {
  private let calendar = LocalCalendar(zone: .fixed(seconds: 0), now: testNow)

  @Test(arguments: understood)
  func `a phrase is understood whole`(phrase: String, meaning: String) throws {
    #expect(calendar.fullText(of: try DatePhrase(phrase, calendar: calendar).start) == meaning)
  }

  @Test(arguments: refused)
  func `a phrase is refused by the first word that is not understood`(
    phrase: String,
    message: String
  ) {
    let problem = #expect(throws: DatePhrase.Problem.self) {
      try DatePhrase(phrase, calendar: calendar)
    }
    #expect(problem?.message == message)
  }

  @Test func `next names a day of the week that begins on Monday`() throws {
    let wednesday = LocalCalendar(zone: .fixed(seconds: 0), now: testNow + 4 * 86_400)
    #expect(wednesday.weekday(of: wednesday.now) == .wednesday)
    let friday = try DatePhrase("friday", calendar: wednesday).start
    let nextFriday = try DatePhrase("next friday", calendar: wednesday).start
    #expect(wednesday.fullText(of: friday) == "Fri 27 Nov 2026 00:00")
    #expect(wednesday.fullText(of: nextFriday) == "Fri 4 Dec 2026 00:00")
  }

  @Test func `a month that is too short gives its last day`() throws {
    let january = LocalCalendar(
      zone: .fixed(seconds: 0),
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
    let calendar = LocalCalendar(zone: .fixed(seconds: seconds), now: testNow)
    let start = try DatePhrase("today", calendar: calendar).start
    #expect(calendar.fullText(of: start).hasSuffix(" 00:00"))
    #expect(start <= testNow && testNow.timeIntervalSince(start) < 86_400)
    let exact = try DatePhrase("2026-12-24T17:00Z", calendar: calendar).start
    #expect(exact == Date(timeIntervalSince1970: 1_798_131_600))
  }

  @Test func `every weekday is after today and within a week`() throws {
    for offset in 0..<7 {
      let calendar = LocalCalendar(
        zone: .fixed(seconds: 0),
        now: testNow + Double(offset) * 86_400
      )
      for day in Weekday.allCases {
        let phrase = try DatePhrase("\(day)", calendar: calendar)
        #expect(calendar.weekday(of: phrase.start) == day)
        #expect(phrase.start > calendar.now && phrase.start <= calendar.now + 7 * 86_400)
      }
    }
  }
}
