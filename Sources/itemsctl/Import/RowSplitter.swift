import CommandKit
import ItemFormats
import Storage

/// Hands on each record that is not empty; only a line end (LF, CR LF or CR) outside quotes ends one.
///
/// A quote too many would swallow the lines behind it. So a record of several lines that has not as many values as the
/// names of the columns is not taken for one: its first line is handed on by itself, and the others are read again.
struct RowSplitter: RecordSplitter {
  /// Where the next byte stands.
  private enum State {
    /// At the first byte of a value, where alone a quote opens one.
    case atValue
    case inValue
    case inQuotes
    /// Behind a quote within quotes, which closes them unless another follows.
    case behindQuote
  }

  private let separator: UInt8
  private var state = State.atValue
  /// Whether the last byte was a CR, which an LF behind it belongs to.
  private var isBehindReturn = false
  private var row: [UInt8] = []
  private var line = 1
  private var firstLine = 1
  /// How many columns the first record has that has several.
  private var columnCount: Int?
  /// How many values the first record behind it has that stands on one line, which may be more where the first one is damaged.
  private var rowCount: Int?
  /// Whether the line that has begun is too long, so that its bytes are dropped.
  private var isTooLong = false
  /// How many bytes were taken, those that were read again included.
  private var takenBytes = 0
  private var rereadBytes = 0
  /// How many readings stand in each other.
  private var depth = 0

  init(separator: UInt8 = CSV.comma) { self.separator = separator }

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let bytes else {
      // A quote that is never closed is one too many.
      while state == .inQuotes, row.contains(where: isLineEnd) { try endFirstLine(body) }
      if isTooLong { return try leaveOut(body) }
      return try end(body)
    }
    takenBytes += bytes.count
    for byte in try behindLongLine(bytes, body) {
      let isSecondHalf = isBehindReturn && byte == 0x0A
      isBehindReturn = byte == 0x0D
      if isLineEnd(byte) {
        if !isSecondHalf { line += 1 }
        guard state == .inQuotes else {
          if !isSecondHalf { try end(body) }
          firstLine = line
          continue
        }
      }
      state = state(behind: byte)
      row.append(byte)
    }
    guard row.count > largestRecord else { return }
    // A quote too many has swallowed lines.
    if row.contains(where: isLineEnd) { return try endFirstLine(body) }
    row.removeAll()
    (isTooLong, state) = (true, .atValue)
  }

  /// The bytes behind a line that is too long, if one has begun.
  private mutating func behindLongLine(
    _ bytes: [UInt8],
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) -> ArraySlice<UInt8> {
    guard isTooLong else { return bytes[...] }
    guard let end = bytes.firstIndex(where: isLineEnd) else { return [] }
    try leaveOut(body)
    return bytes[end...]
  }

  private mutating func leaveOut(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    isTooLong = false
    row.removeAll(keepingCapacity: true)
    try body([], 0..<0, RecordPlace(line: firstLine, isTooLong: true))
  }

  private func state(behind byte: UInt8) -> State {
    switch (state, byte) {
    case (.inQuotes, CSV.quote): .behindQuote
    case (.inQuotes, _), (.behindQuote, CSV.quote), (.atValue, CSV.quote): .inQuotes
    case (_, separator): .atValue
    default: .inValue
    }
  }

  private mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let hasLineEnd = row.contains(where: isLineEnd)
    if hasLineEnd, row.count > largestRecord || !isRecord {
      try endFirstLine(body)
      return try takeAgain([0x0A], body)
    }
    if row.count > largestRecord {
      try leaveOut(body)
    } else {
      if columnCount == nil || rowCount == nil { noteCount(hasLineEnd: hasLineEnd) }
      if row.contains(where: { !isSpace($0) }) {
        try body(row, row.indices, RecordPlace(line: firstLine))
      }
    }
    row.removeAll(keepingCapacity: true)
    (state, firstLine) = (.atValue, line)
  }

  /// Hands on the first line of several, and reads the others again.
  private mutating func endFirstLine(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard mayReadAgain else { return try endAllLines(body) }
    let end = row.firstIndex(where: isLineEnd) ?? row.count
    let rest = Array(row[end...].dropFirst(row[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1))
    if end > largestRecord {
      try leaveOut(body)
    } else if row[..<end].contains(where: { !isSpace($0) }) {
      try body(row, 0..<end, RecordPlace(line: firstLine))
      // The names of the columns may be the line with a quote too many.
      let separators = row[..<end].count { $0 == separator }
      if columnCount == nil, separators > 0 { columnCount = separators + 1 }
    }
    row.removeAll(keepingCapacity: true)
    firstLine += 1
    (state, line, isBehindReturn) = (.atValue, firstLine, false)
    try takeAgain(rest, body)
  }

  /// Whether lines may be read again to find the records among them; where most quotes are wrong, that would have no end.
  private var mayReadAgain: Bool {
    depth < (row.count > largestRecord ? 8 : 200)
      && rereadBytes <= 50 * (takenBytes - rereadBytes + 65_536)
  }

  private mutating func takeAgain(
    _ bytes: [UInt8],
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    rereadBytes += bytes.count
    depth += 1
    defer { depth -= 1 }
    try take(bytes, body)
  }

  /// Hands on each line by itself, and begins anew with the last one.
  private mutating func endAllLines(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let whole = row
    row.removeAll()
    var start = 0
    while let end = whole[start...].firstIndex(where: isLineEnd) {
      if end - start > largestRecord {
        try leaveOut(body)
      } else if whole[start..<end].contains(where: { !isSpace($0) }) {
        try body(whole, start..<end, RecordPlace(line: firstLine))
      }
      firstLine += 1
      start = end + (whole[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
    }
    (state, line, isBehindReturn) = (.atValue, firstLine, false)
    try takeAgain(Array(whole[start...]), body)
  }

  /// Takes note of how many values a record has.
  private mutating func noteCount(hasLineEnd: Bool) {
    guard let count = values?.count, count > 1 else { return }
    if columnCount == nil {
      columnCount = count
    } else if !hasLineEnd {
      rowCount = count
    }
  }

  private var values: [String]? {
    try? CSV.values(of: String(decoding: row, as: UTF8.self), separator: separator)
  }

  /// Whether several lines are one record.
  private var isRecord: Bool {
    guard let values else { return false }
    guard let columnCount, values.count != rowCount else { return true }
    return values.count >= columnCount && values.dropFirst(columnCount).allSatisfy(\.isEmpty)
  }
}
