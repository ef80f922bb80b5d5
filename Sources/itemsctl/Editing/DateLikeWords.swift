import CommandKit
import Phrases
import Storage

/// Words at the end of a title that look like a date to a person, whether they are understood or not.
enum DateLikeWords {
  /// Whether all of the words, in lower case, look like one date.
  static func isDate(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last else { return false }
    guard words.count > 1 else { return isNumeric(last) }
    let before = words[words.count - 2]
    if before == "at", last.utf8.count <= 2, last.isDigits {
      let isHour = Int(last).map { $0 < 24 } ?? false
      return words.count == 2 ? isHour : words.count == 3 && isDay(first)
    }
    if words.count == 2, partsOfDays.contains(last) || last == "week", isDay(first) { return true }
    if words.count == 2, MonthName.number(of: first) != nil { return OrdinalWord(last) != nil }
    guard leads.contains(first), words.dropFirst().allSatisfy(isPart) else { return false }
    if words.contains(where: isNamed) { return isNamed(last) || ["next", "time"].contains(last) }
    return ["on", "by"].contains(first) && words.contains("the") && OrdinalWord(last) != nil
  }

  /// Words with which dates begin.
  private static let leads: Set = [
    "by", "in", "mid", "early", "late", "end", "beginning", "start", "next", "this", "within",
    "before", "after", "every", "each", "first", "second", "third", "fourth", "last", "on", "the",
  ]

  /// Words between the others.
  private static let joins: Set = [
    "next", "this", "of", "the", "in", "other", "after", "and", "last", "a", "an", "few", "couple",
    "time", "one", "two", "three", "four", "five", "six", "ten",
  ]

  private static let partsOfDays: Set = ["morning", "afternoon", "evening", "night"]

  private static func isPart(_ word: String) -> Bool {
    joins.contains(word) || isNamed(word) || OrdinalWord(word) != nil
  }

  /// Whether a word names a day, a part of one, a month, or a stretch of time.
  private static func isNamed(_ word: String) -> Bool {
    isDay(word) || partsOfDays.contains(word) || MonthName.names.contains(word)
      || DateUnit(word: word) != nil || word == "fortnight"
  }

  private static func isDay(_ word: String) -> Bool {
    ["today", "tomorrow", "tmr", "tonight", "weekend", "weekday"].contains(word)
      || word.count > 3 && Weekday(word: word) != nil
  }

  /// `12/05`, `5.13.`, `31.12`, `13pm`, `25:00`; not `2.0`.
  private static func isNumeric(_ word: String) -> Bool {
    if WholeDate.isWritten(in: word) { return true }
    let isClock = word.hasSuffix("am") || word.hasSuffix("pm")
    let numbers = word.dropLast(isClock ? 2 : 0)
    for separator in isClock ? [":"] : ["/", ".", ":"] as [Character] {
      let parts = numbers.split(separator: separator)
      guard parts.allSatisfy({ $0.isDigits && $0.utf8.count <= 4 }), let last = parts.last,
        (parts.first?.utf8.count ?? 0) <= 2
      else { continue }
      switch (parts.count, separator) {
      case (1, ":") where isClock: return true
      case (2, ":"), (2, "/"): return true
      case (2, "."): return word.hasSuffix(".") || isDayAndMonth(parts)
      case (3, "/"), (3, "."): return last.utf8.count == 2
      default: continue
      }
    }
    return false
  }

  private static func isDayAndMonth(_ parts: [Substring]) -> Bool {
    guard parts.allSatisfy({ $0.utf8.count == 2 }), let day = parts.first.flatMap({ Int($0) }),
      let month = parts.last.flatMap({ Int($0) })
    else { return false }
    return (1...31).contains(day) && (1...12).contains(month)
  }
}
