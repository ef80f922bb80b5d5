package import Storage

extension ReplicaItem {
  /// Whether a register is unacknowledged; so is every register of an item unknown to the hub.
  package func isUnsynced(_ register: Register) -> Bool {
    sequence == ReplicaItem.neverAcknowledged || register.isDirty
  }

  /// Whether the deletion is unacknowledged.
  package var isDeletionUnsynced: Bool {
    deletion.map { sequence == ReplicaItem.neverAcknowledged || $0.isDirty } ?? false
  }

  /// Merges the hub's row: fields without edits here follow it exactly, the others join.
  package mutating func merge(_ row: ItemState, sequence: Int64) {
    var merged: [Register] = []
    merged.reserveCapacity(max(registers.count, row.entries.count))
    forEachPair(registers, row.entries) { mine, theirs in
      if let mine, isUnsynced(mine), theirs.map(mine.entry.supersedes) ?? true {
        merged.append(Register(mine.entry, isDirty: true))
      } else if let theirs {
        merged.append(Register(theirs, isDirty: false))
      }
    }
    deletion = mergedDeletion(row.deletion)
    registers = merged
    self.sequence = sequence
  }

  private func mergedDeletion(_ theirs: Stamp?) -> Deletion? {
    if let mine = deletion?.stamp, isDeletionUnsynced, theirs.map({ mine > $0 }) ?? true {
      return Deletion(stamp: mine, isDirty: true)
    }
    return theirs.map { Deletion(stamp: $0, isDirty: false) }
  }

  /// Clears the marks of what the hub acknowledged, if the stamp is still the one sent.
  package mutating func acknowledge(_ sent: ItemState, sequence: Int64) {
    var acknowledged: [Register] = []
    acknowledged.reserveCapacity(registers.count)
    forEachPair(registers, sent.entries) { mine, sent in
      guard var mine else { return }
      mine.isDirty = isUnsynced(mine) && sent?.stamp != mine.stamp
      acknowledged.append(mine)
    }
    if let stamp = deletion?.stamp {
      deletion = Deletion(stamp: stamp, isDirty: isDeletionUnsynced && sent.deletion != stamp)
    }
    registers = acknowledged
    self.sequence = max(self.sequence, sequence, 1)
  }

  /// The whole item without its marks.
  package var state: ItemState {
    ItemState(ordered: registers.map(\.entry), deletion: deletion?.stamp)
  }

  /// The part of the item to push: all of an item unknown to the hub, else what is marked.
  package func unsyncedState() -> ItemState {
    if sequence == ReplicaItem.neverAcknowledged { return state }
    return ItemState(
      ordered: registers.filter(\.isDirty).map(\.entry),
      deletion: isDeletionUnsynced ? deletion?.stamp : nil
    )
  }
}

extension Register: NamedByRegister {
  var name: String { field.name }

  /// The register without its mark.
  package var entry: ItemState.Entry { ItemState.Entry(field.name, value, stamp: stamp) }

  /// A register of a message or of the hub.
  package init(_ entry: ItemState.Entry, isDirty: Bool) {
    self.init(Field(name: entry.name), entry.value, stamp: entry.stamp, isDirty: isDirty)
  }
}
