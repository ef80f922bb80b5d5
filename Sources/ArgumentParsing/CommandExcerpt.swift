/// Words of a command line, with a mark below the part that an error is about.
package struct CommandExcerpt: Sendable, Equatable {
  /// The words in their order.
  let words: [String]
  /// The index of the wrong word; after the last one, if a word is missing.
  let index: Int
  /// The part of that word, counted in characters; nil marks all of it.
  let range: Range<Int>?

  /// Marks a word, or a part of it.
  package init(words: [String], index: Int, range: Range<Int>? = nil) {
    self.words = words
    self.index = index
    self.range = range
  }

  /// A line with the words and a line with the mark, both no wider than asked for.
  func lines(_ format: HelpFormat) -> [String] {
    var line = ShownLine()
    for (place, word) in words.enumerated() {
      if place > 0 { line.append(" ") }
      line.append(word: word, marked: place == index ? range ?? 0..<max(1, word.count) : nil)
    }
    if index >= words.count { line.append(" ", isMarked: true) }
    return line.fitted(to: max(8, format.width - 2), format.measure).map { "  \($0)" }
  }
}

/// Characters as they are shown, and which of them are marked.
private struct ShownLine {
  private var characters: [(text: Character, isMarked: Bool)] = []

  mutating func append(_ character: Character, isMarked: Bool = false) {
    characters.append((character, isMarked))
  }

  /// Adds a word in the quotes that a shell needs.
  mutating func append(word: String, marked: Range<Int>?) {
    let isPlain = !word.isEmpty && word.allSatisfy(\.needsNoQuotes)
    if !isPlain { append("'", isMarked: marked != nil && word.isEmpty) }
    for (place, character) in word.enumerated() {
      let isMarked = marked?.contains(place) ?? false
      let shown = character == "'" ? "'\\''" : character.isControl ? "\u{FFFD}" : String(character)
      for character in shown { append(character, isMarked: isMarked) }
    }
    if !isPlain { append("'") }
    if let marked, marked.lowerBound >= word.count, !word.isEmpty {
      append(" ", isMarked: true)
    }
  }

  /// The part around the mark that fits, and the mark below it.
  func fitted(to width: Int, _ measure: (String) -> Int) -> [String] {
    let start = characters.firstIndex { $0.isMarked } ?? 0
    var first = 0
    var last = characters.count
    // Keeps the beginning of the mark, with a little of the text before it.
    while text(first..<last, measure).width > width {
      if first < start - 4 {
        first += 1
      } else if last > start + 1 {
        last -= 1
      } else {
        break
      }
    }
    let shown = text(first..<last, measure)
    return [shown.text.trimmingTrailingSpaces, shown.mark]
  }

  private func text(
    _ range: Range<Int>,
    _ measure: (String) -> Int
  ) -> (text: String, mark: String, width: Int) {
    var (text, mark, isFirst) = ("", "", true)
    if range.lowerBound > 0 { (text, mark) = ("…", " ") }
    for (character, isMarked) in characters[range] {
      text.append(character)
      let columns = measure(String(character))
      let sign = isMarked ? "~" : " "
      mark += String(repeating: sign, count: columns)
      if isMarked, isFirst, columns > 0 {
        mark.replaceLast(columns, with: "^" + String(repeating: sign, count: columns - 1))
        isFirst = false
      }
    }
    if range.upperBound < characters.count { text += "…" }
    return (text, mark.trimmingTrailingSpaces, max(measure(text), mark.count))
  }
}

extension String {
  fileprivate mutating func replaceLast(_ count: Int, with end: String) {
    removeLast(count)
    self += end
  }
}

extension Character {
  /// Whether a shell takes the character as it is, at any place of a word.
  fileprivate var needsNoQuotes: Bool {
    isLetter || isNumber || "+-_.,:=@%/^".contains(self)
  }

  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
