extension JSONWriter {
  /// Writes `null`.
  public mutating func writeNull() {
    prepare()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes `true` or `false`.
  public mutating func writeBool(_ value: Bool) {
    prepare()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes an integer.
  public mutating func writeInteger(_ value: Int64) {
    prepare()
    appendInteger(value)
  }

  /// Writes a double, with a fraction or an exponent.
  ///
  /// - Throws: ``JSONError`` if it is not finite.
  public mutating func writeDouble(_ value: Double) throws(JSONError) {
    guard value.isFinite else {
      throw JSONError(message: "JSON has no number for \(value)", position: nil)
    }
    prepare()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a string.
  public mutating func writeString(_ value: String) {
    prepare()
    appendString(value)
  }

  /// Writes a value of any kind, an object's members in the order of their keys.
  ///
  /// - Throws: ``JSONError`` for a double that is not finite.
  public mutating func writeValue(_ value: JSONValue) throws(JSONError) {
    switch value {
    case .null: writeNull()
    case .bool(let value): writeBool(value)
    case .integer(let value): writeInteger(value)
    case .double(let value): try writeDouble(value)
    case .string(let value): writeString(value)
    case .array(let values):
      beginArray()
      for value in values { try writeValue(value) }
      endArray()
    case .object(let object):
      beginObject()
      for (key, value) in object {
        writeKey(key)
        try writeValue(value)
      }
      endObject()
    }
  }

  /// Writes a value that was written before.
  package mutating func writeJSON(_ value: [UInt8]) {
    prepare()
    bytes.append(contentsOf: value)
  }

  private mutating func appendInteger(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = value.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
    } while rest > 0
    bytes[first...].reverse()
  }

  mutating func appendString(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let first = bytes.count
    // Most texts need no escape: copying first and checking the copy is fastest.
    bytes.append(contentsOf: text.utf8)
    let plain = bytes.span.endOfPlainText(from: first, to: bytes.count).place
    if plain < bytes.count { escape(from: plain) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes what was copied from a byte on that needs it.
  private mutating func escape(from first: Int) {
    let raw = Array(bytes[first...])
    bytes.removeSubrange(first...)
    var place = 0
    while place < raw.count {
      appendEscaped(raw[place])
      let next = raw.span.endOfPlainText(from: place + 1, to: raw.count).place
      bytes.append(contentsOf: raw[(place + 1)..<next])
      place = next
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    case 0..<0x20:
      bytes.append(contentsOf: #"\u00"#.utf8)
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let digit = byte & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    default: bytes.append(byte)
    }
  }
}
