// Figures of records. A figure is worth an index only for a filter: it reads each record that matches.

extension ItemRecords {
  /// The sum of a number over the records that match the filter; zero if none does.
  ///
  /// Integers add up exactly; a sum that the type cannot hold throws ``StorageError/Code/attributeMismatch``.
  public func sum<Number: Numeric & Codable>(
    of property: any KeyPath<Record, Number> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Number {
    try await figures(of: property, filter).sum.decoded(as: Number.self, of: Record.self)
  }

  /// The sum of a number over the records that match the filter and have one; zero if none does.
  public func sum<Number: Numeric & Codable>(
    of property: any KeyPath<Record, Number?> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Number {
    try await figures(of: property, filter).sum.decoded(as: Number.self, of: Record.self)
  }

  /// The average of a number over the records that match the filter; nil if none has one.
  public func average<Number: Encodable>(
    of property: any KeyPath<Record, Number> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Double? {
    try await figures(of: property, filter).average
  }

  /// The least value of a property among the records that match the filter; nil if none does.
  ///
  /// One look into an ``AttributeIndex`` of the property, if there is one.
  public func minimum<Value: OrderedAttribute>(
    of property: any KeyPath<Record, Value> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Value? {
    try await first(filter, sort: .ascending(property))?.record[keyPath: property]
  }

  /// The least value of a property among the records that match the filter and have one.
  public func minimum<Value: OrderedAttribute>(
    of property: any KeyPath<Record, Value?> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Value? {
    try await first(filter && property != nil, sort: .ascending(property))?
      .record[keyPath: property]
  }

  /// The greatest value of a property among the records that match the filter; nil if none does.
  ///
  /// One look into an ``AttributeIndex`` of the property, if there is one.
  public func maximum<Value: OrderedAttribute>(
    of property: any KeyPath<Record, Value> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Value? {
    try await first(filter, sort: .descending(property))?.record[keyPath: property]
  }

  /// The greatest value of a property among the records that match the filter and have one.
  public func maximum<Value: OrderedAttribute>(
    of property: any KeyPath<Record, Value?> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Value? {
    try await first(filter && property != nil, sort: .descending(property))?
      .record[keyPath: property]
  }

  /// How many records that match the filter have each value of a property.
  ///
  /// `try await recipes.counts(by: \.cuisine)["thai"]`. Records without a value count under nil, if the
  /// property may be nil.
  public func counts<Group: Codable & Hashable>(
    by property: any KeyPath<Record, Group> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> [Group: Int] {
    let query = FiguresQuery(try restricted(filter), by: try source(of: property))
    var counts: [Group: Int] = [:]
    for figures in try await repository.figures(query) {
      counts[try figures.decodedGroup(of: Record.self), default: 0] += figures.count
    }
    return counts
  }

  /// The figures of a number for each value of another property, in the order of these values.
  ///
  /// ```swift
  /// for group in try await recipes.groups(by: \.cuisine, of: \.minutes) {
  ///   print(group.key, group.count, group.average ?? 0)
  /// }
  /// ```
  public func groups<Group: Codable, Value: Codable>(
    by property: any KeyPath<Record, Group> & Sendable,
    of value: any KeyPath<Record, Value> & Sendable,
    where filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> [RecordGroup<Group, Value>] {
    let query = FiguresQuery(
      try restricted(filter),
      of: try source(of: value),
      by: try source(of: property)
    )
    var groups: [RecordGroup<Group, Value>] = []
    for figures in try await repository.figures(query) {
      groups.append(
        RecordGroup(
          key: try figures.decodedGroup(of: Record.self),
          count: figures.count,
          sum: figures.sum.number,
          average: figures.average,
          minimum: try figures.minimum?.decoded(as: Value.self, of: Record.self),
          maximum: try figures.maximum?.decoded(as: Value.self, of: Record.self)
        )
      )
    }
    return groups
  }

  private func figures<Value: Encodable>(
    of property: KeyPath<Record, Value>,
    _ filter: RecordFilter<Record>
  ) async throws(StorageError) -> ItemFigures {
    let query = FiguresQuery(try restricted(filter), of: try source(of: property))
    return try await repository.figures(query).first ?? ItemFigures()
  }

  private func restricted(_ filter: RecordFilter<Record>) throws(StorageError) -> ItemFilter {
    try filter.itemFilter().restricted(toKind: Record.kind)
  }

  private func source<Value: Encodable>(
    of property: KeyPath<Record, Value>
  ) throws(StorageError) -> FiguresQuery.Source {
    switch try RecordKeys<Record>.shared.key(of: property) {
    case .part(let part): .field(part)
    case .attribute(let path): .attribute(path)
    }
  }
}

/// The figures of the records that have one value in common.
public struct RecordGroup<Key, Value> {
  /// The value that they have in common.
  public let key: Key
  /// The number of records.
  public let count: Int
  /// The sum of their numbers; zero without one.
  public let sum: Double
  /// The sum of their numbers divided by how many they are; nil without one.
  public let average: Double?
  /// The least value; nil without one.
  public let minimum: Value?
  /// The greatest value; nil without one.
  public let maximum: Value?
}

extension RecordGroup: Sendable where Key: Sendable, Value: Sendable {}
extension RecordGroup: Equatable where Key: Equatable, Value: Equatable {}

extension ItemFigures {
  fileprivate func decodedGroup<Group: Decodable>(
    of type: Any.Type
  ) throws(StorageError) -> Group {
    try (group ?? .null).decoded(as: Group.self, of: type)
  }
}

extension JSONValue {
  fileprivate var number: Double { integer.map { Double($0) } ?? double ?? 0 }

  /// A figure as a value of a record's property.
  fileprivate func decoded<Value: Decodable>(
    as type: Value.Type,
    of record: Any.Type
  ) throws(StorageError) -> Value {
    do throws(JSONError) {
      return try decoded(as: type)
    } catch {
      throw StorageError(
        .attributeMismatch,
        "A figure of \(record) records cannot be read as \(type): \(error.message).",
        cause: error
      )
    }
  }
}
