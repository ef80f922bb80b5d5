import CommandKit
import ItemFormats
import Phrases
import Storage

/// Reads records from a source into a transaction.
struct Importer: Sendable {
  let source: any ByteSource
  /// The format, if it is known before the first bytes are read.
  let format: ItemFormat?
  /// Whether the format was asked for, and so is not to be doubted.
  var isFormatCertain = false
  let unknownKeys: ItemJSON.UnknownKeys
  var match = MatchKey.id
  /// Which field each column is, where the file has columns.
  var columns: ColumnNames?
  let calendar: LocalCalendar
  var progress: Progress?

  /// Imports everything; the error of a record begins with its line.
  ///
  /// A record that cannot be an item is left out, and told in ``ImportCounts/leftOut``. The import throws ``ImportRejections`` if
  /// no record is an item, if it is strict, or if the file is damaged, so that what it holds is uncertain.
  func run(in transaction: any ItemTransaction) throws(StorageError) -> ImportCounts {
    var work = try Work(self, transaction)
    var first = try next()
    // A pipe may give less at first than a file is told by.
    while let start = first, start.count < 16, let more = try next() { first = start + more }
    if let foreign = ForeignContent(first ?? []) { throw foreign.wrappedAsStorageError }
    if first?.starts(with: ByteOrderMark.utf8) == true { first?.removeFirst(3) }
    if let shape = try program(&first) {
      try run(shape, first, &work)
      return try work.end()
    }
    switch try effectiveFormat(&first, &work) {
    case .json where try holdsTaskLines(&first): try runTasks(&first, &work)
    case .json: try run(DocumentSplitter(), jsonReader(.item), first, &work)
    case .ndjson: try run(LineSplitter(), jsonReader(.item), first, &work)
    case .taskwarrior: try runTasks(&first, &work)
    case .csv:
      try completeLine(&first)
      let separator = CSV.separator(of: first ?? [], rank: (columns ?? .usual).rank(of:))
      let reader = columnReader(.csv(separator: separator))
      try run(RowSplitter(separator: separator), reader, first, &work)
    case .tsv: try run(LineSplitter(), columnReader(.tsv), first, &work)
    case .table: preconditionFailure("nothing reads tables")
    case .iCalendar:
      let isStrict = unknownKeys == .refused
      let reader = CalendarReader(calendar, isStrict: isStrict)
      try run(ComponentSplitter(isStrict: isStrict), reader, first, &work)
    case .markdown:
      try run(
        MarkdownSplitter(isStrict: unknownKeys == .refused),
        MarkdownReader(calendar, isStrict: unknownKeys == .refused),
        first,
        &work
      )
    case .todoTxt:
      let reader = TodoTxtReader(TodoTxt(calendar: calendar), isStrict: unknownKeys == .refused)
      try run(LineSplitter(), reader, first, &work)
    }
    return try work.end()
  }

  /// The format that was asked for, else the one that the content tells plainly, else the one of the file's name.
  private func effectiveFormat(
    _ first: inout [UInt8]?,
    _ work: inout Work
  ) throws(StorageError) -> ItemFormat {
    if let format, isFormatCertain { return format }
    try completeHead(&first)
    let told = ItemFormat(
      plainContent: Importer.head(of: first ?? []),
      columns: columns ?? .usual,
      named: format
    )
    guard let named = format else {
      if let told = told ?? ItemFormat(content: first ?? []) { return told }
      throw ForeignContent.unknown.wrappedAsStorageError
    }
    guard let told, told != named, named != .taskwarrior else { return named }
    work.note(
      "The content is \(told.rawValue), although the file's name says \(named.rawValue): it is read "
        + "as \(told.rawValue). '--format \(named.rawValue)' reads it as its name says."
    )
    return told
  }

  private func jsonReader(_ kind: JSONRecordReader.Kind) -> JSONRecordReader {
    JSONRecordReader(
      isFormatCertain ? kind : nil,
      unknownKeys: unknownKeys,
      names: columns ?? .usual,
      calendar: calendar
    )
  }

