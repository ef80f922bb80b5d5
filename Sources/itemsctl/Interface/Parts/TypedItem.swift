/// A line that describes an item, as somebody types it: apostrophes and quotes are letters, but for a value in quotes.
enum TypedItem {
  /// The words for `itemsctl add`; `due:"next friday"` is one.
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
    // What looks like an option is a title, as all words with it.
    return words.contains { $0.hasPrefix("-") } ? ["--"] + words : words
  }
}
