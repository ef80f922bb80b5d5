// How things repeat, as people type it and as it is shown; a phrase is understood whole or refused.
//
// | phrase | meaning |
// | --- | --- |
// | `daily`, `every day`, `every 3 days`, `every other day` | so many days on |
// | `weekly`, `every 2 weeks` | on the day of the week of the first date |
// | `weekly on mon, fri`, `every mon and fri`, `every 2 weeks on mon` | on these days of the week |
// | `every weekday`, `weekdays`; `every weekend` | Monday to Friday; Saturday and Sunday |
// | `monthly`, `every 3 months` | on the day of the month of the first date |
// | `monthly on the 15th`, `on the 1st and 15th`, `on the last day` | on these days of the month |
// | `monthly on the last friday`, `on the 1st and 3rd mon` | on these of its days of the week |
// | `the last friday of every month` | the same |
// | `monthly on the first weekday`, `on the 2nd last weekday` | of the days from Monday to Friday |
// | `yearly`, `every 2 years` | on the day of the first date |
// | `yearly on 24 dec`, `every dec 24`, `yearly on the last friday of nov` | on this day |
// | … `in jan, jul` | only in these months |
// | `3 days after done`, `every month after done` | counted from the day of completion |
// | … `until 2027-12-31`, … `until eoy` | up to that day |
// | … `10 times`, … `for 10 times` | so many in all, counted from the first date |
// | … `except 24 dec, 31 dec` | not on these days, which still count |
// | `RRULE:FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR`, `FREQ=…` | a rule of RFC 5545 |
//
// What no phrase says is shown as a rule.

package import Storage

/// A rule as a person types it, what it is counted from, and the days that it leaves out.
package struct RepeatPhrase: Hashable, Sendable {
  package let rule: RepeatRule
  package let origin: Repeat.Origin
  /// Sorted, each once.
  let excluded: [CalendarDay]

  package init(
    rule: RepeatRule,
    origin: Repeat.Origin = .due,
    excluding excluded: [CalendarDay] = []
  ) {
    (self.rule, self.origin, self.excluded) = (rule, origin, Set(excluded).sorted())
  }

  /// How an item repeats, but for what it is counted from.
  package init(_ repetition: Repeat) {
    self.init(
      rule: repetition.rule,
      origin: repetition.origin,
      excluding: repetition.excluded
    )
  }

  /// The meaning of a phrase; the calendar says what an end such as `until friday` means.
  package init(_ phrase: String, calendar: LocalCalendar) throws(DatePhraseError) {
    let words = phrase.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = words.first, first.contains("=") else {
      var parser = RepeatParser(phrase, calendar: calendar)
      self = try parser.phrase()
      return
    }
    let rule = try RepeatPhrase.rule(String(first))
    var parser = RepeatParser(words.count > 1 ? String(words[1]) : "", calendar: calendar)
    self.init(rule: rule, excluding: try parser.exceptions())
  }

  /// The rule of a text of RFC 5545.
  private static func rule(_ text: String) throws(DatePhraseError) -> RepeatRule {
    do throws(RepeatError) {
      return try RepeatRule(text)
    } catch {
      throw DatePhraseError(message: error.message)
    }
  }
}
