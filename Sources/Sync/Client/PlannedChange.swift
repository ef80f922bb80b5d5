public import Storage

/// A change of one item that a sync would send or receive.
public struct PlannedChange: Sendable, Equatable {
  /// What the change does to the item.
  public enum Effect: String, Sendable, Hashable {
    /// The item is new on the other side.
    case new
    /// The item is there already; some fields of it differ.
    case changed
    /// The item is deleted.
    case deleted
  }

  /// The item.
  public var item: ItemID
  /// The item's number in this store, if known.
  public var number: Int?
  /// The item's title after the change.
  public var title: String
  /// What the change does.
  public var effect: Effect
  /// The names of the fields that are changed, see `Field` of Storage; empty for new and deleted items.
  public var fields: [String]

  /// Describes a change.
  public init(
    item: ItemID,
    number: Int? = nil,
    title: String,
    effect: Effect,
    fields: [String] = []
  ) {
    self.item = item
    self.number = number
    self.title = title
    self.effect = effect
    self.fields = fields
  }
}

extension ReplicaStore {
  /// The unsent changes that were made here, without those in quarantine; uses no network.
  ///
  /// - Parameter limit: The most changes to return.
  /// - Returns: The changes, in the order of the items' numbers.
  /// - Throws: ``SyncError`` with code `store`.
  public func unsentChanges(limit: Int = .max) async throws(SyncError) -> [PlannedChange] {
    try await readingForSync { transaction throws(StorageError) in
      var changes: [PlannedChange] = []
      try transaction.forEachUnsent { change throws(StorageError) in
        changes.append(change)
        return changes.count < limit
      }
      return changes
    }
  }

  /// Whether there is anything that a sync would send.
  func hasUnsent() async throws(SyncError) -> Bool {
    try await !unsentChanges(limit: 1).isEmpty
  }
}

extension ReplicaTransaction {
  /// Passes what a push would send to the body, until it returns false.
  func forEachUnsent(_ body: (PlannedChange) throws(StorageError) -> Bool) throws(StorageError) {
    let quarantine = try quarantine()
    try forEachUnsynced { number, item throws(StorageError) in
      if item.isHeld(by: quarantine[item.id]) { return true }
      return try body(PlannedChange(pushing: item, number: number))
    }
  }

  /// Passes every live item to the body, as new to the hub.
  func forEachLive(_ body: (PlannedChange) throws(StorageError) -> Void) throws(StorageError) {
    try forEachReplica { number, item throws(StorageError) in
      if item.isAlive { try body(PlannedChange(item, number: number, effect: .new)) }
      return true
    }
  }
}

extension PlannedChange {
  init(_ item: ReplicaItem, number: Int?, effect: Effect, fields: [String] = []) {
    self.init(
      item: item.id,
      number: number,
      title: item.title,
      effect: effect,
      fields: effect == .changed ? fields : []
    )
  }

  fileprivate init(pushing item: ReplicaItem, number: Int) {
    let effect: Effect =
      if !item.isAlive { .deleted } else if item.sequence == ReplicaItem.neverAcknowledged {
        .new
      } else { .changed }
    let fields = item.unsyncedState().entries.map(\.name)
    self.init(item, number: number, effect: effect, fields: fields)
  }
}

extension ReplicaItem {
  package var title: String {
    register(of: .fixed(.title))?.value.string ?? ""
  }
}
