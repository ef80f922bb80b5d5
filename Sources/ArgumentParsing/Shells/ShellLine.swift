// A command line of bash up to the cursor.
//
// bash hands a completion the words as readline breaks them, so that `list:home` is three. The line
// itself is taken apart here in the shell's own way.

/// The words of an unfinished line, without quotes and backslashes.
package struct ShellLine: Hashable {
  /// The words, the last being the one at the cursor; it may be empty.
  package private(set) var words = [""]
  /// Whether the last word began with a quote that is still open.
  package private(set) var isQuoteOpen = false
  /// The length of the part that readline leaves alone: up to the last character that breaks words.
  package private(set) var keptLength = 0

  package init(_ line: String, wordBreaks: String) {
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote != nil {
        append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        keptLength = words[words.count - 1].count
      } else if character == " " || character == "\t" {
        if words.last != "" { words.append("") }
        keptLength = 0
      } else {
        append(character)
        if wordBreaks.contains(character) { keptLength = words[words.count - 1].count }
      }
    }
    isQuoteOpen = quote != nil
  }

  private mutating func append(_ character: Character) {
    words[words.count - 1].append(character)
  }
}
