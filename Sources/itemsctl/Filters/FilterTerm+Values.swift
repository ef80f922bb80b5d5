// The parts of a term's value.

extension FilterTerm {
  /// Why a term is refused.
  struct Refusal: Error {
    let reason: String
    /// The part of the word at fault, counted in characters; nil for all of it.
    var range: Range<Int>?
  }

  /// One part of a value, as it is meant.
  struct Part {
    let text: String
    /// Whether it stood within quotes, so that no word of it has a meaning of its own.
    let isQuoted: Bool
    /// Its place in the word, counted in characters.
    let range: Range<Int>
  }

  /// The value as a whole.
  func only() throws(Refusal) -> Part {
    let (part, rest) = try part(of: value[...], at: valueStart, endingAtComma: false)
    guard rest.isEmpty else { throw misplaced(rest, "nothing") }
    return part
  }

  /// The values between commas, at least one.
  func parts() throws(Refusal) -> [Part] {
    var parts: [Part] = []
    var rest = value[...]
    var start = valueStart
    while true {
      let (part, tail) = try part(of: rest, at: start, endingAtComma: true)
      guard !part.text.isEmpty || part.isQuoted else {
        throw Refusal(
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
  ) throws(Refusal) -> (Part, rest: Substring) {
    guard text.unicodeScalars.first == "\"" else {
      let part = endingAtComma ? text.prefix { $0 != "," } : text
      let range = start..<start + part.count
      let rest = text.dropFirst(part.count)
      return (Part(text: String(part), isQuoted: false, range: range), rest)
    }
    guard let quoted = QuotedText(text) else {
      throw Refusal(
        reason: "the closing '\"' is missing",
        range: start..<start + text.count
      )
    }
    let range = start..<start + text.count - quoted.rest.count
    return (Part(text: quoted.text, isQuoted: true, range: range), quoted.rest)
  }

  private func misplaced(_ rest: Substring, _ allowed: String) -> Refusal {
    let end = valueStart + value.count
    return Refusal(
      reason: "\(allowed) may follow the closing '\"'",
      range: end - rest.count..<end
    )
  }
}
