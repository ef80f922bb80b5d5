// Items read from JSON.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ItemJSON {
  /// Reads one object as an item.
  ///
  /// A whole number under `schema` is the form's version and is passed over; a later one than
  /// ``schema`` is refused.
  ///
  /// - Throws: ``JSONError`` that names the key, what was expected, line and column, and never holds
  ///   the contents.
  package static func readRecord(
    from reader: inout JSONReader,
    unknownKeys: UnknownKeys = .becomeAttributes
  ) throws(JSONError) -> Record {
    var record = Record(draft: ItemDraft(title: ""))
    var hasTitle = false
    var unknown: [String: JSONValue] = [:]
    try reader.beginObject()
    let start = reader.offset - 1
    while let key = try reader.nextKey() {
      if key == "title" {
        record.draft.title = try reader.naming(key, JSONReader.text)
        hasTitle = true
      } else if try !record.read(key, from: &reader) {
        try readUnknown(key, from: &reader, unknownKeys, into: &unknown)
      }
    }
    guard hasTitle else { throw reader.failure("the key \"title\" is missing", at: start) }
    if unknownKeys == .keptApart {
      record.others = unknown
    } else {
      for (key, value) in unknown {
        guard record.draft.attributes.updateValue(value, forKey: key) == nil else {
          throw reader.failure(
            "\(shown(key)) is given twice, once within \"attributes\"",
            at: start
          )
        }
      }
    }
    return record
  }

  private static func readUnknown(
    _ key: String,
    from reader: inout JSONReader,
    _ unknownKeys: UnknownKeys,
    into unknown: inout [String: JSONValue]
  ) throws(JSONError) {
    _ = try reader.peek()
    let place = reader.offset
    let value = try reader.readValue()
    if key == "schema", unknownKeys != .keptApart, let version = value.integer {
      guard version <= schema else {
        throw reader.failure(
          "\"schema\": this program knows the versions up to \(schema), this is a later one",
          at: place
        )
      }
      return
    }
    guard unknownKeys != .refused else {
      throw reader.failure("\(shown(key)) is no key of an item", at: place)
    }
    if !value.isNull || unknownKeys == .keptApart { unknown[key] = value }
  }

  /// A key for a message; keys name things, so they may be shown, but not at any length.
  private static func shown(_ key: String) -> String {
    let scalars = key.unicodeScalars.prefix(64).map { $0.escaped(asASCII: false) }
    return "\"\(scalars.joined())\""
  }
}

extension ItemJSON.Record {
  /// Reads the value of a key other than `title`; false if items have no such key.
  fileprivate mutating func read(
    _ key: String,
    from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "id":
      draft.id = try reader.valueOrNull(key, JSONReader.itemID)
    case "number":
      number = try reader.valueOrNull(key, JSONReader.wholeNumber)
    case "kind":
      given.insert(.kind)
      draft.kind = try reader.valueOrNull(key, JSONReader.text) ?? Item.defaultKind
    case "notes":
      given.insert(.notes)
      draft.notes = try reader.valueOrNull(key, JSONReader.text) ?? ""
    case "status":
      given.insert(.status)
      draft.status = try reader.valueOrNull(key, JSONReader.status) ?? .open
    case "priority":
      given.insert(.priority)
      draft.priority = try reader.valueOrNull(key, JSONReader.priority) ?? .none
    case "list":
      given.insert(.list)
      draft.list = try reader.valueOrNull(key, JSONReader.text) ?? Item.defaultList
    case "tags":
      given.insert(.tags)
      draft.tags = try reader.valueOrNull(key, JSONReader.texts) ?? []
    case "attributes":
      given.insert(.attributes)
      draft.attributes = try reader.valueOrNull(key, JSONReader.attributes) ?? [:]
    default:
      return try readTime(key, from: &reader)
    }
    return true
  }

  private mutating func readTime(
    _ key: String,
    from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "dueAt":
      given.insert(.dueAt)
      draft.dueAt = try reader.valueOrNull(key, JSONReader.date)
    case "createdAt":
      given.insert(.createdAt)
      draft.createdAt = try reader.valueOrNull(key, JSONReader.date)
    case "updatedAt":
      given.insert(.updatedAt)
      draft.updatedAt = try reader.valueOrNull(key, JSONReader.date)
    case "completedAt":
      given.insert(.completedAt)
      draft.completedAt = try reader.valueOrNull(key, JSONReader.date)
    default:
      return false
    }
    return true
  }
}
