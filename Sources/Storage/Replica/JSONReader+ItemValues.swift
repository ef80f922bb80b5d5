// Reads ids, times and stamps from JSON without a string in between.

extension JSONReader {
  /// Reads a string that holds an id.
  package mutating func readItemID() throws(JSONError) -> ItemID {
    let place = try startOfString()
    if let text = plainText(count: ItemID.textCount),
      let id = ItemID(text: bytes.span.extracting(text))
    {
      offset = text.upperBound + 1
      return id
    }
    guard let id = ItemID(try readStringToken()) else {
      throw failure("expected an id, 32 hexadecimal digits in groups of 8-4-4-4-12", at: place)
    }
    return id
  }

  /// Reads a string that holds a stamp, as ``Stamp/text`` writes it.
  package mutating func readStamp() throws(JSONError) -> Stamp {
    let place = try startOfString()
    guard let text = plainText(count: Stamp.digitCount),
      let stamp = Stamp(text: bytes.span.extracting(text))
    else { throw failure("expected a stamp, \(Stamp.digitCount) digits of base 32", at: place) }
    offset = text.upperBound + 1
    return stamp
  }

  /// The range of the characters of the string that begins here, if it has `count` bytes; the
  /// characters of ids and stamps need no escapes.
  private func plainText(count: Int) -> Range<Int>? {
    let text = offset + 1..<offset + 1 + count
    return text.upperBound < end && bytes[text.upperBound] == UInt8(ascii: "\"") ? text : nil
  }

  /// Reads a string that holds a time, as ``ISO8601/parse(_:)-(String)`` reads it.
  package mutating func readInstant() throws(JSONError) -> ISO8601.Instant {
    let place = try startOfString()
    let plain = plainText(from: place + 1)
    let isWhole = plain.end < end && bytes[plain.end] == UInt8(ascii: "\"")
    let text = isWhole ? "" : try readStringToken()
    do {
      guard isWhole else { return try ISO8601.parse(text) }
      offset = plain.end + 1
      return try ISO8601.parse(bytes.span.extracting(place + 1..<plain.end))
    } catch {
      throw failure("the time is invalid: \(error.description)", at: place)
    }
  }

  private mutating func startOfString() throws(JSONError) -> Int {
    try expect(.string)
    return offset
  }
}
