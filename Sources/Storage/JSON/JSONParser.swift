/// Reads JSON texts strictly according to RFC 8259.
///
/// It refuses, with line and column: anything that is not JSON, a key given twice in one object,
/// bytes that are not UTF-8, half a surrogate pair, an integer outside `Int64`, a number too large
/// for a double, and nesting past ``maxDepth``. It skips one byte order mark at the start.
public enum JSONParser {
  /// How deep arrays and objects may be nested.
  public static let maxDepth = 512

  /// The value of a text in UTF-8.
  ///
  /// - Throws: ``JSONError`` for the first error.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes, in: bytes.indices)
  }

  /// The value of a text.
  ///
  /// - Throws: ``JSONError`` for the first error.
  public static func parse(_ text: String) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// The value of a part of the bytes, such as one line of NDJSON, which is line number `line`.
  ///
  /// - Throws: ``JSONError``, whose offset counts from the start of `bytes`.
  public static func parse(
    _ bytes: [UInt8],
    in range: Range<Int>,
    line: Int = 1
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, in: range, line: line)
    let value = try reader.readValue()
    try reader.finish()
    return value
  }
}
