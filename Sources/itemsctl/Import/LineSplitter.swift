import CommandKit
import Storage

/// Hands on each line that is not empty, or each one; lines end with LF, CR LF or CR.
struct LineSplitter: RecordSplitter {
  private let handsOnBlankLines: Bool
  /// The most bytes of a line that are kept.
  private let largestLine: Int
  private var buffer: [UInt8] = []
  private var line = 1
  /// Whether the line that has begun is too long, so that its bytes are dropped.
  private var isTooLong = false

  init(handsOnBlankLines: Bool = false, largestLine: Int = largestRecord) {
    self.handsOnBlankLines = handsOnBlankLines
    self.largestLine = largestLine
  }

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    // The last byte may be a CR that waited for an LF behind it.
    var searched = max(0, buffer.count - 1)
    if let bytes { buffer += bytes }
    var start = 0
    while let end = lineEnd(from: searched, isLast: bytes == nil) {
      if isTooLong || end - start > largestLine {
        try body([], 0..<0, RecordPlace(line: line, isTooLong: true))
      } else if handsOnBlankLines || buffer[start..<end].contains(where: { !isSpace($0) }) {
        try body(buffer, start..<end, RecordPlace(line: line))
      }
      isTooLong = false
      line += 1
      start = end + (buffer[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
      searched = start
      if end >= buffer.count { break }
    }
    buffer.removeSubrange(..<min(start, buffer.count))
    guard buffer.count > largestLine else { return }
    isTooLong = true
    buffer = buffer.last == 0x0D ? [0x0D] : []
  }

  /// Where the line ends that is searched from a place on; nil until that is known.
  private func lineEnd(from place: Int, isLast: Bool) -> Int? {
    let span = buffer.span
    var index = place
    while index < span.count {
      if isLineEnd(span[index]) {
        return span[index] == 0x0A || isLast || index + 1 < span.count ? index : nil
      }
      index &+= 1
    }
    return isLast ? span.count : nil
  }
}
