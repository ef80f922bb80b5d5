public import Storage

/// A row of the hub that makes no sense, or is in no page: the hub's copy of one item.
public struct DamagedRow: Sendable, Hashable {
  /// The item; nil if the hub cannot tell which.
  public var item: ItemID?
  /// The row's number on the hub.
  public var sequence: Int64

  /// Describes a row.
  public init(item: ItemID?, sequence: Int64) {
    self.item = item
    self.sequence = sequence
  }
}
