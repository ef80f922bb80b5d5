import Migrations

/// Gives ids to items that a person added to a file without one.
///
/// Until a write gives the id to the file, each reading has to find the same: a command that may only read shows an id that
/// the next command is given. So it is derived from what both see: the file's path, the item's text, and the clock in the
/// file, which goes on with each write, so that the same text added again later is another item. A file without a clock, which
/// no program has written yet, has the time of its last change instead.
///
/// The ids are UUIDs of version 8, whose bits are the maker's own.
///
/// Source: RFC 9562, section 5.8.
struct HandAddedIDs {
  private var place = Checksum()
  private var given: [ItemID: Int] = [:]

  /// - Parameters:
  ///   - path: The file's path.
  ///   - clock: The clock in the file; 0 in a file without one.
  ///   - modified: When the file changed last, in nanoseconds since 1970.
  init(path: String, clock: UInt64, modified: Int64) {
    place.combine(path)
    place.combine(clock == 0 ? "\nchanged at \(modified)\n" : "\nwritten at \(clock)\n")
  }

  /// The id of the next item with this text; of equal items each has its own.
  mutating func id(of text: [UInt8]) -> ItemID {
    let first = Self.id(place, text, copy: 0)
    let copy = given[first, default: 0]
    given[first] = copy + 1
    return copy == 0 ? first : Self.id(place, text, copy: copy)
  }

  private static func id(_ place: Checksum, _ text: [UInt8], copy: Int) -> ItemID {
    var (high, low) = (place, place)
    high.combine("\(copy) high ")
    low.combine("\(copy) low ")
    high.combine(text)
    low.combine(text)
    return ItemID(
      high: high.value & ~0xF000 | 0x8000,
      low: low.value >> 2 | 0x8000_0000_0000_0000
    )
  }
}
