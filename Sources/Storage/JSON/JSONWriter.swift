// Digests are computed over the compact form, which does not change once shipped.
//
// | part | form |
// | --- | --- |
// | text | UTF-8, no byte order mark, no white space outside strings, no line end |
// | object | members in the order of their keys' UTF-8 bytes |
// | integer | decimal digits, `-` in front of a negative one |
// | double | the shortest digits that read back to the same bits, as Swift's `description`: |
// |        | always with `.` or `e`; `5e-324`, `0.0001`, `1.0`, `1e+16`, `-0.0` |
// | string | `"` and `\` as `\"` and `\\`; U+0008, 9, A, C, D as `\b`, `\t`, `\n`, `\f`, `\r`; |
// |        | other controls below U+0020 as `\u00xx`, digits lower-case; all else as it is |
//
// The pretty form adds line ends (LF), two spaces for each level and one space after each colon;
// an empty array is `[]`, an empty object `{}`.

/// Appends JSON to a buffer, value by value.
///
/// The writer adds commas, line ends and indentation; the caller pairs begin with end and key with
/// value. A ``JSONValue`` always has the same text; the members of an object that is written call
/// by call keep the order of the calls.
public struct JSONWriter: Sendable {
  /// How the text is laid out.
  public enum Style: Sendable, Hashable {
    /// No white space at all.
    case compact
    /// A line for each member and element, indented by two spaces.
    case pretty
  }

  /// The bytes written so far.
  public var bytes: [UInt8]

  private let isPretty: Bool
  private var depth = 0
  private var needsComma = false
  private var followsKey = false

  /// A writer that appends to bytes written before.
  public init(_ style: Style = .compact, appendingTo bytes: [UInt8] = []) {
    self.bytes = bytes
    isPretty = style == .pretty
  }

  /// A value as bytes in UTF-8.
  ///
  /// - Throws: ``JSONError`` for a double that is not finite.
  public static func bytes(
    of value: JSONValue,
    style: Style = .compact
  ) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(style)
    try writer.writeValue(value)
    return writer.bytes
  }

  /// A value as text.
  ///
  /// - Throws: ``JSONError`` for a double that is not finite.
  public static func text(
    of value: JSONValue,
    style: Style = .compact
  ) throws(JSONError) -> String {
    String(decoding: try bytes(of: value, style: style), as: UTF8.self)
  }

  /// Starts an object.
  public mutating func beginObject() {
    begin(UInt8(ascii: "{"))
  }

  /// Ends the object.
  public mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Starts an array.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// Ends the array.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a key, whose value comes next.
  public mutating func writeKey(_ key: String) {
    prepare()
    appendString(key)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(0x20) }
    followsKey = true
  }

  /// Writes a key that was encoded before.
  package mutating func writeKey(_ key: Key) {
    prepare()
    bytes.append(contentsOf: key.bytes)
    if isPretty { bytes.append(0x20) }
    followsKey = true
  }

  /// A key in its written form, encoded once to be written many times.
  package struct Key: Sendable {
    fileprivate let bytes: [UInt8]

    package init(_ key: String) {
      var writer = JSONWriter()
      writer.writeKey(key)
      bytes = writer.bytes
    }
  }

  /// Ends the line after a whole value; a new text follows, as in NDJSON.
  public mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  /// Returns the bytes written so far and forgets them, to write a long text in pieces.
  public mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }

  /// Writes the comma, line end and indentation that go before a value or a key.
  mutating func prepare() {
    if followsKey {
      followsKey = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    if isPretty && depth > 0 { breakLine() }
  }

  private mutating func begin(_ bracket: UInt8) {
    prepare()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0 && !followsKey, "the writer's calls do not pair up")
    depth -= 1
    if isPretty && needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func breakLine() {
    bytes.append(0x0A)
    for _ in 0..<depth * 2 { bytes.append(0x20) }
  }
}
