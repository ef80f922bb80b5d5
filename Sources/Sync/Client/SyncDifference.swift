public import Storage

/// An item that differs between a store and its hub, although it should be the same.
public struct SyncDifference: Sendable, Equatable {
  /// How an item differs.
  public enum Kind: Sendable, Equatable {
    /// The hub has the item, the store does not.
    case missingHere
    /// The store has the item, the hub does not.
    case missingOnHub
    /// These fields have other values or stamps; see `Field` of Storage for the names.
    case fields([String])
  }

  /// The item.
  public var item: ItemID
  /// The item's title: the store's, or else the hub's.
  public var title: String
  /// How it differs.
  public var kind: Kind

  /// Describes a difference.
  public init(item: ItemID, title: String, kind: Kind) {
    self.item = item
    self.title = title
    self.kind = kind
  }
}
