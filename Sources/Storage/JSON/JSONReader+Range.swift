extension JSONReader {
  /// Where the next value stands, up to the comma or the bracket behind it, by quotes and brackets alone.
  ///
  /// Nothing of it is read or checked, so that a wrong value hides none of those behind it. Nil where
  /// the bytes end before the value surely does.
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

  /// The place of the quote that ends a string; the end of the bytes or one behind it without one.
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
