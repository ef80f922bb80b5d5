import CommandKit
import Storage

// What stands between the values of somebody's CSV.
//
// In locales with a decimal comma, spreadsheets divide values by semicolons; some say so in a line
// `sep=;` in front of the names of the columns.

extension CSV {
  /// The declared separator; else the first likely one of those whose columns rank highest; else a comma.
  ///
  /// `rank` tells how surely texts are the names of columns, above 0.
  package static func separator(of content: [UInt8], rank: ([String]) -> Int) -> UInt8 {
    guard let line = firstLine(of: content) else { return comma }
    if let declared = declaredSeparator(line) { return declared }
    var best = (separator: comma, rank: 0)
    for separator in likely {
      let rank = rank(names(of: line, separator: separator))
      if rank > best.rank { best = (separator, rank) }
    }
    return best.separator
  }

  /// The names of columns in a line, without quotes where one of those is damaged.
  package static func names(of line: String, separator: UInt8) -> [String] {
    if let values = try? values(of: line, separator: separator) { return values }
    return line.utf8.split(separator: separator, omittingEmptySubsequences: false).map {
      String(decoding: $0.filter { $0 != quote }, as: UTF8.self)
    }
  }

  /// The separator that a line names instead of columns.
  package static func declaredSeparator(_ line: String) -> UInt8? {
    line.utf8.count == 5 && line.lowercased().hasPrefix("sep=") ? line.utf8.last : nil
  }

  private static let likely = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private static func firstLine(of content: [UInt8]) -> String? {
    let line = content.drop(while: isSpace).prefix { !isLineEnd($0) }
    return String(validating: line, as: UTF8.self) ?? Windows1252.text(line)
      ?? String(decoding: line, as: UTF8.self)
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
