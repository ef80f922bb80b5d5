// The words of `add`, sorted into titles and shorthands.

import ArgumentParsing
import Storage

/// Titles, and all that the other words and the options say of each of them.
struct AddWords {
  /// The titles as typed.
  var titles: [String] = []
  /// An item without a title.
  private(set) var pattern = ItemDraft(title: "")
  /// Whether more titles are to come from standard input.
  private(set) var readsTitles = false

  private let arguments: ParsedArguments
  private let calendar: LocalCalendar

  /// Sorts the words; a shorthand counts after the option that says the same.
  init(
    _ arguments: ParsedArguments,
    calendar: LocalCalendar,
    defaultList: String = Item.defaultList
  ) throws(UsageFailure) {
    self.arguments = arguments
    self.calendar = calendar
    pattern.list = defaultList
    try takeOptions()
    let words = arguments[AddCommand.Keys.titles]
    let firstLiteral = words.count - arguments.literalCount
    for (index, word) in words.enumerated() {
      if index >= firstLiteral { titles.append(word) } else { try take(word) }
    }
  }

  private mutating func takeOptions() throws(UsageFailure) {
    typealias Keys = AddCommand.Keys
    if let due = arguments[Keys.due] {
      do throws(DatePhrase.Problem) {
        pattern.dueAt = try DatePhrase.due(due, calendar: calendar)
      } catch {
        throw arguments.invalidValue(due, for: Keys.due, reason: error.message)
      }
    }
    pattern.priority = arguments[Keys.priority] ?? .none
    if let list = arguments[Keys.list] { pattern.list = list }
    pattern.tags = Set(arguments[Keys.tags])
    for pair in arguments[Keys.attributes] { pattern.attributes[pair.key] = .string(pair.value) }
  }

  /// A word of several parts between spaces can only be a title, unless a known key begins it.
  private mutating func take(_ word: String) throws(UsageFailure) {
    let hasSpace = word.contains(where: \.isWhitespace)
    if word == "-" {
      readsTitles = true
    } else if word.count > 1, word.hasPrefix("+"), !hasSpace {
      pattern.tags.insert(String(word.dropFirst()))
    } else if word.count > 1, word.hasPrefix("!"), !hasSpace {
      pattern.priority = try priority(word.dropFirst(), word)
    } else if let term = FilterTerm(word),
      term.comparison == .colon || term.comparison == .equalSign
    {
      try take(term, word)
    } else {
      titles.append(word)
    }
  }

  private mutating func take(_ term: FilterTerm, _ word: String) throws(UsageFailure) {
    if let name = term.attribute, !name.isEmpty {
      pattern.attributes[name] = .string(term.value)
      return
    }
    guard term.comparison == .colon else { return titles.append(word) }
    switch term.key {
    case "due":
      do throws(DatePhrase.Problem) {
        pattern.dueAt = try DatePhrase.due(term.value, calendar: calendar)
      } catch {
        throw refused(word, error.message)
      }
    case "priority": pattern.priority = try priority(term.value[...], word)
    case "list": pattern.list = term.value
    case "tag": pattern.tags.insert(term.value)
    default: titles.append(word)
    }
  }

  private func priority(_ name: Substring, _ word: String) throws(UsageFailure) -> Priority {
    guard let priority = Priority(name: name) else {
      let names = Priority.names.map { "'\($0)'" }.joined(separator: ", ")
      throw refused(word, "the priorities are \(names)")
    }
    return priority
  }

  private func refused(_ word: String, _ reason: String) -> UsageFailure {
    arguments.failure(
      "The word '\(word)' is invalid: \(reason). To take it as a title, put it behind '--'."
    )
  }
}
