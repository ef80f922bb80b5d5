// How a device takes over the hub's row of an item.

package import Storage

extension ReplicaItem {
  /// Whether one register is yet to be acknowledged; an item unknown to the hub is so as a whole.
  package func isUnsynced(_ register: Register) -> Bool {
    sequence == ReplicaItem.neverAcknowledged || register.isDirty
  }

  /// Whether the deletion is yet to be acknowledged.
  package var isDeletionUnsynced: Bool {
    deletion.map { sequence == ReplicaItem.neverAcknowledged || $0.isDirty } ?? false
  }

  /// Takes over the hub's row: fields without edits here follow it exactly, the others join.
  package mutating func merge(_ row: ItemState, sequence: Int64, safeguards: Safeguards) {
    var merged: [Register] = []
    merged.reserveCapacity(max(registers.count, row.entries.count))
    var mine = registers[...]
    for theirs in row.entries {
      while let first = mine.first, utf8Less(first.field.name, theirs.name) {
        keepIfUnsynced(first, in: &merged, safeguards: safeguards)
        mine.removeFirst()
      }
      if let first = mine.first, utf8Equal(first.field.name, theirs.name) {
        mine.removeFirst()
        merged.append(joined(first, theirs, safeguards: safeguards))
      } else {
        merged.append(Register(theirs))
      }
    }
    for rest in mine { keepIfUnsynced(rest, in: &merged, safeguards: safeguards) }
    deletion = mergedDeletion(row.deletion, safeguards: safeguards)
    registers = merged
    self.sequence = sequence
  }

  private func keepIfUnsynced(
    _ register: Register,
    in merged: inout [Register],
    safeguards: Safeguards
  ) {
    var kept = register
    kept.isDirty = isUnsynced(register)
    if kept.isDirty || !safeguards.contains(.cleanFieldsFollowHub) { merged.append(kept) }
  }

  private func joined(
    _ mine: Register,
    _ theirs: ItemState.Entry,
    safeguards: Safeguards
  ) -> Register {
    let mustJoin =
      isUnsynced(mine)
      ? safeguards.contains(.dirtyFieldsJoin) : !safeguards.contains(.cleanFieldsFollowHub)
    guard mustJoin else { return Register(theirs) }
    let keepsMine = Register.supersedes(
      mine.value,
      mine.stamp,
      theirs.value,
      theirs.stamp,
      safeguards: safeguards
    )
    guard keepsMine else { return Register(theirs) }
    var kept = mine
    kept.isDirty = isUnsynced(mine)
    return kept
  }

  private func mergedDeletion(_ theirs: Stamp?, safeguards: Safeguards) -> Deletion? {
    let settled = theirs.map { Deletion(stamp: $0, isDirty: false) }
    guard let deletion else { return settled }
    guard isDeletionUnsynced else {
      let mayStay = !safeguards.contains(.cleanFieldsFollowHub)
      return mayStay && theirs.map { deletion.stamp > $0 } ?? mayStay ? deletion : settled
    }
    if let theirs, theirs >= deletion.stamp { return settled }
    return Deletion(stamp: deletion.stamp, isDirty: true)
  }
}

extension ReplicaItem {
  /// Clears the marks of what the hub acknowledged, where the stamp is still the one sent.
  package mutating func acknowledge(
    _ sent: ItemState,
    sequence: Int64,
    safeguards: Safeguards
  ) {
    let checksStamp = safeguards.contains(.acknowledgementChecksStamp)
    // Both are in the order of their names.
    var rest = sent.entries[...]
    for index in registers.indices {
      let register = registers[index]
      let name = register.field.name
      while let first = rest.first, utf8Less(first.name, name) { rest.removeFirst() }
      let acknowledged = rest.first.map {
        utf8Equal($0.name, name) && (!checksStamp || $0.stamp == register.stamp)
      }
      registers[index].isDirty = isUnsynced(register) && acknowledged != true
    }
    if let stamp = deletion?.stamp {
      let acknowledged = sent.deletion.map { !checksStamp || $0 == stamp } ?? false
      deletion = Deletion(stamp: stamp, isDirty: isDeletionUnsynced && !acknowledged)
    }
    self.sequence = max(self.sequence, sequence, 1)
  }

  /// The whole item without its marks.
  package var state: ItemState {
    ItemState(
      ordered: registers.map { ItemState.Entry($0.field.name, $0.value, stamp: $0.stamp) },
      deletion: deletion?.stamp
    )
  }

  /// What is to be pushed of the item: all of one unknown to the hub, else what is marked.
  package func unsyncedState() -> ItemState {
    if sequence == ReplicaItem.neverAcknowledged { return state }
    return ItemState(
      ordered: registers.filter(\.isDirty).map {
        ItemState.Entry($0.field.name, $0.value, stamp: $0.stamp)
      },
      deletion: isDeletionUnsynced ? deletion?.stamp : nil
    )
  }
}

extension Register {
  /// A register as the hub has it: acknowledged.
  package init(_ entry: ItemState.Entry) {
    self.init(Field(name: entry.name), entry.value, stamp: entry.stamp, isDirty: false)
  }
}
