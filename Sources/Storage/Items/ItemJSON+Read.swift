extension ItemJSON {
  /// Reads one object as an item.
  ///
  /// A whole number under `schema` is the version of the form: skipped, but refused if it is later
  /// than ``schema``.
  ///
  /// - Throws: ``JSONError`` that names the key, what was expected, line and column, and never holds
  ///   the contents.
  package static func readRecord(
    from reader: inout JSONReader,
    unknownKeys: UnknownKeys = .becomeAttributes
  ) throws(JSONError) -> Record {
    var record = Record(draft: ItemDraft(title: ""))
    var unknown: [String: JSONValue] = [:]
    try reader.beginObject()
    let start = reader.offset - 1
    while let key = try reader.nextKey() {
      if try !record.read(key, from: &reader) {
        try readUnknown(key, from: &reader, unknownKeys, into: &unknown)
      }
    }
    if case .object(let fields)? = unknown[unknownKey] {
      record.draft.values.unknown = fields
      for field in record.draft.values.adoptUnknown() { record.noteGiven(field) }
      unknown[unknownKey] = nil
    }
    guard record.given.contains(.title) else {
      throw reader.failure("the key \"title\" is missing", at: start)
    }
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
    guard unknownKeys != .refused || key == unknownKey else {
      throw reader.failure("\(shown(key)) is not a key of an item", at: place)
    }
    if !value.isNull || unknownKeys == .keptApart { unknown[key] = value }
  }

  /// A key for a message; messages may show keys, which are names, but not at any length.
  private static func shown(_ key: String) -> String {
    let scalars = key.unicodeScalars.prefix(64).map { $0.escaped(asASCII: false) }
    return "\"\(scalars.joined())\""
  }
}

extension ItemJSON.Record {
  /// Notes that the parts of a register were given.
  fileprivate mutating func noteGiven(_ field: Field) {
    guard case .fixed(let fixed) = field else { return }
    for part in ItemPart.allCases where part.register == fixed {
      given.insert(part)
      draft.note(part, isGiven: true)
    }
  }

  /// Reads the value of a key, null as the part's default; false if items have no such key.
  fileprivate mutating func read(
    _ key: String,
    from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard let part = ItemPart(key: key) else { return false }
    var visitor = ValueReader(part: part, reader: JSONReader([]))
    swap(&visitor.reader, &reader)
    defer { swap(&visitor.reader, &reader) }
    let isNull = part != .title ? try visitor.reader.readNull() : false
    given.insert(part)
    draft.note(part, isGiven: !isNull)
    visitor.isNull = isNull
    do throws(JSONError) {
      try Item.visit(&draft.values, beside: Item.blank, &visitor)
    } catch {
      throw JSONError(message: "\"\(key)\": \(error.message)", position: error.position)
    }
    if part == .number { number = isNull ? nil : draft.values.number }
    return true
  }

  private struct ValueReader: FieldVisitor {
    typealias Failure = JSONError
    let part: ItemPart
    var reader: JSONReader
    var isNull = false

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) throws(JSONError) {
      guard field.part == part else { return }
      value = isNull ? other : try Value.read(from: &reader)
    }
  }
}
