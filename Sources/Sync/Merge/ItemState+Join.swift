import Storage

extension ItemState {
  /// What a join did to the state.
  package enum Join: Sendable, Equatable {
    /// Nothing is different.
    case unchanged
    /// At least one register is different.
    case changed
  }

  /// Copies every register of `other` that is greater than the one here.
  package mutating func join(_ other: ItemState) -> Join {
    // Most rows that come to a hub are new to it.
    if entries.isEmpty, deletion == nil {
      self = other
      return other.entries.isEmpty && other.deletion == nil ? .unchanged : .changed
    }
    var result = Join.unchanged
    var joined: [Entry] = []
    joined.reserveCapacity(entries.count + other.entries.count)
    forEachPair(entries, other.entries) { mine, theirs in
      if let theirs, mine.map(theirs.supersedes) ?? true {
        joined.append(theirs)
        result = .changed
      } else if let mine {
        joined.append(mine)
      }
    }
    entries = joined
    if let theirs = other.deletion, deletion.map({ theirs > $0 }) ?? true {
      deletion = theirs
      result = .changed
    }
    return result
  }

  /// Whether every register of `other` is here with the same value and stamp.
  package func holds(_ other: ItemState) -> Bool {
    var holds = other.deletion.map { $0 == deletion } ?? true
    forEachPair(entries, other.entries) { mine, theirs in
      if let theirs, mine != theirs { holds = false }
    }
    return holds
  }
}

extension ItemState.Entry {
  /// Whether this value takes the place of `other`: the greater stamp, then the greater bytes.
  ///
  /// Stamps are equal only if a device was cloned while it ran; the values' canonical bytes then
  /// decide, so that all devices decide alike.
  package func supersedes(_ other: ItemState.Entry) -> Bool {
    if stamp != other.stamp { return stamp > other.stamp }
    guard value != other.value else { return false }
    return other.value.canonicalBytes.lexicographicallyPrecedes(value.canonicalBytes)
  }
}

/// A value with the name of a register.
protocol NamedByRegister {
  /// The register's name on the wire.
  var name: String { get }
}

extension ItemState.Entry: NamedByRegister {}

/// Passes two lists to the body in the order of their names, elements of the same name together.
func forEachPair<Mine: NamedByRegister, Theirs: NamedByRegister>(
  _ mine: [Mine],
  _ theirs: [Theirs],
  _ body: (Mine?, Theirs?) -> Void
) {
  var mine = mine[...]
  for theirs in theirs {
    while let first = mine.first, utf8Less(first.name, theirs.name) {
      body(first, nil)
      mine.removeFirst()
    }
    if let first = mine.first, utf8Equal(first.name, theirs.name) {
      body(first, theirs)
      mine.removeFirst()
    } else {
      body(nil, theirs)
    }
  }
  for rest in mine { body(rest, nil) }
}
