/// A store of items: SQLite on disk, SQLite in memory, or a JSON file.
///
/// Every method is safe to call from any number of tasks. Reads see a consistent state and never
/// half of a write.
public protocol ItemRepository: Sendable {
  /// The live item with this id, or nil.
  func item(_ id: ItemID) async throws(StorageError) -> Item?

  /// The live item with this local number, or nil.
  func item(number: Int) async throws(StorageError) -> Item?

  /// A query's items, at most ``ItemQuery/limit`` of them, and the cursor of the next page.
  ///
  /// Throws ``StorageError/Code/invalidQuery`` if the query contradicts itself, for example by a
  /// cursor from another order.
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage

  /// The number of live items that match the filter.
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int

  /// Figures of the live items that match the query's filter.
  ///
  /// The library's backends give those of one moment. The default implementation reads page by page, between which others
  /// may write.
  ///
  /// Throws ``StorageError/Code/invalidQuery`` if the query's moments are not in order.
  func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary

  /// Sums, averages, least and greatest values of the live items that match the query's filter, by groups.
  ///
  /// Groups are in the order of their values, the group without a value last; without grouping there is one.
  func figures(_ query: FiguresQuery) async throws(StorageError) -> [ItemFigures]

  /// Runs the body in one transaction: keeps all of its changes, or none.
  ///
  /// When the body throws, nothing is changed and the error is passed on. The body must not use
  /// the repository itself, only its transaction. Cancelling the task before the end keeps nothing.
  ///
  /// A backend implements this form. Use it in a function that throws only ``StorageError``: its
  /// closure begins with `{ transaction throws(StorageError) in`. For a closure that throws other
  /// errors, the library has another form, built on this one.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value

  /// A notice each time that items may have changed, here or in another process, without end.
  ///
  /// The first notice comes immediately and is ``ChangeNotice/everything``. An observer that reads
  /// after each notice misses nothing. Notices that come faster than they are fetched are merged
  /// into one. The notice of a commit through this repository comes after the commit, and names the
  /// items if they are known; other processes' commits and edits by hand are noticed within
  /// milliseconds.
  ///
  /// Cancelling the task ends the sequence, and so does closing the store.
  func changes() -> ChangeNotices

  /// Checks the whole store and returns what is wrong; nothing if all is well.
  ///
  /// Takes time in proportion to the size of the store. Throws if the store cannot be read at all.
  func check() async throws(StorageError) -> [StoreFinding]

  /// Repairs what can be rebuilt from the items, such as the search index, and checks again.
  ///
  /// Returns what is still wrong. Make a ``backup(to:)`` first.
  func repair() async throws(StorageError) -> [StoreFinding]

  /// How much the store holds, and how much space it takes.
  func stats() async throws(StorageError) -> StoreStats

  /// Copies the store's state at one moment to a new file, while others go on writing.
  ///
  /// The file appears at the path when it is complete and on disk, with the permissions of the
  /// store's file. Throws ``StorageError/Code/fileExists`` if a file is there already. Cancelling
  /// the task leaves nothing behind. ``StoreLocation/restore(from:)`` is the way back.
  func backup(to path: String) async throws(StorageError)

  /// Closes the store; every use after it throws ``StorageError/Code/closed``.
  func close() async
}

/// Several reads and changes as one; valid only inside the body that receives it.
public protocol ItemTransaction {
  /// The live item with this id, or nil.
  func item(_ id: ItemID) throws(StorageError) -> Item?

  /// The live item with this local number, or nil.
  func item(number: Int) throws(StorageError) -> Item?

  /// A query's items, with this transaction's own changes, and the cursor of the next page.
  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage

  /// The number of live items that match the filter.
  func count(_ filter: ItemFilter) throws(StorageError) -> Int

  /// Adds an item and returns it with its id and number.
  ///
  /// Throws ``StorageError/Code/alreadyExists`` for an id that a live or deleted item has, and
  /// ``StorageError/Code/invalidItem`` for a draft that breaks a rule or exceeds a limit.
  @discardableResult
  func add(_ draft: ItemDraft) throws(StorageError) -> Item

  /// Gives the stored item with the same id these values, and returns it as stored.
  ///
  /// Fields that did not change are not touched; without any change, nothing is written.
  /// `updatedAt` becomes now unless it was changed. An item that leaves `.open` gets a
  /// `completedAt`, one that returns to it loses it. Throws ``StorageError/Code/notFound`` for an
  /// item that does not exist or is deleted.
  @discardableResult
  func update(_ item: Item) throws(StorageError) -> Item

  /// Deletes the item; it can be restored.
  ///
  /// Throws ``StorageError/Code/notFound`` for an item that does not exist or is deleted.
  func delete(_ id: ItemID) throws(StorageError)

  /// Brings a deleted item back as it was and returns it; returns a live item unchanged.
  ///
  /// Throws ``StorageError/Code/notFound`` for an id that the store does not know.
  @discardableResult
  func restore(_ id: ItemID) throws(StorageError) -> Item

  /// Removes a deleted item permanently, with everything that the history holds of it.
  ///
  /// Only its number stays taken. In a store that syncs, the hub must know of the deletion, or a
  /// later sync would bring the item back. Throws ``StorageError/Code/notFound`` for an id that no
  /// deleted item has, and ``StorageError/Code/unsynced`` if a sync must come first.
  func purge(_ id: ItemID) throws(StorageError)
}
