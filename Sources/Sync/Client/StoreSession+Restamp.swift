// Stamps again what the hub refused as too far ahead of its clock.

import Storage

/// The latest reading of a hub's clock that is accepted, in milliseconds: what a stamp can hold.
private let maxHubTime: Int64 = 1 << 47

extension StoreSession {
  /// Restamps every unacknowledged field that is too far ahead, in the order of their stamps.
  ///
  /// The new stamps are above the hub's now, above every stamp here that is within the limit, and
  /// above the greatest one that the hub ever sent or acknowledged: what was seen before an edit
  /// stays below it.
  mutating func restamp(refused request: PushRequest, reply: PushAcceptance) throws(StorageError) {
    let limit = min(reply.now, maxHubTime) + maxClockDrift
    let far = try stampsAbove(limit)
    guard !far.isEmpty else { return }
    let limitTime = Stamp(milliseconds: limit, counter: .max, node: 0).time
    let now = Stamp(milliseconds: min(reply.now, maxHubTime), node: 0).time
    let own = try transaction.maxTime(upTo: limitTime)
    var time = max(now, own, state.maxTime)
    var replacements: [Stamp: Stamp] = [:]
    for old in far {
      time += 1
      replacements[old] = Stamp(time: time, node: fresh.node)
    }
    var held: [(id: ItemID, time: UInt64)] = []
    try transaction.forEachUnsynced { _, item throws(StorageError) in
      if let time = try replaceStamps(of: item, by: replacements) { held.append((item.id, time)) }
      return true
    }
    for (id, time) in held { try moveQuarantine(of: id, to: time) }
    try transaction.resetClock(to: time, node: fresh.node)
    state.session = fresh.session
    state.counter = 0
  }

  /// The unacknowledged stamps above a limit in milliseconds, in order, each once.
  private func stampsAbove(_ limit: Int64) throws(StorageError) -> [Stamp] {
    var far: Set<Stamp> = []
    try transaction.forEachUnsynced { _, item in
      for stamp in item.unsyncedState().stamps where stamp.milliseconds > limit {
        far.insert(stamp)
      }
      return true
    }
    return far.sorted()
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
