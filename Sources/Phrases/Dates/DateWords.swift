import ArgumentParsing

/// Words that are taken from left to right; what cannot be taken leaves them as they were.
package struct DateWords {
  /// A word in lower case, and its place in the phrase, counted in characters.
  private struct Word {
    let text: String
    let typed: String
    let range: Range<Int>
  }

  private let words: [Word]
  private var index = 0
  /// The first word that no reading got beyond.
  private var furthest = 0

  /// Takes a phrase apart at its spaces; a comma behind a word says nothing.
  package init(_ phrase: String) {
    var words: [Word] = []
    for part in phrase.split(whereSeparator: \.isWhitespace) {
      let start = phrase.distance(from: phrase.startIndex, to: part.startIndex)
      let text = part.count > 1 && part.last == "," ? part.dropLast() : part
      let range = start..<start + part.count
      words.append(Word(text: text.lowercased(), typed: String(part), range: range))
    }
    self.words = words
  }

  /// Whether there are none.
  var isEmpty: Bool { words.isEmpty }
  /// Whether all were taken.
  package var isAtEnd: Bool { index == words.count }
  /// The next word in lower case.
  var next: String? { index < words.count ? words[index].text : nil }
  /// Whether a comma stands before the next word.
  var isAfterComma: Bool { index > 0 && words[index - 1].typed.hasSuffix(",") }
  /// The next word as it was typed.
  var nextTyped: String { index < words.count ? words[index].typed : "" }

  /// Takes the next word if it is one of these.
  package mutating func skip(_ wanted: String...) -> Bool {
    take { wanted.contains($0) ? true : nil } ?? false
  }

  /// Takes the next word if something can be made of it.
  mutating func take<Value>(_ read: (String) -> Value?) -> Value? {
    guard let next, let value = read(next) else {
      furthest = max(furthest, index)
      return nil
    }
    index += 1
    return value
  }

  /// Takes the next two words together if something can be made of both without the space.
  mutating func takeTwo<Value>(_ read: (String) -> Value?) -> Value? {
    guard index + 1 < words.count, let value = read(words[index].text + words[index + 1].text)
    else { return nil }
    index += 2
    return value
  }

  /// Takes what the body makes something of, all of it or nothing.
  mutating func attempt<Value>(
    _ body: (inout DateWords) throws(DatePhraseError) -> Value?
  ) throws(DatePhraseError) -> Value? {
    let start = index
    if let value = try body(&self) { return value }
    index = start
    return nil
  }

  /// Goes back to where the words were before.
  mutating func rewind(to earlier: DateWords) { index = earlier.index }

  // MARK: - Errors

  /// What is wrong with the next word.
  func error(_ message: String) -> DatePhraseError {
    DatePhraseError(message: message, range: index < words.count ? words[index].range : nil)
  }

  /// What is wrong with the word that was taken last.
  func errorAtLast(_ message: String) -> DatePhraseError {
    DatePhraseError(message: message, range: index > 0 ? words[index - 1].range : nil)
  }

  /// The error for the first word that no reading got beyond.
  var notUnderstood: DatePhraseError { notUnderstood(among: DateWords.longWords) }

  /// The same, where other words are known.
  func notUnderstood(among known: [String]) -> DatePhraseError {
    let place = max(furthest, index)
    guard place < words.count else {
      let message =
        words.last?.text == "at"
        ? "a time must follow 'at'" : "more words are needed after the last one"
      let end = words.last?.range.upperBound ?? 0
      return DatePhraseError(message: message, range: end..<end + 1)
    }
    let number = words.count > 1 ? " (word \(place + 1))" : ""
    let text = words[place].text
    let guess = known.first { $0 != text && isSlip(text, of: $0) }
      .map { ". Did you mean '\($0)'?" }
    return DatePhraseError(
      message: "'\(words[place].typed)'\(number) is not understood" + (guess ?? ""),
      range: words[place].range
    )
  }

  /// The words that are long enough to be known when they are mistyped.
  package static let longWords =
    ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { "\($0)" }
    + MonthName.names.filter { $0.count > 4 }
}
