// Words as a shell reads them again.

extension String {
  /// The text so that a shell reads it as one word, with a backslash before each odd character.
  var quotedForShell: String {
    reduce(into: "") { text, character in
      text += character.isPlainInShells ? String(character) : "\\\(character)"
    }
  }
}

extension [String] {
  /// The words as one would type them in a shell, in quotes where they need them.
  package var shellLine: String {
    map { word in
      if !word.isEmpty, word.allSatisfy(\.isPlainInShells) { return word }
      return "'\(word.replacing("'", with: #"'\''"#))'"
    }
    .joined(separator: " ")
  }
}

extension Character {
  /// Whether a shell takes the character as it is, at any place of a word.
  fileprivate var isPlainInShells: Bool {
    isLetter || isNumber || "_-./:=+,@%".contains(self)
  }
}
