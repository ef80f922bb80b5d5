// The rules on where an item may stand.

extension Item {
  /// Checks that the item would not stand under itself or too deep; for authors of backends.
  ///
  /// A backend calls it where an item gets another parent. A parent that the store does not know is allowed: it may
  /// come later, by an import or a sync, and until then the item stands at the top.
  ///
  /// - Parameter parentOf: The parent of an item of the store, live or deleted.
  /// - Throws: ``StorageError/Code/invalidItem``.
  public func checkParent(
    _ parentOf: (ItemID) throws(StorageError) -> ItemID?
  ) throws(StorageError) {
    var next = parent
    for _ in 0..<ItemLimits.level {
      guard let above = next else { return }
      guard above != id else {
        throw .invalid("The item would stand under itself. Move one of those between first.")
      }
      next = try parentOf(above)
    }
    guard next == nil else {
      throw .invalid("The item would stand under more than \(ItemLimits.level) others.")
    }
  }
}
