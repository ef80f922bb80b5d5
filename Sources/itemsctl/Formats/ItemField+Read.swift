// The parts of an item read from text, as columns have it.

import Storage

extension ItemField {
  /// Takes a value into a record; an empty one is none.
  ///
  /// A date alone is a day of the local zone, and a time without a zone is of the local one.
  func set(
    _ text: String,
    in record: inout ItemJSON.Record,
    _ calendar: LocalCalendar
  ) throws(RecordError) {
    switch self {
    case .attribute(let name): record.draft.attributes[name] = text.isEmpty ? .null : .string(text)
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
    case .time: return try moment(text, calendar).start(in: calendar.zone).jsonForm
    case .dayOrTime: return try moment(text, calendar).jsonForm
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

  private func moment(_ text: String, _ calendar: LocalCalendar) throws(RecordError) -> DayOrInstant
  {
    // Spreadsheets write what people are used to: `24.12.2026 17:00`, `2026/12/24`.
    let day = text.prefix { $0 != " " }
    if day.first?.isNumber == true, day.contains("/") || day.contains(".") && !day.contains("-") {
      // Without a year it would be another day next year.
      if let numbers = NumberedDay(String(day)), numbers.year != nil,
        let phrase = try? DatePhrase(text, calendar: calendar)
      {
        return phrase.days.map { .day($0.lowerBound) } ?? .instant(phrase.start)
      }
      throw RecordError(
        "expected a date such as 2026-12-24, 2026/12/24 or 24.12.2026; 3/4/2026 needs the setting 'date-order'"
      )
    }
    do throws(ISO8601.ParseError) {
      if let day = CalendarDay(text) { return .day(day) }
      return .instant(try calendar.moment(text))
    } catch {
      throw RecordError("the time is invalid: \(error.description)")
    }
  }
}
