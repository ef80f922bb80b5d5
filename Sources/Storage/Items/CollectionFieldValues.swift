// Sets and attributes as values of a field.

extension Set: FieldValue where Element: FieldElement {
  package static var form: FieldForm { Element.setForm }

  package var normalised: Set<Element> { Element.normalised(self) }

  package func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginArray()
    for element in Element.sorted(self) { try element.write(to: &writer) }
    writer.endArray()
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Set<Element> {
    var elements: Set<Element> = []
    try reader.beginArray()
    while try reader.nextElement() { elements.insert(try Element.read(from: &reader)) }
    return elements
  }

  package var jsonForm: JSONValue { .array(Element.sorted(self).map(\.jsonForm)) }

  package init?(jsonForm: JSONValue) {
    guard let values = jsonForm.array else { return nil }
    let elements = values.compactMap { Element(jsonForm: $0) }
    guard elements.count == values.count else { return nil }
    self.init(elements)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { Element.put(self, in: column) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Set<Element>? {
    Element.takeSet(from: column)
  }
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
