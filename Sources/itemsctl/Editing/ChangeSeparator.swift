import ArgumentParsing
import Phrases
import Storage

/// The word between a filter and what is to change: `edit list:work to due:friday`.
enum ChangeSeparator {
  static let names: Set = ["to", "set"]

  /// The place of the separator among words; nil where there is none.
  ///
  /// A change must come next, so that `edit talk to bob --due friday` still looks for three words.
  static func index(in words: ArraySlice<String>, of parts: [ItemPart]) -> Int? {
    words.indices.first { isSeparator(at: $0, in: words, of: parts) }
  }

  /// Whether the word at a place is followed by a change, and is a separator.
  static func isSeparator(
    at index: Int,
    in words: ArraySlice<String>,
    of parts: [ItemPart]
  ) -> Bool {
    guard words.indices.contains(index), names.contains(words[index]) else { return false }
    return EditWords.isChange(words[(index + 1)...], of: parts)
  }

  /// The place of the first of the words at the end that are conditions, and could be meant as changes.
  ///
  /// Nil for a filter that nobody takes for changes: one of a single word, one with operators, and one whose last word
  /// has no value that could be set.
  static func firstDoubtful(
    in words: ArraySlice<String>,
    of parts: [ItemPart],
    _ calendar: LocalCalendar
  ) -> Int? {
    guard !words.contains(where: FilterParser.isOperator) else { return nil }
    var first: Int?
    for index in words.indices.dropFirst().reversed() {
      guard EditWords.isValid(words[index], of: parts, calendar) else { break }
      first = index
    }
    return first
  }
}
