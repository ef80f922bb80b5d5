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
  let names: ColumnNames
  private(set) var warnings = ImportMessages()
  /// The field of each column; nil for one without a name, which says nothing.
  private var columns: [ItemField?]?
  /// Columns about completion beside the one that is the field.
  private var completionColumns: Set<Int> = []
  private var hasToldOfNumbers = false
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
    self.names = names
    self.calendar = calendar
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    guard !isLost else { return nil }
    isLost = columns == nil
    let line = try RecordText.text(bytes, range, place)
    do throws(RecordError) {
      guard let values = try values(of: line) else {
        isLost = false
        return nil
      }
      guard let columns else {
        columns = try fields(of: values)
        isLost = false
        return nil
      }
      return try record(columns, values, place)
    } catch {
      throw .importing(place, column: error.column, error.message)
    }
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
    for (name, known) in zip(columns.map(\.trimmed), try names.fields(of: columns)) {
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
    var record = ItemJSON.Record(draft: ItemDraft(title: ""))
    var isDone: Bool?
    for (index, (field, value)) in zip(columns, values).enumerated() {
      let isExtra = completionColumns.contains(index)
      guard let field = isExtra ? .part(.completedAt) : field else {
        guard value.isEmpty else {
          throw RecordError("value \(index + 1) is in a column without a name")
        }
        continue
      }
      // No status is not one of its own.
      if field == .part(.status), value.trimmed.isEmpty { continue }
      if field == .part(.completedAt) {
        if let word = UsualWords.isDone(value) {
          isDone = isDone == true || word
          continue
        }
        if isExtra, value.trimmed.isEmpty || record.draft.completedAt != nil { continue }
      }
      if field == .part(.priority), !hasToldOfNumbers, let number = Int(value.trimmed), number > 0 {
        hasToldOfNumbers = true
        warnings.add(
          "Numbers of priorities are read as in calendars: 1 to 4 are high, 5 is medium, 6 to 9 are low."
        )
      }
      do throws(RecordError) {
        try field.set(value, in: &record, calendar)
      } catch {
        throw RecordError("\"\(field.name.visible)\": \(error.message)")
      }
    }
    if let contradiction = record.settleStatus(isDone: isDone) {
      guard unknownKeys != .refused else { throw RecordError(contradiction) }
      warnings.add(StorageError.importing(place, contradiction).message)
    }
    return record
  }
}
