import CommandKit
import ItemFormats
import Phrases
import Storage

/// Reads records of CSV or TSV.
struct ColumnReader: RecordReader {
  /// Which sort of lines.
  enum Form {
    case csv(separator: UInt8)
    case tsv
  }

  let form: Form
  let unknownKeys: ItemJSON.UnknownKeys
  let calendar: LocalCalendar
  let columnNames: ColumnNames
  var messages = ImportMessages()
  /// The names of the columns as the first line has them.
  var names: [String]?
  /// The columns; nil while it is not certain that one is the title.
  var heading: ColumnHeading?
  /// Where the first line stands.
  var headingPlace = RecordPlace(line: 1)
  /// Whether a row has shown how many columns there are.
  var isSettled = false
  /// Why the first line cannot name the columns, and that line, as far as rows may still show how it is meant.
  var doubt: (error: StorageError, bytes: [UInt8], place: RecordPlace)?
  /// The rows that have another number of values than the first line names, before any that fits.
  var misfits: [(bytes: [UInt8], place: RecordPlace)] = []
  var misfitCounts: Set<Int> = []
  /// How many values the row has that showed the number of columns although the last ones are empty.
  var blankCount: Int?
  /// How many values a row has at least.
  var leastCount = 0
  var hasToldOfNumbers = false
  var dateOrder = FileDateOrder()
  /// The rows from the first on with a date such as `3/4/2026`, whose order the whole file tells.
  var kept: [(bytes: [UInt8], place: RecordPlace)] = []
  /// The first line that is not UTF-8 but text of Windows programs.
  var windowsLine: Int?
  /// Whether the first line names no columns, so that the other lines say nothing.
  var isLost = false

  init(
    _ form: Form,
    unknownKeys: ItemJSON.UnknownKeys,
    names: ColumnNames,
    calendar: LocalCalendar
  ) {
    self.form = form
    self.unknownKeys = unknownKeys
    columnNames = names
    self.calendar = calendar
  }

  var isStrict: Bool { unknownKeys == .refused }

  var warnings: ImportMessages {
    var warnings = heading?.warnings ?? ImportMessages()
    warnings.add(messages)
    return warnings
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    guard !isLost else { return nil }
    guard let names else {
      try takeHeading(bytes, range, place)
      return nil
    }
    if let doubt, isSettled {
      isLost = true
      throw doubt.error
    }
    let line = try RecordText.text(
      bytes,
      range,
      place,
      isStrict: isStrict,
      windowsLine: &windowsLine
    )
    let values = try place.placing { () throws(RecordError) in try self.values(of: line) }
    if isHeading(values, names) {
      try tell("the names of the columns stand here again; the line is left out", place)
      return nil
    }
    if !settles(values, names) {
      misfits.append((Array(bytes[range]), place))
      return nil
    }
    if let doubt, isSettled {
      isLost = true
      throw doubt.error
    }
    guard let heading else { return nil }
    if keepsRow(heading, values, place) {
      kept.append((Array(bytes[range]), place))
      return nil
    }
    return try place.placing { () throws(RecordError) in try record(heading, values, place) }
  }

  mutating func keptRecords() -> [(bytes: [UInt8], place: RecordPlace)] {
    if let windowsLine { messages.add(RecordText.windowsWarning(windowsLine)) }
    if let message = dateOrder.decide(usual: calendar.dateOrder) { messages.add(message) }
    isSettled = true
    // Without a row, the first line itself is read again, to be refused.
    if let doubt, misfits.isEmpty { misfits = [(doubt.bytes, doubt.place)] }
    defer { (misfits, kept) = ([], []) }
    return misfits + kept
  }

  /// Whether a row is the names of the columns again.
  private func isHeading(_ values: [String], _ names: [String]) -> Bool {
    values.first?.trimmed == names.first && names.count(where: { !$0.isEmpty }) > 1
      && values.map(\.trimmed).withoutBlankEnd == names.withoutBlankEnd
  }

  /// Tells what was taken in otherwise than it was meant, or refuses it.
  mutating func tell(_ message: String, _ place: RecordPlace) throws(StorageError) {
    try messages.tell(.importing(place, message), isStrict: isStrict)
  }

  /// Whether a row waits for the end of the file, because it, or a row before it, has a date in numbers.
  private mutating func keepsRow(
    _ heading: ColumnHeading,
    _ values: [String],
    _ place: RecordPlace
  ) -> Bool {
    guard !dateOrder.isDecided else { return false }
    let hasNumbers = noteDates(heading, values, place)
    return hasNumbers || !kept.isEmpty
  }

  /// Takes note of the dates in numbers of a row; false if it has none.
  mutating func noteDates(
    _ heading: ColumnHeading,
    _ values: [String],
    _ place: RecordPlace
  ) -> Bool {
    var hasNumbers = false
    for (index, (field, value)) in zip(heading.fields, values).enumerated() {
      let field = heading.completionColumns.contains(index) ? .part(.completedAt) : field
      guard case .part(let part)? = field, part.form.isDate,
        let numbers = ColumnDate(value).numberedDay
      else { continue }
      hasNumbers = true
      dateOrder.note(numbers, value, line: place.line)
    }
    return hasNumbers
  }

  func values(of line: String) throws(RecordError) -> [String] {
    switch form {
    case .tsv: try TSV.values(of: line)
    case .csv(let separator): try CSV.values(of: line, separator: separator)
    }
  }
}
