package import Storage

/// The stamps that left the store in pushes whose outcome it has not seen yet.
///
/// A row with such a stamp is an earlier push of this store, so whatever the store has now was made
/// from it.
package struct SentStamps: Sendable, Equatable {
  /// In rising order, each once.
  package private(set) var stamps: [Stamp] = []

  package init() {}

  package var isEmpty: Bool { stamps.isEmpty }

  /// Whether this stamp was sent; logarithmic.
  package func contains(_ stamp: Stamp) -> Bool {
    var (low, high) = (0, stamps.count)
    while low < high {
      let middle = (low + high) / 2
      if stamps[middle] < stamp { low = middle + 1 } else { high = middle }
    }
    return low < stamps.count && stamps[low] == stamp
  }

  /// Notes what is about to leave.
  package mutating func insert(_ changes: [PushChange]) {
    var all = Set(stamps)
    for change in changes {
      for entry in change.state.entries { all.insert(entry.stamp) }
    }
    stamps = all.sorted()
  }
}

// MARK: - As text

extension SentStamps {
  /// The digits of each stamp, one after the other, see Stamp+Text.swift.
  var text: String { stamps.map(\.text).joined() }

  /// Reads what ``text`` wrote, or nil.
  init?(text: String) {
    let digits = Array(text.utf8)
    let count = Stamp.zero.text.utf8.count
    guard digits.count.isMultiple(of: count) else { return nil }
    for start in stride(from: 0, to: digits.count, by: count) {
      let part = String(decoding: digits[start..<start + count], as: UTF8.self)
      guard let stamp = Stamp(text: part), stamps.last.map({ $0 < stamp }) ?? true else {
        return nil
      }
      stamps.append(stamp)
    }
  }
}
