import ItemFormats
import Storage

/// Where a record stands in its file.
struct RecordPlace: Hashable {
  /// The line on which it begins, from 1; 0 where only its number is known.
  let line: Int
  /// The column in which it begins, from 1, in Unicode scalars.
  var column = 1
  /// The number of the record in its document, from 1; nil where it begins a line.
  var index: Int?
  /// Whether the record is longer than any item can be, so that its bytes are not there.
  var isTooLong = false

  /// What a body makes of the record; an error without a place gets this one.
  func placing<Value>(
    _ body: () throws(RecordError) -> Value
  ) throws(StorageError) -> Value {
    do throws(RecordError) {
      return try body()
    } catch {
      throw .importing(self, error)
    }
  }
}

/// Cuts a stream into the bytes of single records.
protocol RecordSplitter {
  /// Whether one malformed record makes the whole stream no document of its format.
  static var isDocument: Bool { get }
  /// What of the stream was left out.
  var warnings: ImportMessages { get }
  /// Takes in the next bytes, or the end, and hands on each record that is whole.
  mutating func take(
    _ bytes: [UInt8]?,
    _ body: (_ bytes: [UInt8], _ range: Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError)
}

extension RecordSplitter {
  static var isDocument: Bool { false }
  var warnings: ImportMessages { ImportMessages() }
}

extension StorageError {
  /// A failure of an import at a line.
  static func importing(line: Int, _ message: String) -> StorageError {
    StorageError(.malformedFile, "line \(line): \(message)")
  }

  /// A failure of an import within a record; the line is counted in the file, the column in the record
  /// where that is its first line.
  static func importing(
    _ place: RecordPlace,
    line: Int? = nil,
    column: Int? = nil,
    _ message: String,
    misfits: [String] = []
  ) -> StorageError {
    let line = max(line ?? place.line, place.line)
    var words = "line \(line)"
    if line == 0, let index = place.index {
      return StorageError(.malformedFile, "task \(index): \(message)")
    }
    if let column {
      words += ", column \(line == place.line ? place.column - 1 + column : column)"
    }
    if let index = place.index { words += " (item \(index))" }
    let cause = misfits.isEmpty ? nil : MisfitValues(columns: misfits)
    return StorageError(.malformedFile, "\(words): \(message)", cause: cause)
  }

  /// A failure of an import within a record of columns.
  static func importing(_ place: RecordPlace, _ error: RecordError) -> StorageError {
    .importing(place, column: error.column, error.message, misfits: error.misfits)
  }

  /// A record that is longer than any item can be, of which there are no bytes.
  static func importingTooLong(_ place: RecordPlace) -> StorageError {
    .importing(place, "the record is longer than any item can be; it is left out")
  }

  /// A failure of an import that names its place itself.
  static func importing(_ error: JSONError, _ place: RecordPlace) -> StorageError {
    // A message about a value begins with its key.
    let parts = error.message.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    let key = parts.count == 3 && parts[2].hasPrefix(": ") ? [String(parts[1])] : []
    return .importing(
      place,
      line: error.line,
      column: error.position?.column,
      error.message,
      misfits: key
    )
  }
}

/// The columns or keys of a record whose values fit no field: the cause of an error of an import.
struct MisfitValues: Error, Hashable {
  let columns: [String]
}

/// The largest record, in bytes: an item's largest parts, every byte written as an escape.
let largestRecord = 6 * (ItemLimits.notesBytes + ItemLimits.attributesBytes) + 1 << 20
