// What the values of a row say of an item.

import CommandKit
import ItemFormats
import Phrases
import Storage

extension ColumnReader {
  /// What a line says; nil for one without a value, as spreadsheets write for empty rows.
  mutating func record(
    _ heading: ColumnHeading,
    _ values: [String],
    _ place: RecordPlace
  ) throws(RecordError) -> ItemJSON.Record? {
    let columns = heading.fields
    if values.allSatisfy(\.isEmpty) { return nil }
    let surplus = values.dropFirst(columns.count)
    guard values.count >= leastCount, surplus.allSatisfy(\.isEmpty) else {
      throw RecordError(
        "the line has \(values.count) values, the first line names \(columns.count) columns"
      )
    }
    let missing = repeatElement("", count: max(0, columns.count - values.count))
    let values = values + missing
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
      guard !isStrict else { throw RecordError(contradiction) }
      messages.add(StorageError.importing(place, contradiction).message)
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
    let isExtra = heading?.completionColumns.contains(index) == true
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
      let names = heading?.names ?? []
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
      guard !isStrict else { throw RecordError(warning) }
      messages.add(StorageError.importing(place, warning).message)
    }
    try field.set(value, in: &record, calendar)
  }

  private mutating func tellOfNumbers(_ value: String) {
    guard !hasToldOfNumbers, let number = Int(value.trimmed), number > 0 else { return }
    hasToldOfNumbers = true
    messages.add(
      "Numbers of priorities are read as in calendars: 1 to 4 are high, 5 is medium, 6 to 9 are low."
    )
  }
}
