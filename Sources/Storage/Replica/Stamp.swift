// A stamp has 16 bytes, big-endian, so that byte order is stamp order. Does not change once shipped.
//
// | bytes | type   | unit | meaning                                                        |
// | 0–5   | UInt48 | ms   | hybrid logical time since 1970, UTC                            |
// | 6–7   | UInt16 |      | counter among stamps of one millisecond                        |
// | 8–15  | UInt64 |      | node: drawn at random each time a store is opened for writing  |

/// A hybrid logical timestamp: every edit of a field carries one, and the greater one wins.
///
/// No two edits ever carry the same stamp, since each opening of a store for writing draws a new
/// node. Source: Kulkarni et al., "Logical Physical Clocks" (OPODIS 2014).
public struct Stamp: Sendable, Hashable {
  /// Milliseconds since 1970 in the upper 48 bits, the counter in the lower 16.
  public var time: UInt64

  /// Which opening of which store issued the stamp.
  public var node: UInt64

  /// Makes a stamp from its packed time and its node.
  public init(time: UInt64, node: UInt64) {
    self.time = time
    self.node = node
  }

  /// Makes a stamp from milliseconds (clamped to 48 bits), counter and node.
  public init(milliseconds: Int64, counter: UInt16 = 0, node: UInt64) {
    let milliseconds = min(UInt64(clamping: milliseconds), 1 << 48 - 1)
    self.init(time: milliseconds << 16 | UInt64(counter), node: node)
  }

  /// The stamp of what was never written; below every stamp that is ever issued.
  package static let zero = Stamp(time: 0, node: 0)

  /// Milliseconds since 1970, UTC.
  public var milliseconds: Int64 { Int64(time >> 16) }

  /// The position among the stamps of one millisecond.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: time) }
}

extension Stamp: Comparable {
  /// Orders by time, then counter, then node.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    (left.time, left.node) < (right.time, right.node)
  }
}
