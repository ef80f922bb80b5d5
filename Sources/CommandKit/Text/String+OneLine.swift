extension String {
  /// The text with spaces for line ends and tabs, and U+FFFD for other controls.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map {
          !$0.isLineBreaking ? $0 : $0.properties.isWhitespace ? " " : "\u{FFFD}"
        }
      )
    )
  }
}

extension Unicode.Scalar {
  /// Whether it is a control or ends a line.
  package var isLineBreaking: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}
