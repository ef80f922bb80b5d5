// The replica protocol over a model store's disk.

package import Storage
import Sync

extension ModelStore: ReplicaTransaction {
  package var clock: UInt64 { content.clock.time }
  package var node: UInt64 { content.clock.node }
  package var exchangedTime: UInt64 { content.exchangedTime }

  /// The model keeps the engine's state as a value.
  package func syncState() throws(StorageError) -> [UInt8]? { content.sync?.bytes }

  /// The model keeps the engine's state as a value.
  package func setSyncState(_ bytes: [UInt8]) throws(StorageError) {
    content.sync = try .init(bytes: bytes)
  }

  package func replica(_ id: ItemID) -> ReplicaItem? { content.slots[ModelDisk.place(of: id)] }

  package func put(_ item: ReplicaItem) { set(ModelDisk.place(of: item.id), item) }

  package func remove(_ id: ItemID) { set(ModelDisk.place(of: id), nil) }

  private func set(_ place: Int, _ item: ReplicaItem?) {
    undo.slots.append((place, content.slots[place]))
    content.set(place, item)
  }

  package func replicas(
    after number: Int,
    limit: Int
  ) -> [(number: Int, item: ReplicaItem)] {
    var found: [(number: Int, item: ReplicaItem)] = []
    for place in content.slots.indices.dropFirst(number) where found.count < limit {
      if let item = content.slots[place] { found.append((place + 1, item)) }
    }
    return found
  }

  package func unsynced(
    after number: Int,
    limit: Int
  ) -> [(number: Int, item: ReplicaItem)] {
    var found: [(number: Int, item: ReplicaItem)] = []
    var rest = number < 64 ? content.dirty & (.max << UInt64(number)) : 0
    while rest != 0, found.count < limit {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      if let item = content.slots[place] { found.append((place + 1, item)) }
    }
    return found
  }

  package func withUnknownFields(
    after number: Int,
    limit: Int
  ) -> [(number: Int, item: ReplicaItem)] {
    replicas(after: number, limit: limit).filter { _, item in
      item.registers.contains { if case .unknown = $0.field { true } else { false } }
    }
  }

  package func unsyncedCount() -> Int { content.dirty.nonzeroBitCount }

  package func settledTombstones(upTo floor: Int64) -> [ItemID] {
    content.slots.compactMap { item in
      guard let item, item.sequence > 0, item.sequence <= floor, item.deletion != nil,
        !item.isAlive, !item.isDirty
      else { return nil }
      return item.id
    }
  }

  package func markAllUnsynced() {
    for (place, item) in content.slots.enumerated() {
      guard var item else { continue }
      item.sequence = ReplicaItem.neverAcknowledged
      for index in item.registers.indices { item.registers[index].base = nil }
      set(place, item)
    }
  }

  package func markAllAwaitingBootstrap() {
    for (place, item) in content.slots.enumerated() {
      guard var item, item.sequence > 0 else { continue }
      item.sequence = ReplicaItem.awaitingBootstrap
      set(place, item)
    }
  }

  package func awaitingBootstrap() -> [ItemID] {
    content.slots.compactMap { $0?.sequence == ReplicaItem.awaitingBootstrap ? $0?.id : nil }
  }

  package func observe(_ time: UInt64) { content.clock.observe(time) }

  package func noteExchange(of time: UInt64) {
    content.clock.observe(time)
    content.exchangedTime = max(content.exchangedTime, time)
  }

  package func resetClock(to time: UInt64, node: UInt64) {
    content.clock.reset(to: time, node: node)
  }

  package func conflicts() -> [SyncConflict] { content.conflicts }
  package func conflictCount() -> Int { content.conflicts.count }

  package func quarantine() -> [ItemID: UInt64] {
    Dictionary(
      content.conflicts.filter { $0.kind == .quarantined }.map { ($0.item, $0.time) },
      uniquingKeysWith: max
    )
  }

  package func addConflict(_ conflict: SyncConflict) -> Int {
    content.lastConflict += 1
    var kept = conflict
    kept.number = content.lastConflict
    content.conflicts.append(kept)
    added.append(kept)
    return kept.number
  }

  package func removeConflict(_ number: Int) {
    content.conflicts.removeAll { $0.number == number }
  }
}
