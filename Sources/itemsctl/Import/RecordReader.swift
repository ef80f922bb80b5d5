import Storage

/// Makes of a record's bytes what it says of an item.
protocol RecordReader {
  /// What was taken in otherwise than it was meant.
  var warnings: ImportMessages { get }
  /// What the record says; nil for a line that is not an item, such as the names of the columns.
  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record?
  /// The records that could not be read before the end of the file, to be read now.
  mutating func keptRecords() -> [(bytes: [UInt8], place: RecordPlace)]
}

extension RecordReader {
  var warnings: ImportMessages { ImportMessages() }

  func keptRecords() -> [(bytes: [UInt8], place: RecordPlace)] { [] }
}
