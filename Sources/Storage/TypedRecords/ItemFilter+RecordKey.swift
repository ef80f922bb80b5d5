// Conditions on what a property of a record is: a part of the item or an attribute.

extension ItemFilter {
  static func exists(_ key: RecordKey, _ isThere: Bool) -> ItemFilter {
    switch key {
    case .part(let part): .field(part, .exists(isThere))
    case .attribute(let path):
      isThere ? .attribute(path, .exists) : .not(.attribute(path, .exists))
    }
  }

  static func isOne(of values: [JSONValue], _ key: RecordKey) -> ItemFilter {
    switch key {
    case .part(.id): .ids(Set(values.compactMap { $0.string.flatMap(ItemID.init(_:)) }))
    case .part(let part): .field(part, .oneOf(values))
    case .attribute(let path):
      values.count == 1
        ? .attribute(path, .compared(.equal, values[0])) : .attribute(path, .oneOf(values))
    }
  }

  static func compared(
    _ comparison: Comparison,
    _ json: JSONValue,
    of value: Any,
    _ key: RecordKey
  ) -> ItemFilter {
    switch key {
    case .part(let part): return .field(part, .compared(comparison, json))
    case .attribute(let path):
      guard let value = value as? Priority else {
        return .attribute(path, .compared(comparison, json))
      }
      // Kept by its name, whose order means nothing.
      let priorities = Priority.allCases.filter {
        comparison.holds(isBelow: $0 < value, isEqual: $0 == value)
      }
      return .attribute(path, .oneOf(priorities.map(\.jsonForm)))
    }
  }

  static func within(_ range: DateRange, _ key: RecordKey) -> ItemFilter {
    switch key {
    case .part(let part): .field(part, .within(range))
    case .attribute(let path): .attribute(path, .within(range))
    }
  }

  static func hasPrefix(_ prefix: String, _ key: RecordKey) -> ItemFilter {
    switch key {
    case .attribute(let path): return .attribute(path, .hasPrefix(prefix))
    case .part(let part):
      let start = ItemFilter.field(part, .compared(.atLeast, .string(prefix)))
      guard let end = prefix.endOfPrefix else { return start }
      return .and([start, .field(part, .compared(.below, .string(end)))])
    }
  }

  static func contains(_ text: String, _ key: RecordKey) -> ItemFilter {
    switch key {
    case .attribute(let path): .attribute(path, .contains(text))
    case .part(.tags): .tags(.all, [text])
    case .part(.blockers): .field(.blockers, .oneOf([.string(text)]))
    case .part(let part): .field(part, .contains(text))
    }
  }
}

extension RecordKey {
  /// Throws ``StorageError/Code/invalidQuery`` for a set as a whole, which is kept without an order to compare it by.
  func checkEquality(with value: Any) throws(StorageError) {
    switch self {
    case .part(let part) where part == .tags || part == .blockers:
      throw StorageError(
        .invalidQuery,
        "The \(part.name) of items are asked for one by one: .contains(…, in: …)."
      )
    case .attribute(let path) where Mirror(reflecting: value).isSetOfSeveral:
      throw StorageError(
        .invalidQuery,
        "The attribute '\(path)' is a set, which is asked for one element at a time: .contains(…, in: …)."
      )
    case .part, .attribute: return
    }
  }
}

extension Mirror {
  /// True for a set with at least two elements, and for an optional that holds one.
  fileprivate var isSetOfSeveral: Bool {
    if displayStyle == .optional {
      return children.first.map { Mirror(reflecting: $0.value).isSetOfSeveral } ?? false
    }
    return displayStyle == .set && children.count > 1
  }
}
