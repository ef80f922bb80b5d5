/// One key by which items are ordered; equal items are ordered by their number.
public struct ItemSort: Sendable, Hashable {
  /// The property by which items are ordered.
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
    /// How well the item matches the query's text; ascending means best first.
    ///
    /// Needs an ``ItemFilter/text(_:)`` as the filter itself or within its top-level `and`.
    case relevance
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
