// Names and attributes as values of a field.

extension Set: FieldValue where Element == String {
  package static var form: FieldForm { .names }

  package var normalised: Set<String> {
    allSatisfy(\.isASCII) ? self : Set(map(\.nfc))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for tag in sorted(by: utf8Less) { writer.writeString(tag) }
    writer.endArray()
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Set<String> {
    var texts: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() { texts.insert(try reader.readString()) }
    return texts
  }

  package var jsonForm: JSONValue { .array(sorted(by: utf8Less).map { .string($0) }) }

  package init?(jsonForm: JSONValue) {
    guard let values = jsonForm.array else { return nil }
    let texts = values.compactMap(\.string)
    guard texts.count == values.count else { return nil }
    self.init(texts)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(names: self) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Set<String>? { column.names }
}

extension Dictionary: FieldValue where Key == String, Value == JSONValue {
  package static var form: FieldForm { .object }

  package var normalised: [String: JSONValue] {
    guard contains(where: { !$0.key.isASCII || $0.value == .null }) else { return self }
    return Dictionary(
      lazy.filter { $0.value != .null }.map { ($0.key.nfc, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  package func write(to writer: inout JSONWriter) throws(JSONError) {
    try writer.writeValue(jsonForm)
  }

  /// Reads a null as no value, and refuses keys that differ only in their normalisation form.
  package static func read(
    from reader: inout JSONReader
  ) throws(JSONError) -> [String: JSONValue] {
    var attributes: [String: JSONValue] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let place = reader.offset
      let value = try reader.readValue()
      if !value.isNull, attributes.updateValue(value, forKey: key) != nil {
        throw reader.failure("the key of the value here stands for one given before", at: place)
      }
    }
    return attributes
  }

  package var jsonForm: JSONValue { .object(JSONObject(self)) }

  package init?(jsonForm: JSONValue) {
    guard let object = jsonForm.object else { return nil }
    self.init(uniqueKeysWithValues: object.map { ($0.key, $0.value) })
  }

  @inline(__always)
  package func put(in column: some ColumnSink) throws(StorageError) {
    if isEmpty { column.putNull() } else { try column.put(object: self) }
  }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> [String: JSONValue]? {
    column.isNull ? Self() : column.object
  }
}
