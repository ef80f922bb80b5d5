// The parts of a term's value.

extension FilterTerm {
  /// One part of a value, as it is meant.
  struct Part {
    let text: String
    /// Whether it stood within quotes, so that no word of it has a meaning of its own.
    let isQuoted: Bool
    /// Its place in the word, counted in characters.
    let range: Range<Int>
  }

  /// The value as a whole.
  func only() throws(FilterTermError) -> Part {
    let (part, rest) = try part(of: value[...], at: valueStart, endingAtComma: false)
    guard rest.isEmpty else { throw misplaced(rest, "nothing") }
    return part
  }

  /// The values between commas, at least one.
  func parts() throws(FilterTermError) -> [Part] {
    var parts: [Part] = []
    var rest = value[...]
    var start = valueStart
    while true {
      let (part, tail) = try part(of: rest, at: start, endingAtComma: true)
      guard !part.text.isEmpty || part.isQuoted else {
        throw FilterTermError(
          reason: parts.isEmpty && tail.isEmpty ? "a value must follow" : "a value is missing",
          range: part.range
        )
      }
      parts.append(part)
      guard let separator = tail.first else { return parts }
      guard separator == "," else { throw misplaced(tail, "only a comma") }
      rest = tail.dropFirst()
      start = part.range.upperBound + 1
    }
  }

  private func part(
    of text: Substring,
    at start: Int,
    endingAtComma: Bool
  ) throws(FilterTermError) -> (Part, rest: Substring) {
    guard text.unicodeScalars.first == "\"" else {
      let part = endingAtComma ? text.prefix { $0 != "," } : text
      let range = start..<start + part.count
      let rest = text.dropFirst(part.count)
      return (Part(text: String(part), isQuoted: false, range: range), rest)
    }
    guard let quoted = QuotedText(text) else {
      throw FilterTermError(
        reason: "the closing '\"' is missing",
        range: start..<start + text.count
      )
    }
    let range = start..<start + text.count - quoted.rest.count
    return (Part(text: quoted.text, isQuoted: true, range: range), quoted.rest)
  }

  private func misplaced(_ rest: Substring, _ allowed: String) -> FilterTermError {
    let end = valueStart + value.count
    return FilterTermError(
      reason: "\(allowed) may follow the closing '\"'",
      range: end - rest.count..<end
    )
  }
}
