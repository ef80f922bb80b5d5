/// The type of a field: the form of its values in JSON, in a column and in a register.
package protocol FieldValue: Sendable, Decodable {
  /// What a person types for it.
  static var form: FieldForm { get }

  /// Whether values have an order of their own; so those of `Comparable` types have.
  static var isRanked: Bool { get }

  /// Whether two values are equal; text is compared by its UTF-8 bytes.
  static func isSame(_ left: Self, _ right: Self) -> Bool

  /// The value in its stored form: dates in milliseconds, tags and keys in form C.
  var normalised: Self { get }

  /// Whether a store can hold it; false for a date outside the years 1 to 9999 and for a text that
  /// is too long.
  var isStorable: Bool { get }

  /// Whether it is nil; a file leaves nil out.
  var isNil: Bool { get }

  /// Writes the value in the form of files and outputs.
  func write(to writer: inout JSONWriter) throws(JSONError)

  /// Reads what ``write(to:)`` wrote, and other forms that people write.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Self

  /// The value in the form of files and outputs.
  var jsonForm: JSONValue { get }

  /// Reads ``jsonForm``; nil if it is that of another type.
  init?(jsonForm: JSONValue)

  /// The value in the form of its register, see ``Field``.
  var registerValue: JSONValue { get }

  /// The value of a register; nil for a form that this version does not know.
  init?(registerValue: JSONValue)

  /// Puts the value into a column.
  func put(in column: some ColumnSink) throws(StorageError)

  /// Reads the value of a column; nil for a value that this library never writes.
  static func take(from column: some ColumnSource) -> Self?
}

extension FieldValue {
  package static var isRanked: Bool { false }
}

extension FieldValue where Self: Comparable {
  package static var isRanked: Bool { true }
}

/// Where a column's value goes.
package protocol ColumnSink {
  func put(_ integer: Int64)
  func put(_ text: String)
  func put(_ id: ItemID)
  func put(names: Set<String>)
  func put(ids: [ItemID])
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
  /// Nil for a value that is not a list of ids.
  var ids: [ItemID]? { get }
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
