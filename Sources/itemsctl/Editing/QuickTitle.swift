// What people type as one sentence: a title, and at its end when it is due or how it comes again.
//
// sentence = title [due] [rule] | title [rule] [due]
// due      = ["due"] ["by"] date
// rule     = rule | rule ["at"] time | rule ("starting" | "from") date
//
// The longest end that is understood counts. It is left in the title, and a person is told how to mean it, where the
// words in front of it do not end there ("Notes for friday"), where it is written as a name is ("Edge of Tomorrow"),
// and where its only word is a word of other meaning ("sun", "noon", "2w"). What is past is nobody's plan: it stays, too.
// A part of an end that is not understood as a whole is not taken either: "every second tuesday", "mon wed fri".

import ArgumentParsing
import Phrases
import Storage

/// A title as people type it, taken apart.
struct QuickTitle {
  /// The title without the words that say when.
  let title: String
  private(set) var due: DayOrInstant?
  private(set) var rule: RepeatPhrase?
  /// Whether the text was taken apart, and is not meant as it is.
  private(set) var isUnderstood = true
  /// The words at the end that stay in the title, though they may be meant otherwise; nil where there are none.
  private(set) var doubtful: Doubtful?

  /// The end that looks like a date or a rule and is not understood; nil where there is none.
  private(set) var unread: UnreadTail?

  /// Words that stay in a title.
  struct Doubtful: Hashable {
    /// The words as typed, or their right spelling.
    let words: String
    /// Whether they say how an item comes again; else when it is due.
    let isRule: Bool
  }

  /// Which of its ends are looked for.
  struct Parts: OptionSet {
    let rawValue: Int
    static let due = Parts(rawValue: 1)
    static let rule = Parts(rawValue: 2)
  }

  /// A title that is what it is.
  init(literal text: String) { (title, isUnderstood) = (text, false) }

  /// Takes a text apart, as far as these parts are looked for.
  init(_ text: String, parts: Parts, _ calendar: LocalCalendar) {
    let words = text.split(whereSeparator: \.isWhitespace)
    for start in words.indices.suffix(QuickTitle.longestEnd) {
      let end = words[start...].map(String.init)
      guard let reading = EndReading(end, calendar), parts.isSuperset(of: reading.parts) else {
        continue
      }
      let title = text[..<words[start].startIndex]
      if reading.due != nil, reading.rule == nil,
        let tail = UnreadTail(before: start, in: words.map(String.init), calendar)
      {
        self.title = text
        unread = tail.reason == nil ? nil : tail
        doubtful = tail.reason == nil ? Doubtful(words: tail.words, isRule: true) : nil
      } else if reading.isPast(calendar) {
        // Nothing is planned for what is over, so nobody meant it.
        self.title = text
      } else if reading.isDoubtful(end, behind: words[..<start].map(String.init)) {
        self.title = text
        doubtful = Doubtful(words: reading.words, isRule: reading.rule != nil)
      } else {
        self.title = String(title.reversed().drop(while: \.isWhitespace).reversed())
        (due, rule) = (reading.due, reading.rule)
      }
      return
    }
    title = text
    if parts.contains(.rule), words.count > 1,
      let days = UnreadTail.weekdays(before: words.count - 1, in: words.map(String.init))
    {
      doubtful = Doubtful(words: days.words, isRule: true)
      return
    }
    if parts.contains(.due), words.count > 1, let slip = words.last.flatMap(QuickTitle.slip) {
      doubtful = Doubtful(words: slip, isRule: false)
    }
  }

  /// How many words the end has at most.
  private static let longestEnd = 14

  /// The word of dates that another one is a slip of; short ones are too near to others.
  private static func slip(_ word: Substring) -> String? {
    let typed = word.lowercased()
    guard typed.count > 5, typed == word else { return nil }
    return DateWords.longWords.first { $0.count > 5 && $0 != typed && isSlip(typed, of: $0) }
  }
}

/// The end of a sentence, understood.
private struct EndReading {
  var due: DayOrInstant?
  var rule: RepeatPhrase?
  /// The words without those in front that only say that a date comes.
  let words: String
  /// Whether words in front say that a date comes.
  private let isAnnounced: Bool
  private let isPeriod: Bool

  /// Nil for words that are not understood as a whole.
  init?(_ end: [String], _ calendar: LocalCalendar) {
    let bare = end.drop { ["due", "by"].contains($0.lowercased()) }
    let first = bare.first?.lowercased() ?? ""
    let isBy = end.count > bare.count && end[end.count - bare.count - 1].lowercased() == "by"
    // `Drop by on friday` has its `by` from the verb.
    guard !bare.isEmpty, end.count - bare.count <= 2, !isBy || !["on", "at"].contains(first) else {
      return nil
    }
    isAnnounced = bare.count < end.count || ["on", "at", "in"].contains(first)
    words = bare.joined(separator: " ")
    let date = try? DatePhrase(words, calendar: calendar)
    isPeriod = date?.isPeriod ?? false
    if let planned = try? DatePhrase.planned(words, calendar: calendar) {
      due = planned
    } else if date == nil, bare.count == end.count {
      guard let (rule, due) = EndReading.rule(end, calendar) else { return nil }
      (self.rule, self.due) = (rule, due)
    } else {
      return nil
    }
  }

  var parts: QuickTitle.Parts {
    var parts: QuickTitle.Parts = []
    if due != nil { parts.insert(.due) }
    if rule != nil { parts.insert(.rule) }
    return parts
  }

