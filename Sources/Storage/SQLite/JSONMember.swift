/// A value within a JSON text, found by the keys that lead to it.
struct JSONMember {
  /// The value's own text.
  private let bytes: [UInt8]

  /// The value behind keys with 0xFF between them; nil if there is none.
  init?(path: [UInt8], in text: [UInt8]) {
    self.init(keys: path.split(separator: 0xFF, omittingEmptySubsequences: false), in: text)
  }

  /// The value behind keys, or the whole text without keys; nil if there is none.
  init?(keys: [ArraySlice<UInt8>], in text: [UInt8]) {
    guard !text.isEmpty, let range = try? JSONMember.range(keys, in: text) else { return nil }
    bytes = Array(text[range])
  }

  /// The text without white space around and within it.
  var compactText: [UInt8] {
    guard bytes[0] == UInt8(ascii: "{") || bytes[0] == UInt8(ascii: "[") else { return bytes }
    var compact: [UInt8] = []
    compact.reserveCapacity(bytes.count)
    var isString = false
    var isEscaped = false
    for byte in bytes {
      if isString || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) { compact.append(byte) }
      if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
      isEscaped = isString && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return compact
  }

  /// The value itself.
  var value: JSONValue? { try? JSONParser.parse(bytes) }

  /// The type by which it compares and sorts, judged by the first byte; nil for null.
  var type: AttributeType? {
    switch bytes[0] {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "\""): .text
    case UInt8(ascii: "["): .list
    case UInt8(ascii: "{"): .object
    default: nil
    }
  }

  private static func range(
    _ keys: [ArraySlice<UInt8>],
    in text: [UInt8]
  ) throws(JSONError) -> Range<Int>? {
    var reader = JSONReader(text)
    for key in keys {
      guard try reader.peek() == .object else { return nil }
      try reader.beginObject()
      guard try find(key, &reader) else { return nil }
    }
    _ = try reader.peek()
    let start = reader.offset
    try reader.skipValue()
    return start..<reader.offset
  }

  private static func find(
    _ key: ArraySlice<UInt8>,
    _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    while let found = try reader.nextKey() {
      if found.utf8.elementsEqual(key) { return true }
      try reader.skipValue()
    }
    return false
  }
}
