// Keeps changes that the hub refuses, and leaves them out of pushes until they are edited.

import Storage

extension StoreSession {
  /// Leaves a refused change out of later pushes until the item is edited again.
  mutating func quarantine(_ change: PushChange, reason: String) throws(StorageError) {
    guard let item = try transaction.replica(change.id) else { return }
    try liftQuarantine(of: change.id)
    let time = change.state.maxStamp?.time ?? 0
    try transaction.addConflict(
      SyncConflict(
        kind: .quarantined,
        item: change.id,
        reason: reason,
        time: time,
        content: item.state.json
      )
    )
    state.mayHaveQuarantine = true
    knownQuarantine?[change.id] = time
  }

  /// Forgets that the hub refused changes of an item.
  mutating func liftQuarantine(of id: ItemID) throws(StorageError) {
    guard try quarantine()[id] != nil else { return }
    for conflict in try transaction.conflicts()
    where conflict.kind == .quarantined && conflict.item == id {
      try transaction.removeConflict(conflict.number)
    }
    knownQuarantine?[id] = nil
  }

  /// The items in quarantine, each with the time up to which its edits are held.
  ///
  /// Read once for a piece of work, and not at all if the state says that there are none, as usual.
  mutating func quarantine() throws(StorageError) -> [ItemID: UInt64] {
    guard state.mayHaveQuarantine else { return [:] }
    if let knownQuarantine { return knownQuarantine }
    let found = try transaction.quarantine()
    knownQuarantine = found
    state.mayHaveQuarantine = !found.isEmpty
    return found
  }
}
