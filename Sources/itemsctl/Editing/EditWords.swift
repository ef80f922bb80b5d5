import ArgumentParsing
import Phrases
import Storage

/// What the words behind the items change: `due:friday +teeth -lunch`, and bare words for a new title.
struct EditWords {
  private(set) var changes: ItemChanges
  /// The new title that bare words are; empty where there are none.
  var title: String { titleWords.joined(separator: " ") }

  private var titleWords: [String] = []
  /// Whether all words of the title are behind `--`.
  private var isLiteral = true
  private let arguments: ParsedArguments
  private let calendar: LocalCalendar

  /// Takes words, which count after the options that say the same.
  ///
  /// - Parameters:
  ///   - words: Words of a positional that say what changes.
  ///   - firstLiteral: The place of the first of its words that is a title's, whatever it looks like.
  ///   - changes: What the options say.
  ///   - parts: The fields that words name, tags among them; with tags alone there is no title.
  ///   - context: Where they are said.
  /// - Throws: `UsageError` for words that cannot be meant as changes.
  init(
    _ words: ArraySlice<String>,
    literalFrom firstLiteral: Int,
    after changes: ItemChanges,
    of parts: [ItemPart] = ItemPart.editWords,
    _ context: CommandContext
  ) throws(UsageError) {
    (self.changes, arguments, calendar) = (changes, context.arguments, context.world.calendar)
    var rest = words
    while let word = rest.popFirst() {
      if rest.startIndex > firstLiteral {
        titleWords.append(word)
      } else if let tag = EditWords.removedTag(word, &rest) {
        self.changes.remove(tag: tag.nfc)
      } else if let blockers = EditWords.removedBlockers(word, &rest, of: parts) {
        try removeBlockers(blockers, of: word)
      } else if let meaning = FieldWord(word, of: parts) {
        let plain = rest.prefix(max(0, firstLiteral - rest.startIndex))
        try checkWhole(word, meaning, plain.prefix { FieldWord($0, of: parts) == nil })
        try self.changes.take(meaning, of: word, calendar, arguments)
      } else {
        try checkBare(word)
        isLiteral = false
        titleWords.append(word)
      }
    }
    try takeTitle(mayHave: parts.contains(.title))
  }

  /// The words with which a line begins that add tags and remove them.
  ///
  /// Behind a word with a sign, `not tag:x` is a condition on the items.
  static func leadingTags(_ words: ArraySlice<String>) -> ArraySlice<String> {
    var rest = words
    var next = rest
    while next.first == "not", let word = next.popFirst(), removedTag(word, &next) != nil {
      rest = next
    }
    while let word = rest.first, word.count > 1, word.hasPrefix("+") || word.hasPrefix("-") {
      rest.removeFirst()
    }
    return words[..<rest.startIndex]
  }

  /// Whether words begin with one that changes something, or was meant to.
  static func isChange(_ words: ArraySlice<String>, of parts: [ItemPart]) -> Bool {
    var rest = words
    guard let word = rest.popFirst() else { return false }
    return removedTag(word, &rest) != nil || removedBlockers(word, &rest, of: parts) != nil
      || FieldWord(word, of: parts) != nil
  }

  /// Whether a word changes something, with a value that is understood.
  static func isValid(_ word: String, of parts: [ItemPart], _ calendar: LocalCalendar) -> Bool {
    if word.count > 1, word.hasPrefix("-") { return true }
    return switch FieldWord(word, of: parts) {
    case .value(let part, let text): part.isValue(typed: text, calendar)
    case .attribute: true
    case .mistaken, nil: false
    }
  }

  /// The tag of `-tag`, and of `not tag:tag`, which says the same where a dash would begin an option.
  private static func removedTag(_ word: String, _ rest: inout ArraySlice<String>) -> String? {
    let minus = word.hasPrefix("-") && word.count > 1 ? String(word.dropFirst()) : nil
    guard word == "not", let next = rest.first, let term = FilterTerm(next),
      term.key == ItemPart.tags.typedName, term.comparison == .colon, !term.value.isEmpty
    else { return minus }
    rest.removeFirst()
    return term.value
  }

  /// The items of `not blocked-by:12`.
  private static func removedBlockers(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    of parts: [ItemPart]
  ) -> String? {
    guard word == "not", parts.contains(.blockers),
      let term = rest.first.flatMap({ FilterTerm($0) }),
      term.key == ItemPart.blockers.typedName, term.comparison == .colon, !term.value.isEmpty
    else { return nil }
    rest.removeFirst()
    return term.value
  }

  private mutating func removeBlockers(_ text: String, of word: String) throws(UsageError) {
    do throws(ValueError) {
      try changes.remove(blockers: text)
    } catch {
      throw arguments.refusal(
        of: "\(word) \(ItemPart.blockers.typedName):\(text)",
        error.reason ?? "it names no item"
      )
    }
  }

  /// Refuses a word of a filter where a title would begin.
  private func checkBare(_ word: String) throws(UsageError) {
    guard titleWords.isEmpty, ["and", "or", "not", "(", ")"].contains(word) else { return }
    throw arguments.refusal(
      of: word,
      "it belongs to a filter. After an item come changes; name several items one after the other."
    )
  }

  /// Refuses a value that goes on in the words behind it: without quotes, only its first word was taken.
  private func checkWhole(
    _ word: String,
    _ meaning: FieldWord,
    _ next: ArraySlice<String>
  ) throws(UsageError) {
    if let more = meaning.continuation(in: next, calendar) { throw arguments.split([word] + more) }
    guard !next.isEmpty else { return }
    switch meaning {
    case .attribute: throw arguments.split([word] + next)
    case .value(let part, _) where part.form == .text: throw arguments.split([word] + next)
    case .value, .mistaken: return
    }
  }

  private mutating func takeTitle(mayHave: Bool) throws(UsageError) {
    guard let first = titleWords.first else { return }
    let text = title
    guard mayHave else {
      let guess = titleWords.count == 1 ? " Did you mean '+\(first)'?" : ""
      throw arguments.failure(
        "'\(text)' is neither '+TAG', which adds a tag, nor '-TAG', which removes one.\(guess)"
      )
    }
    if !isLiteral {
      if titleWords.count == 1, ChangeSeparator.names.contains(first) {
        throw arguments.failure(
          "No change follows '\(first)'. Give one as in 'edit 12 \(first) due:friday'; '-- \(first)' is a title."
        )
      }
      if titleWords.allSatisfy(ItemTargets.looksLikeItems) {
        throw arguments.refusal(of: text, "name the items before the changes")
      }
      if ItemPart.due.isValue(typed: text, calendar) {
        throw arguments.refusal(of: text, "it is a date. Did you mean 'due:\(text)'?")
      }
    }
    do throws(ValueError) {
      try changes.set(.title, typed: text, calendar)
    } catch {
      throw arguments.invalidValue(text, for: ItemTargets.words, reason: error.reason)
    }
  }
}
