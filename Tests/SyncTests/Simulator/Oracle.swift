// The books of every write, kept outside the devices and the hub.

import Storage

/// Knows every value ever written, and which later stamp stands for it.
struct Oracle {
  struct Key: Hashable {
    var id: ItemID
    var name: String
  }

  /// The name that the books have for the delete register.
  static let deletion = "#deletion"

  private(set) var written: [Key: [Stamp]] = [:]
  private var successors: [Key: [Stamp: Stamp]] = [:]
  private var issued: Set<Stamp> = []

  /// Items of which edits went to lost-and-found, or were purged: what was written may be gone.
  var excused: Set<ItemID> = []

  /// Items that hold a value which the hub refuses.
  var poisoned: Set<ItemID> = []

  /// Notes one edit; returns whether its stamp was never issued before.
  mutating func note(_ stamp: Stamp) -> Bool { issued.insert(stamp).inserted }

  mutating func write(_ key: Key, _ stamp: Stamp) { written[key, default: []].append(stamp) }

  /// A value that the hub has not seen was replaced: by a later edit, or by itself restamped.
  mutating func replace(_ key: Key, _ old: Stamp, by new: Stamp) {
    successors[key, default: [:]][old] = new
  }

  /// The stamp that the hub must have reached for that register, or nil if a stamp was reused.
  func expected(_ key: Key) -> Stamp? {
    var best: Stamp?
    let next = successors[key] ?? [:]
    for first in written[key] ?? [] {
      var stamp = first
      var hops = 0
      while let later = next[stamp] {
        stamp = later
        hops += 1
        if hops > 100_000 { return nil }
      }
      if best.map({ stamp > $0 }) ?? true { best = stamp }
    }
    return best
  }
}
