// How many columns a text takes on a terminal.
//
// A terminal gives each character one column, East Asian wide ones and emoji two, and marks that
// join the character before them none. <https://www.unicode.org/reports/tr11/>

extension StringProtocol {
  /// The columns that the text takes, for text without control characters.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text cut to a number of columns, with `…` at its end if something was cut off.
  package func truncated(toWidth width: Int) -> String {
    if displayWidth <= width { return String(self) }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in self {
      let columns = character.displayWidth
      if used + columns > width - 1 { break }
      result.append(character)
      used += columns
    }
    return result + "…"
  }

  /// The text with spaces behind it, or in front, up to a number of columns.
  package func padded(toWidth width: Int, atStart: Bool = false) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, width - displayWidth))
    return atStart ? spaces + self : self + spaces
  }
}

extension Character {
  /// The columns that the character takes.
  ///
  /// Scalars that make one emoji are drawn as one. Letters that are written together, and vowel signs
  /// that take room, as in Devanagari, have a column each on most terminals.
  package var displayWidth: Int {
    var (sum, widest, isEmoji) = (0, 0, false)
    for scalar in unicodeScalars {
      // VARIATION SELECTOR-16 asks for the emoji's picture; two regional indicators are a flag.
      if scalar.value == 0xFE0F { return 2 }
      let width = scalar.displayWidth
      (sum, widest) = (sum + width, Swift.max(widest, width))
      isEmoji = isEmoji || scalar.value >= 0x2100 && scalar.properties.isEmoji
    }
    return isEmoji ? widest : sum
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants of Hangul join the consonant before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || isWide ? 2 : 1
  }

  /// East Asian Width W or F, in the blocks where it occurs.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
