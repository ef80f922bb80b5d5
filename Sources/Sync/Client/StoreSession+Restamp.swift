// Stamps again what was stamped too far ahead.

import Storage

extension StoreSession {
  /// Restamps every unacknowledged field that is too far ahead, in the order of their stamps.
  ///
  /// The limit is five minutes above the hub's clock and above each time that ever entered or left
  /// this store. Nobody else knows of a stamp beyond it, so all of them can be replaced: by stamps
  /// above everything that is known elsewhere, and above every stamp here that is within the limit.
  /// An edit stays after all that its author had seen. What was received is never stamped again: a
  /// device would bring an old value over a newer one that it does not know yet.
  mutating func restamp(farAheadOf hubTime: Int64) throws(StorageError) {
    let hubTime = Stamp(milliseconds: min(hubTime, HybridClock.maxMilliseconds), node: 0).time
    let known = max(hubTime, transaction.exchangedTime)
    let drift = UInt64(maxClockDrift) << 16
    let limit = known > .max - drift ? .max : known + drift
    // No stamp here is above the clock.
    guard transaction.clock > limit else { return }
    var time = known
    var far: Set<Stamp> = []
    try transaction.forEachUnsynced { _, item in
      for stamp in item.unsyncedState().stamps {
        if stamp.time > limit { far.insert(stamp) } else { time = max(time, stamp.time) }
      }
      return true
    }
    var replacements: [Stamp: Stamp] = [:]
    for old in far.sorted() {
      time += 1
      replacements[old] = Stamp(time: time, node: fresh.node)
    }
    if !far.isEmpty { try replaceStamps(by: replacements) }
    try transaction.resetClock(to: time, node: fresh.node)
  }

  private mutating func replaceStamps(by replacements: [Stamp: Stamp]) throws(StorageError) {
    var held: [(id: ItemID, time: UInt64)] = []
    try transaction.forEachUnsynced { _, item throws(StorageError) in
      if let time = try replaceStamps(of: item, by: replacements) { held.append((item.id, time)) }
      return true
    }
    for (id, time) in held { try moveQuarantine(of: id, to: time) }
  }

  /// Returns the greatest time of the item's new stamps, or nil if it has none.
  private func replaceStamps(
    of item: ReplicaItem,
    by replacements: [Stamp: Stamp]
  ) throws(StorageError) -> UInt64? {
    var item = item
    var greatest: UInt64?
    for index in item.registers.indices where item.isUnsynced(item.registers[index]) {
      guard let stamp = replacements[item.registers[index].stamp] else { continue }
      item.registers[index].stamp = stamp
      greatest = max(greatest ?? 0, stamp.time)
    }
    if item.isDeletionUnsynced, let old = item.deletion?.stamp, let stamp = replacements[old] {
      item.deletion?.stamp = stamp
      greatest = max(greatest ?? 0, stamp.time)
    }
    guard let greatest else { return nil }
    try transaction.put(item)
    return greatest
  }
}
