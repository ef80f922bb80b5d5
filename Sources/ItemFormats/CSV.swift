// Values between commas, as RFC 4180 has them: <https://www.rfc-editor.org/rfc/rfc4180>.
//
// The first line names the columns; lines end with CR LF; a value with a comma, a quote or a line end
// stands in quotes, and a quote within it is doubled. All else is as it is. It does not change once
// shipped.

/// Records as values between commas.
package enum CSV {
  /// The values as one record, without the line's end.
  package static func line(_ values: some Collection<String>) -> String {
    // An empty line would be no record at all.
    if values.count == 1, values.first?.isEmpty == true { return "\"\"" }
    return values.map(quoted).joined(separator: ",")
  }

  private static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: isSpecial) else { return value }
    var text: [UInt8] = [quote]
    for byte in value.utf8 {
      text.append(byte)
      if byte == quote { text.append(byte) }
    }
    text.append(quote)
    return String(decoding: text, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == comma || byte == quote || byte == 0x0A || byte == 0x0D
  }

  /// The values of one record without its line's end.
  ///
  /// A quote within a value that does not begin with one is taken as it is, as most programs do.
  package static func values(of line: String, separator: UInt8 = comma) throws(RecordError)
    -> [String]
  {
    let bytes = line.utf8
    var values: [String] = []
    var index = bytes.startIndex
    while true {
      values.append(try value(in: bytes, &index, separator))
      guard index < bytes.endIndex else { return values }
      guard bytes[index] == separator else {
        throw RecordError(
          "expected \(separator.separatorPhrase) or the end of the line after a closing quote",
          column: line[..<index].unicodeScalars.count + 1
        )
      }
      index = bytes.index(after: index)
    }
  }

  private static func value(
    in bytes: String.UTF8View,
    _ index: inout String.Index,
    _ separator: UInt8
  ) throws(RecordError) -> String {
    guard index < bytes.endIndex, bytes[index] == quote else {
      let end = bytes[index...].firstIndex(of: separator) ?? bytes.endIndex
      defer { index = end }
      return String(decoding: bytes[index..<end], as: UTF8.self)
    }
    var value: [UInt8] = []
    while true {
      bytes.formIndex(after: &index)
      guard let end = bytes[index...].firstIndex(of: quote) else {
        throw RecordError("a quote is not closed")
      }
      value += bytes[index..<end]
      index = bytes.index(after: end)
      guard index < bytes.endIndex, bytes[index] == quote else { break }
      value.append(quote)
    }
    return String(decoding: value, as: UTF8.self)
  }

  package static let comma = UInt8(ascii: ",")
  package static let quote = UInt8(ascii: "\"")
}

/// Why a record is refused: a message without a place, and the column where one is known.
package struct RecordError: Error, Hashable {
  package let message: String
  /// From 1, in Unicode scalars.
  package let column: Int?
  /// The names of the columns or keys whose values fit no field.
  package let misfits: [String]

  package init(_ message: String, column: Int? = nil, misfits: [String] = []) {
    self.message = message
    self.column = column
    self.misfits = misfits
  }
}
