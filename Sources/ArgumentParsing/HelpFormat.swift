/// How wide the text may be, and how wide a piece of it is.
package struct HelpFormat: Sendable {
  /// The columns of a line; at least one.
  package let width: Int
  /// The columns of a line of an error message; `nil` does not wrap it, for programs to read.
  package let messageWidth: Int?
  /// The columns that a text without line feeds takes.
  package let measure: @Sendable (String) -> Int

  /// Describes the place where the text will be shown.
  ///
  /// - Parameters:
  ///   - width: The columns of a line.
  ///   - wrapsMessages: Whether to wrap error messages too, or only pages of text.
  ///   - measure: The columns that a text takes; one for each Unicode scalar unless given.
  package init(
    width: Int = 80,
    wrapsMessages: Bool = true,
    measure: @escaping @Sendable (String) -> Int = { $0.unicodeScalars.count }
  ) {
    self.width = max(1, width)
    messageWidth = wrapsMessages ? self.width : nil
    self.measure = measure
  }
}

extension HelpFormat {
  /// Sets tokens in lines, the first after `first`, the others `hanging` columns in.
  ///
  /// A token is broken at its spaces only if it does not fit a line of its own. A part that still
  /// does not fit, such as an address, is not broken, so that it can be copied.
  func fill(_ tokens: [String], first: String, hanging: Int) -> [String] {
    // On a very narrow terminal the text needs the columns more than the indent does.
    let hanging = min(hanging, width / 4)
    let indent = String(repeating: " ", count: hanging)
    let pieces = tokens.flatMap { measure($0) > width - hanging ? $0.words : [$0] }
    let needed = measure(first) + (pieces.first.map(measure) ?? 0)
    if needed > width, !first.words.isEmpty, !pieces.isEmpty {
      // The first part leaves no room beside it, and gets lines of its own.
      let margin = String(first.prefix { $0 == " " })
      return fill(first.words, first: margin, hanging: hanging)
        + fill(pieces, first: indent, hanging: hanging)
    }
    var lines: [String] = []
    var line = first
    var isLineEmpty = true
    for piece in pieces {
      if !isLineEmpty, measure(line) + 1 + measure(piece) > width {
        lines.append(line)
        line = indent
        isLineEmpty = true
      }
      line += isLineEmpty ? piece : " \(piece)"
      isLineEmpty = false
    }
    return lines + [line.trimmingTrailingSpaces]
  }

  /// Wraps text at `indent`: paragraphs are refilled, lines that begin with a space are kept.
  func paragraphs(_ text: String, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: min(indent, width / 4))
    var lines: [String] = []
    var pending: [String] = []
    func flush() {
      guard !pending.isEmpty else { return }
      lines += fill(pending, first: margin, hanging: indent)
      pending = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let start = line.first, !start.isWhitespace else {
        flush()
        lines.append(line.isEmpty ? "" : margin + String(line).trimmingTrailingSpaces)
        continue
      }
      pending += String(line).words
    }
    flush()
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Sets a message after a label such as `Error: `; keeps its lines and spaces, since it may quote.
  package func message(_ text: String, label: String) -> [String] {
    let hanging = label.unicodeScalars.count
    let indent = String(repeating: " ", count: hanging)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line -> [String] in
      let first = index == 0 ? label : indent
      guard let messageWidth else { return [first + line] }
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return HelpFormat(width: messageWidth, measure: measure)
        .fill(words, first: first, hanging: hanging)
    }
  }

  /// The line above a section.
  func heading(_ title: String) -> [String] {
    fill("\(title):".words, first: "", hanging: 0)
  }

  /// A line that says where to read more.
  func advice(_ text: String) -> [String] { fill(text.words, first: "  ", hanging: 2) }

  /// A label with its explanation, beside each other or, on a narrow terminal, below.
  func row(_ label: String, _ text: String) -> [String] {
    let column = 26
    guard width >= 60 else {
      let below = text.isEmpty ? [] : paragraphs(text, indent: 6)
      return fill(label.words, first: "  ", hanging: 6) + below
    }
    guard !text.isEmpty else { return ["  \(label)"] }
    let labelWidth = measure(label) + 2
    guard labelWidth + 2 <= column else {
      let first = String(repeating: " ", count: column)
      return fill(label.words, first: "  ", hanging: 6)
        + wrapped(text, first: first, column: column)
    }
    let padding = String(repeating: " ", count: column - labelWidth)
    return wrapped(text, first: "  \(label)\(padding)", column: column)
  }

  private func wrapped(_ text: String, first: String, column: Int) -> [String] {
    let inner = HelpFormat(width: width - column, measure: measure)
    let indent = String(repeating: " ", count: column)
    return inner.fill(text.words, first: "", hanging: 0)
      .enumerated().map { $0 == 0 ? first + $1 : indent + $1 }
  }
}

extension String {
  /// The parts between spaces and line feeds.
  var words: [String] {
    split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// The text without the spaces at its end.
  package var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
