import CommandKit
import Phrases
import Storage

/// The end of a sentence that looks like a date or a rule, and is not understood as a whole.
///
/// A part of it must not be taken for a date: of `every second tuesday`, `tuesday` is none.
struct UnreadTail: Hashable {
  /// The words as typed; or how to write a rule, where there is no reason.
  let words: String
  /// Why they are not understood, without a full stop; nil where the words are a rule, written otherwise.
  let reason: String?
  /// The page of help on how to write them.
  var topic = "repeats"

  /// The end that begins before the first word of a date; nil where the date stands by itself.
  init?(before start: Int, in words: [String], _ calendar: LocalCalendar) {
    guard
      let tail = UnreadTail.rule(before: start, in: words, calendar)
        ?? UnreadTail.weekdays(before: start, in: words)
        ?? UnreadTail.longerDate(before: start, in: words, calendar)
    else { return nil }
    self = tail
  }

  private init(words: String, reason: String?, topic: String = "repeats") {
    (self.words, self.reason, self.topic) = (words, reason, topic)
  }

  /// `every second` before `tuesday`: words that begin a rule, with nothing but words of rules behind them.
  ///
  /// Right before a day of the week, one or two other words make no date of it: `every single tuesday`.
  private static func rule(
    before start: Int,
    in words: [String],
    _ calendar: LocalCalendar
  ) -> UnreadTail? {
    let isDay = Weekday(word: words[start].lowercased()) != nil
    let first = words[..<start].lastIndex {
      ruleStarts.contains($0.lowercased().filter(\.isLetter))
    }
    guard let first else { return nil }
    let between = words[(first + 1)..<start]
    let isEvery = ["every", "each"].contains(words[first].lowercased())
    guard
      between.allSatisfy({ isOfRules($0.lowercased()) }) || isDay && isEvery && between.count < 3
    else { return nil }
    let text = words[first...].joined(separator: " ")
    do throws(DatePhraseError) {
      _ = try RepeatPhrase(text, calendar: calendar)
      return nil
    } catch {
      return UnreadTail(words: text, reason: error.message.unended)
    }
  }

  private static let ruleStarts: Set = [
    "every", "each", "biweekly", "bimonthly", "weekly", "fortnightly", "monthly", "quarterly",
    "yearly", "annually", "daily", "alternate",
  ]

  private static func isOfRules(_ word: String) -> Bool {
    let bare = word.filter { $0 != "," }
    return ["other", "and", "&", "or", "of", "on", "the", "last"].contains(bare)
      || OrdinalWord(bare) != nil || DateUnit(word: bare) != nil || Weekday.ofRule(bare) != nil
  }

  /// The days of the week that a word is made of; none for another word.
  private static func days(_ word: String) -> [Weekday] {
    let days = word.lowercased().split { $0 == "," || $0 == "/" }.map { Weekday(word: String($0)) }
    return days.contains(nil) ? [] : days.compactMap { $0 }
  }

  /// `mon wed` before `fri`: several days of the week are a rule more likely than a date.
  static func weekdays(before start: Int, in words: [String]) -> UnreadTail? {
    var rest = words[start...]
    if rest.first?.lowercased() == "on" { rest.removeFirst() }
    var days = rest.first.map(UnreadTail.days) ?? []
    guard !days.isEmpty else { return nil }
    for word in words[..<start].reversed() {
      let next = UnreadTail.days(word)
      if !next.isEmpty {
        days = next + days
      } else if !["and", "&"].contains(word.lowercased()) {
        break
      }
    }
    guard days.count > 1 else { return nil }
    let names = days.map { $0.shortName.lowercased() }.joined(separator: ", ")
    return UnreadTail(words: "weekly on \(names)", reason: nil)
  }

  /// Words before a date that are a part of it: `at 6` before `on friday`, `a week` before that, `early` before `next week`.
  private static func longerDate(
    before start: Int,
    in words: [String],
    _ calendar: LocalCalendar
  ) -> UnreadTail? {
    guard start > 0 else { return nil }
    let last = words[start - 1].lowercased()
    let before = start > 1 ? words[start - 2].lowercased() : ""
    func tail(_ first: Int) -> UnreadTail {
      UnreadTail(unread: words[first...].joined(separator: " "), calendar)
    }
    if before == "at", last.utf8.count <= 2, last.isDigits { return tail(start - 2) }
    if words[start].lowercased() == "on", DateUnit(word: last) != nil,
      ["a", "an"].contains(before) || before.isDigits && !before.isEmpty
    {
      return tail(start - 2)
    }
    let date = try? DatePhrase(words[start...].joined(separator: " "), calendar: calendar)
    guard date?.isPeriod == true, ["early", "late", "mid", "sometime"].contains(last) else {
      return nil
    }
    return tail(start - 1)
  }

  /// Words that are not understood as a date, for what is wrong with them.
  fileprivate init(unread words: String, _ calendar: LocalCalendar) {
    var reason = "it is not written as a date"
    do throws(DatePhraseError) {
      _ = try DatePhrase(words, calendar: calendar)
    } catch {
      let isKnown = !error.message.contains("not understood") && !error.message.contains("needed")
      if isKnown { reason = error.message.unended }
    }
    self.init(words: words, reason: reason, topic: "dates")
  }
}

extension UnreadTail {
  /// The end of a title that looks like a date, and is none that is understood; nil for any other.
  static func date(at title: String, _ calendar: LocalCalendar) -> UnreadTail? {
    let words = title.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 1 else { return nil }
    for count in (1...min(4, words.count - 1)).reversed()
    where DateLikeWords.isDate(words.suffix(count).map { $0.lowercased() }) {
      return UnreadTail(unread: words.suffix(count).joined(separator: " "), calendar)
    }
    return nil
  }
}
