// Strings: checked UTF-8, escapes and surrogate pairs.

extension JSONReader {
  /// Reads the string whose opening quote is next.
  mutating func readStringToken() throws(JSONError) -> String {
    let first = offset + 1
    let plain = plainText(from: first)
    guard plain.end < end else { throw failure("the string that starts here has no end") }
    guard bytes[plain.end] == UInt8(ascii: "\"") else { return try readEscapedString(from: first) }
    if !plain.isASCII { try checkUTF8(in: first..<plain.end) }
    offset = plain.end + 1
    return String(decoding: bytes[first..<plain.end], as: UTF8.self)
  }

  /// The part of a string before the first byte that cannot be copied as it is.
  struct PlainText {
    /// The offset of the next quote, backslash or control character.
    var end: Int
    var isASCII: Bool
  }

  func plainText(from place: Int) -> PlainText {
    let (end, seen) = bytes.span.endOfPlainText(from: place, to: end)
    return PlainText(end: end, isASCII: seen < 0x80)
  }

  private mutating func readEscapedString(from first: Int) throws(JSONError) -> String {
    var text: [UInt8] = []
    var place = first
    while true {
      let plain = plainText(from: place)
      guard plain.end < end else { throw failure("the string that starts here has no end") }
      // A sequence of UTF-8 never spans an escape, so each part is checked by itself.
      if !plain.isASCII { try checkUTF8(in: place..<plain.end) }
      text.append(contentsOf: bytes[place..<plain.end])
      offset = plain.end
      switch bytes[plain.end] {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try readEscape(into: &text)
        place = offset
      default: throw failure("a control character in a string must be written as an escape")
      }
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
    let place = offset
    guard place + 1 < end else { throw failure("the escape that starts here has no end") }
    offset = place + 2
    switch bytes[place + 1] {
    case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try readScalar(at: place).utf8)
    default: throw failure("a backslash must be followed by one of \" \\ / b f n r t u", at: place)
    }
  }

  /// Reads the rest of `\uXXXX`, and of a second one after the first half of a surrogate pair.
  private mutating func readScalar(at place: Int) throws(JSONError) -> UnicodeScalar {
    let first = try readFourDigits(at: place)
    if let scalar = UnicodeScalar(first) { return scalar }
    guard first < 0xDC00 else {
      throw failure("the second half of a surrogate pair stands alone", at: place)
    }
    guard offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { throw failure("the first half of a surrogate pair stands alone", at: place) }
    let secondPlace = offset
    offset += 2
    let second = try readFourDigits(at: secondPlace)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("the first half of a surrogate pair stands alone", at: place) }
    return scalar
  }

  private mutating func readFourDigits(at place: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in offset..<offset + 4 {
      guard index < end, let digit = hexadecimalDigit(bytes[index]) else {
        throw failure("\\u must be followed by four hexadecimal digits", at: place)
      }
      value = value << 4 | digit
    }
    offset += 4
    return value
  }

  /// Throws for invalid UTF-8, which `String(decoding:as:)` would repair silently.
  private func checkUTF8(in range: Range<Int>) throws(JSONError) {
    let span = bytes.span
    var index = range.lowerBound
    while index < range.upperBound {
      if span[index] < 0x80 {
        index &+= 1
        continue
      }
      let length = lengthOfUTF8(at: index, before: range.upperBound)
      if length == 0 { throw failure("the bytes here are not valid UTF-8", at: index) }
      index += length
    }
  }

  /// The length of the sequence of two to four bytes at a place, or 0 if there is no valid one.
  ///
  /// The bounds of the second byte exclude overlong forms, surrogates and numbers past U+10FFFF
  /// (Unicode 16, table 3-7).
  private func lengthOfUTF8(at place: Int, before limit: Int) -> Int {
    let span = bytes.span
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch span[place] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard length > 0, place + length <= limit, second.contains(span[place + 1]) else { return 0 }
    for index in place + 2..<place + length where span[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
