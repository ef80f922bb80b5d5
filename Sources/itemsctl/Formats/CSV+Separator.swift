import Storage

// What stands between the values of somebody's CSV.
//
// In locales with a decimal comma, spreadsheets divide values by semicolons; some say so in a line
// `sep=;` in front of the names of the columns.

extension CSV {
  /// The declared separator; else the first likely one that gives a title column; else a comma.
  static func separator(of content: [UInt8], hasTitle: ([String]) -> Bool) -> UInt8 {
    guard let line = firstLine(of: content) else { return comma }
    if let declared = declaredSeparator(line) { return declared }
    return likely.first { (try? values(of: line, separator: $0)).map(hasTitle) == true } ?? comma
  }

  /// The separator that a line names instead of columns.
  static func declaredSeparator(_ line: String) -> UInt8? {
    line.utf8.count == 5 && line.lowercased().hasPrefix("sep=") ? line.utf8.last : nil
  }

  private static let likely = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private static func firstLine(of content: [UInt8]) -> String? {
    let line = content.drop(while: isSpace).prefix { !isLineEnd($0) }
    return String(validating: line, as: UTF8.self) ?? Windows1252.text(line)
  }
}

extension UInt8 {
  /// What a message calls the byte between two values.
  var separatorPhrase: String {
    switch self {
    case CSV.comma: "a comma"
    case UInt8(ascii: ";"): "a semicolon"
    case UInt8(ascii: "\t"): "a tab"
    default: "'\(Unicode.Scalar(self))'"
    }
  }
}
