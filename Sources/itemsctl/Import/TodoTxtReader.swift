import Storage

/// Reads lines of todo.txt; what does not follow its form is kept as text and told, or refused.
struct TodoTxtReader: RecordReader {
  let format: TodoTxt
  /// Whether what does not follow its form is refused.
  let isStrict: Bool
  private(set) var warnings = ImportMessages()

  init(_ format: TodoTxt, isStrict: Bool) {
    self.format = format
    self.isStrict = isStrict
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    let line = format.read(try RecordText.text(bytes, range, place))
    for warning in line.warnings {
      guard !isStrict else { throw .importing(place, warning) }
      warnings.add(StorageError.importing(place, "\(warning); it is kept as text").message)
    }
    return line.record
  }
}
