// The rules on where an item may stand.

extension Item {
  /// Checks that the item would not stand under itself or too deep; for authors of backends.
  ///
  /// A backend calls it where an item gets another parent. A parent that the store does not know is allowed: it may
  /// come later, by an import or a sync, and until then the item stands at the top. The record of a completion may
  /// stand under its item wherever that stands: an item that was allowed there can be completed there.
  ///
  /// - Parameter parentOf: The parent of an item of the store, live or deleted.
  /// - Throws: ``StorageError/Code/invalidItem``.
  public func checkParent(
    _ parentOf: (ItemID) throws(StorageError) -> ItemID?
  ) throws(StorageError) {
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
  }

  /// As far up as an item is looked for above itself.
  private static let mostAbove = 1_000

  /// Whether it is the done copy that stays of an occurrence of its parent.
  package var isRecord: Bool {
    guard let parent, let occurrence else { return false }
    return (0..<8).contains { id == ItemID(of: occurrence, of: parent, round: $0) }
  }
}
