/// Text as the search sees it, by tables that the standard library's canonical equality fills.
package enum ReferenceText {
  /// The text with letters and marks composed where Latin has one scalar for them.
  package static func composed(_ text: String) -> String {
    text.map { composedLetters[$0] ?? String($0) }.joined()
  }

  /// True if another text has the bytes of a text, one behind the other.
  static func contains(_ part: String, in text: String) -> Bool {
    let part = Array(part.utf8)
    let text = Array(text.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  /// The words of the text: runs of letters and numbers, without case and diacritics.
  package static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in folded(text).unicodeScalars {
      if isWordScalar(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = .init()
      }
    }
    return word.isEmpty ? words : words + [String(word)]
  }

  private static func folded(_ text: String) -> String {
    var folded = ""
    for character in text {
      if let base = baseLetters[character] {
        folded.append(base)
      } else {
        for scalar in character.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
          folded.append(scalar.properties.lowercaseMapping)
        }
      }
    }
    return folded
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Canonically equal characters are one key, so that either spelling finds the composed one.
  private static let composedLetters: [Character: String] = {
    let scalars = [0xC0...0x24F, 0x1E00...0x1EFF].joined().compactMap { Unicode.Scalar($0) }
    let pairs = scalars.map { (Character($0), String($0)) }
    return Dictionary(pairs) { first, _ in first }
  }()

  private static let baseLetters: [Character: String] = {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let marks = (0x300...0x32D).compactMap { Unicode.Scalar($0) }
    var bases: [Character: String] = [:]
    for letter in letters + letters.uppercased() {
      for mark in marks { bases[Character("\(letter)\(mark)")] = letter.lowercased() }
    }
    return bases
  }()
}
