package import Storage

extension ItemListModel {
  /// True if the list is in the order by hand, in which ``move(_:by:)`` places items.
  package var isByHand: Bool { query.sort.first == .ascending(.rank) }

  /// Moves items up or down in the order by hand, among those of their list, and in a tree below the same item.
  ///
  /// Returns nil if that failed, which the ``failure`` tells.
  package func move(_ ids: Set<ItemID>, by distance: Int) async -> HandMove.Outcome? {
    let move = HandMove(ids: ids, distance: distance, filter: query.filter, isTree: isTree)
    return await perform { transaction throws(StorageError) in
      try move.perform(in: transaction)
    }
  }

  /// Shows the list in another order, at an item if the list has it.
  package func sort(by order: [ItemSort], at id: ItemID?) async {
    query.sort = order
    if let id { _ = await moveWindow(to: id) }
  }
}
