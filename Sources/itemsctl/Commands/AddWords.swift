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

  /// The date that was given, as typed.
  private var duePhrase: String?

  private let arguments: ParsedArguments
  private let calendar: LocalCalendar

  /// Sorts the words; a shorthand counts after the option that says the same.
  init(_ context: CommandContext) throws(UsageError) {
    arguments = context.arguments
    calendar = context.world.calendar
    pattern.list = context.settings[.list]?.text ?? Item.defaultList
    try takeOptions()
    let words = arguments[AddCommand.Keys.titles]
    let firstLiteral = words.count - arguments.literalCount
    for word in words[..<firstLiteral] { try take(word) }
    let plain = titles
    titles += words[firstLiteral...]
    try checkTitles(plain)
  }

  private mutating func takeOptions() throws(UsageError) {
    if let due = try arguments.due(calendar) {
      pattern.dueAt = due
      duePhrase = arguments[ItemKeys.due]
    }
    pattern.priority = arguments[ItemKeys.priority] ?? .none
    if let list = arguments[ItemKeys.list] { pattern.list = list.name }
    pattern.tags = Set(arguments[ItemKeys.tags].map(\.name))
    for pair in arguments[ItemKeys.attributes] { pattern.attributes[pair.key] = pair.json }
  }

  private mutating func take(_ word: String) throws(UsageError) {
    let hasSpace = word.contains(where: \.isWhitespace)
    if word == "-" {
      readsTitles = true
    } else if word.count > 1, word.hasPrefix("+"), !hasSpace {
      pattern.tags.insert(try value(TagName.self, word.dropFirst(), word).name)
    } else if word.count > 1, word.hasPrefix("!"), !hasSpace {
      pattern.priority = try priority(word.dropFirst(), word)
    } else {
      switch FieldWord(word) {
      case .value(let field, let value): try take(field, value, word)
      case .attribute(let pair): pattern.attributes[pair.key] = pair.json
      case .mistaken(let reason): throw refused(word, reason)
      case nil: titles.append(word)
      }
    }
  }

  private mutating func take(
    _ field: FieldWord.Field,
    _ text: String,
    _ word: String
  ) throws(UsageError) {
    switch field {
    case .due:
      do throws(DatePhraseError) {
        pattern.dueAt = try ItemKeys.due(text, calendar)
        duePhrase = text
      } catch {
        throw refused(word, error.message)
      }
    case .priority: pattern.priority = try priority(text[...], word)
    case .list: pattern.list = try value(ListName.self, text[...], word).name
    case .tag: pattern.tags.insert(try value(TagName.self, text[...], word).name)
    }
  }

  private func priority(_ name: Substring, _ word: String) throws(UsageError) -> Priority {
    guard let priority = Priority(name: name) else {
      let names = Priority.names.map { "'\($0)'" }.joined(separator: ", ")
      throw refused(word, "the priorities are \(names)")
    }
    return priority
  }

  private func value<Value: ArgumentValue>(
    _ type: Value.Type,
    _ text: Substring,
    _ word: String
  ) throws(UsageError) -> Value {
    do throws(ValueError) {
      return try Value(argument: String(text))
    } catch {
      throw refused(word, error.reason ?? "it is not understood")
    }
  }

  /// Refuses titles that must be mistakes: empty ones, and a date beside the title.
  private func checkTitles(_ plain: some Collection<String>) throws(UsageError) {
    if titles.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw arguments.failure("The title is empty. Give the item a title.")
    }
    guard titles.count > 1 || readsTitles else { return }
    for word in plain where isDate(word) {
      // Without quotes, only the first word of the date was taken.
      let whole = duePhrase.map { "\($0) \(word)" }
      let phrase = whole.flatMap { isDate($0) ? $0 : nil } ?? word
      let quotes = phrase.contains(" ") ? " within quotes" : ""
      throw refused(word, "it is a date beside a title. Did you mean 'due:\(phrase)'\(quotes)?")
    }
  }

  private func isDate(_ phrase: String) -> Bool {
    (try? DatePhrase(phrase, calendar: calendar)) != nil
  }

  private func refused(_ word: String, _ reason: String) -> UsageError {
    let end = reason.hasSuffix("?") ? "" : "."
    return arguments.failure(
      "The word '\(word)' is invalid: \(reason)\(end) To take it as a title, put it behind '--'."
    )
  }
}
