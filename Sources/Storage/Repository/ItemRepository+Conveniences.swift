extension ItemRepository {
  /// Runs the body in one transaction: keeps all of its changes, or none.
  ///
  /// ```swift
  /// try await repository.write { transaction in
  ///   guard try transaction.count(.list("boat")) > 0 else { throw Refusal.nothingPlanned }
  ///   try transaction.add(ItemDraft(title: "Paint", list: "boat"))
  /// }
  /// ```
  ///
  /// When the body throws, nothing is changed and its error comes back as it is. The body must not
  /// use the repository itself, only its transaction. Cancelling the task before the end keeps nothing.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws -> Value
  ) async throws -> Value {
    do throws(StorageError) {
      return try await write { transaction throws(StorageError) in
        try BodyError.wrapping { try body(transaction) }
      }
    } catch {
      throw BodyError.unwrapped(error)
    }
  }

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
