/// Words as an FTS5 expression: each must begin a word of the item.
///
/// Each word is quoted, so that FTS5 takes none for an operator.
/// <https://www.sqlite.org/fts5.html#full_text_query_syntax>
struct SearchExpression {
  /// The expression for `MATCH`.
  let match: String

  /// Nil for text without a word.
  init?(_ text: String) {
    let words = SearchExpression.words(of: text)
    guard !words.isEmpty else { return nil }
    match = words.map { "\"\($0)\"*" }.joined(separator: " AND ")
  }

  /// The words of a text, split as the search index splits them.
  static func words(of text: String) -> [Substring] {
    text.unicodeScalars
      .split { !belongsToWord($0) }
      .filter { word in word.contains { beginsWord($0) } }
      .map { Substring($0) }
  }

  /// Whether this is a letter, a number or for private use, by the rule of the tokenizer `unicode61`.
  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// A combining mark belongs to the word that it stands in.
  private static func belongsToWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: beginsWord(scalar)
    }
  }
}
