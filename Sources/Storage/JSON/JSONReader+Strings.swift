// Strings: checked UTF-8, escapes and surrogate pairs.

extension JSONReader {
  /// Reads the string whose opening quote is next.
  mutating func readStringToken() throws(JSONError) -> String {
    let first = offset + 1
    let stop = endOfPlainText(from: first)
    guard stop < end else { throw failure("the string that starts here has no end") }
    if bytes[stop] == UInt8(ascii: "\"") {
      guard let text = String(validating: bytes[first..<stop], as: UTF8.self) else {
        throw invalidUTF8(in: first..<stop)
      }
      offset = stop + 1
      return text
    }
    return try readEscapedString(from: first)
  }

  /// The place of the next quote, backslash or control character.
  private func endOfPlainText(from place: Int) -> Int {
    let span = bytes.span
    var index = place
    while index < end {
      let byte = span[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index &+= 1
    }
    return index
  }

  private mutating func readEscapedString(from first: Int) throws(JSONError) -> String {
    var text: [UInt8] = []
    var place = first
    while true {
      let stop = endOfPlainText(from: place)
      guard stop < end else { throw failure("the string that starts here has no end") }
      text.append(contentsOf: bytes[place..<stop])
      offset = stop
      switch bytes[stop] {
      case UInt8(ascii: "\""):
        offset = stop + 1
        // Escapes add nothing but valid UTF-8, so a bad byte is one of the text as it stands.
        guard let string = String(validating: text, as: UTF8.self) else {
          throw invalidUTF8(in: first..<stop)
        }
        return string
      case UInt8(ascii: "\\"):
        try readEscape(into: &text)
        place = offset
      default:
        throw failure("a control character in a string must be written as an escape")
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
    default:
      throw failure("a backslash must be followed by one of \" \\ / b f n r t u", at: place)
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

  private func invalidUTF8(in range: Range<Int>) -> JSONError {
    var decoder = UTF8()
    var iterator = bytes[range].makeIterator()
    var place = range.lowerBound
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    return failure("the bytes here are not valid UTF-8", at: place)
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
