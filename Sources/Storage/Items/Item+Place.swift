// The rules on where an item may stand.

extension Item {
  /// Checks that the item and the items under it form no circle and are not too deep; for authors of backends.
  ///
  /// A backend calls it when an item gets another parent. A parent that the store does not know is
  /// allowed: an import or a sync may bring it later, and until then the item is at the top level.
  /// The record of a completion may be under its item at any depth, so every item can be completed.
  ///
  /// - Parameters:
  ///   - parentOf: The parent of an item of the store, live or deleted.
  ///   - childrenOf: The live items directly under one; needed where an item is moved, as it takes them along.
  /// - Throws: ``StorageError/Code/invalidItem``.
  public func checkParent(
    _ parentOf: (ItemID) throws(StorageError) -> ItemID?,
    childrenOf: (ItemID) throws(StorageError) -> [Item] = { _ in [] }
  ) throws(StorageError) {
    guard parent != nil else { return }
    guard parent != id else { throw .invalid("The item would stand under itself.") }
    var above: Set<ItemID> = []
    var next = parent
    // Those above may stand in a circle, or deeper than an edit allows: other devices put them there.
    while let id = next, above.count < Item.mostAbove, above.insert(id).inserted {
      guard id != self.id else {
        throw .invalid("The item would stand under itself. Move one of those between first.")
      }
      next = try parentOf(id)
    }
    guard above.count <= ItemLimits.level || isRecord else {
      throw .invalid("The item would stand under more than \(ItemLimits.level) others.")
    }
    try checkBelow(above.count, childrenOf)
  }

  /// Checks that what stands under the item would not stand too deep with so many above the item.
  private func checkBelow(
    _ countAbove: Int,
    _ childrenOf: (ItemID) throws(StorageError) -> [Item]
  ) throws(StorageError) {
    var (ids, met) = ([id], Set([id]))
    for count in (countAbove + 1)... {
      var below: [ItemID] = []
      for id in ids {
        // Records stand a level deeper than anything else may, and nothing of a circle is met twice.
        for child in try childrenOf(id) where !child.isRecord && met.insert(child.id).inserted {
          below.append(child.id)
        }
      }
      guard !below.isEmpty else { return }
      guard count <= ItemLimits.level else {
        throw .invalid(
          "What stands under the item would stand under more than \(ItemLimits.level) others."
        )
      }
      ids = below
    }
  }

  /// As far up as an item is looked for above itself.
  private static let mostAbove = 1_000

  /// Whether it is the done copy that stays of an occurrence of its parent.
  package var isRecord: Bool {
    guard let parent, let occurrence else { return false }
    return (0..<8).contains { id == ItemID(of: occurrence, of: parent, round: $0) }
  }
}
