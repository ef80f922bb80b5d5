// The parts of an item read from text, as columns have it.

import CommandKit
package import Phrases
package import Storage

extension ItemField {
  /// Takes a value into a record; an empty one is none.
  ///
  /// A date alone is a day of the local zone, and a time without a zone is of the local one. A rule is counted from the dates that
  /// the record has, so its value is the last one to set.
  package func set(
    _ text: String,
    in record: inout ItemJSON.Record,
    _ calendar: LocalCalendar
  ) throws(RecordError) {
    switch self {
    case .attribute(let name): record.draft.attributes[name] = text.isEmpty ? .null : .string(text)
    case .part(.due) where text.contains("→"):
      // Notion writes a stretch of days so.
      let ends = text.split(separator: "→", maxSplits: 1).map { String($0).trimmed }
      if ends.count > 1 { try ItemField.part(.start).set(ends[0], in: &record, calendar) }
      try ItemField.part(.due).set(ends.last ?? "", in: &record, calendar)
    case .part(.repeat) where !text.trimmed.hasPrefix("{"):
      record.given.insert(.repeat)
      if let rule = try ColumnRule(text, calendar) { try rule.set(in: &record, calendar) }
    case .part(let part):
      record.given.insert(part)
      let value = try value(UsualWords.name(text, of: part), part.form, calendar)
      if part == .attributes {
        for (key, value) in value.object ?? [:] { record.draft.attributes[key.nfc] = value }
      } else if value != .null {
        do throws(JSONError) {
          try record.draft.set(part, to: value)
        } catch {
          throw RecordError(error.message)
        }
        if part == .number { record.number = value.integer.flatMap { Int(exactly: $0) } }
      }
    }
  }

  /// What a text says, as JSON has it; null for an empty one.
  private func value(
    _ text: String,
    _ form: FieldForm,
    _ calendar: LocalCalendar
  ) throws(RecordError) -> JSONValue {
    if form == .text { return text.isEmpty ? .null : .string(text) }
    let text = text.trimmed
    if text.isEmpty { return .null }
    switch form {
    case .text: return .string(text)
    case .id:
      guard ItemID(text) != nil else {
        throw RecordError("expected 32 hexadecimal digits in groups of 8-4-4-4-12")
      }
      return .string(text)
    case .number:
      guard let number = Int64(text) else { throw RecordError("expected a whole number") }
      return .integer(number)
    case .choice(let names):
      guard names.contains(text.lowercased()) else {
        throw RecordError("expected one of \(names.joined(separator: ", "))")
      }
      return .string(text.lowercased())
    case .names:
      return .array(try CSV.values(of: text).filter { !$0.isEmpty }.map { .string($0.nfc) })
    case .ids:
      let ids = try CSV.values(of: text).map(\.trimmed).filter { !$0.isEmpty }
      guard ids.allSatisfy({ ItemID($0) != nil }) else {
        throw RecordError("expected ids, with commas between them")
      }
      return .array(ids.map { .string($0) })
    case .time: return try ColumnDate(text).value(calendar).start(in: calendar.zone).jsonForm
    case .dayOrTime: return try ColumnDate(text).value(calendar).jsonForm
    case .nominalDate:
      guard NominalDate(text) != nil else {
        throw RecordError("expected a day, or a time without a zone: 2026-11-30T17:00")
      }
      return .string(text)
    case .object, .rule:
      guard let object = try? JSONParser.parse(text), object.object != nil else {
        throw RecordError("expected an object of JSON")
      }
      return object
    }
  }
}
