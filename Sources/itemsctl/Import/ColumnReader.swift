// Lines of values, whose first line names the columns.

import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads records of CSV or TSV.
struct ColumnReader: RecordReader {
  /// Which sort of lines.
  enum Form { case csv, tsv }

  let form: Form
  let unknownKeys: ItemJSON.UnknownKeys
  let calendar: LocalCalendar
  private var columns: [ItemField]?
  /// Whether the first line names no columns, so that the other lines say nothing.
  private var isLost = false

  init(_ form: Form, unknownKeys: ItemJSON.UnknownKeys, calendar: LocalCalendar) {
    self.form = form
    self.unknownKeys = unknownKeys
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
    do throws(RecordProblem) {
      let values = try form == .csv ? CSV.values(of: line) : TSV.values(of: line)
      guard let columns else {
        columns = try fields(of: values)
        isLost = false
        return nil
      }
      return try record(columns, values)
    } catch {
      throw .importing(place, column: error.column, error.message)
    }
  }

  /// The fields of the first line; a column that no field has is an attribute.
  private func fields(of names: [String]) throws(RecordProblem) -> [ItemField] {
    var fields: [ItemField] = []
    for name in names {
      let name = name.trimmed
      guard let field = ItemField(column: name) ?? attribute(name) else {
        throw RecordProblem(
          name.isEmpty ? "a column has no name" : "\"\(name.visible)\" is no field of an item"
        )
      }
      guard !fields.contains(field) else {
        throw RecordProblem("the column \"\(name.visible)\" is there twice")
      }
      fields.append(field)
    }
    guard fields.contains(.title) else {
      throw RecordProblem("the first line must name the columns, one of them \"title\"")
    }
    return fields
  }

  private func attribute(_ name: String) -> ItemField? {
    unknownKeys == .refused || name.isEmpty ? nil : .attribute(name.nfc)
  }

  private func record(
    _ columns: [ItemField],
    _ values: [String]
  ) throws(RecordProblem) -> ItemJSON.Record {
    guard values.count == columns.count else {
      throw RecordProblem(
        "the line has \(values.count) values, the first line names \(columns.count) columns"
      )
    }
    var record = ItemJSON.Record(draft: ItemDraft(title: ""))
    for (field, value) in zip(columns, values) {
      do throws(RecordProblem) {
        try field.set(value, in: &record, calendar)
      } catch {
        throw RecordProblem("\"\(field.name.visible)\": \(error.message)")
      }
    }
    return record
  }
}
