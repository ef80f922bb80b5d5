/// One key that items are ordered by; equal items are ordered by their number.
public struct ItemSort: Sendable, Hashable {
  /// What items are ordered by.
  public enum Key: Sendable, Hashable, CaseIterable {
    /// ``Item/dueAt``; items without one come last in either direction.
    case due
    /// ``Item/priority``
    case priority
    /// ``Item/createdAt``
    case created
    /// ``Item/updatedAt``
    case updated
    /// ``Item/title``, by its UTF-8 bytes.
    case title
    /// ``Item/number``
    case number
    /// How well the item answers the query's text; ascending means best first.
    ///
    /// Needs an ``ItemFilter/text(_:)`` at the top of the filter or within its top `and`.
    case relevance
  }

  /// What items are ordered by.
  public var key: Key
  /// Whether the greatest come first.
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
