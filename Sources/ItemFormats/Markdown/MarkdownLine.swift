import CommandKit
package import Storage

/// A line of Markdown, as far as tasks need it.
package struct MarkdownLine: Hashable {
  /// What a line is.
  package enum Kind: Hashable {
    /// A heading with its text.
    case heading(String)
    /// A task with what stands in its box, where that is a mark of somebody's own, and behind it.
    case task(Status, mark: Character?, String)
    /// Another element of a list.
    case element
    /// The beginning or the end of a stretch of code.
    case fence
    case text
  }

  /// The columns of blanks in front, a tab being up to four.
  package let indent: Int
  package let kind: Kind

  /// Reads a line; nil for one of blanks alone.
  package init?(_ line: String) {
    var rest = Substring(line)
    var indent = 0
    loop: while let first = rest.first {
      switch first {
      case " ": indent += 1
      case "\t": indent += 4 - indent % 4
      default: break loop
      }
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty else { return nil }
    self.indent = indent
    kind = MarkdownLine.kind(rest)
  }

  private static func kind(_ text: Substring) -> Kind {
    if fenceMarks(text) != nil { return .fence }
    if text.hasPrefix("#") {
      let title = text.drop { $0 == "#" }
      guard text.count - title.count <= 6, title.first == " " || title.isEmpty else { return .text }
      return .heading(heading(title))
    }
    guard let content = behindMarker(text) else { return .text }
    return task(content) ?? .element
  }

  /// The marks that begin a stretch of code, three or more; nil for code within a line.
  private static func fenceMarks(_ text: Substring) -> Substring? {
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let marks = text.prefix { $0 == mark }
    let isInLine = mark == "`" && text[marks.endIndex...].contains(mark)
    return marks.count >= 3 && !isInLine ? marks : nil
  }

  /// The marks of a line that begins a stretch of code.
  package static func fence(_ line: String) -> String? {
    fenceMarks(line.drop { $0 == " " || $0 == "\t" }).map(String.init)
  }

  /// Whether a line ends the stretch of code that such marks began: as many of them or more, and nothing else.
  package static func isEnd(_ line: String, of fence: String) -> Bool {
    let text = line.trimmed
    return text.hasPrefix(fence) && text.allSatisfy { $0 == fence.first }
  }

  /// The text of a heading, without marks behind it; with a backslash before them, they belong to it.
  private static func heading(_ text: Substring) -> String {
    let trimmed = String(text).trimmed
    guard let marks = marksAtEnd(trimmed) else { return trimmed }
    if trimmed[marks].first == "#" { return String(trimmed[..<marks.lowerBound]).trimmed }
    return String(trimmed[..<marks.lowerBound]) + trimmed[marks].dropFirst()
  }

  /// The line of a heading that is read as this text.
  static func heading(named text: String) -> String {
    let line = "# \(text)"
    guard let marks = marksAtEnd(line.dropFirst(2)) else { return line }
    return String(line[..<marks.lowerBound]) + "\\" + line[marks]
  }

  /// The last word of a heading, if it is of `#` alone, perhaps behind backslashes.
  private static func marksAtEnd(_ text: some StringProtocol) -> Range<String.Index>? {
    let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    let marks = text[start...].drop { $0 == "\\" }
    return !marks.isEmpty && marks.allSatisfy { $0 == "#" } ? start..<text.endIndex : nil
  }

  /// What stands behind `-`, `*`, `+`, `1.` or `1)`; nil for another line.
  private static func behindMarker(_ text: Substring) -> Substring? {
    guard let first = text.first else { return nil }
    var rest: Substring
    if "-*+".contains(first) {
      rest = text.dropFirst()
    } else {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      rest = text[digits.endIndex...]
      guard !digits.isEmpty, digits.count <= 9, let end = rest.popFirst(), ".)".contains(end) else {
        return nil
      }
    }
    guard rest.first == " " || rest.first == "\t" else { return nil }
    return rest.drop { $0 == " " || $0 == "\t" }
  }

  private static let marks: [Character: Status] = ["x": .done, "X": .done, "-": .cancelled]

  /// Whether a character in a box is a custom mark, which stands for no status.
  static func isOwnMark(_ mark: Character) -> Bool {
    !mark.isWhitespace && marks[mark] == nil && !"[]\\".contains(mark)
  }

  /// A box and the text behind it; some programs escape its brackets, and some people forget a blank.
  private static func task(_ text: Substring) -> Kind? {
    var rest = text
    func take(_ bracket: Character) -> Bool {
      if rest.first == "\\", rest.dropFirst().first == bracket { rest = rest.dropFirst() }
      return rest.popFirst() == bracket
    }
    guard take("["), let first = rest.first else { return nil }
    let mark = first == "]" || first == "\\" ? " " : rest.removeFirst()
    guard take("]"), mark.isWhitespace || marks[mark] != nil || isOwnMark(mark) else { return nil }
    if rest.first?.isWhitespace != true {
      // A link or the name of one looks alike: `[x](address)`, `[1]: address`.
      guard first != "]", !isOwnMark(mark), let next = rest.first, !"([:".contains(next) else {
        return nil
      }
    }
    let title = String(rest).trimmed
    guard !title.isEmpty else { return nil }
    return .task(marks[mark] ?? .open, mark: isOwnMark(mark) ? mark : nil, title)
  }

  /// A line without the mark of a quote and the blank behind that; nil for a line outside of one.
  package static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard text.first == UInt8(ascii: ">") else { return nil }
    let rest = text.dropFirst()
    return rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
  }

  /// Whether a line without indentation continues the paragraph above it
  /// (<https://spec.commonmark.org/0.31.2/#laziness>).
  ///
  /// Quotes, tables, HTML, link definitions and rules of dashes do not.
  package static func isLazy(_ line: some StringProtocol) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard let first = text.first else { return false }
    return !">|<[".contains(first) && !text.allSatisfy { "-*_= ".contains($0) }
  }

  /// A line of notes without its marks.
  package static func note(_ line: String) -> String {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard text.hasPrefix(">") else { return String(text) }
    let rest = text.dropFirst()
    return String(rest.first == " " ? rest.dropFirst() : rest)
  }
}
