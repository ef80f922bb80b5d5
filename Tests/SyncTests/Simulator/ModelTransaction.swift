// The replica protocol over the model state.

import Storage

final class ModelTransaction: ReplicaTransaction {
  var state: ModelState

  init(_ state: ModelState) { self.state = state }

  var clock: UInt64 { state.clock.time }
  var node: UInt64 { state.clock.node }

  func syncState() -> [UInt8]? { state.sync }
  func setSyncState(_ bytes: [UInt8]) { state.sync = bytes }
  func replica(_ id: ItemID) -> ReplicaItem? { state.item(id) }
  func put(_ item: ReplicaItem) { state.put(item) }
  func remove(_ id: ItemID) { state.remove(id) }

  func unsynced(after number: Int, limit: Int) -> [(number: Int, item: ReplicaItem)] {
    var found: [(number: Int, item: ReplicaItem)] = []
    for place in state.slots.indices.dropFirst(number) {
      guard found.count < limit else { break }
      if let item = state.slots[place], item.isDirty { found.append((place + 1, item)) }
    }
    return found
  }

  func replicas(after number: Int, limit: Int) -> [(number: Int, item: ReplicaItem)] {
    var found: [(number: Int, item: ReplicaItem)] = []
    for place in state.slots.indices.dropFirst(number) {
      guard found.count < limit else { break }
      if let item = state.slots[place] { found.append((place + 1, item)) }
    }
    return found
  }

  func conflictCount() -> Int { state.conflicts.count }

  func quarantine() -> [ItemID: UInt64] {
    Dictionary(
      state.conflicts.filter { $0.kind == .quarantined }.map { ($0.item, $0.time) },
      uniquingKeysWith: max
    )
  }

  func unsyncedCount() -> Int { state.items.count { $0.isDirty } }

  func settledTombstones(upTo floor: Int64) -> [ItemID] {
    state.items
      .filter { $0.sequence > 0 && $0.sequence <= floor && !$0.isAlive && !$0.isDirty }
      .map(\.id)
  }

  func greatestTime(upTo limit: UInt64) -> UInt64 {
    var greatest: UInt64 = 0
    for item in state.items {
      let deletion = item.deletion.map { [$0.stamp.time] } ?? []
      for time in item.registers.map(\.stamp.time) + deletion where time <= limit {
        greatest = max(greatest, time)
      }
    }
    return greatest
  }

  func markAllUnsynced() {
    for place in state.slots.indices {
      state.slots[place]?.sequence = ReplicaItem.neverAcknowledged
    }
  }

  func markAllAwaitingBootstrap() {
    for place in state.slots.indices where state.slots[place]?.sequence ?? 0 > 0 {
      state.slots[place]?.sequence = ReplicaItem.awaitingBootstrap
    }
  }

  func awaitingBootstrap() -> [ItemID] {
    state.items.filter { $0.sequence == ReplicaItem.awaitingBootstrap }.map(\.id)
  }

  func observe(_ time: UInt64) { state.clock.observe(time) }
  func resetClock(to time: UInt64, node: UInt64) { state.clock.reset(to: time, node: node) }
  func conflicts() -> [SyncConflict] { state.conflicts }

  func addConflict(_ conflict: SyncConflict) -> Int {
    state.lastConflict += 1
    var kept = conflict
    kept.number = state.lastConflict
    state.conflicts.append(kept)
    return kept.number
  }

  func removeConflict(_ number: Int) { state.conflicts.removeAll { $0.number == number } }
}
