// Text that cannot play tricks on a terminal.

extension String {
  /// The text on one line, with whatever a terminal would obey shown as an escape.
  package var visible: String { escapingControls(keepingLineFeeds: false) }

  /// The text on its lines, with whatever else a terminal would obey shown as an escape.
  package var visibleLines: String { escapingControls(keepingLineFeeds: true) }

  private func escapingControls(keepingLineFeeds: Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isObeyed }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isObeyed || keepingLineFeeds && scalar == "\n" {
        result.append(scalar)
      } else {
        result.append(contentsOf: scalar.visibleEscape.unicodeScalars)
      }
    }
    return String(result)
  }

  /// Whether some of the text is written from right to left, as Hebrew and Arabic are.
  package var isPartlyRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on it instead of showing it: controls, line ends, directions.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var visibleEscape: String {
    switch self {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
