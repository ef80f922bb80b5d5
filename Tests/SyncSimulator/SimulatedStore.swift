package import Storage
package import Sync

/// A store that does sync's work, a person's edits, and what happens to disks.
package protocol SimulatedStore: AnyObject {
  /// A copy of the store's disk.
  associatedtype Disk: Sendable

  /// Does a piece of work, or fails as told, and then keeps nothing of it.
  func perform(
    _ work: StoreWork,
    settings: StoreSettings,
    fresh: RandomIdentifiers,
    failure: StoreFailure?
  ) async throws(StorageError) -> PerformedWork

  /// Applies a person's edit at that time of the device's clock.
  func apply(_ edit: Edit, at now: Int64) async throws(StorageError)

  /// Does with a change that sync could not apply what a person decided, or fails as told.
  func decide(
    on conflict: SyncConflict,
    by resolution: ConflictResolution,
    at now: Int64,
    failure: StoreFailure?
  ) async throws(StorageError)

  /// Converts the store to a JSON file, lets a person edit that, and goes on from it.
  func editFile(_ edit: (inout JSONValue) -> Void) async throws(StorageError)

  /// The item of the edit that would be undone, or nil where none can be.
  func itemToUndo() async throws(StorageError) -> ItemID?

  /// An item with its stamps, or nil.
  func item(_ id: ItemID) async throws(StorageError) -> ReplicaItem?

  /// The engine's state, or nil.
  func engineState() async throws(StorageError) -> SyncState?

  /// Changes that could not be applied.
  func conflicts() async throws(StorageError) -> [SyncConflict]

  /// The items in quarantine, each with the time up to which its edits are held.
  func quarantine() async throws(StorageError) -> [ItemID: UInt64]

  /// The items that have something unacknowledged.
  func unsyncedItems() async throws(StorageError) -> [ItemID]

  /// What a new start of the program does to the store: a node drawn anew.
  func reopen(node: UInt64) async throws(StorageError)

  /// A copy of the disk.
  func disk() async throws(StorageError) -> Disk

  /// Whether ``diskBeforeLastWrite()`` will be asked for: to keep it may cost a copy for each write.
  var keepsLastDisk: Bool { get set }

  /// The disk as it was before the last transaction, or nil where none was since it is kept.
  func diskBeforeLastWrite() -> Disk?

  /// Goes back to a copy of a disk.
  func restore(_ disk: Disk) async throws(StorageError)
}

/// How a transaction of a store fails.
package struct StoreFailure: Sendable {
  /// Why.
  package var error: StorageError
  /// How many calls succeed before one fails; with fewer calls, the commit fails.
  package var calls: Int

  package init(error: StorageError, calls: Int) {
    self.error = error
    self.calls = calls
  }
}

/// What a piece of work did.
package struct PerformedWork: Sendable {
  /// An item that the work wrote or removed: before and after.
  package struct Touched: Sendable {
    package var old: ReplicaItem
    package var new: ReplicaItem?
  }

  package var outcome: StoreOutcome
  /// Items that were there before, each write by itself.
  package var touched: [Touched]
  /// Changes that could not be applied.
  package var conflicts: [SyncConflict]
}
