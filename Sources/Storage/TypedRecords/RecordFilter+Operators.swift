// Conditions on a record's property, written with Swift's operators.

/// Records whose property equals the value; nil finds those without one.
///
/// Numbers are equal by size, everything else by its JSON form.
public func == <Record: ItemRecord, Value: Encodable & Equatable>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .equal, value)
}

/// Records whose property does not equal the value; without a property there is no equality either.
public func != <Record: ItemRecord, Value: Encodable & Equatable>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .notEqual, value)
}

/// Records whose property comes before the value.
public func < <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .below, value)
}

/// Records that have a property which comes before the value.
public func < <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value?>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .below, value)
}

/// Records whose property is at most the value.
public func <= <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .atMost, value)
}

/// Records that have a property which is at most the value.
public func <= <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value?>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .atMost, value)
}

/// Records whose property comes after the value.
public func > <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .above, value)
}

/// Records that have a property which comes after the value.
public func > <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value?>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .above, value)
}

/// Records whose property is at least the value.
public func >= <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .atLeast, value)
}

/// Records that have a property which is at least the value.
public func >= <Record: ItemRecord, Value: OrderedAttribute>(
  property: KeyPath<Record, Value?>,
  value: Value
) -> RecordFilter<Record> {
  .compare(property, .atLeast, value)
}
