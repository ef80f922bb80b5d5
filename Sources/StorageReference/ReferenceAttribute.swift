import Storage

/// The meaning of paths, comparisons and the order of attributes, written as simply as possible.
enum ReferenceAttribute {
  /// The value at a path; nil for none and for null.
  static func value(at path: AttributePath, _ item: Item) -> JSONValue? {
    var value = JSONValue.object(JSONObject(item.attributes))
    for (index, key) in path.keys.enumerated() {
      let key = index == 0 ? ReferenceText.composed(key) : key
      guard case .object(let members) = value else { return nil }
      guard let member = members.first(where: { isSame($0.key, key) }) else { return nil }
      value = member.value
    }
    return value == .null ? nil : value
  }

  /// The place of a value's type: Booleans, numbers, texts, lists, objects.
  private static func rank(_ value: JSONValue) -> Int {
    switch value.kind {
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    case .null: 6
    }
  }

  /// Whether two values are of one type.
  private static func areAlike(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left.kind == right.kind && left != .null
  }

  /// Whether the first value comes before the second, in any order of types.
  static func isLess(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if left.kind != right.kind { return rank(left) < rank(right) }
    switch (left, right) {
    case (.bool(let left), .bool(let right)): return !left && right
    case (.string(let left), .string(let right)): return isLess(left, right)
    case (.array, .array), (.object, .object):
      return isLess(ReferenceJSON.text(of: left), ReferenceJSON.text(of: right))
    case (.integer(let left), .integer(let right)): return left < right
    case (.double(let left), .double(let right)): return left < right
    case (.integer(let left), .double(let right)): return isLess(left, right)
    case (.double(let left), .integer(let right)):
      return !isLess(right, left) && !isEqual(right, left)
    default: return false
    }
  }

  private static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  private static func isEqual(_ left: Int64, _ right: Double) -> Bool {
    Int64(exactly: right) == left
  }

  private static func isLess(_ left: Int64, _ right: Double) -> Bool {
    // Rounded up, a double is a whole number that fits, or it is past every integer.
    let up = right.rounded(.up)
    guard let whole = Int64(exactly: up) else { return right > 0 }
    return left < whole
  }

  static func holds(
    _ match: ItemFilter.AttributeMatch,
    _ value: JSONValue?,
    _ view: ReferenceView
  ) -> Bool {
    guard let value else { return false }
    switch match {
    case .exists: return true
    case .equals(let wanted):
      return isSame(ReferenceJSON.text(of: value), ReferenceJSON.text(of: wanted))
    case .contains(let part): return contains(part, value)
    case .compared(let comparison, let wanted):
      guard areAlike(value, wanted) else { return false }
      let isBelow = isLess(value, wanted)
      let isAbove = isLess(wanted, value)
      return switch comparison {
      case .equal: !isBelow && !isAbove
      case .notEqual: isBelow || isAbove
      case .below: isBelow
      case .atMost: !isAbove
      case .above: isAbove
      case .atLeast: !isBelow
      }
    case .between(let lower, let upper):
      return holds(.compared(.atLeast, lower), value, view)
        && holds(.compared(.atMost, upper), value, view)
    case .oneOf(let values): return values.contains { holds(.compared(.equal, $0), value, view) }
    case .hasPrefix(let prefix):
      guard case .string(let text) = value else { return false }
      return Array(text.utf8.prefix(prefix.utf8.count)) == Array(prefix.utf8)
    case .within(let range):
      // Read and written again, only the one form that records have stays as it is.
      guard let moment = DayOrInstant(jsonForm: value), moment.jsonForm == value else {
        return false
      }
      return view.isIn(range, moment)
    }
  }

  private static func contains(_ part: String, _ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): ReferenceText.contains(part, in: text)
    case .array(let elements): elements.contains { isString(part, $0) }
    default: false
    }
  }

  private static func isString(_ wanted: String, _ value: JSONValue) -> Bool {
    guard case .string(let text) = value else { return false }
    return isSame(wanted, text)
  }
}

extension ReferenceAttribute {
  /// The value as a sort key.
  static func sortValue(at path: AttributePath, _ item: Item) -> ItemCursor.Value {
    guard let value = value(at: path, item) else { return .missing }
    return switch value {
    case .null: .missing
    case .bool(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .text(text)
    case .array, .object: .json(ReferenceJSON.text(of: value))
    }
  }

  /// Whether a sort key's value comes before another one; values may be equal in both directions.
  static func precedes(
    _ left: ItemCursor.Value,
    _ right: ItemCursor.Value,
    isDescending: Bool
  ) -> Bool {
    if left == .missing || right == .missing { return left != .missing }
    let (left, right) = (json(left), json(right))
    return isDescending ? isLess(right, left) : isLess(left, right)
  }

  private static func json(_ value: ItemCursor.Value) -> JSONValue {
    switch value {
    case .missing: .null
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .json(let text): (try? JSONParser.parse(text)) ?? .null
    }
  }
}
