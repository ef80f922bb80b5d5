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
  private(set) var warnings = ImportMessages()
  /// The field of each column; nil for one without a name, which says nothing.
  private var columns: [ItemField?]?
  /// The columns as the file calls them.
  private var names: [String] = []
  /// Columns about completion beside the one that is the field.
  private var completionColumns: Set<Int> = []
  private var hasToldOfNumbers = false
  private var dateOrder = FileDateOrder()
  /// The rows from the first on with a date such as `3/4/2026`, whose order the whole file tells.
  private var kept: [(bytes: [UInt8], place: RecordPlace)] = []
  /// The first line that is not UTF-8 but text of Windows programs.
  private var windowsLine: Int?
  /// Whether the first line names no columns, so that the other lines say nothing.
  private var isLost = false

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

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    guard !isLost else { return nil }
    isLost = columns == nil
    let line = try RecordText.text(
      bytes,
      range,
      place,
      isStrict: unknownKeys == .refused,
      windowsLine: &windowsLine
    )
    do throws(RecordError) {
      guard let values = try values(of: line) else {
        isLost = false
        return nil
      }
      guard let columns else {
        columns = try fields(of: values)
        names = values.map(\.trimmed)
        isLost = false
        return nil
      }
      if keepsRow(columns, values, place) {
        kept.append((Array(bytes[range]), place))
        return nil
      }
      return try record(columns, values, place)
    } catch {
      throw .importing(place, error)
    }
  }

  mutating func keptRecords() -> [(bytes: [UInt8], place: RecordPlace)] {
    if let windowsLine { warnings.add(RecordText.windowsWarning(windowsLine)) }
    if let message = dateOrder.decide(usual: calendar.dateOrder) { warnings.add(message) }
    defer { kept = [] }
    return kept
  }

  /// Whether a row waits for the end of the file, because it, or a row before it, has a date in numbers.
  private mutating func keepsRow(
    _ columns: [ItemField?],
    _ values: [String],
    _ place: RecordPlace
  ) -> Bool {
    guard !dateOrder.isDecided else { return false }
    var hasNumbers = false
    for (index, (field, value)) in zip(columns, values).enumerated() {
      let field = completionColumns.contains(index) ? .part(.completedAt) : field
      guard case .part(let part)? = field, part.form.isDate,
        let numbers = ColumnDate(value).numberedDay
      else { continue }
      hasNumbers = true
      dateOrder.note(numbers, value, line: place.line)
    }
    return hasNumbers || !kept.isEmpty
  }

  /// The values of a line; nil for one that only says how they are divided.
  private func values(of line: String) throws(RecordError) -> [String]? {
    switch form {
    case .tsv: return try TSV.values(of: line)
    case .csv(let separator):
      if columns == nil, CSV.declaredSeparator(line) != nil { return nil }
      return try CSV.values(of: line, separator: separator)
    }
  }

  /// The fields of the first line; a column that no field has is an attribute.
  private mutating func fields(of columns: [String]) throws(RecordError) -> [ItemField?] {
    var fields: [ItemField?] = []
    var others: [String] = []
    for (name, known) in zip(columns.map(\.trimmed), try columnNames.fields(of: columns)) {
      guard !name.isEmpty || known != nil else {
        fields.append(nil)
        continue
      }
      if known == nil, ColumnNames.isAboutCompletion(name) {
        completionColumns.insert(fields.count)
        fields.append(nil)
        continue
      }
      if known == nil { others.append(name) }
      guard let field = known ?? attribute(name) else {
        throw RecordError("\"\(name.visible)\" is not a field of items; name the field by '--map'")
      }
      guard !fields.contains(field) else {
        throw RecordError("the column \"\(name.visible)\" occurs twice")
      }
      fields.append(field)
    }
    guard fields.contains(.part(.title)) else {
      throw RecordError("the first line must name the columns, one of them \"title\"")
    }
    if !others.isEmpty {
      let names = others.map(\.visible).joined(separator: ", ")
      warnings.add("Columns that are not fields become attributes: \(names).")
    }
    return fields
  }

  private func attribute(_ name: String) -> ItemField? {
    unknownKeys == .refused ? nil : .attribute(name.nfc)
  }

  /// What a line says; nil for one without a value, as spreadsheets write for empty rows.
  private mutating func record(
    _ columns: [ItemField?],
    _ values: [String],
    _ place: RecordPlace
  ) throws(RecordError) -> ItemJSON.Record? {
    if values.allSatisfy(\.isEmpty) { return nil }
    let surplus = values.dropFirst(columns.count)
    guard values.count >= columns.count, surplus.allSatisfy(\.isEmpty) else {
      throw RecordError(
        "the line has \(values.count) values, the first line names \(columns.count) columns"
      )
    }
    var row = Row()
    // A rule is counted from the dates.
    let places = columns.indices.filter { columns[$0] != .part(.repeat) }
    for index in places + columns.indices.filter({ columns[$0] == .part(.repeat) }) {
      do throws(RecordError) {
        try take(values[index], of: index, columns[index], into: &row, place)
      } catch {
        row.errors.append(error)
      }
    }
    if let first = row.errors.first {
      throw RecordError(
        row.errors.map(\.message).joined(separator: "; "),
        column: first.column,
        misfits: row.errors.flatMap(\.misfits)
      )
    }
    var record = row.record
    if let contradiction = record.settleStatus(isDone: row.isDone) {
      guard unknownKeys != .refused else { throw RecordError(contradiction) }
      warnings.add(StorageError.importing(place, contradiction).message)
    }
    return record
  }

  /// What the values of a row have come to.
  private struct Row {
    var record = ItemJSON.Record(draft: ItemDraft(title: ""))
    /// Whether a word of a column about completion says that the task is done.
    var isDone: Bool?
    var errors: [RecordError] = []
  }

  /// Takes one value of a row.
  private mutating func take(
    _ value: String,
    of index: Int,
    _ field: ItemField?,
    into row: inout Row,
    _ place: RecordPlace
  ) throws(RecordError) {
    let isExtra = completionColumns.contains(index)
    guard let field = isExtra ? .part(.completedAt) : field else {
      guard value.isEmpty else {
        throw RecordError("value \(index + 1) is in a column without a name")
      }
      return
    }
    // No status is not one of its own.
    if field == .part(.status), value.trimmed.isEmpty { return }
    if field == .part(.completedAt) {
      if let word = UsualWords.isDone(value) {
        row.isDone = row.isDone == true || word
        return
      }
      if isExtra, value.trimmed.isEmpty || row.record.draft.completedAt != nil { return }
    }
    if field == .part(.priority) { tellOfNumbers(value) }
    do throws(RecordError) {
      try set(value, field, in: &row.record, place)
    } catch {
      let name = field.name.visible
      let column = names.indices.contains(index) ? names[index] : field.name
      throw RecordError("\"\(name)\": \(error.message)", misfits: [column])
    }
  }

  private mutating func set(
    _ value: String,
    _ field: ItemField,
    in record: inout ItemJSON.Record,
    _ place: RecordPlace
  ) throws(RecordError) {
    var calendar = calendar
    if case .part(let part) = field, part.form.isDate, let order = dateOrder.order {
      calendar.dateOrder = order
      if let numbers = ColumnDate(value).numberedDay,
        let contradiction = dateOrder.contradiction(of: numbers)
      {
        throw RecordError(contradiction)
      }
    }
    if field == .part(.repeat), !value.contains("{"),
      let warning = try ColumnRule(value, calendar)?.warning
    {
      guard unknownKeys != .refused else { throw RecordError(warning) }
      warnings.add(StorageError.importing(place, warning).message)
    }
    try field.set(value, in: &record, calendar)
  }

  private mutating func tellOfNumbers(_ value: String) {
    guard !hasToldOfNumbers, let number = Int(value.trimmed), number > 0 else { return }
    hasToldOfNumbers = true
    warnings.add(
      "Numbers of priorities are read as in calendars: 1 to 4 are high, 5 is medium, 6 to 9 are low."
    )
  }
}
