/// Lines of mdoc(7), in which roff takes no part of the text for a request.
struct MdocText {
  private var lines: [String] = []
  /// Whether a paragraph would follow text, and not a heading.
  private var hasText = false

  /// The page so far.
  var source: String { lines.map { "\($0)\n" }.joined() }

  /// A macro with words that are only words.
  mutating func macro(_ name: String, _ words: [String] = []) {
    let arguments = words.map { " \"\(MdocText.escaped($0))\"" }.joined()
    lines.append(".\(name)\(arguments)")
  }

  mutating func section(_ title: String) { heading("Sh", title) }

  mutating func subsection(_ title: String) { heading("Ss", title) }

  private mutating func heading(_ name: String, _ title: String) {
    macro(name, [title])
    hasText = false
  }

  /// Text of one paragraph.
  mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    if hasText { lines.append(".Pp") }
    sentences(of: text)
    hasText = true
  }

  /// Paragraphs between empty lines; lines that begin with a space are kept as they are.
  mutating func paragraphs(_ text: String) {
    var paragraph: [String] = []
    var kept: [String] = []
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for line in all + [""] {
      if line.first == " " {
        kept.append(line)
      } else if !line.isEmpty {
        paragraph += line.words
      }
      if line.isEmpty || line.first == " ", !paragraph.isEmpty {
        self.text(paragraph.joined(separator: " "))
        paragraph = []
      }
      if line.first != " ", !kept.isEmpty {
        literal(kept)
        kept = []
      }
    }
  }

  /// Lines that are not filled.
  private mutating func literal(_ kept: [String]) {
    lines.append(".Bd -literal -offset indent")
    let margin = kept.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    for line in kept { lines.append("\\&" + MdocText.escaped(String(line.dropFirst(margin)))) }
    macro("Ed")
    hasText = true
  }

  /// How a command is used.
  mutating func synopsis(_ usage: CommandUsage) {
    if hasText { lines.append(".Bd -ragged -offset indent") }
    lines.append(".Nm \"\(MdocText.escaped(usage.synopsis.first ?? ""))\"")
    // After a full stop at a line's end, roff would leave more room.
    for part in usage.synopsis.dropFirst() { lines.append(MdocText.escaped(part) + "\\&") }
    if hasText { lines.append(".Ed") }
    hasText = true
  }

  /// Each sentence on a line of its own, as roff expects it.
  private mutating func sentences(of text: String) {
    var sentence: [String] = []
    for word in text.words {
      sentence.append(word)
      if word.last.map({ ".?!".contains($0) }) == true { end() }
    }
    end()
    func end() {
      let line = MdocText.escaped(sentence.joined(separator: " "))
      // A line that begins with a dot would be a request.
      if !line.isEmpty { lines.append(line.hasPrefix(".") ? "\\&\(line)" : line) }
      sentence = []
    }
  }

  /// Parameters and what they are for.
  mutating func list(_ definitions: [ParameterDefinition]) {
    let rows = definitions.flatMap(\.helpRows)
    guard !rows.isEmpty else { return }
    lines.append(".Bl -tag -width indent")
    for row in rows {
      macro("It", [row.label])
      sentences(of: row.text)
    }
    lines.append(".El")
    hasText = true
  }

  /// Command lines to learn from.
  mutating func examples(_ examples: [Example]) {
    for example in examples {
      text(example.explanation)
      lines.append(".Dl \(MdocText.literalWords(example.commandLine))")
    }
  }

  /// A line of words after a macro that shows them as they are.
  private static func literalWords(_ line: String) -> String {
    line.split(separator: " ").map { "\"\(escaped(String($0)))\"" }.joined(separator: " ")
  }

  /// The text with an escape for everything that roff would obey.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
  }
}
