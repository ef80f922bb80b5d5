// The types that an item's fields can have, with each form that their values take.

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How a person types a value, and what it is.
package enum FieldForm: Sendable, Hashable {
  case id
  case number
  case text
  /// One of these words.
  case choice([String])
  /// Names, each once.
  case names
  case time
  /// A JSON object.
  case object
}

/// A type of a field: how its values look in JSON, in a column and in a register.
package protocol FieldValue: Sendable, Decodable {
  /// What a person types for it.
  static var form: FieldForm { get }

  /// Whether two values are the same, text by its UTF-8 bytes.
  static func isSame(_ left: Self, _ right: Self) -> Bool

  /// The value as it is stored: dates in milliseconds, tags and keys in form C.
  var normalised: Self { get }

  /// Whether a store can keep it; false for a date beyond all years.
  var isStorable: Bool { get }

  /// Whether it is nothing, which a file leaves out.
  var isNil: Bool { get }

  /// Writes the value as files and outputs have it.
  func write(to writer: inout JSONWriter) throws(JSONError)

  /// Reads what ``write(to:)`` wrote, and what people write instead.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Self

  /// The value as files and outputs have it.
  var jsonForm: JSONValue { get }

  /// Reads ``jsonForm``; nil where it is another type's.
  init?(jsonForm: JSONValue)

  /// The value as its register has it, see ``Field``.
  var registerValue: JSONValue { get }

  /// The value of a register; nil for a form that is not known here.
  init?(registerValue: JSONValue)

  /// Puts the value into a column.
  func put(in column: some ColumnSink) throws(StorageError)

  /// Reads the value of a column; nil for one that no program writes.
  static func take(from column: some ColumnSource) -> Self?
}

/// Where a column's value goes.
package protocol ColumnSink {
  func put(_ integer: Int64)
  func put(_ text: String)
  func put(_ id: ItemID)
  func put(names: Set<String>)
  func put(object: [String: JSONValue]) throws(StorageError)
  func putNull()
}

/// Where a column's value comes from.
package protocol ColumnSource {
  var isNull: Bool { get }
  var integer: Int64 { get }
  var text: String { get }
  var id: ItemID? { get }
  var names: Set<String> { get }
  var object: [String: JSONValue]? { get }
}

extension FieldValue {
  package var normalised: Self { self }
  package var isStorable: Bool { true }
  package var isNil: Bool { false }
  package var registerValue: JSONValue { jsonForm }
  package init?(registerValue: JSONValue) { self.init(jsonForm: registerValue) }
}

extension FieldValue where Self: Equatable {
  @inline(__always)
  package static func isSame(_ left: Self, _ right: Self) -> Bool { left == right }
}

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

/// A choice among named values, of which a column keeps the number.
package protocol NamedFieldValue: FieldValue, RawRepresentable<Int>, CaseIterable {
  var name: String { get }
  init?(name: some StringProtocol)
}

extension NamedFieldValue {
  package static var form: FieldForm { .choice(allCases.map(\.name)) }

  package func write(to writer: inout JSONWriter) { writer.writeString(name) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    _ = try reader.peek()
    let place = reader.offset
    guard let value = Self(name: try reader.readString()) else {
      let words = allCases.map { "\"\($0.name)\"" }
      let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
      throw reader.failure("expected \(list)", at: place)
    }
    return value
  }

  package var jsonForm: JSONValue { .string(name) }

  package init?(jsonForm: JSONValue) {
    guard let name = jsonForm.string else { return nil }
    self.init(name: name)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(Int64(rawValue)) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Self? {
    Self(rawValue: Int(column.integer))
  }
}

extension Status: NamedFieldValue {}
extension Priority: NamedFieldValue {}

extension Date: FieldValue {
  package static var form: FieldForm { .time }

  package var normalised: Date { roundedToMilliseconds }

  package var isStorable: Bool { self >= Date.earliestStored && self <= Date.latestStored }

  package func write(to writer: inout JSONWriter) {
    writer.writeInstant(milliseconds: millisecondsSince1970)
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(millisecondsSince1970: try reader.readInstant().milliseconds)
  }

  package var jsonForm: JSONValue { .string(ISO8601.string(milliseconds: millisecondsSince1970)) }

  package var registerValue: JSONValue { .integer(millisecondsSince1970) }

  package init?(jsonForm: JSONValue) {
    guard let text = jsonForm.string, let instant = try? ISO8601.parse(text) else { return nil }
    self.init(millisecondsSince1970: instant.milliseconds)
  }

  package init?(registerValue: JSONValue) {
    guard let milliseconds = registerValue.integer, Date.storedMilliseconds ~= milliseconds else {
      return nil
    }
    self.init(millisecondsSince1970: milliseconds)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(millisecondsSince1970) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Date? {
    Date(millisecondsSince1970: column.integer)
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  package static var form: FieldForm { Wrapped.form }

  @inline(__always)
  package static func isSame(_ left: Wrapped?, _ right: Wrapped?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): Wrapped.isSame(left, right)
    default: false
    }
  }

  package var normalised: Wrapped? { map(\.normalised) }

  package var isStorable: Bool { self?.isStorable ?? true }

  package var isNil: Bool { self == nil }

  package func write(to writer: inout JSONWriter) throws(JSONError) {
    if let self { try self.write(to: &writer) } else { writer.writeNull() }
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped? {
    try reader.readNull() ? nil : try Wrapped.read(from: &reader)
  }

  package var jsonForm: JSONValue { self?.jsonForm ?? .null }

  package var registerValue: JSONValue { self?.registerValue ?? .null }

  package init?(jsonForm: JSONValue) {
    if jsonForm == .null {
      self = .none
    } else {
      guard let value = Wrapped(jsonForm: jsonForm) else { return nil }
      self = value
    }
  }

  package init?(registerValue: JSONValue) {
    if registerValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(registerValue: registerValue) else { return nil }
      self = value
    }
  }

  @inline(__always)
  package func put(in column: some ColumnSink) throws(StorageError) {
    if let self { try self.put(in: column) } else { column.putNull() }
  }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Wrapped?? {
    // A value that is not zero cannot be NULL, which saves most second calls.
    if column.integer == 0, column.isNull { return .some(.none) }
    guard let value = Wrapped.take(from: column) else { return nil }
    return .some(value)
  }
}

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

  /// A null is the same as no value.
  ///
  /// Keys that differ in their normalisation form alone would become
  /// one, and are refused.
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
