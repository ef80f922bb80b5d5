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
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  func restamp(farAheadOf hubTime: Int64) throws(StorageError) -> Bool {
    let hubTime = Stamp(milliseconds: min(hubTime, HybridClock.maxMilliseconds), node: 0).time
    let known = max(hubTime, transaction.exchangedTime)
    let drift = UInt64(maxClockDrift) << 16
    let limit = known > .max - drift ? .max : known + drift
    // No stamp here is above the clock.
    guard transaction.clock > limit else { return false }
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
    return !far.isEmpty
  }

  /// A quarantine stays as it is: its change was sent, so none of its stamps is replaced, and those of
  /// a later edit stay above it.
  private func replaceStamps(by replacements: [Stamp: Stamp]) throws(StorageError) {
    try transaction.forEachUnsynced { _, item throws(StorageError) in
      var changed = item
      for index in item.registers.indices where item.isUnsynced(item.registers[index]) {
        guard let stamp = replacements[item.registers[index].stamp] else { continue }
        changed.registers[index].stamp = stamp
      }
      if item.isDeletionUnsynced, let old = item.deletion?.stamp, let stamp = replacements[old] {
        changed.deletion?.stamp = stamp
      }
      if changed != item { try transaction.put(changed) }
      return true
    }
  }
}
