// The promise that a cursor never skips a row.

import Storage
import Sync

extension SimulatedWorld {
  /// All that the hub has at or below a device's cursor is in the device.
  ///
  /// Checked after every message for the rows that the cursor passed and the items that the message
  /// changed, and now and then for all of them.
  func checkCursor(of device: Device, _ performed: PerformedWork) async throws {
    guard let state = try await device.store.engineState(), let token = state.token,
      !state.isBootstrapping
    else { return }
    let isFull = random.chance(0.01)
    if isFull {
      device.checkedCursor = 0
      count(.fullCursorCheck)
    }
    let from = min(device.checkedCursor, state.cursor)
    let rows = try hub.store.read(SimulatedHub.spaceName(device.space)) {
      transaction throws(HubError) -> [HubRow]? in
      guard let space = try transaction.space(), space.epoch == token.epoch,
        state.cursor <= space.head, state.cursor >= space.floor,
        try transaction.nonce(at: token.head) == token.nonce
      else { return nil }
      var rows = try transaction.rows(
        after: from,
        upTo: state.cursor,
        limit: .max,
        tombstonesAbove: 0
      )
      for touched in performed.touched {
        if let row = try transaction.row(touched.old.id), row.sequence <= state.cursor {
          rows.append(row)
        }
      }
      return rows
    }
    guard let rows else { return }
    for row in rows { try await check(row, isIn: device, at: state.cursor) }
    device.checkedCursor = state.cursor
  }

  private func check(_ row: HubRow, isIn device: Device, at cursor: Int64) async throws {
    guard let mine = try await device.store.item(row.id) else {
      // A bootstrap leaves tombstones out.
      if row.state.isAlive { throw skip(device, cursor, row, "the item") }
      return
    }
    // An item made here again, while its tombstone was left out of the bootstrap.
    if mine.sequence == ReplicaItem.neverAcknowledged, !row.state.isAlive { return }
    // Of an item that was removed from a file by hand nothing but the deletion is left; if it is edited
    // again, it is sent as new, and what the hub has comes as the answer.
    let isNew = mine.sequence == ReplicaItem.neverAcknowledged
    let isBare =
      mine.registers.isEmpty
      || isNew && books[device.space].discarded.contains(Int(row.id.low & 63))
    var rest = mine.registers[...]
    for entry in row.state.entries where !isBare {
      while let first = rest.first, utf8Less(first.field.name, entry.name) { rest.removeFirst() }
      guard let first = rest.first, utf8Equal(first.field.name, entry.name),
        first.stamp >= entry.stamp
      else { throw skip(device, cursor, row, entry.name) }
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
        + "\(row.id.low & 63), row \(row.sequence)"
    )
  }
}
