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
  /// The expressions of an index on it, written as the index has them, so that SQLite sees that they are the same.
  private let indexed: AttributeIndex.Expressions?
  /// What a condition must say again, so that SQLite sees that the index fits.
  private let restriction: String

  init(
    _ path: AttributePath,
    indexed: AttributeIndex.Expressions? = nil,
    within restriction: String? = nil
  ) {
    self.path = path
    self.indexed = indexed
    self.restriction = indexed == nil ? "" : restriction.map { $0 + " AND " } ?? ""
  }

  /// The ``AttributeType``, or NULL without a value.
  var type: SQLFragment {
    indexed.map { SQLFragment($0.type) }
      ?? SQLFragment("item_attribute_type(attributes, ?)", [.bytes(path.functionBytes)])
  }

  /// The value, or NULL without one.
  var value: SQLFragment { indexed.map { SQLFragment($0.value) } ?? value(of: nil) }

  /// Whether there is a value.
  var exists: SQLFragment { SQLFragment("(\(restriction)") + type + " IS NOT NULL)" }

  /// Whether there is none.
  var isMissing: SQLFragment { SQLFragment("(") + type + " IS NULL)" }

  /// Whether the value has the type and the condition on it holds.
  func has(_ type: AttributeType, _ condition: (SQLFragment) -> SQLFragment) -> SQLFragment {
    guard indexed != nil else { return condition(value(of: type)) }
    return SQLFragment("(\(restriction)") + self.type + " = \(type.rawValue) AND "
      + condition(value) + ")"
  }

  /// Whether the value has the type.
  func has(_ type: AttributeType) -> SQLFragment {
    SQLFragment("(") + self.type + " = \(type.rawValue))"
  }

  /// Whether the value is exactly that JSON text.
  func isExactly(_ text: String, _ value: JSONValue) -> SQLFragment {
    guard let indexed, let type = value.attributeType, let operand = value.attributeOperand else {
      return AttributeFunction.call(.equals, path, operand: text)
    }
    let isEqual = has(type) { $0 + SQLFragment(" = ?", [operand]) }
    guard type == .number else { return isEqual }
    // Equal numbers may differ in their text: 1, 1.0 and 1e0.
    return SQLFragment("(") + isEqual + SQLFragment(" AND \(indexed.json) = ?)", [.text(text)])
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
  /// What an index on a path is made of; see the table at the head of the file.
  struct Expressions: Sendable, Equatable {
    /// The JSON text of the value, or NULL without one.
    let json: String
    let type: String
    let value: String

    init(_ path: AttributePath) {
      let place = AttributeIndex.jsonPath(path)
      json = "(attributes -> \(place))"
      let first = "substr(\(json), 1, 1)"
      // Groups of eleven characters: what values of each type begin with.
      let groups = "ft.........-0123456789\"..........[..........{"
      type = "nullif((instr('\(groups)', \(first)) + 10) / 11, 0)"
      let escaped = #"""
        replace(replace(replace(\#(json), '\\', '\u005c'), '\u0001', '\u0001\u0002'), \#
        '\u0000', '\u0001\u0001')
        """#
      value =
        "(CASE \(first) WHEN '\"' THEN \(escaped) ->> '$' ELSE attributes ->> \(place) END)"
    }
  }

  /// The path in SQLite's notation, as an SQL string literal.
  fileprivate static func jsonPath(_ path: AttributePath) -> String {
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
