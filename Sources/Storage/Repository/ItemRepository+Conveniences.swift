extension ItemRepository {
  /// A query's items.
  public func items(_ query: ItemQuery = ItemQuery()) async throws(StorageError) -> [Item] {
    try await page(query).items
  }

  /// Adds one item and returns it with its id and number; see ``ItemTransaction/add(_:)``.
  @discardableResult
  public func add(_ draft: ItemDraft) async throws(StorageError) -> Item {
    try await write { transaction throws(StorageError) in try transaction.add(draft) }
  }

  /// Adds an item with this title and returns it with its id and number.
  @discardableResult
  public func add(_ title: String) async throws(StorageError) -> Item {
    try await add(ItemDraft(title: title))
  }

  /// Gives the stored item these values; see ``ItemTransaction/update(_:)``.
  @discardableResult
  public func update(_ item: Item) async throws(StorageError) -> Item {
    try await write { transaction throws(StorageError) in try transaction.update(item) }
  }

  /// Deletes one item; see ``ItemTransaction/delete(_:)``.
  public func delete(_ id: ItemID) async throws(StorageError) {
    try await write { transaction throws(StorageError) in try transaction.delete(id) }
  }

  /// Brings a deleted item back; see ``ItemTransaction/restore(_:)``.
  @discardableResult
  public func restore(_ id: ItemID) async throws(StorageError) -> Item {
    try await write { transaction throws(StorageError) in try transaction.restore(id) }
  }

  /// Removes a deleted item permanently; see ``ItemTransaction/purge(_:)``.
  public func purge(_ id: ItemID) async throws(StorageError) {
    try await write { transaction throws(StorageError) in try transaction.purge(id) }
  }
}
