import ItemFormats
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
  /// The fewest blanks before a line of it that would be a task elsewhere.
  private var leastTaskIndent: Int?
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
  ///
  /// CommonMark ends code by marks that stand up to three blanks deeper than those that began it. Below a task that is in between,
  /// they are taken for the marks of code of that task: people write both marks of one stretch below each other, and where the
  /// first ones of a document are damaged, all tasks up to here would else be code.
  mutating func take(
    _ whole: ArraySlice<UInt8>,
    behindQuote inner: ArraySlice<UInt8>,
    _ place: RecordPlace
  ) -> Bool {
    let text = String(decoding: inner, as: UTF8.self)
    let line = MarkdownLine(text)
    if let margin, let indent = line?.indent, indent <= margin { return false }
    if case .task? = line?.kind, let indent = line?.indent {
      leastTaskIndent = min(indent, leastTaskIndent ?? indent)
    }
    let isMark = MarkdownLine.isEnd(text, of: marks)
    let isBelowTask = line.map { $0.indent > max(first.indent, leastTaskIndent ?? $0.indent) }
    isEnded = isMark && isBelowTask != true
    let beginsCode = !isEnded && MarkdownLine.fence(text)?.hasPrefix(marks) == true
    byteCount += whole.count
    guard !beginsCode, byteCount <= largestRecord else { return false }
    lines.append((Array(whole), Array(inner), place))
    return true
  }
}
