// The parts of an item as text and as JSON.

package import Phrases
package import Storage

extension ItemField {
  /// The value as text: times in UTC, tags between commas, other attributes than texts as JSON.
  ///
  /// Nothing there is the empty text.
  package func text(of item: Item) -> String {
    switch value(of: item) {
    case .null: ""
    case .string(let text): text
    case .array(let names) where self == .part(.tags) || self == .part(.blockers):
      CSV.line(names.compactMap(\.string))
    case .object(let object) where self == .part(.attributes) && object.isEmpty: ""
    case let value: value.description
    }
  }

  /// The time, where it is one and the item has it.
  package func date(of item: Item) -> Date? {
    guard case .part(let part) = self, part.form == .time else { return nil }
    return item.value(of: part).flatMap { Date(jsonForm: $0) }
  }

  /// The day or the time, where it may be either and the item has it.
  package func dayOrInstant(of item: Item) -> DayOrInstant? {
    guard case .part(let part) = self, part.form == .dayOrTime else { return nil }
    return item.value(of: part).flatMap { DayOrInstant(jsonForm: $0) }
  }

  /// The value as it stands in JSON.
  func value(of item: Item) -> JSONValue {
    switch self {
    case .attribute(let name): item.attributes[name] ?? .null
    case .part(let part): item.value(of: part) ?? .null
    }
  }
}

extension [ItemField] {
  /// Writes an object with these keys; single attributes stand within one object `attributes`.
  func write(_ item: Item, to writer: inout JSONWriter) throws(JSONError) {
    let hasAll = contains(.part(.attributes))
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
      writer.writeKey(ItemPart.attributes.name)
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
