// Conditions on attributes.

extension ItemFilter {
  /// A condition on an attribute's value.
  ///
  /// A value compares with values of its own JSON type only: a number never with a text, a Boolean
  /// never with a number. In comparisons, 1 and 1.0 are equal, false comes before true, texts
  /// compare by their UTF-8 bytes, lists and objects by their compact JSON. Null is not a value: an
  /// attribute that is null is not there, and nothing compares with null. An item without the
  /// attribute matches nothing here; ``ItemFilter/not(_:)`` finds it.
  public enum AttributeMatch: Sendable, Equatable {
    /// The attribute exists.
    case exists
    /// The attribute is exactly this value; the integer 1 and the double 1.0 differ.
    ///
    /// Null is not a value: use `.not(.attribute(key, .exists))`.
    case equals(JSONValue)
    /// The attribute is a string that contains this one, or an array with this string as an element.
    case contains(String)
    /// The attribute has the type of this value, and the comparison holds; 1 and 1.0 are equal.
    case compared(Comparison, JSONValue)
    /// The attribute is between these values, both included, and has their type.
    case between(JSONValue, JSONValue)
    /// The attribute is one of these values; 1 and 1.0 are equal.
    case oneOf([JSONValue])
    /// The attribute is a string that begins with the bytes of this one.
    case hasPrefix(String)
    /// The attribute is a day such as `2026-11-30`, or a time such as `2026-11-30T16:00:00.000Z`, within that range.
    ///
    /// Days and times of any other form do not match; those that an encoded `Date`, ``CalendarDay`` or
    /// ``DayOrInstant`` becomes have these.
    case within(DateRange)
  }
}

extension ItemFilter.AttributeMatch {
  /// Whether an attribute's value matches, nil if there is none.
  func holds(for value: JSONValue?) -> Bool {
    guard let value, value != .null else { return false }
    switch self {
    case .exists: return true
    case .equals(let wanted): return value == wanted
    case .contains(let part): return value.contains(Array(part.utf8))
    case .compared(let comparison, let wanted):
      guard let order = value.compare(wanted) else { return false }
      return comparison.holds(isBelow: order < 0, isEqual: order == 0)
    case .between(let lower, let upper):
      guard let low = value.compare(lower), let high = value.compare(upper) else { return false }
      return low >= 0 && high <= 0
    case .oneOf(let values): return values.contains { value.compare($0) == 0 }
    case .hasPrefix(let prefix):
      return value.string.map { $0.utf8.starts(with: prefix.utf8) } ?? false
    case .within(let range):
      let range = range.isResolved ? range : range.resolved(at: .current, in: .current)
      return value.string.map(DateTextRange(range).contains) ?? false
    }
  }

  /// The types of the values that can match.
  var types: Set<AttributeType> {
    switch self {
    case .exists: Set(AttributeType.allCases)
    case .contains: [.text, .list]
    case .hasPrefix, .within: [.text]
    case .equals(let value), .compared(_, let value): Set([value.attributeType].compactMap { $0 })
    case .between(let lower, let upper):
      lower.attributeType == upper.attributeType
        ? Set([lower.attributeType].compactMap { $0 }) : []
    case .oneOf(let values): Set(values.compactMap(\.attributeType))
    }
  }
}

extension ItemFilter {
  /// The types of the values at a path that items of the result can have; nil if items without a value can match.
  func types(at path: AttributePath) -> Set<AttributeType>? {
    switch self {
    case .attribute(path, let match): match.types
    case .and(let filters):
      filters.compactMap { $0.types(at: path) }
        .reduce(nil) { $0?.intersection($1) ?? $1 }
    default: nil
    }
  }
}

extension JSONValue {
  /// Whether this is a string that contains the bytes, or an array with them as an element.
  func contains(_ part: [UInt8]) -> Bool {
    switch self {
    case .string(let string): string.utf8.contains(part)
    case .array(let elements): elements.contains { $0.string?.utf8.elementsEqual(part) ?? false }
    default: false
    }
  }
}

extension String.UTF8View {
  /// Whether the bytes occur here without gaps.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
