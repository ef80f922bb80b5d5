#if Hub
/// Reads `Accept-Encoding` (RFC 9110, section 12.5.3).
enum GzipPreference {
  /// Whether gzip may be sent: named, or meant by an asterisk, with a weight above 0.
  static func accepts(_ value: ArraySlice<UInt8>) -> Bool {
    var wildcard = false
    for part in value.split(separator: UInt8(ascii: ",")) {
      let pieces = part.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let name = trimmed(pieces[0])
      let allows = weightIsPositive(pieces.dropFirst())
      if name.isEqualIgnoringCase("gzip") || name.isEqualIgnoringCase("x-gzip") { return allows }
      if name.isEqualIgnoringCase("*") { wildcard = allows }
    }
    return wildcard
  }

  /// Reads `q=0.5`; no weight is 1, and one that cannot be read is 0.
  private static func weightIsPositive(_ parameters: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    for parameter in parameters {
      let text = trimmed(parameter)
      guard let first = text.first, first == UInt8(ascii: "q") || first == UInt8(ascii: "Q"),
        text.dropFirst().first == UInt8(ascii: "=")
      else { continue }
      let digits = text.dropFirst(2)
      return digits.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        && digits.contains { $0.isDigit && $0 != UInt8(ascii: "0") }
    }
    return true
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.drop { $0 == .space || $0 == .tab }
    let end = rest.lastIndex { $0 != .space && $0 != .tab }
    return rest[..<(end.map { $0 + 1 } ?? rest.startIndex)]
  }
}
#endif
