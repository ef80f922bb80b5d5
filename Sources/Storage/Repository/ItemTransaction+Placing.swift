/// Where an item is placed in the order by hand of its list.
public enum ItemPosition: Sendable, Hashable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
  /// Directly before this item, which is in the same list.
  case before(ItemID)
  /// Directly behind this item, which is in the same list.
  case after(ItemID)
}

extension ItemTransaction {
  /// Places an item in the order by hand of its list, which ``ItemSort/Key/rank`` gives.
  ///
  /// Writes as few ranks as the order needs: that of the item, and those of items without one that are before it, since
  /// items with a rank come first. Where the ranks beside the place leave no room, because two are equal, one is not
  /// an ``ItemRank`` or one would be too long, the nearest items get other ones. Nothing is written if the item is in
  /// that place already.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - position: Where it is to be.
  ///   - filter: The items of the list that have an order; others stay where they are, and are passed over.
  /// - Returns: The items whose rank was written, in their order.
  /// - Throws: ``StorageError/Code/notFound`` for an item that does not exist or is deleted,
  ///   ``StorageError/Code/invalidItem`` for a place beside the item itself or in another list.
  @discardableResult
  public func place(
    _ id: ItemID,
    _ position: ItemPosition,
    among filter: ItemFilter = .status([.open])
  ) throws(StorageError) -> [Item] {
    let item = try placedItem(id)
    var named: Set<ItemID> = [id]
    if let neighbour = position.neighbour {
      named.insert(neighbour)
      guard neighbour != id else { throw .invalid("An item cannot be placed beside itself.") }
      guard utf8Equal(try placedItem(neighbour).list, item.list) else {
        throw .invalid("The two items are in different lists, and each list has its own order.")
      }
    }
    let query = ItemQuery(
      .and([.list(item.list), .or([filter, .ids(named)])]),
      sort: [.ascending(.rank)]
    )
    var others = try page(query).items
    let present = others.firstIndex { $0.id == id }
    if let present { others.remove(at: present) }
    let index = position.index(among: others)
    guard index != present else { return [] }
    return try write(PlacedItems(item, at: index, among: others).ranks())
  }

  private func placedItem(_ id: ItemID) throws(StorageError) -> Item {
    guard let item = try item(id) else { throw .notFound(id) }
    return item
  }

  private func write(_ items: [Item]) throws(StorageError) -> [Item] {
    var written: [Item] = []
    for item in items { written.append(try update(item)) }
    return written
  }
}

extension ItemPosition {
  /// The item beside which the place is.
  fileprivate var neighbour: ItemID? {
    switch self {
    case .first, .last: nil
    case .before(let id), .after(let id): id
    }
  }

  /// How many of the others are before the place.
  fileprivate func index(among others: [Item]) -> Int {
    switch self {
    case .first: 0
    case .last: others.count
    case .before(let id): others.firstIndex { $0.id == id } ?? others.count
    case .after(let id): others.firstIndex { $0.id == id }.map { $0 + 1 } ?? others.count
    }
  }
}

extension ItemRepository {
  /// Places an item in the order by hand of its list, see ``ItemTransaction/place(_:_:among:)``.
  @discardableResult
  public func place(
    _ id: ItemID,
    _ position: ItemPosition,
    among filter: ItemFilter = .status([.open])
  ) async throws(StorageError) -> [Item] {
    try await write { transaction throws(StorageError) in
      try transaction.place(id, position, among: filter)
    }
  }
}
