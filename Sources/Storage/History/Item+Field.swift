// The fields of an item by name, as the history tells of them.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Item {
  /// A field's value as Field.swift tells it; null for a tag or an attribute that is not there.
  func value(of field: Field) -> JSONValue {
    switch field {
    case .fixed(let fixed): value(of: fixed)
    case .tag(let tag): tags.contains(tag) ? true : .null
    case .attribute(let key): attributes[key] ?? .null
    case .unknown: .null
    }
  }

  /// Sets a field to a value; one of another form changes nothing.
  mutating func set(_ field: Field, to value: JSONValue) {
    switch field {
    case .fixed(let fixed): set(fixed, to: value)
    case .tag(let tag): if value == .null { tags.remove(tag) } else { tags.insert(tag) }
    case .attribute(let key): attributes[key] = value == .null ? nil : value
    case .unknown: break
    }
  }

  private mutating func set(_ field: Field.Fixed, to value: JSONValue) {
    switch field {
    case .kind: kind = value.string ?? kind
    case .title: title = value.string ?? title
    case .notes: notes = value.string ?? notes
    case .list: list = value.string ?? list
    case .priority: priority = value.string.flatMap { Priority(name: $0) } ?? priority
    case .status:
      guard let status = value[0]?.string.flatMap({ Status(name: $0) }) else { return }
      self.status = status
      completedAt = value[1]?.date
    case .due: dueAt = value.date
    case .created: createdAt = value.date ?? createdAt
    case .updated: updatedAt = value.date ?? updatedAt
    }
  }
}

extension JSONValue {
  /// The moment, if this is milliseconds since 1970.
  fileprivate var date: Date? { integer.map { Date(millisecondsSince1970: $0) } }
}
