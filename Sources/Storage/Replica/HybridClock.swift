/// A hybrid logical clock: follows the wall clock and never issues a time at or below one it saw.
///
/// Every ``ReplicaStore`` stamps its edits with one, and stores its time.
public struct HybridClock: Sendable, Equatable {
  /// The greatest time issued or observed: milliseconds in the upper 48 bits, counter below.
  public private(set) var time: UInt64

  /// The node that the stamps carry.
  public var node: UInt64

  /// Creates a clock that is set to a time.
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
    // Only a damaged file can bring the clock to its end; the values then decide between stamps.
    time = max(wall, time == .max ? time : time + 1)
    return Stamp(time: time, node: node)
  }

  /// Moves the clock forward to a time that was issued elsewhere.
  ///
  /// A time that no clock can have shown is clamped, so that the clock can still advance.
  public mutating func observe(_ time: UInt64) {
    self.time = max(self.time, min(time, HybridClock.maxObserved))
  }

  /// Sets the clock back; only a restamping after a clock refusal may do so, with a new node.
  public mutating func reset(to time: UInt64, node: UInt64) {
    self.time = time
    self.node = node
  }

  /// The greatest wall-clock reading that leaves room to advance within 48 bits.
  private static let maxMilliseconds: Int64 = (1 << 47)

  /// The greatest time that ``observe(_:)`` accepts: the same reading, packed.
  public static let maxObserved = UInt64(maxMilliseconds) << 16
}