  /// A rule, and the date that stands before or behind it.
  private static func rule(
    _ words: [String],
    _ calendar: LocalCalendar
  ) -> (RepeatPhrase, DayOrInstant?)? {
    func phrase(_ words: some Sequence<String>) -> RepeatPhrase? {
      try? RepeatPhrase(words.joined(separator: " "), calendar: calendar)
    }
    func planned(_ words: some Sequence<String>) -> DayOrInstant? {
      try? DatePhrase.planned(words.joined(separator: " "), calendar: calendar)
    }
    if let rule = phrase(words) { return (rule, nil) }
    for place in words.indices.dropFirst() {
      let (front, back) = (words[..<place], words[place...])
      if let rule = phrase(front) {
        if let time = EndReading.time(back), let due = rule.first(at: time, calendar) {
          return (rule, due)
        }
        if back.first.map(isStart) ?? false, let due = planned(back.dropFirst()) {
          return (rule, due)
        }
      } else if let rule = phrase(back), let due = planned(front.drop(while: isStart)) {
        return (rule, due)
      }
    }
    return nil
  }

  private static func isStart(_ word: String) -> Bool {
    ["starting", "from"].contains(word.lowercased())
  }

  /// A time of day alone.
  private static func time(_ words: ArraySlice<String>) -> ClockTime? {
    var words = DateWords(words.joined(separator: " "))
    let hasAt = words.skip("at")
    var clock = words.clockTime()
    if clock == nil, hasAt { clock = try? words.hour(before: false) }
    guard let time = clock, words.isAtEnd else { return nil }
    return time
  }

  /// Whether it says a date that is over.
  func isPast(_ calendar: LocalCalendar) -> Bool {
    due?.isPast(at: calendar.now, in: calendar.zone) ?? false
  }

  /// Whether the words may well belong to the title.
  func isDoubtful(_ end: [String], behind title: [String]) -> Bool {
    guard let last = title.last else { return true }
    if EndReading.unfinished.contains(last.lowercased()) { return true }
    if end.contains(where: EndReading.isName) { return true }
    if end.count == 1, EndReading.namedDays.contains("\(last) \(end[0])") { return true }
    if isPeriod {
      let first = words.split(separator: " ").first?.lowercased() ?? ""
      guard ["this", "next", "on"].contains(first), title.count > 1 else { return true }
    }
    return !isAnnounced && isWeak(words.lowercased())
  }

  /// Whether the only word is one of other meaning, too, or of a form that has others.
  private func isWeak(_ words: String) -> Bool {
    let word = words.hasPrefix("the ") ? String(words.dropFirst(4)) : words
    guard !word.contains(" ") else { return false }
    if EndReading.weakWords.contains(word) { return true }
    guard word.first?.isNumber ?? false else { return word.hasPrefix("+") }
    let isClockTime = ClockTime(word) != nil && word.hasSuffix("m")
    let isWholeDate = word.count > 7
    return !isClockTime && !isWholeDate
  }

  /// Whether a word is written as a name is: `Tomorrow`, and not `Friday` or `TODAY`.
  private static func isName(_ word: String) -> Bool {
    guard let first = word.first, first.isUppercase, word.dropFirst().contains(where: \.isLowercase)
    else { return false }
    let name = word.lowercased().filter(\.isLetter)
    return Weekday(word: name) == nil && MonthName.number(of: name) == nil
  }

  /// Words behind which a title does not end.
  private static let unfinished: Set<String> = [
    "a", "about", "after", "an", "and", "as", "at", "before", "between", "but", "by", "during",
    "each", "every", "except", "for", "from", "her", "his", "in", "into", "is", "it's", "its",
    "last", "like", "my", "next", "no", "not", "of", "on", "once", "or", "our", "over", "per",
    "since", "starting", "than", "that", "the", "their", "this", "through", "till", "times", "to",
    "twice", "until", "versus", "via", "vs", "was", "with", "without", "your", "&", "+", "-", "–",
    "/",
  ]

  /// Days that are called so, which no date of this week is.
  private static let namedDays: Set<String> = [
    "Black Friday", "Good Friday", "Freaky Friday", "Casual Friday", "Cyber Monday",
    "Easter Monday",
    "Whit Monday", "Blue Monday", "Easter Sunday", "Palm Sunday", "Fat Tuesday", "Shrove Tuesday",
    "Giving Tuesday", "Super Tuesday", "Ash Wednesday", "Maundy Thursday", "Holy Saturday",
  ]

  private static let weakWords: Set<String> = [
    "mon", "wed", "sat", "sun", "noon", "midnight", "now", "weekday", "weekdays", "workday",
    "workdays", "weekend", "weekends",
  ]
}

extension RepeatPhrase {
  /// The first date of the rule from now on, at a time of the day; nil where there is none.
  fileprivate func first(at time: ClockTime, _ calendar: LocalCalendar) -> DayOrInstant? {
    let today = calendar.today
    guard let moment = calendar.date(of: today.at(time)) else { return nil }
    let day = moment > calendar.now ? today : today.adding(days: 1)
    let anchor = NominalDate(CivilDate(daysSince1970: day.calendarDay.daysSince1970))
    guard let dates = try? Repeat(rule, from: anchor).dates,
      let first = dates.first(where: { _ in true })
    else { return nil }
    let date = CalendarTime(year: first.day.year, month: first.day.month, day: first.day.day)
    return calendar.date(of: date.at(time)).map { .instant($0) }
  }
}
