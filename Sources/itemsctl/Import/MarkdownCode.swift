import Storage

/// A stretch of code in a document, of which the end has not come yet.
///
/// Code below a task ends with the task at the latest, so it takes no line that is indented as the task is.
struct MarkdownCode {
  /// Marks of which none ends the code that they begin, in the lines up to one.
  struct Unended {
    let marks: String
    let lastLine: Int

    /// Whether other marks begin no code for the same reason: what ends theirs would have ended this.
    func covers(_ others: String, line: Int) -> Bool {
      line <= lastLine && others.hasPrefix(marks)
    }
  }

  /// The line with the marks.
  let first: MarkdownLine
  /// All lines, with and without the mark of a quote.
  private(set) var lines: [(whole: [UInt8], inner: [UInt8], place: RecordPlace)]
  /// Whether the last line ends the code.
  private(set) var isEnded = false
  private let marks: String
  /// The blanks before the task that it stands below; nil below none.
  private let margin: Int?
  private var byteCount = 0

  init(
    _ marks: String,
    _ first: MarkdownLine,
    _ line: (whole: ArraySlice<UInt8>, inner: ArraySlice<UInt8>),
    _ place: RecordPlace,
    below margin: Int?
  ) {
    (self.marks, self.first, self.margin) = (marks, first, margin)
    lines = [(Array(line.whole), Array(line.inner), place)]
  }

  var place: RecordPlace { lines[0].place }

  /// What is known of its marks where it has no end.
  var unended: Unended { Unended(marks: marks, lastLine: lines[lines.count - 1].place.line) }

  /// Takes another line; false for one that shows that the code has no end: behind all that it may belong to, or the beginning of
  /// other code.
  mutating func take(
    _ whole: ArraySlice<UInt8>,
    behindQuote inner: ArraySlice<UInt8>,
    _ place: RecordPlace
  ) -> Bool {
    let text = String(decoding: inner, as: UTF8.self)
    if let margin, let indent = MarkdownLine(text)?.indent, indent <= margin { return false }
    isEnded = MarkdownLine.isEnd(text, of: marks)
    let beginsCode = !isEnded && MarkdownLine.fence(text)?.hasPrefix(marks) == true
    byteCount += whole.count
    guard !beginsCode, byteCount <= largestRecord else { return false }
    lines.append((Array(whole), Array(inner), place))
    return true
  }
}
