/// A hybrid logical clock: follows the wall clock and never issues a time at or below one it saw.
///
/// Every ``ReplicaStore`` stamps its edits by one, whose time it keeps.
public struct HybridClock: Sendable, Equatable {
  /// The greatest time issued or observed: milliseconds in the upper 48 bits, counter below.
  public private(set) var time: UInt64

  /// The node that the stamps carry.
  public var node: UInt64

  /// Makes a clock that stands at a time.
  public init(time: UInt64, node: UInt64) {
    self.time = time
    self.node = node
  }

  /// Issues the next stamp, given the wall clock in milliseconds since 1970.
  ///
  /// A full counter carries into the milliseconds, so that any number of stamps can be issued
  /// within one.
  public mutating func next(now milliseconds: Int64) -> Stamp {
    let wall = UInt64(clamping: min(milliseconds, HybridClock.maxMilliseconds)) << 16
    // Only a damaged file can bring the clock to its end, where the values decide between stamps.
    time = max(wall, time == .max ? time : time + 1)
    return Stamp(time: time, node: node)
  }

  /// Takes note of a time that was issued elsewhere.
  ///
  /// One that no clock can have shown leaves room to count on.
  public mutating func observe(_ time: UInt64) {
    self.time = max(self.time, min(time, HybridClock.maxObserved))
  }

  /// Goes back to a time; only a restamping after a clock refusal may do so, under a fresh node.
  public mutating func reset(to time: UInt64, node: UInt64) {
    self.time = time
    self.node = node
  }

  /// The greatest wall-clock reading that fits 48 bits with room to count on.
  private static let maxMilliseconds: Int64 = (1 << 47)

  /// The greatest time that is taken note of: the same reading, packed.
  public static let maxObserved = UInt64(maxMilliseconds) << 16
}
