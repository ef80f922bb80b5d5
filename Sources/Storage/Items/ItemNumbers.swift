extension Item {
  /// True if its number is in the range of done copies.
  package var isNumberedAsRecord: Bool { number >= ItemNumbers.firstRecord }
}

/// The local numbers that a store has given out; no number is given out twice.
///
/// Done copies of repeating items have a range of their own: people name them seldom, and a daily task would use up a
/// small number each day.
struct ItemNumbers: Equatable, Sendable {
  /// The first number of a done copy; does not change once shipped.
  static let firstRecord = 1_000_000_001

  /// The number of the next item.
  var next = 1
  /// The number of the next done copy.
  var nextRecord = Self.firstRecord

  init() {}

  /// The counters as a file has them, if they are possible.
  init?(next: Int, nextRecord: Int) {
    guard 1...ItemLimits.maxNumber ~= next,
      Self.firstRecord...ItemLimits.maxNumber ~= nextRecord
    else { return nil }
    self.next = next
    self.nextRecord = nextRecord
  }

  /// True if the store has given out the number.
  func contains(_ number: Int) -> Bool {
    if number >= Self.firstRecord { number < nextRecord } else { 1..<next ~= number }
  }

  /// The next number for an item; nil after the last one, which only a damaged or hand-edited file reaches.
  mutating func takeNumber(for item: Item) -> Int? {
    if item.isRecord {
      guard nextRecord < ItemLimits.maxNumber else { return nil }
      defer { nextRecord += 1 }
      return nextRecord
    }
    guard next < Self.firstRecord else { return nil }
    defer { next += 1 }
    return next
  }

  /// Counts a number as given out.
  mutating func reserve(_ number: Int) {
    if number >= Self.firstRecord {
      nextRecord = max(nextRecord, number + 1)
    } else {
      next = max(next, number + 1)
    }
  }

  /// Counts as given out all that another store gave out.
  mutating func reserve(all other: ItemNumbers) {
    next = max(next, other.next)
    nextRecord = max(nextRecord, other.nextRecord)
  }
}
