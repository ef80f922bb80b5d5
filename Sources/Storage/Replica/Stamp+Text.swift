// As text, a stamp's 16 bytes (see Stamp.swift) are one number of 128 bits in 26 digits of base 32,
// `0`–`9` and `a`–`v` (RFC 4648's "base32hex" in lower case), the most significant digit first,
// which is below 8. Text order is stamp order. Does not change once shipped.

extension Stamp {
  /// The 26 digits.
  package var text: String {
    var number = UInt128(time) << 64 | UInt128(node)
    var digits: [UInt8] = Array(repeating: 0, count: Stamp.digitCount)
    for index in digits.indices.reversed() {
      let digit = UInt8(truncatingIfNeeded: number & 31)
      digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      number >>= 5
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads exactly what ``text`` writes.
  package init?(text: String) { self.init(text: Array(text.utf8).span) }

  /// Reads exactly what ``text`` writes, in UTF-8.
  init?(text digits: Span<UInt8>) {
    guard digits.count == Stamp.digitCount, digits[0] < UInt8(ascii: "8") else { return nil }
    var number: UInt128 = 0
    for index in digits.indices {
      let byte = digits[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number << 5 | UInt128(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "v"):
        number = number << 5 | UInt128(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self.init(
      time: UInt64(truncatingIfNeeded: number >> 64),
      node: UInt64(truncatingIfNeeded: number)
    )
  }

  static let digitCount = 26
}
