import Storage

/// Hands on each task with the lines that are its notes, each heading, and each stretch of lines that is neither.
///
/// A paragraph may belong to a task that has subtasks above the paragraph. So the splitter keeps a task at the margin, with all its
/// subtasks, until that task ends.
struct MarkdownSplitter: LinesSplitter {
  /// The lines of one record.
  private struct Part {
    let place: RecordPlace
    /// The blanks before a task; nil where it is none.
    let indent: Int?
    var bytes: [UInt8] = []
  }

  var lines = LineSplitter(handsOnBlankLines: true)
  private var parts: [Part] = []
  /// The part that the last line went to.
  private var current = 0
  /// The tasks that a line may belong to, by their places in `parts`, from the margin down.
  private var open: [Int] = []
  /// The marks that began the stretch of code that the next line is in.
  private var fence: String?
  private var isInQuote = false
  private var isBehindBlank = false

  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) { try handOn(body) }

  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let wasInQuote = isInQuote
    let line = behindQuote(line)
    if isInQuote != wasInQuote {
      try handOn(body)
      // Nothing in a quote stands under what is outside, or the other way: the reader begins anew at an empty line.
      try body([0x0A], 0..<1, place)
    }
    // Bytes that are no text are told by the reader, with their place.
    let text = String(decoding: line, as: UTF8.self)
    guard let parsed = MarkdownLine(text) else {
      isBehindBlank = true
      if !parts.isEmpty { append(line) }
      return
    }
    defer { isBehindBlank = false }
    if let marks = fence {
      if MarkdownLine.isEnd(text, of: marks) { fence = nil }
    } else if case .heading = parsed.kind {
      open = []
      try begin(Part(place: place, indent: nil), body)
    } else if case .task = parsed.kind {
      close(to: parsed.indent)
      try begin(Part(place: place, indent: parsed.indent), body)
      open.append(current)
    } else {
      let isLazy = parsed.kind == .text && !isBehindBlank && MarkdownLine.isLazy(text)
      if !isLazy || parts.isEmpty || parts[current].indent == nil { close(to: parsed.indent) }
      if let owner = open.last {
        if owner != current, isBehindBlank { parts[owner].bytes.append(0x0A) }
        current = owner
      } else if parts.isEmpty || parts[current].indent != nil {
        try begin(Part(place: place, indent: nil), body)
      }
      if parsed.kind == .fence { fence = MarkdownLine.fence(text) }
    }
    append(line)
    guard parts[current].bytes.count <= largestRecord else {
      throw .importing(parts[current].place, "the text is longer than any item can be")
    }
  }

  /// A line of a quote that has a task, without the quote's mark; any other line as it is.
  ///
  /// A quote that is indented below a task is a note of it.
  private mutating func behindQuote(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard fence == nil || isInQuote, let inner = MarkdownLine.unquoted(line) else {
      if isInQuote { (isInQuote, fence, open) = (false, nil, []) }
      return line
    }
    guard !isInQuote else { return inner }
    let indent = MarkdownLine(String(decoding: line, as: UTF8.self))?.indent ?? 0
    let margin = open.first.flatMap { parts[$0].indent } ?? indent
    guard indent <= margin,
      case .task? = MarkdownLine(String(decoding: inner, as: UTF8.self))?.kind
    else { return line }
    (isInQuote, open) = (true, [])
    return inner
  }

  /// Closes the tasks that a line with so many blanks before it does not belong to.
  private mutating func close(to indent: Int) {
    while let last = open.last, parts[last].indent ?? 0 >= indent { open.removeLast() }
  }

  /// Begins a part; where it stands under nothing, all before it is whole.
  private mutating func begin(
    _ part: Part,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if open.isEmpty { try handOn(body) }
    current = parts.endIndex
    parts.append(part)
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    parts[current].bytes += line
    parts[current].bytes.append(0x0A)
  }

  private mutating func handOn(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let whole = parts
    (parts, open, current) = ([], [], 0)
    for part in whole { try body(part.bytes, part.bytes.indices, part.place) }
  }
}
