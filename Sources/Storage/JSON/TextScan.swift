// Finds the bytes of a JSON string that cannot be copied as they are, eight bytes at a time.

extension Span<UInt8> {
  /// The first place from `start` on of a quote, a backslash or a control character.
  ///
  /// Without one, it is `end`. `seen` has every bit of the bytes before it.
  func endOfPlainText(from start: Int, to end: Int) -> (place: Int, seen: UInt8) {
    var index = start
    var seen: UInt64 = 0
    while index &+ 8 <= end {
      let word = word(at: index)
      let special = word.specialBytes
      if special != 0 {
        let bits = special.trailingZeroBitCount & ~7
        seen |= word & (1 << UInt64(bits) &- 1)
        return (index &+ bits / 8, seen.anyByte)
      }
      seen |= word
      index &+= 8
    }
    var last = seen.anyByte
    while index < end, !self[index].isSpecial {
      last |= self[index]
      index &+= 1
    }
    return (index, last)
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    // Any eight bytes are a number; the place is checked.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte that is a quote, a backslash or a control character.
  ///
  /// Only the lowest one is exact: a subtraction may borrow from the byte above.
  /// Source: Anderson, "Bit Twiddling Hacks", "Determine if a word has a byte less than n".
  @inline(__always)
  fileprivate var specialBytes: UInt64 {
    let quotes = self ^ 0x2222_2222_2222_2222
    let backslashes = self ^ 0x5c5c_5c5c_5c5c_5c5c
    let controls = (self &- UInt64.ones &* 0x20) & ~self
    return
      ((quotes &- UInt64.ones) & ~quotes | (backslashes &- UInt64.ones) & ~backslashes
      | controls) & UInt64.highs
  }

  /// Every bit of its bytes in one.
  @inline(__always)
  fileprivate var anyByte: UInt8 {
    var all = self | self >> 32
    all |= all >> 16
    return UInt8(truncatingIfNeeded: all | all >> 8)
  }
}

extension UInt8 {
  /// Whether a JSON string must have it as an escape.
  @inline(__always)
  fileprivate var isSpecial: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
