/// The address of another machine: 16 bytes, those of IPv4 as `::ffff:a.b.c.d` (RFC 4291, section 2.5.5.2).
package struct PeerAddress: Sendable, Hashable {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// An address of IPv6, by its two halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An address of IPv4, the first number in the highest byte.
  package init(ipv4: UInt32) { self.init(high: 0, low: 0x0000_FFFF_0000_0000 | UInt64(ipv4)) }

  /// A peer on this machine that has no address, such as one of a socket in the file system.
  package static let local = PeerAddress(ipv4: 0x7F00_0001)

  /// The address of IPv4, if it is one.
  package var ipv4: UInt32? {
    high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
  }

  /// Whether it is this machine's own.
  package var isLoopback: Bool {
    if let ipv4 { return ipv4 >> 24 == 127 }
    return high == 0 && low == 1
  }
}
