// What a shell's script is told.
//
// The first line says what may be there beside words: `words` for nothing, `files` or `directories`,
// with what stands before the file's name behind a space. Each further line is a word, for zsh and fish
// with a tab and its explanation. Script and command are of the same version: the script asks the
// command that it completes.

/// The words that fit what is typed, as a shell wants them.
package struct CompletionReply {
  private let query: CompletionQuery
  private let candidates: [CompletionQuery.Candidate]
  private let visible: (String) -> String
  private let measure: (String) -> Int

  /// Says what is told.
  ///
  /// - Parameters:
  ///   - query: What is to be completed.
  ///   - candidates: The words of the query, and those that the program knows beside them.
  ///   - visible: Makes a text one line without control characters, where words may come from elsewhere.
  ///   - measure: The columns that a text takes; one for each Unicode scalar unless given.
  package init(
    query: CompletionQuery,
    candidates: [CompletionQuery.Candidate],
    visible: @escaping (String) -> String = { $0 },
    measure: @escaping (String) -> Int = { $0.unicodeScalars.count }
  ) {
    self.query = query
    self.candidates = candidates
    self.visible = visible
    self.measure = measure
  }

  /// The words that go on from what is typed, each once.
  private var fitting: [CompletionQuery.Candidate] {
    var seen: Set<String> = []
    return candidates.filter { $0.word.hasPrefix(query.typed) && seen.insert($0.word).inserted }
  }

  private var head: String {
    switch query.source {
    case .files: "files \(query.prefix)"
    case .directories: "directories \(query.prefix)"
    case .automatic, .custom: "words"
    }
  }

  /// For shells that show explanations and quote by themselves.
  package var explained: [String] {
    [head]
      + fitting.map { candidate in
        // A word with a line feed or a tab could not be told from two.
        let word = visible(query.prefix + candidate.word)
        let explanation = visible(candidate.explanation).firstSentence
        return explanation.isEmpty ? word : "\(word)\t\(explanation)"
      }
  }

  /// For bash, which replaces only what it takes for the word, and quotes nothing.
  package func bash(_ line: ShellLine, showsExplanations: Bool) -> [String] {
    let words = fitting
    return [head]
      + words.map { candidate in
        let whole = query.prefix + candidate.word
        let rest = String(whole.dropFirst(line.keptLength))
        let word = line.isQuoteOpen ? rest : rest.quotedForShell
        guard showsExplanations, words.count > 1, !candidate.explanation.isEmpty else {
          return word
        }
        return "\(word)  (\(shortened(visible(candidate.explanation).firstSentence)))"
      }
  }

  /// The text in at most 50 columns, with `…` at its end if something was cut off.
  private func shortened(_ text: String) -> String {
    guard measure(text) > 50 else { return text }
    var rest = text
    while measure(rest) > 49 { rest.removeLast() }
    return rest + "…"
  }
}

extension String {
  /// The text up to its first full stop; lists of words have little room.
  fileprivate var firstSentence: String {
    guard let end = firstRange(of: ". ") else { return hasSuffix(".") ? String(dropLast()) : self }
    return String(self[..<end.lowerBound])
  }
}
