import CommandKit

/// A day, a month and a year of four digits in one word: `2026-11-30`, `2026/11/30`, `30.11.2026`, `30/11/2026`.
package enum WholeDate {
  /// True for a word of this form, whether there is such a day or not.
  package static func isWritten(in word: String) -> Bool {
    ["-", "/", "."].contains { (separator: Character) in
      let parts = word.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3, parts.allSatisfy(\.isDigits) else { return false }
      let short = 1...2
      let lengths = parts.map(\.utf8.count)
      switch (lengths[0], lengths[1], lengths[2]) {
      case (4, short, short): return separator != "."
      case (short, short, 4): return separator != "-"
      default: return false
      }
    }
  }
}
