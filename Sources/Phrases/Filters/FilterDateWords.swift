import Storage

/// Words for days that stand in a filter by themselves: `list tomorrow`, `list next week or friday`.
enum FilterDateWords {
  /// What words are in a filter.
  enum Reading {
    /// What is due then.
    case date
    /// Words to look for, which would be a date behind `due:`.
    case doubtful
    /// A word to look for that is written as a date and is none, with the reason.
    case wrongDate(String)
    case text
  }

  /// How many words belong together at most: `2 days before the end of next month`.
  static let longest = 8

  /// What words without a key are; one word must be a date to everybody, as `friday` is and `sun` is not.
  static func reading(of text: String, _ calendar: LocalCalendar) -> Reading {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    guard let word = words.first else { return .text }
    if let reason = reasonAgainst(text, calendar) {
      return words.count == 1 && WholeDate.isWritten(in: text) ? .wrongDate(reason) : .text
    }
    guard words.count == 1 else { return .date }
    if doubtful.contains(String(word)) || isPeriod(text) { return .doubtful }
    let isWholeDate = word.first?.isNumber == true && word.count > 7
    return word.allSatisfy(\.isLetter) || isWholeDate ? .date : .doubtful
  }

  /// The value behind a key: a period by its name alone is the one that today lies in.
  static func value(of text: String) -> String { isPeriod(text) ? "this \(text)" : text }

  /// Words that are dates, and more often something else.
  static let doubtful: Set = ["mon", "wed", "sat", "sun", "noon", "midnight", "now"]

  private static func isPeriod(_ text: String) -> Bool {
    DatePeriod(rawValue: text.lowercased()) != nil || text.lowercased() == "weekend"
  }

  /// Why the text is no date, without a full stop; nil for a date.
  private static func reasonAgainst(_ text: String, _ calendar: LocalCalendar) -> String? {
    do throws(DatePhraseError) {
      _ = try DatePhrase(value(of: text), calendar: calendar)
      return nil
    } catch {
      return error.message.unended
    }
  }
}
