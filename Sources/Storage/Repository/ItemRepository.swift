/// A store of items; on-disk SQLite, in-memory SQLite and a JSON file are behind it alike.
///
/// Every method is safe to call from any number of tasks. Reads see a consistent state and never
/// half of a write.
public protocol ItemRepository: Sendable {
  /// The live item of that id, or nil.
  func item(_ id: ItemID) async throws(StorageError) -> Item?

  /// The live item of that local number, or nil.
  func item(number: Int) async throws(StorageError) -> Item?

  /// A query's items, at most ``ItemQuery/limit`` of them, and where to go on.
  ///
  /// Throws ``StorageError/Code/invalidQuery`` where the query contradicts itself, as a cursor from
  /// another order does.
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage

  /// How many live items the filter holds for.
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int

  /// Figures of the live items that the query's filter holds for, of one moment.
  ///
  /// Throws ``StorageError/Code/invalidQuery`` where the query's moments are not in their order.
  func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary

  /// Runs the body in one transaction: all that it did is kept, or nothing.
  ///
  /// When the body throws, nothing is changed and the error is passed on. The body must not use
  /// the repository itself, only its transaction. Cancelling the task before the end keeps nothing.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value

  /// Tells each time that items may have changed, here or in another process, without end.
  ///
  /// The first notice comes at once and is ``ChangeNotice/everything``: who reads after a notice
  /// misses nothing, and who keeps what was read is told when to read again. Notices that come
  /// faster than they are fetched are told as one. Of commits made through this repository a notice
  /// comes after the commit, and names the items where they are known; another process's commits
  /// and edits by hand are noticed within some milliseconds.
  ///
  /// Cancelling the task ends the sequence, and so does closing the store.
  func changes() -> ChangeNotices

  /// Looks the whole store over, and says what is not as it should be; nothing where all is well.
  ///
  /// Takes time with the size of the store. Throws where the store cannot be looked at at all.
  func check() async throws(StorageError) -> [StoreFinding]

  /// Mends what can be had anew from the items, such as the search index, and checks again.
  ///
  /// Returns what is left that is not as it should be. Make a ``backup(to:)`` first.
  func repair() async throws(StorageError) -> [StoreFinding]

  /// How much the store holds, and in how much space.
  func stats() async throws(StorageError) -> StoreStats

  /// Copies the store, as it is at one moment, to a new file, while others go on writing.
  ///
  /// The file appears at the path when it is whole and on disk, with the permissions of the store's
  /// own. Throws ``StorageError/Code/fileExists`` where there is a file already. Cancelling the task
  /// leaves nothing behind. ``StoreLocation/restore(from:)`` is the way back.
  func backup(to path: String) async throws(StorageError)

  /// Closes the store; every use after it throws ``StorageError/Code/closed``.
  func close() async
}

/// Several reads and changes as one; valid only inside the body it was handed to.
public protocol ItemTransaction {
  /// The live item of that id, or nil.
  func item(_ id: ItemID) throws(StorageError) -> Item?

  /// The live item of that local number, or nil.
  func item(number: Int) throws(StorageError) -> Item?

  /// A query's items, with this transaction's own changes, and where to go on.
  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage

  /// How many live items the filter holds for.
  func count(_ filter: ItemFilter) throws(StorageError) -> Int

  /// Adds an item and returns it with its id and number.
  ///
  /// Throws ``StorageError/Code/alreadyExists`` for an id that is taken, also by a deleted item, and
  /// ``StorageError/Code/invalidItem`` for a draft that passes a limit.
  @discardableResult
  func add(_ draft: ItemDraft) throws(StorageError) -> Item

  /// Brings the stored item of the same id to these values and returns it as it then stands.
  ///
  /// What did not change is not touched; with no change at all, nothing is written. `updatedAt`
  /// becomes now unless it was changed. An item that leaves `.open` gets a `completedAt`, one that
  /// returns to it loses it.
  /// Throws ``StorageError/Code/notFound`` for an item that is not there or deleted.
  @discardableResult
  func update(_ item: Item) throws(StorageError) -> Item

  /// Deletes the item; it can be restored.
  ///
  /// Throws ``StorageError/Code/notFound`` for an item that is not there or deleted.
  func delete(_ id: ItemID) throws(StorageError)

  /// Brings a deleted item back as it was and returns it; a live one is returned as it is.
  ///
  /// Throws ``StorageError/Code/notFound`` for an id that the store does not know.
  @discardableResult
  func restore(_ id: ItemID) throws(StorageError) -> Item

  /// Forgets a deleted item for good, with all that the history kept of it.
  ///
  /// Only its number stays taken. In a store that syncs, the hub must have heard of the deletion, or
  /// a later sync would bring the item back.
  /// Throws ``StorageError/Code/notFound`` for an id that no deleted item has, and
  /// ``StorageError/Code/unsynced`` where a sync must come first.
  func purge(_ id: ItemID) throws(StorageError)
}
