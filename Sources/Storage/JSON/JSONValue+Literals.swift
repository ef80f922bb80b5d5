// JSON values written as Swift literals; null is `.null`.
//
// A nil literal would be a trap: `object["key"] == nil` would compare with null and say false.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object; a key given twice is a bug and stops the program.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    let object = JSONObject(elements)
    precondition(object.count == elements.count, "a JSON object literal gives a key twice")
    self = .object(object)
  }
}
