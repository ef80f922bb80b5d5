// A text cut into lines.

import Storage

/// Hands on each line that is not empty.
struct LineCutter: RecordCutter {
  private var buffer: [UInt8] = []
  private var line = 1

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let scanned = buffer.count
    if let bytes { buffer += bytes }
    var start = 0
    var searched = scanned
    while let end = lineEnd(from: searched) ?? (bytes == nil ? buffer.count : nil) {
      if buffer[start..<end].contains(where: { !isSpace($0) }) {
        try body(buffer, start..<end, RecordPlace(line: line))
      }
      line += 1
      start = end + 1
      searched = start
      if end >= buffer.count { break }
    }
    buffer.removeSubrange(..<min(start, buffer.count))
    guard buffer.count <= largestRecord else {
      throw .importing(line: line, "the line is longer than any item can be")
    }
  }

  private func lineEnd(from place: Int) -> Int? {
    let span = buffer.span
    var index = place
    while index < span.count {
      if span[index] == 0x0A { return index }
      index &+= 1
    }
    return nil
  }
}

/// Whether JSON takes the byte for white space.
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
