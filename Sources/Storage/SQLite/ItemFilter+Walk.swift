// What a walk along an attribute's index knows of the values that a step meets, and SQLite need not compute.

extension ItemFilter {
  /// Whether one of its conditions holds the values at a path to one type.
  func hasOneType(at path: AttributePath) -> Bool {
    switch self {
    case .attribute(path, let match): match.types.count == 1
    case .and(let filters): filters.contains { $0.hasOneType(at: path) }
    default: false
    }
  }

  /// The filter for items that all have a value at a path: what compares it alone holds for all of them, or for none.
  func deciding(_ value: JSONValue, at path: AttributePath) -> ItemFilter {
    switch self {
    case .attribute(path, let match) where match.isComparison:
      match.holds(for: value) ? .all : .or([])
    case .and(let filters): .and(filters.map { $0.deciding(value, at: path) })
    case .or(let filters): .or(filters.map { $0.deciding(value, at: path) })
    case .not(let filter): .not(filter.deciding(value, at: path))
    default: self
    }
  }

  /// The filter for items behind a value at a path, without the bounds that the walk has passed.
  ///
  /// SQLite may start at any bound of several; at a passed one, it would meet all items of the pages before.
  func passing(_ value: JSONValue, at path: AttributePath, isDescending: Bool) -> ItemFilter {
    switch self {
    case .attribute(path, let match) where match.isComparison && match.holds(for: value):
      switch match {
      case .compared(let comparison, _):
        let passed: Set<Comparison> = isDescending ? [.below, .atMost] : [.above, .atLeast]
        return passed.contains(comparison) ? .all : self
      case .between(let lower, let upper):
        let bound = isDescending ? lower : upper
        return .attribute(path, .compared(isDescending ? .atLeast : .atMost, bound))
      default: return self
      }
    case .and(let filters):
      return .and(filters.map { $0.passing(value, at: path, isDescending: isDescending) })
    default: return self
    }
  }
}

extension ItemFilter.AttributeMatch {
  /// Whether it holds for all of several equal values, or for none of them.
  fileprivate var isComparison: Bool {
    switch self {
    case .compared, .between: true
    default: false
    }
  }
}

extension AttributeType {
  /// The value that an index has as an operand; nil for one that is not kept as it is.
  func json(_ operand: SQLFragment.Value) -> JSONValue? {
    switch (self, operand) {
    case (.boolean, .integer(let value)): .bool(value != 0)
    case (.number, .integer(let value)): .integer(value)
    case (.number, .real(let value)): .double(value)
    case (.text, .text(let text)) where !text.utf8.contains(1): .string(text)
    default: nil
    }
  }
}
