// Conditions on attributes as SQL.

extension ItemFilter.AttributeMatch {
  /// The SQL condition on the attribute at a path, in a form that can use `indexes`.
  func condition(
    on path: AttributePath,
    _ indexes: AttributeIndexes
  ) throws(StorageError) -> SQLFragment {
    let isIndexed = indexes.has(path)
    let attribute = indexes.expression(at: path)
    switch self {
    case .exists: return attribute.exists
    case .contains(let part):
      let contains = AttributeFunction.call(.contains, path, operand: part)
      // The index holds just the rows for which `exists` is true: with it, SQLite skips all others.
      return isIndexed ? .joined([attribute.exists, contains], by: "AND", none: .yes) : contains
    case .equals(let value):
      try value.checkAsOperand()
      if value == .null { return .no }
      return attribute.isExactly(value.description, value)
    case .compared(let comparison, let value):
      guard let (type, operand) = try value.comparable() else { return .no }
      return attribute.has(type) { $0 + SQLFragment(" \(comparison.sql) ?", [operand]) }
    case .between(let lower, let upper):
      guard let (type, low) = try lower.comparable(), let (other, high) = try upper.comparable(),
        type == other
      else { return .no }
      return attribute.has(type) { $0 + SQLFragment(" BETWEEN ? AND ?", [low, high]) }
    case .oneOf(let values): return try attribute.isOne(of: values)
    case .hasPrefix(let prefix): return attribute.hasPrefix(prefix.escapedForOrder)
    case .within(let range): return attribute.isWithin(DateTextRange(range))
    }
  }
}

extension AttributeExpression {
  fileprivate func isOne(of values: [JSONValue]) throws(StorageError) -> SQLFragment {
    var operands: [AttributeType: [SQLFragment.Value]] = [:]
    for value in values {
      if let (type, operand) = try value.comparable() {
        operands[type, default: []].append(operand)
      }
    }
    let conditions = AttributeType.allCases.compactMap { type in
      operands[type].map { operands in
        has(type) { value in
          operands.count == 1
            ? value + SQLFragment(" = ?", operands) : value + " IN " + .list(operands)
        }
      }
    }
    return .joined(conditions, by: "OR", none: .no)
  }

  fileprivate func isWithin(_ range: DateTextRange) -> SQLFragment {
    has(.text) { value in
      // An index serves the range around both forms. The plus keeps SQLite from looking up each form by itself.
      let around = condition(on: value, range.around, pattern: nil)
      let plain = SQLFragment("+") + value
      let forms = [
        condition(on: plain, range.days, pattern: DateTextRange.dayPattern),
        condition(on: plain, range.times, pattern: DateTextRange.timePattern),
      ]
      return .joined([around, .joined(forms, by: "OR", none: .no)], by: "AND", none: .yes)
    }
  }

  private func condition(
    on value: SQLFragment,
    _ bounds: DateTextRange.Bounds,
    pattern: String?
  ) -> SQLFragment {
    var conditions: [SQLFragment] = []
    if let pattern { conditions.append(value + " GLOB '\(pattern)'") }
    if let from = bounds.from { conditions.append(value + SQLFragment(" >= ?", [.text(from)])) }
    if let until = bounds.until { conditions.append(value + SQLFragment(" < ?", [.text(until)])) }
    return .joined(conditions, by: "AND", none: value + " IS NOT NULL")
  }

  fileprivate func hasPrefix(_ prefix: String) -> SQLFragment {
    has(.text) { value in
      let start = value + SQLFragment(" >= ?", [.text(prefix)])
      guard let end = prefix.endOfPrefix else { return start }
      return SQLFragment("(") + start + " AND " + value + SQLFragment(" < ?)", [.text(end)])
    }
  }
}

extension JSONValue {
  /// The type and the value as SQL compares them; nil for null.
  fileprivate func comparable() throws(StorageError) -> (AttributeType, SQLFragment.Value)? {
    try checkAsOperand()
    guard let type = attributeType, let operand = attributeOperand else { return nil }
    return (type, operand)
  }

  /// Throws `.invalidQuery` for a number that JSON cannot hold.
  fileprivate func checkAsOperand() throws(StorageError) {
    do throws(JSONError) {
      _ = try JSONWriter.text(of: self)
    } catch {
      throw StorageError(.invalidQuery, "The attribute's value is not JSON: \(error.message)")
    }
  }
}
