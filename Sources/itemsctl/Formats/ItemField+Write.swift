// The parts of an item as text and as JSON.

import Storage

extension ItemField {
  /// The value as text: times in UTC, tags between commas, other attributes than texts as JSON.
  ///
  /// Nothing there is the empty text.
  func text(of item: Item) -> String {
    switch self {
    case .id: item.id.description
    case .number: String(item.number)
    case .kind: item.kind
    case .title: item.title
    case .notes: item.notes
    case .status: item.status.name
    case .priority: item.priority.name
    case .list: item.list
    case .tags: CSV.line(item.tags.sorted(by: utf8Less))
    case .attributes: item.attributes.isEmpty ? "" : value(of: item).description
    case .attribute(let name): item.attributes[name].map { $0.string ?? $0.description } ?? ""
    case .dueAt, .createdAt, .updatedAt, .completedAt:
      date(of: item).map { ISO8601.string(milliseconds: $0.millisecondsSince1970) } ?? ""
    }
  }

  /// The time, where it is one and the item has it.
  func date(of item: Item) -> Date? {
    switch self {
    case .dueAt: item.dueAt
    case .createdAt: item.createdAt
    case .updatedAt: item.updatedAt
    case .completedAt: item.completedAt
    default: nil
    }
  }

  /// The value as it stands in JSON.
  func value(of item: Item) -> JSONValue {
    switch self {
    case .number: .integer(Int64(item.number))
    case .tags: .array(item.tags.sorted(by: utf8Less).map(JSONValue.string))
    case .attributes: .object(JSONObject(item.attributes))
    case .attribute(let name): item.attributes[name] ?? .null
    case .dueAt, .createdAt, .updatedAt, .completedAt:
      date(of: item) == nil ? .null : .string(text(of: item))
    default: .string(text(of: item))
    }
  }
}

extension [ItemField] {
  /// Writes an object with these keys; single attributes stand within one object `attributes`.
  func write(_ item: Item, to writer: inout JSONWriter) throws(JSONError) {
    let hasAll = contains(.attributes)
    var needsSome = !hasAll
    writer.beginObject()
    for field in self {
      guard case .attribute = field else {
        writer.writeKey(field.name)
        try writer.writeValue(field.value(of: item))
        continue
      }
      guard needsSome else { continue }
      needsSome = false
      writer.writeKey(ItemField.attributes.name)
      try writer.writeValue(.object(attributes(of: item)))
    }
    writer.endObject()
  }

  private func attributes(of item: Item) -> JSONObject {
    var object = JSONObject()
    for case .attribute(let name) in self { object[name] = item.attributes[name] ?? .null }
    return object
  }
}
