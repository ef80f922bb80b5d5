/// A request for figures of live items: of which values, and how the items are grouped.
public struct FiguresQuery: Sendable, Equatable {
  /// Which items.
  public var filter: ItemFilter
  /// The value whose sum, average, minimum and maximum to compute; nil only counts items.
  public var value: Source?
  /// The value by which items are grouped; nil makes one group of all.
  public var group: Source?
  /// The zone of the caller: it decides which moments belong to which day.
  public var zone: LocalZone

  /// A value of an item.
  public enum Source: Sendable, Hashable {
    /// A part of the item, as JSON.
    case field(ItemPart)
    /// The value at a path of the attributes.
    case attribute(AttributePath)
  }

  /// Asks for figures.
  public init(
    _ filter: ItemFilter = .all,
    of value: Source? = nil,
    by group: Source? = nil,
    zone: LocalZone = .current
  ) {
    self.filter = filter
    self.value = value
    self.group = group
    self.zone = zone
  }
}

extension FiguresQuery.Source {
  /// The value of an item; nil without one.
  func value(of item: Item) -> JSONValue? {
    switch self {
    case .field(let part): item.value(of: part)
    case .attribute(let path): item.attribute(at: path)
    }
  }

  /// The path, if it is of an attribute.
  var path: AttributePath? { if case .attribute(let path) = self { path } else { nil } }
}

/// The figures of one group of items.
public struct ItemFigures: Sendable, Equatable {
  /// The value that the items have in common; nil for items without one, and without grouping.
  ///
  /// Numbers of one size are one group: 1 and 1.0 are the integer 1.
  public var group: JSONValue?
  /// The number of items.
  public var count: Int
  /// The number of items with a value.
  public var valueCount: Int
  /// The sum of the numbers among the values; zero without one.
  ///
  /// An integer, and exact, if all are integers and it fits in 64 bits; else a double.
  public var sum: JSONValue
  /// The mean of the numbers; nil without one.
  public var average: Double?
  /// The value that sorts first, as ``ItemSort/Key/attribute(_:)`` says; nil without one.
  public var minimum: JSONValue?
  /// The value that sorts last; nil without one.
  public var maximum: JSONValue?

  /// Makes figures; for authors of backends.
  public init(
    group: JSONValue? = nil,
    count: Int = 0,
    valueCount: Int = 0,
    sum: JSONValue = 0,
    average: Double? = nil,
    minimum: JSONValue? = nil,
    maximum: JSONValue? = nil
  ) {
    self.group = group
    self.count = count
    self.valueCount = valueCount
    self.sum = sum
    self.average = average
    self.minimum = minimum
    self.maximum = maximum
  }
}
