// An id, a number and a text as values of a field.

extension ItemID: FieldValue {
  package static var form: FieldForm { .id }

  package func write(to writer: inout JSONWriter) { writer.writeItemID(self) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> ItemID {
    try reader.readItemID()
  }

  package var jsonForm: JSONValue { .string(description) }

  package init?(jsonForm: JSONValue) {
    guard let id = jsonForm.string.flatMap({ ItemID($0) }) else { return nil }
    self = id
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(self) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> ItemID? { column.id }
}

extension Int: FieldValue {
  package static var form: FieldForm { .number }

  package func write(to writer: inout JSONWriter) { writer.writeInteger(Int64(self)) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Int {
    _ = try reader.peek()
    let place = reader.offset
    guard let number = Int(exactly: try reader.readInteger()) else {
      throw reader.failure("the integer is too large", at: place)
    }
    return number
  }

  package var jsonForm: JSONValue { .integer(Int64(self)) }

  package init?(jsonForm: JSONValue) {
    guard let number = jsonForm.integer else { return nil }
    self.init(exactly: number)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(Int64(self)) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Int? { Int(column.integer) }
}

extension String: FieldValue {
  package static var form: FieldForm { .text }

  package var isStorable: Bool { utf8.count <= ItemLimits.notesBytes }

  @inline(__always)
  package static func isSame(_ left: String, _ right: String) -> Bool { utf8Equal(left, right) }

  package func write(to writer: inout JSONWriter) { writer.writeString(self) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString()
  }

  package var jsonForm: JSONValue { .string(self) }

  package init?(jsonForm: JSONValue) {
    guard let text = jsonForm.string else { return nil }
    self = text
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(self) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> String? { column.text }
}
