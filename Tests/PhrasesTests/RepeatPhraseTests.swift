import Storage
import Testing

@testable import Phrases

/// A phrase, its rule, and how it is shown, on Saturday, 21 November 2026; a rule from done ends with `, done`.
private let understood: [(String, String, String)] = [
  ("daily", "FREQ=DAILY", "daily"),
  ("every day", "FREQ=DAILY", "daily"),
  ("Every Day", "FREQ=DAILY", "daily"),
  ("each day", "FREQ=DAILY", "daily"),
  ("every 1 day", "FREQ=DAILY", "daily"),
  ("every 3 days", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
  ("every three days", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
  ("every other day", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ("every second day", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ("every 2nd day", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ("every 3d", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
  ("daily in dec", "FREQ=DAILY;BYMONTH=12", "daily in dec"),
  ("every day in jul and aug", "FREQ=DAILY;BYMONTH=7,8", "daily in jul, aug"),
  ("weekly", "FREQ=WEEKLY", "weekly"),
  ("every week", "FREQ=WEEKLY", "weekly"),
  ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
  ("every other week", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
  ("fortnightly", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
  ("weekly on monday", "FREQ=WEEKLY;BYDAY=MO", "weekly on mon"),
  ("every monday", "FREQ=WEEKLY;BYDAY=MO", "weekly on mon"),
  ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "weekly on mon, wed, fri"),
  ("every fri,mon", "FREQ=WEEKLY;BYDAY=MO,FR", "weekly on mon, fri"),
  ("weekly on tuesdays and thurs", "FREQ=WEEKLY;BYDAY=TU,TH", "weekly on tue, thu"),
  ("every 2 weeks on mon, fri", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "every 2 weeks on mon, fri"),
  ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
  ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
  ("weekly on weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
  ("every weekday in jun", "FREQ=WEEKLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR", "every weekday in jun"),
  (
    "every 2 weeks on weekdays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR",
    "every 2 weeks on mon, tue, wed, thu, fri"
  ),
  ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU", "weekly on sat, sun"),
  ("monthly", "FREQ=MONTHLY", "monthly"),
  ("every month", "FREQ=MONTHLY", "monthly"),
  ("every 3 months", "FREQ=MONTHLY;INTERVAL=3", "every 3 months"),
  ("quarterly", "FREQ=MONTHLY;INTERVAL=3", "every 3 months"),
  ("monthly on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "monthly on the 15th"),
  ("monthly on 15", "FREQ=MONTHLY;BYMONTHDAY=15", "monthly on the 15th"),
  ("every 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "monthly on the 15th"),
  ("every 15th of the month", "FREQ=MONTHLY;BYMONTHDAY=15", "monthly on the 15th"),
  ("monthly on the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15", "monthly on the 1st and 15th"),
  ("monthly on the 1st, 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15", "monthly on the 1st and 15th"),
  ("every 1st and the 22nd", "FREQ=MONTHLY;BYMONTHDAY=1,22", "monthly on the 1st and 22nd"),
  ("monthly on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "monthly on the last day"),
  ("every last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1", "monthly on the last day"),
  ("every first day of the month", "FREQ=MONTHLY;BYMONTHDAY=1", "monthly on the 1st"),
  ("monthly on the 2nd last day", "FREQ=MONTHLY;BYMONTHDAY=-2", "monthly on the 2nd last day"),
  (
    "monthly on the second to last day", "FREQ=MONTHLY;BYMONTHDAY=-2", "monthly on the 2nd last day"
  ),
  (
    "every 3 months on the last day", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1",
    "every 3 months on the last day"
  ),
  (
    "monthly on the 1st, last day", "FREQ=MONTHLY;BYMONTHDAY=1,-1",
    "monthly on the 1st and last day"
  ),
  (
    "monthly on the 1st, 15th, 3rd last, last", "FREQ=MONTHLY;BYMONTHDAY=1,15,-3,-1",
    "monthly on the 1st, 15th, 3rd last day and last day"
  ),
  ("monthly on the last friday", "FREQ=MONTHLY;BYDAY=-1FR", "monthly on the last fri"),
  ("on the last friday of every month", "FREQ=MONTHLY;BYDAY=-1FR", "monthly on the last fri"),
  ("the first of each month", "FREQ=MONTHLY;BYMONTHDAY=1", "monthly on the 1st"),
  ("every last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR", "monthly on the last fri"),
  ("every first monday", "FREQ=MONTHLY;BYDAY=1MO", "monthly on the 1st mon"),
  ("every 2nd tuesday of the month", "FREQ=MONTHLY;BYDAY=2TU", "monthly on the 2nd tue"),
  (
    "monthly on the 1st and 3rd mon", "FREQ=MONTHLY;BYDAY=1MO,3MO",
    "monthly on the 1st mon and 3rd mon"
  ),
  (
    "monthly on the 1st mon, last fri", "FREQ=MONTHLY;BYDAY=1MO,-1FR",
    "monthly on the 1st mon and last fri"
  ),
  (
    "monthly on the first weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
    "monthly on the 1st weekday"
  ),
  (
    "monthly on the first and last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1",
    "monthly on the 1st weekday and last weekday"
  ),
  (
    "monthly on the 1st in jan and jul", "FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=1",
    "monthly on the 1st in jan, jul"
  ),
  ("yearly", "FREQ=YEARLY", "yearly"),
  ("annually", "FREQ=YEARLY", "yearly"),
  ("every year", "FREQ=YEARLY", "yearly"),
  ("every 2 years", "FREQ=YEARLY;INTERVAL=2", "every 2 years"),
  ("every january", "FREQ=YEARLY;BYMONTH=1", "yearly in jan"),
  ("every year on 24 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
  ("yearly on december 24th", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
  ("yearly on the 24th of december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
  ("every 24 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
  ("every dec 24", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 dec"),
  ("every feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "yearly on 29 feb"),
  (
    "yearly on 24 and 31 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,31",
    "yearly on 24 dec, 31 dec"
  ),
  (
    "yearly on 1 jan, 1 jul", "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1", "yearly on 1 jan, 1 jul"
  ),
  (
    "yearly on the last friday of november", "FREQ=YEARLY;BYMONTH=11;BYDAY=-1FR",
    "yearly on the last fri of nov"
  ),
  (
    "yearly on the last sun of mar, oct", "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
    "yearly on the last sun of mar, oct"
  ),
  (
    "yearly on the last day of feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
    "yearly on the last day of feb"
  ),
  (
    "yearly on the first weekday of june", "FREQ=YEARLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
    "yearly on the 1st weekday of jun"
  ),
  ("3 days after done", "FREQ=DAILY;INTERVAL=3, done", "3 days after done"),
  ("a week after done", "FREQ=WEEKLY, done", "1 week after done"),
  ("every month after done", "FREQ=MONTHLY, done", "1 month after done"),
  ("every 3 days after completion", "FREQ=DAILY;INTERVAL=3, done", "3 days after done"),
  ("yearly after done", "FREQ=YEARLY, done", "1 year after done"),
  ("2 weeks after it is done", "FREQ=WEEKLY;INTERVAL=2, done", "2 weeks after done"),
  (
    "3 days after done until 2027-12-31", "FREQ=DAILY;INTERVAL=3;UNTIL=20271231, done",
    "3 days after done until 2027-12-31"
  ),
  ("daily until 2027-12-31", "FREQ=DAILY;UNTIL=20271231", "daily until 2027-12-31"),
  ("daily until dec 24", "FREQ=DAILY;UNTIL=20261224", "daily until 2026-12-24"),
  ("daily until the end of the month", "FREQ=DAILY;UNTIL=20261130", "daily until 2026-11-30"),
  ("daily until in 2 weeks", "FREQ=DAILY;UNTIL=20261205", "daily until 2026-12-05"),
  ("every monday 10 times", "FREQ=WEEKLY;BYDAY=MO;COUNT=10", "weekly on mon 10 times"),
  ("weekly for 10 times", "FREQ=WEEKLY;COUNT=10", "weekly 10 times"),
  (
    "monthly on the 1st 10 times", "FREQ=MONTHLY;BYMONTHDAY=1;COUNT=10",
    "monthly on the 1st 10 times"
  ),
  (
    "yearly on dec 24 1 time", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;COUNT=1",
    "yearly on 24 dec 1 time"
  ),
  ("FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ("rrule:freq=weekly", "FREQ=WEEKLY", "weekly"),
  (
    "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR"
  ),
]

/// A phrase and why it is refused.
private let refused: [(String, String)] = [
  ("", "it is empty"),
  (
    "sometimes",
    "'sometimes' is not understood; try 'weekly on mon', 'every 3 months' or '3 days after done'"
  ),
  ("dayly", "'dayly' is not understood. Did you mean 'daily'?"),
  ("evry 2 weeks", "'evry' (word 1) is not understood. Did you mean 'every'?"),
  ("every", "more words are needed after the last one"),
  ("every 15", "more words are needed after the last one"),
  ("every 2", "more words are needed after the last one"),
  ("every other", "more words are needed after the last one"),
  ("every 0 days", "the count must be 1 to 1000"),
  ("every 1001 days", "the count must be 1 to 1000"),
  ("every 2 hours", "items repeat by days, weeks, months or years"),
  ("every blue moon", "'blue' (word 2) is not understood"),
  ("3 days", "say 'every 3 days', or '3 days after done'"),
  ("a week", "say 'every 1 week', or '1 week after done'"),
  ("weekly on", "more words are needed after the last one"),
  ("weekly on mon and", "more words are needed after the last one"),
  ("weekly on the 15th", "'the' (word 3) is not understood"),
  ("weekly on wendesday", "'wendesday' (word 3) is not understood. Did you mean 'wednesday'?"),
  ("daily on mon", "'daily' takes no days; say 'weekly on …' or 'monthly on …'"),
  ("every weekday on mon", "the days are given already"),
  ("monthly on friday", "say which one: 'the first friday', or 'weekly on friday'"),
  ("monthly on the 32nd", "'32nd' (word 4) is not understood"),
  ("monthly on the 11st", "'11st' (word 4) is not understood"),
  (
    "every 2nd tuesday",
    "that can mean two things: say 'every 2 weeks on tuesday', or 'monthly on the 2nd tuesday'"
  ),
  (
    "monthly on the 1st and last friday and last day",
    "days of the month, days of the week and weekdays cannot be combined"
  ),
  ("yearly on the 15th", "say of which month: 'yearly on 24 dec'"),
  ("yearly on 24 dec, 1 jan", "different days of different months need separate items"),
  (
    "yearly on the first weekday of jun, dec",
    "name one month for a counted weekday: 'the first weekday of jun'"
  ),
  ("yearly on 30 feb", "the rule never happens: no such month has such a day"),
  ("daily until", "more words are needed after the last one"),
  ("daily until someday", "'someday' (word 3) is not understood"),
  ("daily until feb 30", "Feb has no day 30"),
  ("daily until 2027-12-31 10 times", "only one end can be given, 'until …' or '… times'"),
  ("daily 0 times", "the number of times must be 1 to 10000"),
  ("daily for 3 weeks", "'for' takes a number of times; a last day is 'until 2027-12-31'"),
  ("daily at 9am", "the time is that of the due date: --due 'tomorrow 9am'"),
  ("daily 9am", "the time is that of the due date: --due 'tomorrow 9am'"),
  ("weekly starting monday", "the first date is the due date: --due 'next monday'"),
  (
    "weekly on mon after done",
    "'after done' can only have a count and 'until', as in '3 days after done'"
  ),
  (
    "3 days after done 10 times",
    "'after done' can only have a count and 'until', as in '3 days after done'"
  ),
  ("3 days after lunch", "'lunch' (word 4) is not understood"),
  ("FREQ=HOURLY", "FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY, not 'HOURLY'"),
  ("daily daily", "'daily' (word 2) is not understood"),
  ("daily except", "more words are needed after the last one"),
  ("daily except 24 dec and", "more words are needed after the last one"),
  ("daily except someday", "'someday' (word 3) is not understood"),
  (
    "daily except sunday",
    "'except' takes dates such as '24 dec'; days of the week are named, as in 'every mon, tue'"
  ),
  (
    "3 days after done except 24 dec",
    "'after done' can only have a count and 'until', as in '3 days after done'"
  ),
  ("FREQ=DAILY until friday", "'until' (word 1) is not understood"),
]

@Suite struct RepeatPhraseTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  @Test(arguments: understood)
  func `a phrase is understood whole, shown, and understood again`(
    phrase: String,
    rule: String,
    shown: String
  ) throws {
    let meaning = try RepeatPhrase(phrase, calendar: calendar)
    #expect(meaning.rule.text + (meaning.origin == .done ? ", done" : "") == rule)
    #expect(meaning.text == shown)
    #expect(try RepeatPhrase(shown, calendar: calendar) == meaning)
  }

  @Test(arguments: [
    ("daily except 24 dec", "daily except 2026-12-24"),
    ("daily without dec 24 until eoy", "daily until 2026-12-31 except 2026-12-24"),
    (
      "every mon except on the 28 dec, 2027-01-04 and 21 dec",
      "weekly on mon except 2026-12-21, 2026-12-28, 2027-01-04"
    ),
    ("weekly 10 times except 24 dec, 24 dec", "weekly 10 times except 2026-12-24"),
    ("weekly except 24 dec without 31 dec", "weekly except 2026-12-24, 2026-12-31"),
    ("FREQ=MONTHLY;BYDAY=FR except 25 dec", "RRULE:FREQ=MONTHLY;BYDAY=FR except 2026-12-25"),
  ])
  func `days are left out by their dates`(phrase: String, shown: String) throws {
    let meaning = try RepeatPhrase(phrase, calendar: calendar)
    #expect(meaning.text == shown)
    #expect(try RepeatPhrase(shown, calendar: calendar) == meaning)
    let draft = ItemDraft(title: "A", due: .day(2026, 12, 1))
    #expect(try meaning.counted(from: draft.values, calendar).excluded == meaning.excluded)
  }

  @Test(arguments: refused)
  func `a phrase is refused with what to say instead`(phrase: String, message: String) {
    let error = #expect(throws: DatePhraseError.self) {
      try RepeatPhrase(phrase, calendar: calendar)
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "FREQ=DAILY;BYMONTHDAY=1", "FREQ=WEEKLY;BYDAY=MO;WKST=SU", "FREQ=MONTHLY;BYDAY=FR",
    "FREQ=MONTHLY;BYDAY=MO,1FR", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1",
    "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYMONTHDAY=1",
    "FREQ=YEARLY;BYMONTH=6,12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
    "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1,-1;BYSETPOS=1", "FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-1",
    "FREQ=WEEKLY;BYMONTH=1;BYSETPOS=1",
  ])
  func `what no phrase says is shown as a rule`(text: String) throws {
    let phrase = RepeatPhrase(rule: try RepeatRule(text))
    #expect(phrase.text == "RRULE:" + text)
    #expect(try RepeatPhrase(phrase.text, calendar: calendar) == phrase)
  }
}
