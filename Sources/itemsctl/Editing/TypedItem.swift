import Phrases

/// A line that describes an item, as somebody types it: apostrophes and quotes are letters, but for a value in quotes.
enum TypedItem {
  /// The words for `itemsctl add` as a command line has them.
  static func arguments(_ text: String) -> [String] {
    let words = words(text)
    // What looks like an option is a title, as all words with it.
    return words.contains(where: looksLikeOption) ? ["--"] + words : words
  }

  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "-" || second == "?" || second.isLetter
  }

  /// The words between spaces; `due:"next friday"` is one.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\"", word.hasSuffix(":") || word.hasSuffix("="),
        let quoted = QuotedText("\"" + rest)
      {
        word += quoted.text
        rest = quoted.rest
      } else if character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
