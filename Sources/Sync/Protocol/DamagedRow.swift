public import Storage

/// A row of the hub, its copy of one item, that is not valid or in no page.
public struct DamagedRow: Sendable, Hashable {
  /// The item; nil if the hub does not know which one it is.
  public var item: ItemID?
  /// The row's number on the hub.
  public var sequence: Int64

  /// Describes a row.
  public init(item: ItemID?, sequence: Int64) {
    self.item = item
    self.sequence = sequence
  }
}
