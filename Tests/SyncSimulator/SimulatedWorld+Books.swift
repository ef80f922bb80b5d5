// What sync did to a store, and whether it may.

import Storage
import Sync

extension SimulatedWorld {
  /// Accounts for every unacknowledged value that a piece of work touched.
  func bookKeeping(
    _ performed: PerformedWork,
    of device: Device
  ) throws {
    for conflict in performed.conflicts { try note(conflict, device) }
    for touched in performed.touched where touched.old.isDirty {
      try account(for: touched, performed.conflicts, device)
    }
    for touched in performed.touched where touched.new != nil { noteRestamp(touched) }
  }

  private func note(_ conflict: SyncConflict, _ device: Device) throws {
    note("device \(device.number): \(conflict.kind) \(conflict.item.low & 63): \(conflict.reason)")
    switch conflict.kind {
    case .overwritten: count(.overwritten)
    case .lost where conflict.isDisplacedText: count(.lostAndFound)
    case .lost:
      count(.lostAndFound)
      books[device.space].knowledge.close(Int(conflict.item.low & 63))
    case .quarantined:
      count(.quarantine)
      let isExpected = faults.poison > 0 || faults[.lowLimits] > 0
      guard isExpected || isHealing else {
        throw BrokenPromise("the hub refused item \(conflict.item.low & 63): \(conflict.reason)")
      }
    }
  }

  /// A bootstrap gives an item up only where the hub has no row of it, not even a tombstone.
  func checkIsGone(_ conflict: SyncConflict, after page: ChangesPage, _ device: Device) throws {
    let row = try hub.store.read(SimulatedHub.spaceName(device.space)) {
      transaction throws(HubError) -> HubRow? in
      guard try transaction.nonce(at: page.token.head) == page.token.nonce else { return nil }
      return try transaction.row(conflict.item)
    }
    guard conflict.kind == .lost, !conflict.isDisplacedText, let row, row.sequence <= page.end
    else { return }
    throw BrokenPromise(
      "device \(device.number) gave item \(conflict.item.low & 63) up, which the hub has"
    )
  }

  private func account(
    for touched: PerformedWork.Touched,
    _ conflicts: [SyncConflict],
    _ device: Device
  ) throws {
    let old = touched.old
    guard let new = touched.new else {
      let isKept = conflicts.contains { $0.kind == .lost && $0.item == old.id }
      guard isKept || !old.isAlive else {
        throw BrokenPromise("device \(device.number): edits of \(old.id.low & 63) were dropped")
      }
      return
    }
    var index = 0
    for register in old.registers where old.isUnsynced(register) {
      // Places run apart where the registers left out are many, so each is looked for anew.
      if index >= new.registers.count { index = 0 }
      let now = new.register(like: register, near: &index)
      try account(
        for: register,
        becomes: now,
        isUnsynced: now.map { new.isUnsynced($0) } ?? false,
        of: old.id,
        device
      )
    }
    guard old.isDeletionUnsynced, let deleted = old.deletion?.stamp else { return }
    // A delete whose author did not know of a text is withdrawn.
    let mayBeWithdrawn = new.textRegisters != old.textRegisters
    guard let now = new.deletion?.stamp else {
      guard mayBeWithdrawn else {
        throw BrokenPromise("device \(device.number): a delete of \(old.id.low & 63) was dropped")
      }
      return withdrawDelete(of: old.id, device)
    }
    if new.isDeletionUnsynced {
      // Stamped again, maybe at the same time under another node, which may be the greater one.
      guard now != deleted else { return }
      return books[device.space].knowledge
        .moveDeletion(of: Int(old.id.low & 63), from: deleted, to: now)
    }
    if now < deleted {
      guard mayBeWithdrawn else { throw lost(old.id, "#deletion", deleted, now, device) }
      return withdrawDelete(of: old.id, device)
    }
    books[device.space].oracle.settle(Int(old.id.low & 63), Oracle.deletion, deleted)
  }

  private func withdrawDelete(of id: ItemID, _ device: Device) {
    count(.withdrawn)
    note("device \(device.number): withdraws its delete of \(id.low & 63)")
    books[device.space].oracle.withdrawDelete(of: Int(id.low & 63))
  }

  private func account(
    for old: Register,
    becomes new: Register?,
    isUnsynced: Bool,
    of id: ItemID,
    _ device: Device
  ) throws {
    if KeptText.parts(of: old.field) != nil {
      // A decision that did not know of a text is withdrawn, and the oldest of many are dropped.
      guard old.value != .null, new.map({ $0.stamp < old.stamp }) ?? true else { return }
    }
    guard let new else { throw lost(id, old.field.name, old.stamp, nil, device) }
    if new.stamp < old.stamp {
      // A merge of texts may end with what the hub has; their lines have a book of their own.
      if new.field.isMerged { return }
      // Only restamping lowers an edit, and it neither alters nor settles it.
      guard isUnsynced, new.value == old.value else {
        throw lost(id, old.field.name, old.stamp, new.stamp, device)
      }
      return
    }
    // Merged, or brought back to life, and not yet sent.
    if isUnsynced { return }
    guard let place = Oracle.place(of: old.field.name) else { return }
    note(
      "device \(device.number): \(id.low & 63).\(old.field.name) \(old.stamp.outline) is settled"
    )
    books[device.space].oracle.settle(Int(id.low & 63), place, old.stamp)
  }

  private func lost(
    _ id: ItemID,
    _ name: String,
    _ old: Stamp,
    _ new: Stamp?,
    _ device: Device
  ) -> BrokenPromise {
    BrokenPromise(
      "device \(device.number) does not read its own write of \(id.low & 63).\(name): "
        + "\(old.outline) became \(new?.outline ?? "nothing")"
    )
  }

  private func noteRestamp(_ touched: PerformedWork.Touched) {
    guard let new = touched.new, touched.old.isDirty,
      let before = touched.old.state.maxStamp, let after = new.state.maxStamp,
      after < before
    else { return }
    count(.restamp)
  }
}