  private func columnReader(_ form: ColumnReader.Form) -> ColumnReader {
    ColumnReader(
      form,
      unknownKeys: unknownKeys,
      names: columns ?? .usual,
      calendar: calendar
    )
  }

  /// Tasks stand in an array or, as older versions write them, each on a line of its own.
  private func runTasks(_ first: inout [UInt8]?, _ work: inout Work) throws(StorageError) {
    try completeLines(TaskLineSplitter.shownLines, &first)
    let reader = JSONRecordReader(
      .task,
      unknownKeys: unknownKeys,
      names: .usual,
      calendar: calendar
    )
    if TaskLineSplitter.reads(first ?? []) {
      try run(TaskLineSplitter(isStrict: unknownKeys == .refused), reader, first, &work)
    } else {
      try run(DocumentSplitter(), reader, first, &work)
    }
  }

  /// Whether a document that is JSON by its name or its beginning is an export of Taskwarrior.
  private func holdsTaskLines(_ first: inout [UInt8]?) throws(StorageError) -> Bool {
    let start = first?.drop(while: isSpace)
    let isArray =
      start?.first == UInt8(ascii: "[") && start?.dropFirst().first.map(isLineEnd) == true
    guard !isFormatCertain, isArray || start?.first == UInt8(ascii: "{") else { return false }
    try completeLines(TaskLineSplitter.shownLines, &first)
    return TaskLineSplitter.reads(first ?? [], where: Taskwarrior.isTask)
  }

  private func run<Splitter: RecordSplitter>(
    _ splitter: Splitter,
    _ reader: some RecordReader,
    _ first: [UInt8]?,
    _ work: inout Work
  ) throws(StorageError) {
    let isDocument = Splitter.isDocument
    var splitter = splitter
    var reader = reader
    var bytes = first
    do throws(StorageError) {
      while true {
        try splitter.take(bytes) { bytes, range, place throws(StorageError) in
          try work.take(bytes, range, place, &reader, isInDocument: isDocument)
        }
        if bytes == nil { break }
        try work.advance(bytes?.count ?? 0)
        bytes = try next()
      }
      for (bytes, place) in reader.keptRecords() {
        try work.take(bytes, bytes.indices, place, &reader, isInDocument: isDocument)
      }
      work.note(reader.warnings, splitter.warnings)
    } catch {
      // Where the file cannot be cut into records any more, this is the last error.
      guard error.code == .malformedFile else { throw error }
      work.reject(error)
      work.isDamaged = true
    }
  }

  /// The first line and what stands behind it, as far as a format is told by it, however the bytes come in.
  static func head(of bytes: [UInt8]) -> [UInt8] {
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    let end = bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count
    return Array(bytes.prefix(end + ItemFormat.soughtBytes))
  }

  private func completeHead(_ bytes: inout [UInt8]?) throws(StorageError) {
    try completeLine(&bytes)
    guard var head = bytes else { return }
    let size = Importer.head(of: head).count + ItemFormat.soughtBytes
    while head.count < size, let more = try next() { head += more }
    bytes = head
  }

  /// Reads on until so many lines that are not empty are whole, or one is too long.
  private func completeLines(_ count: Int, _ bytes: inout [UInt8]?) throws(StorageError) {
    guard var lines = bytes else { return }
    var (wholeCount, isInLine) = (0, false)
    func look(at bytes: [UInt8]) {
      for byte in bytes {
        if isLineEnd(byte), isInLine { wholeCount += 1 }
        isInLine = !isLineEnd(byte)
      }
    }
    look(at: lines)
    while wholeCount < count, lines.count <= largestRecord, let more = try next() {
      look(at: more)
      lines += more
    }
    bytes = lines
  }

  /// Reads on until the first line is whole, by which a format is told.
  private func completeLine(_ bytes: inout [UInt8]?) throws(StorageError) {
    guard var line = bytes else { return }
    while !line.drop(while: isSpace).contains(where: isLineEnd), line.count <= largestRecord,
      let more = try next()
    { line += more }
    bytes = line
  }

  func next() throws(StorageError) -> [UInt8]? {
    do throws(CommandError) {
      return try source.next()
    } catch {
      throw error.wrappedAsStorageError
    }
  }
}
