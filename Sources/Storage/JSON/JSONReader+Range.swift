extension JSONReader {
  /// The range of the next value, up to the comma or bracket after it, found by quotes and brackets alone.
  ///
  /// The value is not checked, so that an invalid one does not hide those after it. Nil if the
  /// bytes end before that comma or bracket.
  package mutating func rangeOfValue() -> Range<Int>? {
    guard nextByte() != nil else { return nil }
    let first = offset
    let span = bytes.span
    var depth = 0
    var index = first
    while index < end {
      switch span[index] {
      case UInt8(ascii: "\""): index = endOfString(from: index + 1)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ",") where depth == 0: return first..<index
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return first..<index }
        depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The offset of a string's closing quote; without one, the end of the bytes or one past it.
  private func endOfString(from place: Int) -> Int {
    var place = place
    while true {
      place = plainText(from: place).end
      guard place < end, bytes[place] != UInt8(ascii: "\"") else { return place }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      if place >= end { return place }
    }
  }
}
