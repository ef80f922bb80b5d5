// The one checksum of the package. It does not change once shipped: files hold its values.

/// FNV-1a with 64 bits, fed byte by byte: finds what changed, not what was forged.
///
/// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
package struct Checksum: Sendable {
  /// The checksum of what it was fed so far.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Feeds bytes.
  package mutating func combine(_ bytes: [UInt8]) {
    for byte in bytes { combine(byte) }
  }

  /// Feeds a text's bytes in UTF-8.
  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
  }

  // Not generic: other modules would get the slow, unspecialised form.
  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The value in 32 bits: both halves combined, as the source says.
  package var folded: UInt32 {
    UInt32(truncatingIfNeeded: value >> 32) ^ UInt32(truncatingIfNeeded: value)
  }
}
