/// One key by which items are ordered; equal items are ordered by their number.
public struct ItemSort: Sendable, Hashable {
  /// The property by which items are ordered.
  public enum Key: Sendable, Hashable {
    /// A part of the item: numbers and times by size, texts by their UTF-8 bytes, named values by
    /// their order; items without a time or a number come last in either direction.
    ///
    /// A part without an order, a set or an object, is refused with ``StorageError/Code/invalidQuery``.
    case field(ItemPart)
    /// How well the item matches the query's text; ascending means best first.
    ///
    /// Needs an ``ItemFilter/text(_:)`` as the filter itself or within its top-level `and`.
    case relevance

    /// By ``Item/dueAt``.
    public static let due = Key.field(.dueAt)
    /// By ``Item/priority``.
    public static let priority = Key.field(.priority)
    /// By ``Item/createdAt``.
    public static let created = Key.field(.createdAt)
    /// By ``Item/updatedAt``.
    public static let updated = Key.field(.updatedAt)
    /// By ``Item/title``.
    public static let title = Key.field(.title)
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
  /// Nil for ``Key/relevance``, which depends on the query, and for a part without an order.
  public func value(of item: Item) -> ItemCursor.Value? {
    guard case .field(let part) = key, part.isOrdered else { return nil }
    if let value = item.value(of: part).flatMap(part.operand) { return value }
    return part.form == .text ? .text("") : .integer(isDescending ? -Int64.max : Int64.max)
  }
}
