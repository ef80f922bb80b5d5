// Values between tabs, what a pipe gets unless it asks for another form.
//
// Tabs, line feeds and other controls within a value are escapes, `\t`, `\n`, `\r` and `\uXXXX`, and a
// backslash is `\\`: so a line is a record, and nothing is lost. `list` prints no header; exports
// begin with one, of the names of the columns. It does not change once shipped.

import CommandKit
package import Storage

/// Records as values between tabs.
package enum TSV {
  /// What `list` and `search` print of an item unless they are told.
  package static let listedParts: [ItemPart] = [
    .number, .status, .priority, .due, .list, .tags, .title,
  ]
  package static let listed = listedParts.map { ItemField.part($0) }

  /// The values as one line, without its end.
  package static func line(_ values: some Sequence<String>) -> String {
    values.map { escaped($0) }.joined(separator: "\t")
  }

  private static func escaped(_ value: String) -> String {
    let value = value.utf8.contains(backslash) ? value.doublingBackslashes : value
    return value.visible
  }

  /// The values of a line.
  package static func values(of line: String) throws(RecordError) -> [String] {
    var values: [String] = []
    for part in line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false) {
      guard part.contains("\\") else {
        values.append(String(Substring(part)))
        continue
      }
      guard let value = unescaped(part) else {
        throw RecordError(
          "a backslash does not begin an escape; the escapes are \\t, \\n, \\r, \\\\ and \\uXXXX",
          column: line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex) + 1
        )
      }
      values.append(value)
    }
    return values
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var result = String.UnicodeScalarView()
    var rest = part.makeIterator()
    while let scalar = rest.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.next() {
      case "t": result.append("\t")
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "\\": result.append("\\")
      case "u":
        var value: UInt32 = 0
        for _ in 0..<4 {
          guard let digit = rest.next().flatMap({ Character($0).hexDigitValue }) else { return nil }
          value = value << 4 | UInt32(digit)
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        result.append(scalar)
      default: return nil
      }
    }
    return String(result)
  }

  private static let backslash = UInt8(ascii: "\\")
}

extension String {
  fileprivate var doublingBackslashes: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      result.append(scalar)
      if scalar == "\\" { result.append(scalar) }
    }
    return String(result)
  }
}
