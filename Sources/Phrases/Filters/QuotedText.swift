/// A text in double quotes, in which a backslash stands in front of quotes and backslashes.
package struct QuotedText {
  /// The text itself.
  package let text: String
  /// What follows the closing quotes.
  package let rest: Substring

  /// Reads the quoted text that something begins with; nil where it begins with none.
  package init?(_ source: Substring) {
    // By scalars: a mark behind a quote would make another character of it.
    guard source.unicodeScalars.first == "\"" else { return nil }
    var rest = source.unicodeScalars.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        self.text = String(text)
        self.rest = Substring(rest)
        return
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        text.append(next)
      default:
        text.append(scalar)
      }
    }
    return nil
  }

  /// A text in quotes, as ``init(_:)`` reads it.
  package static func quoting(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
