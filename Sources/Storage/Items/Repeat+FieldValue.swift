// A rule by which an item comes again, and the date that is open of it, as values of fields.

extension Repeat: FieldValue {
  package static var form: FieldForm { .rule }

  package func write(to writer: inout JSONWriter) throws(JSONError) { try writer.writeValue(json) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Repeat {
    _ = try reader.peek()
    let place = reader.offset
    let value = try reader.readValue()
    do throws(RepeatError) {
      return try Repeat(json: value)
    } catch {
      throw reader.failure(error.message, at: place)
    }
  }

  package var jsonForm: JSONValue { json }

  package init?(jsonForm: JSONValue) { try? self.init(json: jsonForm) }

  package func put(in column: some ColumnSink) throws(StorageError) {
    guard let text = try? JSONWriter.text(of: json) else { return column.putNull() }
    column.put(text)
  }

  package static func take(from column: some ColumnSource) -> Repeat? {
    (try? JSONParser.parse(column.text)).flatMap { Repeat(jsonForm: $0) }
  }
}

extension Repeat: Codable {
  /// Reads the JSON form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value = try container.decode(JSONValue.self)
    do throws(RepeatError) {
      try self.init(json: value)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  /// Writes the JSON form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

extension NominalDate: FieldValue {
  package static var form: FieldForm { .nominalDate }

  package func write(to writer: inout JSONWriter) { writer.writeString(description) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> NominalDate {
    _ = try reader.peek()
    let place = reader.offset
    guard let date = NominalDate(try reader.readString()) else {
      throw reader.failure("expected a day, or a time without a zone: 2026-11-30T17:00", at: place)
    }
    return date
  }

  package var jsonForm: JSONValue { .string(description) }

  package init?(jsonForm: JSONValue) {
    guard let date = jsonForm.string.flatMap({ NominalDate($0) }) else { return nil }
    self = date
  }

  package func put(in column: some ColumnSink) { column.put(description) }

  package static func take(from column: some ColumnSource) -> NominalDate? {
    NominalDate(column.text)
  }
}

extension NominalDate: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = NominalDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a day, or a time of a day without a zone"
      )
    }
    self = date
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
