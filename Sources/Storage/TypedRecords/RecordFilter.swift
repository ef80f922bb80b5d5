/// A condition on records of a type, written with key paths.
///
/// ```swift
/// let quick = try await recipes.query(
///   \.minutes < 30 && .contains("fast", in: \.tags),
///   sort: .descending(\.rating),
///   limit: 20
/// )
/// ```
///
/// The operators `==`, `!=`, `<`, `<=`, `>` and `>=` compare a property with a value of its type,
/// `nil` included; `&&`, `||` and `!` combine conditions. A property that is a part of the item,
/// such as its title or its due date, becomes a condition on that part, every other property a
/// condition on an attribute. Conditions on attributes mean what ``ItemFilter/AttributeMatch``
/// says. As in Swift, `!=` holds for a record without a value.
///
/// A key path whose key cannot be found makes the query throw ``StorageError/Code/misuse``, which says
/// how to name it; see ``ItemRecord/keys``.
public struct RecordFilter<Record: ItemRecord>: Sendable {
  /// The condition on items, or why there is none.
  private let result: Result<ItemFilter, StorageError>

  /// A condition on the items that hold the records.
  public static func items(_ filter: ItemFilter) -> RecordFilter { RecordFilter { filter } }

  /// Every record.
  public static var all: RecordFilter { .items(.all) }

  /// Records in whose title, notes or tags every one of these words begins a word; see ``ItemFilter/text(_:)``.
  public static func text(_ words: String) -> RecordFilter { .items(.text(words)) }

  init(_ filter: () throws(StorageError) -> ItemFilter) {
    do throws(StorageError) {
      result = .success(try filter())
    } catch {
      result = .failure(error)
    }
  }

  /// The condition on items, without their kind, for a query of items.
  ///
  /// Throws ``StorageError/Code/misuse`` if the key of a key path cannot be found, and
  /// ``StorageError/Code/invalidQuery`` for what cannot be compared.
  public func itemFilter() throws(StorageError) -> ItemFilter { try result.get() }
}

extension RecordFilter {
  /// Records to which both conditions apply.
  public static func && (left: RecordFilter, right: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      .and(try left.itemFilter().conjuncts + right.itemFilter().conjuncts)
    }
  }

  /// Records to which at least one of the conditions applies.
  public static func || (left: RecordFilter, right: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      .or(try left.itemFilter().disjuncts + right.itemFilter().disjuncts)
    }
  }

  /// Records to which the condition does not apply.
  public static prefix func ! (filter: RecordFilter) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .not(try filter.itemFilter()) }
  }
}

extension ItemFilter {
  /// The filter for items of one kind; keeps a text where an order by relevance looks for it.
  func restricted(toKind kind: String) -> ItemFilter { .and([.kind(kind)] + conjuncts) }

  /// The conditions that must all hold; so a chain of them is not nested.
  fileprivate var conjuncts: [ItemFilter] {
    switch self {
    case .all: []
    case .and(let filters): filters
    default: [self]
    }
  }

  /// The conditions of which one must hold.
  fileprivate var disjuncts: [ItemFilter] {
    if case .or(let filters) = self { filters } else { [self] }
  }
}

// MARK: - Conditions on one property

extension RecordFilter {
  /// Records whose property lies in the range, both ends included.
  public static func value<Value: OrderedAttribute>(
    of property: KeyPath<Record, Value>,
    in range: ClosedRange<Value>
  ) -> RecordFilter {
    between(property, range)
  }

  /// Records whose property has a value in the range, both ends included.
  public static func value<Value: OrderedAttribute>(
    of property: KeyPath<Record, Value?>,
    in range: ClosedRange<Value>
  ) -> RecordFilter {
    between(property, range)
  }

