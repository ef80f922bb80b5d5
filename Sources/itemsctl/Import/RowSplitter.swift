import Storage

/// Hands on each record that is not empty; only a line end (LF, CR LF or CR) outside quotes ends one.
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

  init(separator: UInt8 = CSV.comma) { self.separator = separator }

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let bytes else {
      guard state != .inQuotes else {
        throw .importing(line: firstLine, "a quote is opened and never closed")
      }
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
    if row.contains(where: { !isSpace($0) }) { try body(row, row.indices, place) }
    row.removeAll(keepingCapacity: true)
    (state, firstLine) = (.atValue, line)
  }
}
