import ArgumentParsing
import Storage

/// Titles, and all that the other words and the options say of each of them.
struct AddWords {
  /// The titles as typed.
  var titles: [String] = []
  /// The values of each item.
  private(set) var changes = ItemChanges()
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
    duePhrase = arguments[ItemKeys.option(for: .due)]
    try changes.take(arguments, calendar, forEditing: false)
    let words = arguments[AddCommand.Keys.titles]
    let firstLiteral = words.count - arguments.literalCount
    for word in words[..<firstLiteral] { try take(word) }
    let plain = titles
    titles += words[firstLiteral...]
    try checkTitles(plain)
  }

  /// Finds the item that was named as a parent.
  mutating func resolveParent(in repository: any ItemRepository) async throws {
    try await changes.resolveParent(in: repository)
  }

  private mutating func take(_ word: String) throws(UsageError) {
    guard word != "-" else { return readsTitles = true }
    guard let meaning = FieldWord(word) else { return titles.append(word) }
    try changes.take(meaning, of: word, calendar, arguments)
    if case .value(.due, let text) = meaning { duePhrase = text }
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
      throw arguments.refusal(
        of: word,
        "it is a date beside a title. Did you mean 'due:\(phrase)'\(quotes)?"
      )
    }
  }

  private func isDate(_ phrase: String) -> Bool {
    (try? DatePhrase(phrase, calendar: calendar)) != nil
  }
}
