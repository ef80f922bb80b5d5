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

  /// The deletion after the hub's row was joined: the later one.
  func mergedDeletion(_ theirs: Stamp?) -> Deletion? {
    if let mine = deletion?.stamp, isDeletionUnsynced, theirs.map({ mine > $0 }) ?? true {
      return Deletion(stamp: mine, isDirty: true)
    }
    return theirs.map { Deletion(stamp: $0, isDirty: false) }
  }

  /// The texts kept beside the item's fields, the oldest first.
  package var keptTexts: [KeptText] {
    registers.compactMap { KeptText($0.field, $0.value) }.sorted { $0.stamp < $1.stamp }
  }

  /// Edits a register as a person does: what the hub has of it until now becomes its base.
  package mutating func edit(_ field: Field, _ value: JSONValue, stamp: Stamp) {
    let isRowAwaited = sequence == ReplicaItem.awaitingBootstrap
    let old = register(of: field)
    let base = old.flatMap {
      isUnsynced($0)
        ? $0.base : Register.Base(field, isRowAwaited ? nil : $0.value, stamp: $0.stamp)
    }
    let edited = Register(field, value, stamp: stamp, isDirty: true, base: base)
    if !set(edited), let place = registers.firstIndex(where: { $0.field == field }) {
      registers[place] = edited
    }
  }

  /// Sets a register if it supersedes the one that is there; returns whether it did.
  @discardableResult
  package mutating func set(_ register: Register) -> Bool {
    let name = register.field.name
    let place = registers.firstIndex { !utf8Less($0.field.name, name) } ?? registers.count
    guard place < registers.count, registers[place].field == register.field else {
      registers.insert(register, at: place)
      return true
    }
    guard register.entry.supersedes(registers[place].entry) else { return false }
    registers[place] = register
    return true
  }

  /// Clears the marks of what the hub acknowledged, if the stamp is still the one sent.
  ///
  /// An edit made since was made from what was sent, which is its base now.
  package mutating func acknowledge(_ sent: ItemState, sequence: Int64) {
    var acknowledged: [Register] = []
    acknowledged.reserveCapacity(registers.count)
    forEachPair(registers, sent.entries) { mine, sent in
      guard var mine else { return }
      mine.isDirty = isUnsynced(mine) && sent?.stamp != mine.stamp
      if let sent, mine.isDirty {
        mine.base = Register.Base(mine.field, sent.value, stamp: sent.stamp)
      } else if !mine.isDirty {
        mine.base = nil
      }
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