  /// Records whose property is one of these values.
  public static func value<Value: Encodable & Equatable>(
    of property: KeyPath<Record, Value>,
    in values: [Value]
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      let (key, json) = (try key(of: property), try Self.json(of: values))
      let isOne = ItemFilter.isOne(of: json.filter { $0 != .null }, key)
      return json.contains(.null) ? .or([.exists(key, false), isOne]) : isOne
    }
  }

  /// Records whose property is one of these JSON values.
  static func isOne<Value: Encodable>(
    of values: [JSONValue],
    at property: KeyPath<Record, Value>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .isOne(of: values, try key(of: property)) }
  }

  /// Records whose day or time, a part of the item such as its due date, lies within the range.
  ///
  /// `.value(of: \.due, in: .today)`. Attributes are compared with operators.
  public static func value<Value: Encodable>(
    of property: KeyPath<Record, Value>,
    in range: DateRange
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      guard case .part(let part) = try key(of: property) else {
        throw StorageError(.invalidQuery, "A range of days is for an item's own days and times.")
      }
      return .field(part, .within(range))
    }
  }

  /// Records whose text begins with the bytes of this one.
  public static func hasPrefix(
    _ prefix: String,
    of property: KeyPath<Record, String>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .hasPrefix(prefix, try key(of: property)) }
  }

  /// Records that have a text which begins with the bytes of this one.
  public static func hasPrefix(
    _ prefix: String,
    of property: KeyPath<Record, String?>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .hasPrefix(prefix, try key(of: property)) }
  }

  /// Records whose list or set holds this text.
  public static func contains(
    _ element: String,
    in property: KeyPath<Record, some Collection<String> & Encodable>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in try .contains(element, try key(of: property)) }
  }

  /// Records whose list or set holds this value, which is kept as a text.
  public static func contains<Element: RawRepresentable<String> & Encodable>(
    _ element: Element,
    in property: KeyPath<Record, some Collection<Element> & Encodable>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      try .contains(element.rawValue, try key(of: property))
    }
  }

  /// Records whose list or set refers to a record.
  public static func contains<Other: ItemRecord>(
    _ reference: Reference<Other>,
    in property: KeyPath<Record, some Collection<Reference<Other>> & Encodable>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      try .contains(reference.id.description, try key(of: property))
    }
  }

  /// Records whose text contains this one, by its bytes; for words in titles and notes see ``text(_:)``.
  public static func contains(
    _ text: String,
    in property: KeyPath<Record, String>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in try .contains(text, try key(of: property)) }
  }

  static func compare<Value: Encodable>(
    _ property: KeyPath<Record, Value>,
    _ comparison: ItemFilter.Comparison,
    _ value: some Encodable
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      let (key, json) = (try key(of: property), try Self.json(of: value))
      return switch (comparison, json) {
      case (.equal, .null): .exists(key, false)
      case (.notEqual, .null): .exists(key, true)
      case (.notEqual, _): .not(.isOne(of: [json], key))
      case (.equal, _): .isOne(of: [json], key)
      default: try .compared(comparison, json, of: value, key)
      }
    }
  }

  private static func between<Value: Encodable, Bound: OrderedAttribute>(
    _ property: KeyPath<Record, Value>,
    _ range: ClosedRange<Bound>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      let key = try key(of: property)
      let bounds = (try json(of: range.lowerBound), try json(of: range.upperBound))
      if case .attribute(let path) = key { return .attribute(path, .between(bounds.0, bounds.1)) }
      return .and([
        try .compared(.atLeast, bounds.0, of: range.lowerBound, key),
        try .compared(.atMost, bounds.1, of: range.lowerBound, key),
      ])
    }
  }

  private static func key<Value: Encodable>(
    of property: KeyPath<Record, Value>
  ) throws(StorageError) -> RecordKey {
    try RecordKeys<Record>.shared.key(of: property)
  }

  private static func json(of values: [some Encodable]) throws(StorageError) -> [JSONValue] {
    var json: [JSONValue] = []
    for value in values { json.append(try self.json(of: value)) }
    return json
  }

  private static func json(of value: some Encodable) throws(StorageError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(encoding: value)
    } catch {
      throw StorageError(
        .invalidQuery,
        "A property of \(Record.self) cannot be compared with that: \(error.message).",
        cause: error
      )
    }
  }
}

// MARK: - The same on parts and attributes

extension ItemFilter {
  fileprivate static func exists(_ key: RecordKey, _ isThere: Bool) -> ItemFilter {
    switch key {
    case .part(let part): .field(part, .exists(isThere))
    case .attribute(let path):
      isThere ? .attribute(path, .exists) : .not(.attribute(path, .exists))
    }
  }

  fileprivate static func isOne(of values: [JSONValue], _ key: RecordKey) -> ItemFilter {
    switch key {
    case .part(.id): .ids(Set(values.compactMap { $0.string.flatMap(ItemID.init(_:)) }))
    case .part(let part): .field(part, .oneOf(values))
    case .attribute(let path):
      values.count == 1
        ? .attribute(path, .compared(.equal, values[0])) : .attribute(path, .oneOf(values))
    }
  }

  fileprivate static func compared(
    _ comparison: Comparison,
    _ json: JSONValue,
    of value: Any,
    _ key: RecordKey
  ) throws(StorageError) -> ItemFilter {
    switch key {
    case .part(let part): return .field(part, .compared(comparison, json))
    case .attribute(let path):
      guard !(value is Priority) else {
        throw StorageError(
          .invalidQuery,
          "The attribute '\(path)' cannot be compared: a priority has an order as an item's part alone."
        )
      }
      return .attribute(path, .compared(comparison, json))
    }
  }

  fileprivate static func hasPrefix(_ prefix: String, _ key: RecordKey) -> ItemFilter {
    switch key {
    case .attribute(let path): return .attribute(path, .hasPrefix(prefix))
    case .part(let part):
      let start = ItemFilter.field(part, .compared(.atLeast, .string(prefix)))
      guard let end = prefix.endOfPrefix else { return start }
      return .and([start, .field(part, .compared(.below, .string(end)))])
    }
  }

  fileprivate static func contains(_ text: String, _ key: RecordKey) throws(StorageError)
    -> ItemFilter
  {
    switch key {
    case .attribute(let path): return .attribute(path, .contains(text))
    case .part(.tags): return .tags(.all, [text])
    case .part(let part):
      throw StorageError(
        .invalidQuery,
        "What the \(part.name) of items contains is asked for by .text(…), which finds words."
      )
    }
  }
}
