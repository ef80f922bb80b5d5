/// A JSON value; integers differ from doubles, and text is compared by its UTF-8 bytes.
///
/// `.integer(1)` and `.double(1.0)` are two values, written `1` and `1.0`. So are 0.0 and -0.0, and
/// two texts that are only canonically equivalent. Writing a double that is not finite throws.
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent.
  case integer(Int64)
  /// A number with a fraction or an exponent; finite.
  case double(Double)
  /// A text; may hold NUL.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Keys and values.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Whether both have the same kind and the same bits or bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): utf8Equal(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    // Canonically equivalent texts share a hash, which is allowed: equal values hash alike.
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, if this is a number written without fraction and exponent.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The integer, if it fits an `Int`.
  public var int: Int? {
    integer.flatMap { Int(exactly: $0) }
  }

  /// The number as a double; an integer past 2^53 is rounded.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The list, if this is one.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, if this is one.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of a key, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    if case .object(let value) = self { value[key] } else { nil }
  }

  /// The value at an index, if this is an array that long.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .double: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether arrays and objects are nested at most `depth` deep, this value included.
  package func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let values): depth > 0 && values.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .object(let object):
      depth > 0 && object.allSatisfy { $0.value.isNested(atMost: depth - 1) }
    default: true
    }
  }
}

/// The kinds of JSON values.
public enum JSONKind: String, Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// An integer or a double.
  case number
  /// A text.
  case string
  /// A list.
  case array
  /// Keys and values.
  case object

  /// The kind with its article, for messages.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON; a double that is not finite shows as Swift shows it.
  public var description: String {
    if case .double(let value) = self, !value.isFinite { return value.description }
    return (try? JSONWriter.text(of: self)) ?? "a JSON value that holds a number JSON cannot hold"
  }
}
