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

  init(separator: UInt8 = CSV.comma) { self.separator = separator }

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let bytes else {
      // A quote that is never closed is one too many.
      while state == .inQuotes, row.contains(where: isLineEnd) { try endFirstLine(body) }
      return try end(body)
    }
    for byte in bytes {
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
    guard row.count <= largestRecord else {
      throw .importing(line: firstLine, "the record is longer than any item can be")
    }
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
    let place = RecordPlace(line: firstLine)
    if row.contains(where: isLineEnd), !isRecord {
      try endFirstLine(body)
      return try take([0x0A], body)
    }
    if columnCount == nil, let count = values?.count, count > 1 { columnCount = count }
    if row.contains(where: { !isSpace($0) }) { try body(row, row.indices, place) }
    row.removeAll(keepingCapacity: true)
    (state, firstLine) = (.atValue, line)
  }

  /// Hands on the first line of several, and reads the others again.
  private mutating func endFirstLine(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let end = row.firstIndex(where: isLineEnd) ?? row.count
    let rest = Array(row[end...].dropFirst(row[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1))
    if row[..<end].contains(where: { !isSpace($0) }) {
      try body(row, 0..<end, RecordPlace(line: firstLine))
    }
    row.removeAll(keepingCapacity: true)
    firstLine += 1
    (state, line, isBehindReturn) = (.atValue, firstLine, false)
    try take(rest, body)
  }

  private var values: [String]? {
    try? CSV.values(of: String(decoding: row, as: UTF8.self), separator: separator)
  }

  /// Whether several lines are one record.
  private var isRecord: Bool {
    guard let columnCount else { return true }
    guard let values, values.count >= columnCount else { return false }
    return values.dropFirst(columnCount).allSatisfy(\.isEmpty)
  }
}
