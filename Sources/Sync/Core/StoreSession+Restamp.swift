// Stamping anew what the hub refused as too far ahead of its clock.

import Storage

/// How far a stamp may be ahead of the hub's clock, in milliseconds.
package let greatestClockDrift: Int64 = 300_000

/// The latest reading of a hub's clock that is reckoned with, in milliseconds: what a stamp holds.
private let greatestHubTime: Int64 = 1 << 47

extension StoreSession {
  /// Restamps every unacknowledged field that is too far ahead, in the order of their stamps.
  ///
  /// The new stamps are above the hub's now, above every stamp here that is within the limit, and
  /// above the greatest one that the hub ever sent or acknowledged: what was seen before an edit
  /// stays below it.
  mutating func restamp(
    refused request: PushRequest,
    reply: PushAcceptance
  ) throws(StorageError) {
    let limit = min(reply.now, greatestHubTime) + greatestClockDrift
    var far = try stampsAbove(limit)
    if !safeguards.contains(.restampsAll) { far = Array(far.prefix(1)) }
    guard !far.isEmpty else { return }
    let limitTime = Stamp(milliseconds: limit, counter: .max, node: 0).time
    var time = max(
      Stamp(milliseconds: min(reply.now, greatestHubTime), node: 0).time,
      try transaction.greatestTime(upTo: limitTime)
    )
    if safeguards.contains(.restampsAboveGreatest) { time = max(time, state.greatestTime) }
    let node = safeguards.contains(.restampsUnderFreshNode) ? fresh.node : transaction.node
    var replacements: [Stamp: Stamp] = [:]
    for old in far {
      time += 1
      replacements[old] = Stamp(time: time, node: node)
    }
    try forEachUnsynced { item throws(StorageError) in
      try replaceStamps(of: item, by: replacements)
    }
    try transaction.resetClock(to: time, node: node)
    state.session = fresh.session
    state.counter = 0
  }

  /// The unacknowledged stamps above a limit in milliseconds, in order, each once.
  private func stampsAbove(_ limit: Int64) throws(StorageError) -> [Stamp] {
    var far: Set<Stamp> = []
    try forEachUnsynced { item throws(StorageError) in
      for stamp in item.unsyncedState().stamps where stamp.milliseconds > limit {
        far.insert(stamp)
      }
    }
    return far.sorted()
  }

  private func replaceStamps(
    of item: ReplicaItem,
    by replacements: [Stamp: Stamp]
  ) throws(StorageError) {
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
    guard let greatest else { return }
    try transaction.put(item)
    try moveQuarantine(of: item.id, to: greatest)
  }

  /// A quarantine holds until an edit above its time, so it goes down with the stamps it is about.
  private func moveQuarantine(of id: ItemID, to time: UInt64) throws(StorageError) {
    for var conflict in try transaction.conflicts()
    where conflict.kind == .quarantined && conflict.item == id {
      try transaction.removeConflict(conflict.number)
      conflict.number = 0
      conflict.time = time
      try transaction.addConflict(conflict)
    }
  }

  /// Hands over every item with something unacknowledged, a few hundred at a time.
  private func forEachUnsynced(
    _ body: (ReplicaItem) throws(StorageError) -> Void
  ) throws(StorageError) {
    var number = 0
    while true {
      let found = try transaction.unsynced(after: number, limit: 500)
      for (_, item) in found { try body(item) }
      guard let last = found.last else { return }
      number = last.number
    }
  }
}
