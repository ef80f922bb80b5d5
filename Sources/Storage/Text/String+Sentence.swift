extension String {
  /// The text without its full stop, to stand in the middle of a sentence.
  package var unended: String { hasSuffix(".") ? String(dropLast()) : self }
}
