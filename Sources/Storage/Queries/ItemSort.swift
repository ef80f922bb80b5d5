#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One key by which items are ordered; equal items are ordered by their number.
public struct ItemSort: Sendable, Hashable {
  /// The property by which items are ordered.
  public enum Key: Sendable, Hashable {
    /// A part of the item: numbers and times by size, texts by their UTF-8 bytes, named values by
    /// their order; items without a time or a number come last in either direction.
    ///
    /// A day counts as its first moment in the query's zone, and comes before an instant at that moment.
    ///
    /// A part without an order, a set or an object, is refused with ``StorageError/Code/invalidQuery``.
    case field(ItemPart)
    /// The value at a path of the attributes; items without one come last in either direction.
    ///
    /// By type: Booleans, numbers, texts, lists, objects. Within a type, false before true, numbers
    /// by size, 1 with 1.0, texts by their UTF-8 bytes, lists and objects by their compact JSON.
    /// Descending turns both around. An ``AttributeIndex`` of the path gives pages in this order
    /// without reading what lies before them.
    case attribute(AttributePath)
    /// How well the item matches the query's text; ascending means best first.
    ///
    /// Needs an ``ItemFilter/text(_:)`` as the filter itself or within its top-level `and`.
    case relevance
    /// The group of an item in the order of what to do next; ascending, overdue items come first.
    ///
    /// The first group that fits counts: 8 done or cancelled; 7 starts later; 1 overdue; 2 due today; 3 of high
    /// priority; 4 due within the seven days after today; 5 of medium priority; 6 any other. Now, today and the days
    /// are those of the query and its zone; the pages of one walk keep the moment at which it began. To order items
    /// within a group, see ``ItemQuery/nextSort``.
    case urgency

    /// By ``Item/start``.
    public static let start = Key.field(.start)
    /// By ``Item/due``.
    public static let due = Key.field(.due)
    /// By ``Item/priority``.
    public static let priority = Key.field(.priority)
    /// By ``Item/createdAt``.
    public static let created = Key.field(.createdAt)
    /// By ``Item/updatedAt``.
    public static let updated = Key.field(.updatedAt)
    /// By ``Item/title``.
    public static let title = Key.field(.title)
    /// By ``Item/rank``, the order by hand within a list; items without one come last in either direction.
    public static let rank = Key.field(.rank)
    /// By ``Item/number``.
    public static let number = Key.field(.number)
  }

  /// The property by which items are ordered.
  public var key: Key
  /// Whether the greatest values come first.
  public var isDescending: Bool

  /// Orders by a key.
  public init(_ key: Key, descending: Bool = false) {
    self.key = key
    self.isDescending = descending
  }

  /// Orders by a key, the smallest first.
  public static func ascending(_ key: Key) -> ItemSort { ItemSort(key) }

  /// Orders by a key, the greatest first.
  public static func descending(_ key: Key) -> ItemSort { ItemSort(key, descending: true) }
}

extension ItemSort {
  /// The key's value of an item; for authors of backends.
  ///
  /// Nil for ``Key/relevance``, which depends on the query, and for a part without an order; an order by urgency has a
  /// value only with the moment of the query.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - zone: The zone that decides where days stand among moments.
  ///   - moment: The moment of the query, for an order by urgency.
  ///   - isBlocked: True if the item matches ``ItemFilter/blocked``, for an order by urgency.
  /// - Returns: The value.
  public func value(
    of item: Item,
    in zone: LocalZone = .current,
    at moment: Date? = nil,
    isBlocked: Bool = false
  ) -> ItemCursor.Value? {
    if key == .urgency {
      return moment.map { UrgencyRule(at: $0, in: zone).value(of: item, isBlocked: isBlocked) }
    }
    if case .attribute(let path) = key { return .init(attribute: item.attribute(at: path)) }
    guard case .field(let part) = key, part.isOrdered else { return nil }
    if part.form == .dayOrTime {
      let nothing = isDescending ? -Int64.max : Int64.max
      return .integer(part.dayOrInstant(of: item)?.order(in: zone) ?? nothing)
    }
    if let value = item.value(of: part).flatMap(part.operand) { return value }
    return part.form == .text ? .text("") : .integer(isDescending ? -Int64.max : Int64.max)
  }
}

extension ItemSort.Key {
  /// Whether its values may be days, whose order depends on a zone.
  var hasDays: Bool {
    switch self {
    case .field(let part): part.form == .dayOrTime
    case .urgency: true
    case .attribute, .relevance: false
    }
  }
}

extension ItemPart {
  /// The value of a part of days and times; nil for none.
  func dayOrInstant(of item: Item) -> DayOrInstant? {
    item.value(of: self).flatMap(DayOrInstant.init(jsonForm:))
  }
}

extension ItemSort {
  /// Whether an item with the first value of this key comes before one with the second; for authors of backends.
  ///
  /// Neither comes before the other if they are equal, as 1 and 1.0 are in an attribute.
  public func precedes(_ first: ItemCursor.Value, _ second: ItemCursor.Value) -> Bool {
    if key == .rank, let order = rankOrder(first, second) { return order }
    guard case .attribute = key else { return isDescending ? second < first : first < second }
    if first == .missing || second == .missing { return first != .missing }
    return isDescending ? second.isBelow(first) : first.isBelow(second)
  }
}

extension ItemSort {
  /// The order of two ranks of which one is missing; nil for any others.
  private func rankOrder(_ first: ItemCursor.Value, _ second: ItemCursor.Value) -> Bool? {
    let (isFirstThere, isSecondThere) = (first != .text(""), second != .text(""))
    return isFirstThere == isSecondThere ? nil : isFirstThere
  }
}

extension ItemCursor.Value {
  /// Whether the first attribute is of an earlier type, or of the same type and less.
  fileprivate func isBelow(_ other: ItemCursor.Value) -> Bool {
    guard let left = attribute, let right = other.attribute, let type = left.attributeType,
      let otherType = right.attributeType
    else { return false }
    if type != otherType { return type.rawValue < otherType.rawValue }
    return left.compare(right).map { $0 < 0 } ?? false
  }

  /// The attribute's value.
  private var attribute: JSONValue? {
    switch self {
    case .missing: nil
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .json(let text): try? JSONParser.parse(text)
    }
  }
}
