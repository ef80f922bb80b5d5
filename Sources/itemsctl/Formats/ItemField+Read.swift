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
    if let key = givenKey { record.given.insert(key) }
    switch self {
    case .title: record.draft.title = text
    case .notes: record.draft.notes = text
    case .kind: record.draft.kind = text.isEmpty ? Item.defaultKind : text
    case .list: record.draft.list = text.isEmpty ? Item.defaultList : text
    case .attribute(let name): record.draft.attributes[name] = text.isEmpty ? .null : .string(text)
    default:
      let text = text.trimmed
      if !text.isEmpty { try setValue(text, in: &record, calendar) }
    }
  }

  private func setValue(
    _ text: String,
    in record: inout ItemJSON.Record,
    _ calendar: LocalCalendar
  ) throws(RecordError) {
    switch self {
    case .id:
      record.draft.id = try read(
        text,
        ItemID.init,
        or: "32 hexadecimal digits in groups of 8-4-4-4-12"
      )
    case .number: record.number = try read(text, { Int($0) }, or: "a whole number")
    case .status:
      record.draft.status = try read(text, { Status(name: $0.lowercased()) }, or: Status.names)
    case .priority:
      record.draft.priority = try read(
        text,
        { Priority(name: $0.lowercased()) },
        or: Priority.names
      )
    case .tags: record.draft.tags = Set(try CSV.values(of: text).filter { !$0.isEmpty }.map(\.nfc))
    case .attributes:
      let object = try read(text, { try? JSONParser.parse($0).object }, or: "an object of JSON")
      for (key, value) in object { record.draft.attributes[key.nfc] = value }
    case .dueAt: record.draft.dueAt = try moment(text, calendar)
    case .createdAt: record.draft.createdAt = try moment(text, calendar)
    case .updatedAt: record.draft.updatedAt = try moment(text, calendar)
    case .completedAt: record.draft.completedAt = try moment(text, calendar)
    case .title, .notes, .kind, .list, .attribute: break
    }
  }

  private func read<Value>(
    _ text: String,
    _ read: (String) -> Value?,
    or expected: String
  ) throws(RecordError) -> Value {
    guard let value = read(text) else { throw RecordError("expected \(expected)") }
    return value
  }

  private func read<Value>(
    _ text: String,
    _ read: (String) -> Value?,
    or names: [String]
  ) throws(RecordError) -> Value {
    try self.read(text, read, or: "one of \(names.joined(separator: ", "))")
  }

  private func moment(
    _ text: String,
    _ calendar: LocalCalendar
  ) throws(RecordError) -> Date {
    // Spreadsheets write what people are used to: `24.12.2026 17:00`, `2026/12/24`.
    let day = text.prefix { $0 != " " }
    if day.first?.isNumber == true, day.contains("/") || day.contains(".") && !day.contains("-") {
      if let phrase = try? DatePhrase(text, calendar: calendar) { return phrase.start }
      throw RecordError("expected a date such as 2026-12-24, 2026/12/24 or 24.12.2026")
    }
    do throws(ISO8601.ParseError) {
      return try calendar.moment(text)
    } catch {
      throw RecordError("the time is not one: \(error.description)")
    }
  }

  /// The key that a record notes as given.
  private var givenKey: ItemJSON.Keys? {
    switch self {
    case .kind: .kind
    case .notes: .notes
    case .status: .status
    case .priority: .priority
    case .list: .list
    case .tags: .tags
    case .dueAt: .dueAt
    case .createdAt: .createdAt
    case .updatedAt: .updatedAt
    case .completedAt: .completedAt
    case .attributes: .attributes
    case .id, .number, .title, .attribute: nil
    }
  }
}
