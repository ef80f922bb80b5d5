// Text set in lines.

extension String {
  /// The text in lines of at most so many columns, broken at spaces where there are any.
  func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let columns = word.displayWidth
      if used + 1 + columns <= width, !(line.isEmpty && lines.isEmpty && used == 0) {
        line += " " + word
        used += 1 + columns
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = ("", 0)
      for character in word {
        if used + character.displayWidth > width, used > 0 {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += character.displayWidth
      }
    }
    return lines + [line]
  }
}
