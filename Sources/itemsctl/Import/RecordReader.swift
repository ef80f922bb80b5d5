// Items out of a stream of bytes, one after the other, in bounded memory.

import Storage

/// Where a record stands in its file.
struct RecordPlace: Hashable {
  let line: Int
  /// Whether the record starts its line, so that columns can be told.
  let startsLine: Bool
}

/// Cuts a stream into the bytes of single records.
protocol RecordCutter {
  /// Takes in the next bytes, or the end, and hands on each record that is whole.
  mutating func take(
    _ bytes: [UInt8]?,
    _ body: (_ bytes: [UInt8], _ range: Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError)
}

extension StorageError {
  /// A failure of an import at a line.
  static func importing(line: Int, _ message: String) -> StorageError {
    StorageError(.malformedFile, "line \(line): \(message)")
  }

  /// A failure of an import that names its place itself.
  static func importing(_ error: JSONError, _ place: RecordPlace) -> StorageError {
    guard !place.startsLine else { return StorageError(.malformedFile, error.description) }
    return .importing(line: max(error.line, place.line), error.message)
  }
}

/// The largest record, in bytes: an item's largest parts, every byte written as an escape.
let largestRecord = 6 * (ItemLimits.notesBytes + ItemLimits.attributesBytes) + 1 << 20
