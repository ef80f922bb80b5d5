// The SQL of an attribute, by which it is compared, sorted and indexed.
//
// An index holds two expressions, made of functions that every SQLite has and that give the same in
// every version, so that other programs can write to the file:
//
// | expression | result |
// | --- | --- |
// | type | an ``AttributeType`` by the first byte of the JSON text; NULL for null and for no value |
// | value | 0 or 1, an integer or a double, a text with the bytes 0 and 1 escaped, or JSON text |
//
// SQLite's own `->>` cuts a text at a NUL in some versions. So in a text, U+0001 becomes U+0001
// U+0002 and NUL becomes U+0001 U+0001, which keeps the order of the bytes. Before that, `\\`
// becomes `\u005c`, so that `\u0000` in the JSON text is always a NUL.

/// An attribute of the current row in SQL.
struct AttributeExpression {
  private let path: AttributePath
  private let isIndexed: Bool
  /// What a condition must say again, so that SQLite sees that the index fits.
  private let restriction: String

  /// An attribute; an indexed one is written as the index has it, so that SQLite sees that they are the same.
  init(_ path: AttributePath, isIndexed: Bool, within restriction: String? = nil) {
    self.path = path
    self.isIndexed = isIndexed
    self.restriction = isIndexed ? restriction.map { $0 + " AND " } ?? "" : ""
  }

  /// The ``AttributeType``, or NULL without a value.
  var type: SQLFragment {
    isIndexed
      ? SQLFragment(AttributeIndex.typeExpression(path))
      : SQLFragment("item_attribute_type(attributes, ?)", [.bytes(path.functionBytes)])
  }

  /// The value, or NULL without one.
  var value: SQLFragment {
    isIndexed ? SQLFragment(AttributeIndex.valueExpression(path)) : value(of: nil)
  }

  /// Whether there is a value.
  var exists: SQLFragment { SQLFragment("(\(restriction)") + type + " IS NOT NULL)" }

  /// Whether there is none.
  var isMissing: SQLFragment { SQLFragment("(") + type + " IS NULL)" }

  /// Whether the value has the type and the condition on it holds.
  func has(_ type: AttributeType, _ condition: (SQLFragment) -> SQLFragment) -> SQLFragment {
    guard isIndexed else { return condition(value(of: type)) }
    return SQLFragment("(\(restriction)") + self.type + " = \(type.rawValue) AND "
      + condition(value) + ")"
  }

  /// Whether the value has the type.
  func has(_ type: AttributeType) -> SQLFragment {
    SQLFragment("(") + self.type + " = \(type.rawValue))"
  }

  /// Whether the value is exactly that JSON text.
  func isExactly(_ text: String, _ value: JSONValue) -> SQLFragment {
    guard isIndexed, let type = value.attributeType, let operand = value.attributeOperand else {
      return AttributeFunction.call(.equals, path, operand: text)
    }
    let isEqual = has(type) { $0 + SQLFragment(" = ?", [operand]) }
    guard type == .number else { return isEqual }
    // Equal numbers may differ in their text: 1, 1.0 and 1e0.
    let json = AttributeIndex.jsonExpression(path)
    return SQLFragment("(") + isEqual + SQLFragment(" AND \(json) = ?)", [.text(text)])
  }

  /// The value if it has the type, else NULL; of any type if none is given.
  private func value(of type: AttributeType?) -> SQLFragment {
    SQLFragment(
      "item_attribute_value(attributes, ?, \(type?.rawValue ?? 0))",
      [.bytes(path.functionBytes)]
    )
  }
}

extension AttributeIndex {
  /// The JSON text of the value, or NULL without one.
  fileprivate static func jsonExpression(_ path: AttributePath) -> String {
    "(attributes -> \(jsonPath(path)))"
  }

  /// The type; the groups of eleven characters are what values of each type begin with.
  static func typeExpression(_ path: AttributePath) -> String {
    let first = "substr(\(jsonExpression(path)), 1, 1)"
    let groups = "ft.........-0123456789\"..........[..........{"
    return "nullif((instr('\(groups)', \(first)) + 10) / 11, 0)"
  }

  /// The value; see the table at the head of the file.
  static func valueExpression(_ path: AttributePath) -> String {
    let json = jsonExpression(path)
    let escaped = #"""
      replace(replace(replace(\#(json), '\\', '\u005c'), '\u0001', '\u0001\u0002'), \#
      '\u0000', '\u0001\u0001')
      """#
    return "(CASE substr(\(json), 1, 1) WHEN '\"' THEN \(escaped) ->> '$' "
      + "ELSE attributes ->> \(jsonPath(path)) END)"
  }

  /// The path in SQLite's notation, as an SQL string literal.
  private static func jsonPath(_ path: AttributePath) -> String {
    quoted("$" + path.keys.map { ".\"\($0)\"" }.joined())
  }
}

extension AttributePath {
  /// The keys' bytes with 0xFF between them, which no UTF-8 holds.
  var functionBytes: [UInt8] { Array(keys.map { Array($0.utf8) }.joined(separator: [0xFF])) }
}

extension JSONValue {
  /// The value as the value expression gives it; nil for null and for a number that JSON cannot hold.
  var attributeOperand: SQLFragment.Value? {
    switch self {
    case .null: nil
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .double(let value): value.isFinite ? .real(value) : nil
    case .string(let value): .text(value.escapedForOrder)
    case .array, .object: (try? JSONWriter.text(of: self)).map { .text($0) }
    }
  }
}

extension String {
  /// The text with the bytes 0 and 1 escaped, which keeps the order of texts.
  var escapedForOrder: String {
    guard utf8.contains(where: { $0 < 2 }) else { return self }
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{0}": escaped.append(contentsOf: "\u{1}\u{1}".unicodeScalars)
      case "\u{1}": escaped.append(contentsOf: "\u{1}\u{2}".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The first text behind all those that begin with this one; nil if there is none.
  ///
  /// UTF-8 orders texts as their scalars: the last scalar that has a next one is replaced by it.
  var endOfPrefix: String? {
    var scalars = unicodeScalars
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        scalars.append(scalar)
        return String(scalars)
      }
    }
    return nil
  }
}
