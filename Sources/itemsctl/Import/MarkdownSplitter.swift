import ItemFormats
import Storage

/// Hands on each task with the lines that are its notes, each heading, and each stretch of lines that is neither.
///
/// A paragraph may belong to a task that has subtasks above the paragraph. So the splitter keeps a task at the margin, with all its
/// subtasks, until that task ends. A line that is not text stands by itself, so that it costs nothing around it.
struct MarkdownSplitter: LinesSplitter {
  /// The lines of one record.
  private struct Part {
    var place: RecordPlace
    /// The blanks before a task; nil where it is none.
    let indent: Int?
    /// True if no other line belongs to it.
    var isAlone = false
    var bytes: [UInt8] = []
  }

  var lines = LineSplitter(handsOnBlankLines: true)
  private(set) var warnings = ImportMessages()
  private let isStrict: Bool
  private var parts: [Part] = []
  /// The part that the last line went to.
  private var current = 0
  /// The tasks that a line may belong to, by their places in `parts`, from the margin down.
  private var open: [Int] = []
  /// The stretch of code that the next line is in.
  private var code: MarkdownCode?
  /// The marks that begin no code, as none end it.
  private var unended: [MarkdownCode.Unended] = []
  private var isInQuote = false
  private var isBehindBlank = false

  init(isStrict: Bool) { self.isStrict = isStrict }

  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    while code != nil { try takeCodeAsText(body) }
    try handOn(body)
  }

  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    while code != nil {
      if try takeCode(line, place, body) { return }
      try takeCodeAsText(body)
    }
    let wasInQuote = isInQuote
    let whole = line
    let line = behindQuote(line)
    if isInQuote != wasInQuote {
      try handOn(body)
      // Nothing in a quote stands under what is outside, or the other way: the reader begins anew at an empty line.
      try body([0x0A], 0..<1, place)
    }
    let text = String(validating: line, as: UTF8.self)
    guard let parsed = MarkdownLine(text ?? String(decoding: line, as: UTF8.self)) else {
      isBehindBlank = true
      if !parts.isEmpty { append(line) }
      return
    }
    guard let text else { return try takeDamaged(line, parsed, place, body) }
    if parsed.kind == .fence, let marks = MarkdownLine.fence(text),
      !unended.contains(where: { $0.covers(marks, line: place.line) })
    {
      code = MarkdownCode(marks, parsed, (whole, line), place, below: margin(of: parsed))
      return
    }
    defer { isBehindBlank = false }
    if case .heading = parsed.kind, margin(of: parsed) == nil {
      open = []
      try begin(Part(place: place, indent: nil), body)
    } else if case .task = parsed.kind {
      close(to: parsed.indent)
      try begin(Part(place: place, indent: parsed.indent), body)
      open.append(current)
    } else {
      let isLazy = parsed.kind == .text && !isBehindBlank && MarkdownLine.isLazy(text)
      try takeText(parsed, isLazy: isLazy, place, body)
    }
    append(line)
  }

  mutating func leaveOutLine(
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    while code != nil { try takeCodeAsText(body) }
    try begin(Part(place: place, indent: nil, isAlone: true), body)
  }
}

// MARK: - Lines

extension MarkdownSplitter {
  /// Chooses the part of a line that is neither a task nor a heading.
  private mutating func takeText(
    _ line: MarkdownLine,
    isLazy: Bool,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if !isLazy || parts.isEmpty || parts[current].indent == nil { close(to: line.indent) }
    if let owner = open.last {
      if owner != current, isBehindBlank { parts[owner].bytes.append(0x0A) }
      current = owner
    } else if parts.isEmpty || parts[current].indent != nil || parts[current].isAlone {
      try begin(Part(place: place, indent: nil), body)
    }
  }

  /// Takes a line that is not UTF-8: one of a note is left out of it, and any other one is told by itself.
  private mutating func takeDamaged(
    _ line: ArraySlice<UInt8>,
    _ parsed: MarkdownLine,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    defer { isBehindBlank = false }
    switch parsed.kind {
    case .element, .fence, .text:
      close(to: parsed.indent)
      guard open.isEmpty else {
        try takeText(parsed, isLazy: false, place, body)
        return append(line)
      }
    case .heading: open = []
    // What stands below it belongs to the task above.
    case .task: break
    }
    try begin(Part(place: place, indent: nil, isAlone: true), body)
    append(line)
  }

  /// A line of a quote that has a task, without the quote's mark; any other line as it is.
  ///
  /// A quote that is indented below a task is a note of it.
  private mutating func behindQuote(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let inner = MarkdownLine.unquoted(line) else {
      if isInQuote { (isInQuote, open) = (false, []) }
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
}

// MARK: - Code

extension MarkdownSplitter {
  /// Takes a line of code; false for one that shows that the code has no end.
  private mutating func takeCode(
    _ line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) -> Bool {
    guard let inner = isInQuote ? MarkdownLine.unquoted(line) : line,
      code?.take(line, behindQuote: inner, place) == true
    else { return false }
    guard let code, code.isEnded else { return true }
    self.code = nil
    try takeText(code.first, isLazy: false, code.place, body)
    for line in code.lines { append(line.inner[...]) }
    isBehindBlank = false
    return true
  }

  /// Reads the lines of code that has no end as any others.
  private mutating func takeCodeAsText(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let code else { return }
    self.code = nil
    let warning = StorageError.importing(
      code.place,
      "the code that begins here has no end; the lines are read as if there were none"
    )
    try warnings.tell(warning, isStrict: isStrict)
    unended.removeAll { $0.lastLine < code.place.line }
    unended.append(code.unended)
    for line in code.lines { try take(line: line.whole[...], line.place, body) }
  }
}

// MARK: - Parts

extension MarkdownSplitter {
  /// The blanks before the task below which a line stands; nil for one below none.
  private func margin(of line: MarkdownLine) -> Int? {
    open.last { parts[$0].indent ?? 0 < line.indent }.flatMap { parts[$0].indent }
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
    guard !parts[current].place.isTooLong else { return }
    guard parts[current].bytes.count + line.count < largestRecord else {
      parts[current].bytes = []
      return parts[current].place.isTooLong = true
    }
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
