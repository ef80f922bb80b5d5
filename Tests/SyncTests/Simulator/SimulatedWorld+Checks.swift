// The promises, checked along the way and after healing.

import Storage
import Sync

extension SimulatedWorld {
  /// All that the hub has at or below a device's cursor is in the device.
  func checkCursor(of device: Device) async throws {
    guard let state = try await syncState(of: device), let token = state.token,
      !state.isBootstrapping
    else { return }
    let known = try hubStore.read(Self.space) {
      transaction throws(HubError) -> [HubRow]? in
      guard let space = try transaction.space(), space.epoch == token.epoch,
        state.cursor <= space.head, state.cursor >= space.floor,
        try transaction.nonce(at: token.head) == token.nonce
      else { return nil }
      return try transaction.rows(after: 0, upTo: state.cursor, limit: .max, tombstonesAbove: 0)
    }
    for row in known ?? [] {
      guard let mine = try await replica(row.id, of: device) else {
        // A bootstrap leaves tombstones out.
        if row.state.isAlive { throw skip(device, state.cursor, row, "the item") }
        continue
      }
      try check(mine, against: row, cursor: state.cursor, device: device)
    }
  }

  private func check(
    _ mine: ReplicaItem,
    against row: HubRow,
    cursor: Int64,
    device: Device
  ) throws {
    // An item made here again, while its tombstone was left out of the bootstrap.
    if mine.sequence == 0, !row.state.isAlive { return }
    for (entry, place) in zip(row.state.entries, row.state.entries.indices) {
      let guess = mine.registers.indices.contains(place) ? mine.registers[place] : nil
      let register =
        guess?.field.name == entry.name
        ? guess : mine.registers.first { $0.field.name == entry.name }
      guard let register, register.stamp >= entry.stamp else {
        throw skip(device, cursor, row, entry.name)
      }
    }
    if let deletion = row.state.deletion, mine.deletion.map({ $0.stamp < deletion }) ?? true {
      throw skip(device, cursor, row, "the deletion")
    }
  }

  private func skip(
    _ device: Device,
    _ cursor: Int64,
    _ row: HubRow,
    _ what: String
  ) -> BrokenPromise {
    BrokenPromise(
      "the cursor skipped: device \(device.number) at \(cursor) lacks \(what) of item "
        + "\(row.id.low & 0xFFFF), row \(row.sequence)"
    )
  }

  func syncState(of device: Device) async throws -> SyncState? {
    try await device.store.readReplica { transaction throws(StorageError) -> SyncState? in
      guard let bytes = try transaction.syncState() else { return nil }
      return try SyncState(bytes: bytes)
    }
  }

  /// Devices that have caught up hold the hub's items, and have nothing left to send.
  func checkConvergence() async throws {
    var expected: [ItemID: ItemState] = [:]
    for row in try hubRows() {
      if row.state.isAlive { expected[row.id] = row.state }
      let ahead = (row.state.greatestStamp?.milliseconds ?? 0) - surroundings.now
      if ahead > greatestClockDrift { throw BrokenPromise("a stamp is \(ahead) ms ahead") }
    }
    for device in devices {
      for number in 0..<itemCount {
        let id = id(number)
        guard !oracle.poisoned.contains(id) else { continue }
        let mine = try await replica(id, of: device)
        if let mine, mine.isDirty {
          throw BrokenPromise("device \(device.number) has item \(number) left to send")
        }
        let shown = mine.flatMap { $0.isAlive ? $0.state : nil }
        if shown != expected[id] {
          throw BrokenPromise(
            "device \(device.number) differs in item \(number): \(String(describing: shown)), "
              + "hub: \(String(describing: expected[id]))"
          )
        }
      }
    }
  }

  /// What was written last of everything is on the hub.
  func checkNoLostUpdate() throws {
    guard !wasRolledBack else { return }
    var rows: [ItemID: ItemState] = [:]
    for row in try hubRows() { rows[row.id] = row.state }
    for key in oracle.written.keys {
      guard !oracle.excused.contains(key.id), !oracle.poisoned.contains(key.id) else { continue }
      guard let expected = oracle.expected(key) else {
        throw BrokenPromise("a stamp of item \(key.id.low & 0xFFFF).\(key.name) was reused")
      }
      let state = rows[key.id]
      let found =
        key.name == Oracle.deletion
        ? state?.deletion : state?.entries.first { $0.name == key.name }?.stamp
      guard let found, found >= expected else {
        throw BrokenPromise(
          "lost update of item \(key.id.low & 0xFFFF).\(key.name): the hub has "
            + "\(String(describing: found)), written was \(expected)"
        )
      }
    }
  }

  /// Items that were deleted, purged and never written since are not back.
  func checkNoZombies() throws {
    guard !wasRolledBack, !wasRestored else { return }
    for row in try hubRows() where dead[row.id] == true && row.state.isAlive {
      throw BrokenPromise("zombie: item \(row.id.low & 0xFFFF) was purged and is back")
    }
  }
}
