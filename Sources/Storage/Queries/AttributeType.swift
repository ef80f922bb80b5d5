/// The type of an attribute's value, in the order in which types sort.
///
/// The raw values stand in indexes; they do not change once shipped.
enum AttributeType: Int, Sendable, CaseIterable {
  case boolean = 1
  case number = 2
  case text = 3
  case list = 4
  case object = 5
}

extension JSONValue {
  /// The type by which it compares and sorts; nil for null, which is not a value.
  var attributeType: AttributeType? {
    switch self {
    case .null: nil
    case .bool: .boolean
    case .integer, .double: .number
    case .string: .text
    case .array: .list
    case .object: .object
    }
  }

  /// Negative, zero or positive as this value sorts before, with or behind another of its type; nil for another type.
  func compare(_ other: JSONValue) -> Int? {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): (left ? 1 : 0) - (right ? 1 : 0)
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.double(let left), .double(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .double(let right)): left.compare(right)
    case (.double(let left), .integer(let right)): -right.compare(left)
    case (.string(let left), .string(let right)): utf8Compare(left, right)
    case (.array, .array), (.object, .object): utf8Compare(description, other.description)
    default: nil
    }
  }
}

extension Int64 {
  /// Compares exactly, also past 2^53, where not every integer is a double.
  fileprivate func compare(_ other: Double) -> Int {
    // The limits as doubles: -2^63 is exact, and the first double past `max` is 2^63.
    if other >= 0x1p63 { return -1 }
    if other < -0x1p63 { return 1 }
    let whole = Int64(other)
    if self != whole { return self < whole ? -1 : 1 }
    let fraction = other - other.rounded(.towardZero)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
