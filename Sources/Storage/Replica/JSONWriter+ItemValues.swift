// Writes ids and times to JSON without a string in between.

extension JSONWriter {
  /// Writes an id as a string.
  package mutating func writeItemID(_ id: ItemID) {
    prepare()
    bytes.append(UInt8(ascii: "\""))
    id.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a time, in milliseconds since 1970, as a string.
  package mutating func writeInstant(milliseconds: Int64) {
    prepare()
    bytes.append(UInt8(ascii: "\""))
    ISO8601.append(milliseconds: milliseconds, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
