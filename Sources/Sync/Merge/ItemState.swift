package import Storage

/// The registers of an item with their stamps, all of an item or a part of it.
package struct ItemState: Sendable, Equatable {
  /// One register, under its name on the wire.
  package struct Entry: Sendable, Equatable {
    package var name: String
    package var value: JSONValue
    package var stamp: Stamp

    package init(_ name: String, _ value: JSONValue, stamp: Stamp) {
      self.name = name
      self.value = value
      self.stamp = stamp
    }

    package static func == (left: Entry, right: Entry) -> Bool {
      left.stamp == right.stamp && left.value == right.value && utf8Equal(left.name, right.name)
    }
  }

  /// The registers, ordered by the UTF-8 bytes of their names, each name once.
  package private(set) var entries: [Entry]

  /// When the item was deleted.
  package var deletion: Stamp?

  /// Takes registers that are in order, each name once.
  package init(ordered entries: [Entry], deletion: Stamp? = nil) {
    self.entries = entries
    self.deletion = deletion
  }

  /// Takes registers in any order, each name once.
  package init(_ entries: [Entry], deletion: Stamp? = nil) {
    self.entries = entries.sorted { utf8Less($0.name, $1.name) }
    self.deletion = deletion
  }

  /// Whether the item shows: its newest register is above its deletion.
  package var isAlive: Bool {
    guard let deletion else { return true }
    return entries.contains { $0.stamp > deletion }
  }

  /// Every stamp of the state, the deletion's last.
  package var stamps: [Stamp] {
    entries.map(\.stamp) + (deletion.map { [$0] } ?? [])
  }

  /// The greatest stamp of the state, or nil for an empty one.
  package var maxStamp: Stamp? {
    var greatest = deletion
    for entry in entries where greatest.map({ entry.stamp > $0 }) ?? true {
      greatest = entry.stamp
    }
    return greatest
  }
}

// MARK: - Joining

extension ItemState {
  /// What a join did to the state.
  package enum Join: Sendable, Equatable {
    /// Nothing is different.
    case unchanged
    /// At least one register is different.
    case changed
  }

  /// Takes over every register of `other` that is greater than the one here.
  package mutating func join(_ other: ItemState, safeguards: Safeguards) -> Join {
    var result = Join.unchanged
    var joined: [Entry] = []
    joined.reserveCapacity(entries.count + other.entries.count)
    var mine = entries[...]
    for theirs in other.entries {
      while let first = mine.first, utf8Less(first.name, theirs.name) {
        joined.append(first)
        mine.removeFirst()
      }
      guard let first = mine.first, utf8Equal(first.name, theirs.name) else {
        joined.append(theirs)
        result = .changed
        continue
      }
      mine.removeFirst()
      let takesTheirs = theirs.supersedes(first, safeguards: safeguards)
      joined.append(takesTheirs ? theirs : first)
      if takesTheirs { result = .changed }
    }
    joined.append(contentsOf: mine)
    entries = joined
    let joins = safeguards.contains(.hubJoinsDeletions)
    if let theirs = other.deletion, deletion.map({ joins ? theirs > $0 : theirs != $0 }) ?? true {
      deletion = theirs
      result = .changed
    }
    return result
  }

  /// Whether every register of `other` stands here with the same value and stamp.
  package func holds(_ other: ItemState) -> Bool {
    var mine = entries[...]
    for theirs in other.entries {
      while let first = mine.first, utf8Less(first.name, theirs.name) { mine.removeFirst() }
      guard mine.first == theirs else { return false }
    }
    return other.deletion.map { $0 == deletion } ?? true
  }
}

extension ItemState.Entry {
  /// Whether this value takes the place of `other`: the greater stamp, then the greater bytes.
  package func supersedes(_ other: ItemState.Entry, safeguards: Safeguards) -> Bool {
    guard safeguards.contains(.hubJoins) else { return self != other }
    return Register.supersedes(
      value,
      stamp,
      other.value,
      other.stamp,
      safeguards: safeguards
    )
  }
}

extension Register {
  /// Whether one value under its stamp is greater than another under its own.
  ///
  /// Stamps are equal only where a device was cloned while it ran; the values' canonical bytes then
  /// decide, so that all devices decide alike.
  package static func supersedes(
    _ value: JSONValue,
    _ stamp: Stamp,
    _ otherValue: JSONValue,
    _ otherStamp: Stamp,
    safeguards: Safeguards
  ) -> Bool {
    if stamp != otherStamp { return stamp > otherStamp }
    guard safeguards.contains(.valuesBreakTies), value != otherValue else { return false }
    return otherValue.canonicalBytes.lexicographicallyPrecedes(value.canonicalBytes)
  }
}
