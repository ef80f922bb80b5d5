extension StringProtocol {
  /// Whether all of the text is digits of ASCII.
  package var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
