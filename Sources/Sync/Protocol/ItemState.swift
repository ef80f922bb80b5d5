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
  package var entries: [Entry]

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

  /// Whether the item is alive: its newest register is above its deletion.
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

  /// About how many bytes the state takes in a message.
  package var estimatedBytes: Int {
    entries.reduce(128) { sum, entry in
      sum + entry.name.utf8.count + entry.value.contentBytes + 48
    }
  }
}
