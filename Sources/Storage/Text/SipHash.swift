/// SipHash-2-4 with a key of sixteen zero bytes, fed piece by piece.
///
/// Only the bytes matter, not how they are split into pieces.
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (INDOCRYPT 2012).
package struct SipHash: Sendable {
  private var v0: UInt64 = 0x736f_6d65_7073_6575
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d
  private var v2: UInt64 = 0x6c79_6765_6e65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573
  /// Bytes that do not make up a word yet, the first one lowest.
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  package init() {}

  /// Feeds one byte.
  package mutating func combine(_ byte: UInt8) {
    tail |= UInt64(byte) << ((count & 7) * 8)
    count &+= 1
    if count & 7 == 0 {
      compress(tail)
      tail = 0
    }
  }

  /// Feeds a number as eight bytes, the most significant first.
  package mutating func combine(_ number: UInt64) {
    let word = number.byteSwapped
    let offset = (count & 7) * 8
    count &+= 8
    guard offset > 0 else { return compress(word) }
    compress(tail | word << offset)
    tail = word >> (64 - offset)
  }

  /// Feeds a text: its length in bytes of UTF-8, and the bytes.
  package mutating func combine(_ text: String) {
    combine(UInt64(text.utf8.count))
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      combine(unsafe $0.span)
    }
    // Only strings bridged from Objective-C have no contiguous storage.
    if isDone == nil { combine(Array(text.utf8).span) }
  }

  /// Feeds bytes, eight at a time: most bytes hashed are of texts.
  private mutating func combine(_ bytes: Span<UInt8>) {
    var index = 0
    while index &+ 8 <= bytes.count {
      // Any eight bytes are a number; the place is checked.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      combine(UInt64(bigEndian: word))
      index &+= 8
    }
    while index < bytes.count {
      combine(bytes[index])
      index &+= 1
    }
  }

  /// The hash of the bytes fed so far.
  package func finished() -> UInt64 {
    var copy = self
    copy.compress(tail | count << 56)
    copy.v2 ^= 0xff
    for _ in 0..<4 { copy.round() }
    return copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v2 &+= v3
    v1 = SipHash.rotate(v1, 13) ^ v0
    v3 = SipHash.rotate(v3, 16) ^ v2
    v0 = SipHash.rotate(v0, 32)
    v2 &+= v1
    v0 &+= v3
    v1 = SipHash.rotate(v1, 17) ^ v2
    v3 = SipHash.rotate(v3, 21) ^ v0
    v2 = SipHash.rotate(v2, 32)
  }

  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
