import Storage

/// Cuts a stream into records of whole lines, line by line.
protocol LinesSplitter: RecordSplitter {
  /// The line that has begun.
  var lines: LineSplitter { get set }

  /// Takes in a line without its end, an empty one as well.
  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError)

  /// Takes note of a line that is longer than any item can be.
  mutating func leaveOutLine(
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError)

  /// Hands on what is left at the end of the stream.
  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError)
}

extension LinesSplitter {
  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    // Out of the way, as the lines are handed to this value itself.
    var splitter = LineSplitter()
    swap(&splitter, &lines)
    try splitter.take(bytes) { bytes, range, place throws(StorageError) in
      if place.isTooLong {
        try leaveOutLine(place, body)
      } else {
        try take(line: bytes[range], place, body)
      }
    }
    swap(&splitter, &lines)
    if bytes == nil { try end(body) }
  }
}
