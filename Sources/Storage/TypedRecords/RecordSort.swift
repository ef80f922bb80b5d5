/// An order of records by one property, or by several.
///
/// `.descending(\.rating)`, or `[.descending(\.rating), .ascending(\.minutes)]`: by the first, equal records by the
/// next, finally by number. Records without the property come last in either direction.
public struct RecordSort<Record: ItemRecord>: Sendable, ExpressibleByArrayLiteral {
  private let result: Result<[ItemSort], StorageError>

  /// The order of ``ItemQuery/defaultSort``: by due date, then the most important first, then the oldest.
  public static var standard: RecordSort { .items(ItemQuery.defaultSort) }

  /// How well the records match the query's text, the best first; see ``ItemSort/Key/relevance``.
  public static var relevance: RecordSort { .items([.ascending(.relevance)]) }

  /// An order of the items that hold the records.
  public static func items(_ sort: [ItemSort]) -> RecordSort { RecordSort { sort } }

  /// By a property, the smallest value first.
  public static func ascending<Value: Encodable>(
    _ property: KeyPath<Record, Value>
  ) -> RecordSort {
    RecordSort { () throws(StorageError) in [.ascending(try key(of: property))] }
  }

  /// By a property, the greatest value first.
  public static func descending<Value: Encodable>(
    _ property: KeyPath<Record, Value>
  ) -> RecordSort {
    RecordSort { () throws(StorageError) in [.descending(try key(of: property))] }
  }

  /// By the first order, equal records by the next.
  public init(arrayLiteral orders: RecordSort...) { self.init(orders) }

  /// By the first order, equal records by the next.
  public init(_ orders: [RecordSort]) {
    self.init { () throws(StorageError) in
      var sort: [ItemSort] = []
      for order in orders { sort += try order.itemSort() }
      return sort
    }
  }

  private init(_ sort: () throws(StorageError) -> [ItemSort]) {
    do throws(StorageError) {
      result = .success(try sort())
    } catch {
      result = .failure(error)
    }
  }

  /// The order of the items, for a query of items.
  ///
  /// Throws ``StorageError/Code/misuse`` if the key of a key path cannot be found.
  public func itemSort() throws(StorageError) -> [ItemSort] { try result.get() }

  private static func key<Value: Encodable>(
    of property: KeyPath<Record, Value>
  ) throws(StorageError) -> ItemSort.Key {
    switch try RecordKeys<Record>.shared.key(of: property) {
    case .part(let part): .field(part)
    case .attribute(let path):
      if Value.self == Priority.self || Value.self == Priority?.self {
        throw StorageError(
          .invalidQuery,
          "The attribute '\(path)' is a priority, kept by its name; records sort by the item's own 'priority' alone."
        )
      } else {
        .attribute(path)
      }
    }
  }
}
