// CSV cut into records, of which one may have several lines.

import Storage

/// Hands on each record that is not empty; only a line end outside quotes ends one.
struct RowCutter: RecordCutter {
  /// Where the next byte stands.
  private enum State {
    /// At the first byte of a value, where alone a quote opens one.
    case atValue
    case inValue
    case inQuotes
    /// Behind a quote within quotes, which closes them unless another follows.
    case behindQuote
  }

  private var state = State.atValue
  private var row: [UInt8] = []
  private var line = 1
  private var firstLine = 1

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
      if byte == 0x0A {
        line += 1
        guard state == .inQuotes else {
          try end(body)
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
    case (_, CSV.comma): .atValue
    case (.atValue, _) where isInByteOrderMark(byte): .atValue
    default: .inValue
    }
  }

  private func isInByteOrderMark(_ byte: UInt8) -> Bool {
    firstLine == 1 && row.count < 3 && ByteOrderMark.utf8.starts(with: row + [byte])
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
