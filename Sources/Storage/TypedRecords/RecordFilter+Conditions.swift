// Conditions on one property that have no operator.

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

  /// Records whose property lies in the range, whose end is not included.
  public static func value<Value: OrderedAttribute>(
    of property: KeyPath<Record, Value>,
    in range: Range<Value>
  ) -> RecordFilter {
    compare(property, .atLeast, range.lowerBound) && compare(property, .below, range.upperBound)
  }

  /// Records whose property has a value in the range, whose end is not included.
  public static func value<Value: OrderedAttribute>(
    of property: KeyPath<Record, Value?>,
    in range: Range<Value>
  ) -> RecordFilter {
    compare(property, .atLeast, range.lowerBound) && compare(property, .below, range.upperBound)
  }

  /// Records whose property is one of these values.
  public static func value<Value: Encodable & Equatable>(
    of property: KeyPath<Record, Value>,
    in values: [Value]
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      let (key, json) = (try key(of: property), try Self.json(of: values))
      for value in values { try key.checkEquality(with: value) }
      let isOne = ItemFilter.isOne(of: json.filter { $0 != .null }, key)
      return json.contains(.null) ? .or([.exists(key, false), isOne]) : isOne
    }
  }

  /// Records whose day or time lies within the range: `.value(of: \.due, in: .today)`.
  ///
  /// The zone and the time are those of the query; see ``ItemQuery/zone``.
  public static func value<Value: DateRangeElement>(
    of property: KeyPath<Record, Value>,
    in range: DateRange
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .within(range, try key(of: property)) }
  }

  /// Records that have a day or a time within the range.
  public static func value<Value: DateRangeElement>(
    of property: KeyPath<Record, Value?>,
    in range: DateRange
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .within(range, try key(of: property)) }
  }
}

// MARK: - Texts and elements

extension RecordFilter {
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

  /// Records whose text contains this one, by its bytes; for words in titles and notes see ``text(_:)``.
  public static func contains(
    _ text: String,
    in property: KeyPath<Record, String>
  ) -> RecordFilter {
    contains(text, at: property)
  }

  /// Records that have a text which contains this one, by its bytes.
  public static func contains(
    _ text: String,
    in property: KeyPath<Record, String?>
  ) -> RecordFilter {
    contains(text, at: property)
  }

  /// Records whose list or set holds this text.
  public static func contains(
    _ element: String,
    in property: KeyPath<Record, some Collection<String> & Encodable>
  ) -> RecordFilter {
    contains(element, at: property)
  }

  /// Records that have a list or set which holds this text.
  public static func contains<Elements: Collection<String> & Encodable>(
    _ element: String,
    in property: KeyPath<Record, Elements?>
  ) -> RecordFilter {
    contains(element, at: property)
  }

  /// Records whose list or set holds this value, which is kept as a text.
  public static func contains<Element: RawRepresentable<String> & Encodable>(
    _ element: Element,
    in property: KeyPath<Record, some Collection<Element> & Encodable>
  ) -> RecordFilter {
    contains(element.rawValue, at: property)
  }

  /// Records whose list or set refers to a record.
  public static func contains<Other: ItemRecord>(
    _ reference: Reference<Other>,
    in property: KeyPath<Record, some Collection<Reference<Other>> & Encodable>
  ) -> RecordFilter {
    contains(reference.id.description, at: property)
  }

  private static func contains<Value: Encodable>(
    _ text: String,
    at property: KeyPath<Record, Value>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .contains(text, try key(of: property)) }
  }
}

// MARK: - What operators mean

extension RecordFilter {
  /// Records whose property is one of these JSON values.
  static func isOne<Value: Encodable>(
    of values: [JSONValue],
    at property: KeyPath<Record, Value>
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in .isOne(of: values, try key(of: property)) }
  }

  static func compare<Value: Encodable>(
    _ property: KeyPath<Record, Value>,
    _ comparison: ItemFilter.Comparison,
    _ value: some Encodable
  ) -> RecordFilter {
    RecordFilter { () throws(StorageError) in
      let (key, json) = (try key(of: property), try Self.json(of: value))
      try key.checkEquality(with: value)
      return switch (comparison, json) {
      case (.equal, .null): .exists(key, false)
      case (.notEqual, .null): .exists(key, true)
      case (.notEqual, _): .not(.isOne(of: [json], key))
      case (.equal, _): .isOne(of: [json], key)
      default: .compared(comparison, json, of: value, key)
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
      if case .attribute(let path) = key, !(range.lowerBound is Priority) {
        return .attribute(path, .between(bounds.0, bounds.1))
      }
      return .and([
        .compared(.atLeast, bounds.0, of: range.lowerBound, key),
        .compared(.atMost, bounds.1, of: range.upperBound, key),
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
