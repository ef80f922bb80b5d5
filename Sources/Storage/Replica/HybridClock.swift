/// A hybrid logical clock: it follows the wall clock and never issues a time at or below one that it saw.
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
  /// within one. The wall clock counts up to the year 6429, half of what a stamp can hold; beyond it
  /// times are only counted.
  public mutating func next(now milliseconds: Int64) -> Stamp {
    let wall = Stamp(milliseconds: min(milliseconds, HybridClock.maxMilliseconds), node: 0).time
    // Only a forged stamp can bring the clock to its end; the values then decide between stamps.
    time = max(wall, time == .max ? time : time + 1)
    return Stamp(time: time, node: node)
  }

  /// Moves the clock forward to a time that was issued elsewhere, however late it is.
  public mutating func observe(_ time: UInt64) { self.time = max(self.time, time) }

  /// Sets the clock back; only a restamping may do so, with a new node.
  public mutating func reset(to time: UInt64, node: UInt64) {
    self.time = time
    self.node = node
  }

  /// The greatest wall-clock time that the clock follows, in milliseconds; it leaves room for later stamps.
  public static let maxMilliseconds: Int64 = 1 << 47
}
