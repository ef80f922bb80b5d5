// Text set in lines.

extension String {
  /// The text in lines of at most so many columns, broken at spaces where there are any.
  package func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var line: String?
    var used = 0
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let columns = word.displayWidth
      if let start = line, used + 1 + columns <= width {
        line = "\(start) \(word)"
        used += 1 + columns
        continue
      }
      if let line { lines.append(line) }
      var rest = ""
      used = 0
      for character in word {
        if used + character.displayWidth > width, used > 0 {
          lines.append(rest)
          (rest, used) = ("", 0)
        }
        rest.append(character)
        used += character.displayWidth
      }
      line = rest
    }
    return lines + [line ?? ""]
  }

  /// The text as the beginning of a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + String(dropFirst()) }

  /// The text without blanks at its ends.
  package var trimmed: String {
    // Most texts have nothing to take away, which their first and last bytes tell faster than characters do.
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard isBlank(utf8.first) || isBlank(utf8.last) else { return self }
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return String(text)
  }
}
