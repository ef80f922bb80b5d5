package import Storage
package import Sync

/// What a model store's disk holds.
package struct ModelDisk: Sendable {
  /// Items by the lowest byte of their ids; at most 64.
  var slots: [ReplicaItem?]
  /// A bit for each slot that has something unacknowledged.
  var dirty: UInt64 = 0
  var clock: HybridClock
  var exchangedTime: UInt64 = 0
  var sync: SyncState?
  var conflicts: [SyncConflict] = []
  var lastConflict = 0

  init(node: UInt64) {
    clock = HybridClock(time: 0, node: node)
    slots = Array(repeating: nil, count: 64)
  }

  static func place(of id: ItemID) -> Int { Int(id.low & 63) }

  mutating func set(_ place: Int, _ item: ReplicaItem?) {
    slots[place] = item
    let bit = UInt64(1) << UInt64(place)
    if item?.isDirty == true { dirty |= bit } else { dirty &= ~bit }
  }
}

/// A store in memory whose transactions change it in place and keep what undoes them.
package final class ModelStore: SimulatedStore {
  /// What undoes a transaction.
  struct Undo {
    var slots: [(place: Int, item: ReplicaItem?)] = []
    var clock: HybridClock
    var exchangedTime: UInt64
    var sync: SyncState?
    var conflicts: [SyncConflict]
    var lastConflict: Int

    init(_ disk: ModelDisk) {
      clock = disk.clock
      exchangedTime = disk.exchangedTime
      sync = disk.sync
      conflicts = disk.conflicts
      lastConflict = disk.lastConflict
    }
  }

  var content: ModelDisk
  var undo: Undo
  /// What undoes the last transaction is there anyway.
  package var keepsLastDisk = false
  /// The conflicts that the open transaction added.
  var added: [SyncConflict] = []

  package init(node: UInt64) {
    content = ModelDisk(node: node)
    undo = Undo(content)
  }

  package func perform(
    _ work: StoreWork,
    settings: StoreSettings,
    fresh: RandomIdentifiers,
    failure: StoreFailure?
  ) throws(StorageError) -> PerformedWork {
    undo = Undo(content)
    added = []
    do throws(StorageError) {
      if let failure {
        let observed = ObservedTransaction(self, failure: failure)
        _ = try work.run(in: observed, settings: settings, fresh: fresh)
        try observed.commit()
      }
      var state = content.sync
      let outcome = try work.run(in: self, state: &state, settings: settings, fresh: fresh)
      content.sync = state
      var touched: [PerformedWork.Touched] = []
      touched.reserveCapacity(undo.slots.count)
      for (place, item) in undo.slots {
        guard let item else { continue }
        touched.append(PerformedWork.Touched(old: item, new: content.slots[place]))
      }
      return PerformedWork(outcome: outcome, touched: touched, conflicts: added)
    } catch {
      content.takeBack(undo)
      throw error
    }
  }

  package func apply(_ edit: Edit, at now: Int64) {
    undo = Undo(content)
    let stamp = content.clock.next(now: now)
    let place = ModelDisk.place(of: edit.id)
    undo.slots.append((place, content.slots[place]))
    var item = content.slots[place] ?? ReplicaItem(new: edit.id, by: edit.version, stamp: stamp)
    switch edit.change {
    case .purge:
      guard !item.isAlive, content.sync == nil || !item.isDirty && item.sequence > 0 else { return }
      return content.set(place, nil)
    case .delete: item.deletion = ReplicaItem.Deletion(stamp: stamp, isDirty: true)
    case .set(let values), .bring(let values):
      for (field, value) in values { item.edit(field, value, stamp: stamp) }
      let changed = values.map(\.field)
      guard item.isRepeating, changed.contains(where: Item.isDateOfRepeat) else { break }
      for field in Item.withDates(changed).dropFirst(changed.count) {
        item.edit(field, item.value(of: field), stamp: stamp)
      }
    case .resolve(let choice, let isOfOne):
      // Stamps by itself.
      let texts = Array(item.keptTexts.prefix(isOfOne ? 1 : .max))
      try? resolve(texts, of: item, by: choice, now: now)
      return
    case .undo: break
    }
    content.set(place, item)
  }

  package func decide(
    on conflict: SyncConflict,
    by resolution: ConflictResolution,
    at now: Int64,
    failure: StoreFailure?
  ) throws(StorageError) {
    undo = Undo(content)
    do throws(StorageError) {
      let observed = ObservedTransaction(self, failure: failure)
      _ = try observed.resolveConflicts([conflict.number], by: resolution, now: now)
      try observed.commit()
    } catch {
      content.takeBack(undo)
      throw error
    }
  }

  /// A model has no file.
  package func editFile(_ edit: (inout JSONValue) -> Void) {}

  /// A model keeps no history.
  package func itemToUndo() -> ItemID? { nil }

  package func item(_ id: ItemID) -> ReplicaItem? { content.slots[ModelDisk.place(of: id)] }
  package func engineState() -> SyncState? { content.sync }
  package func unsyncedItems() -> [ItemID] {
    content.slots.compactMap { $0?.isDirty == true ? $0?.id : nil }
  }

  package func reopen(node: UInt64) { content.clock.node = node }
  package func disk() -> ModelDisk { content }

  package func diskBeforeLastWrite() -> ModelDisk? {
    var disk = content
    disk.takeBack(undo)
    return disk
  }

  package func restore(_ disk: ModelDisk) {
    content = disk
    undo = Undo(disk)
  }
}

extension ModelDisk {
  fileprivate mutating func takeBack(_ undo: ModelStore.Undo) {
    for (place, item) in undo.slots.reversed() { set(place, item) }
    clock = undo.clock
    exchangedTime = undo.exchangedTime
    sync = undo.sync
    conflicts = undo.conflicts
    lastConflict = undo.lastConflict
  }
}
