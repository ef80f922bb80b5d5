import Storage

/// Hands on each task with the lines below it, each heading, and each stretch of lines that is neither.
struct MarkdownSplitter: LinesSplitter {
  var lines = LineSplitter(handsOnBlankLines: true)
  private var record: [UInt8] = []
  private var place = RecordPlace(line: 1)
  /// The blanks before the task that the lines belong to; nil outside of tasks.
  private var taskIndent: Int?
  private var isInFence = false

  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) { try handOn(body) }

  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    // Bytes that are no text are told by the reader, with their place.
    let parsed = MarkdownLine(String(decoding: line, as: UTF8.self))
    if begins(parsed) {
      try handOn(body)
      self.place = place
    }
    if parsed?.kind == .fence { isInFence.toggle() }
    record += line
    record.append(0x0A)
    guard record.count <= largestRecord else {
      throw .importing(self.place, "the text is longer than any item can be")
    }
  }

  /// Whether a line belongs to nothing before it.
  private mutating func begins(_ line: MarkdownLine?) -> Bool {
    guard let line, !isInFence else { return false }
    switch line.kind {
    case .heading:
      taskIndent = nil
      return true
    case .task:
      taskIndent = line.indent
      return true
    case .element, .text, .fence:
      // What is not indented below a task ends it, and stands outside with all that follows.
      guard let indent = taskIndent, line.indent <= indent else { return false }
      taskIndent = nil
      return true
    }
  }

  private mutating func handOn(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if record.contains(where: { !isSpace($0) && !isLineEnd($0) }) {
      try body(record, record.indices, place)
    }
    record.removeAll(keepingCapacity: true)
  }
}
