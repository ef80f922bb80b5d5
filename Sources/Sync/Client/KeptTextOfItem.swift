public import Storage

/// A text that is kept beside an item's own text, with the item.
public struct KeptTextOfItem: Sendable, Equatable {
  /// The item.
  public var item: ItemID
  /// The item's number in this store.
  public var number: Int
  /// The item's title.
  public var title: String
  /// The text.
  public var kept: KeptText
  /// The field's present text.
  public var current: String

  /// Describes a kept text.
  public init(item: ItemID, number: Int, title: String, kept: KeptText, current: String) {
    self.item = item
    self.number = number
    self.title = title
    self.kept = kept
    self.current = current
  }
}

extension KeptTextOfItem {
  init(_ kept: KeptText, _ item: ReplicaItem, number: Int) {
    let current = item.register(of: kept.field)?.value.string
    self.init(
      item: item.id,
      number: number,
      title: item.title,
      kept: kept,
      current: current ?? ""
    )
  }
}
