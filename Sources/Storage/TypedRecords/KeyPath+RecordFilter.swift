// Conditions on a record's property, written with Swift's operators.

extension KeyPath where Root: ItemRecord, Value: Encodable & Equatable {
  /// Records whose property equals the value; nil finds those without one.
  ///
  /// Numbers are equal by size, everything else by its JSON form.
  public static func == (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .equal, value)
  }

  /// Records whose property does not equal the value, including records without the property.
  public static func != (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .notEqual, value)
  }
}

extension KeyPath where Root: ItemRecord, Value: OrderedAttribute {
  /// Records whose property comes before the value.
  public static func < (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .below, value)
  }

  /// Records whose property is at most the value.
  public static func <= (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .atMost, value)
  }

  /// Records whose property comes after the value.
  public static func > (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .above, value)
  }

  /// Records whose property is at least the value.
  public static func >= (property: KeyPath, value: Value) -> RecordFilter<Root> {
    .compare(property, .atLeast, value)
  }
}

extension KeyPath where Root: ItemRecord {
  /// Records that have a property which comes before the value.
  public static func < <Wrapped: OrderedAttribute>(
    property: KeyPath,
    value: Wrapped
  ) -> RecordFilter<Root> where Value == Wrapped? {
    .compare(property, .below, value)
  }

  /// Records that have a property which is at most the value.
  public static func <= <Wrapped: OrderedAttribute>(
    property: KeyPath,
    value: Wrapped
  ) -> RecordFilter<Root> where Value == Wrapped? {
    .compare(property, .atMost, value)
  }

  /// Records that have a property which comes after the value.
  public static func > <Wrapped: OrderedAttribute>(
    property: KeyPath,
    value: Wrapped
  ) -> RecordFilter<Root> where Value == Wrapped? {
    .compare(property, .above, value)
  }

  /// Records that have a property which is at least the value.
  public static func >= <Wrapped: OrderedAttribute>(
    property: KeyPath,
    value: Wrapped
  ) -> RecordFilter<Root> where Value == Wrapped? {
    .compare(property, .atLeast, value)
  }
}
