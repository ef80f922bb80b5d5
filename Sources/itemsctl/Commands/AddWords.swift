import ArgumentParsing
import Phrases
import Storage

/// Titles, and all that the other words and the options say of each of them.
struct AddWords {
  /// The titles, with what each says of itself.
  private(set) var titles: [QuickTitle] = []
  /// The values of each item.
  private(set) var changes = ItemChanges()
  /// Whether more titles are to come from standard input.
  private(set) var readsTitles = false
  /// Whether words within quotes were put into one title with others.
  private(set) var joinsTitles = false

  private let arguments: ParsedArguments
  private let calendar: LocalCalendar
  /// Whether ends of the words, and of lines, are understood as dates and rules.
  private let understands: (words: Bool, lines: Bool)

  /// Sorts the words; a shorthand counts after the option that says the same.
  init(_ context: CommandContext) throws(UsageError) {
    arguments = context.arguments
    calendar = context.world.calendar
    let isAsked = arguments[AddCommand.Keys.parse]
    let isTyped = context.world.inputIsTerminal && !arguments[GlobalOptions.noInput]
    understands = (isAsked || isTyped && !arguments[AddCommand.Keys.literal], isAsked)
    try changes.take(arguments, calendar, forEditing: false)
    let words = arguments[AddCommand.Keys.titles]
    let literal = words.suffix(arguments.literalCount)
    try take(words.dropLast(literal.count), literal: literal, mayRead: literal.isEmpty)
  }

  /// Takes a line that a person typed as if its words were those of the command line.
  mutating func take(sentence: String) throws(UsageError) {
    try take(TypedItem.words(sentence)[...], literal: [], mayRead: false)
  }

  private mutating func take(
    _ words: ArraySlice<String>,
    literal: ArraySlice<String>,
    mayRead: Bool
  ) throws(UsageError) {
    var rest = words
    var plain: [String] = []
    while let word = rest.popFirst() {
      if let meaning = FieldWord(word) {
        if let more = meaning.continuation(in: rest.prefix { FieldWord($0) == nil }, calendar) {
          throw arguments.split([word] + more)
        }
        try changes.take(meaning, of: word, calendar, arguments)
      } else {
        plain.append(word)
      }
    }
    // Among other words of a title, a dash is one of them.
    if mayRead, plain == ["-"] {
      readsTitles = true
      return
    }
    try checkDue(plain)
    try takeTitles(plain, Array(literal))
  }

  /// Refuses words with which the date of the option goes on: without quotes, only its first word was taken.
  private func checkDue(_ plain: [String]) throws(UsageError) {
    guard let due = arguments[ItemKeys.option(for: .due)] else { return }
    for count in 1..<4 where count <= plain.count {
      let whole = ([due] + plain.suffix(count)).joined(separator: " ")
      if ItemPart.due.isValue(typed: whole, calendar) {
        throw arguments.split(["--due"] + [due] + plain.suffix(count))
      }
    }
  }

  /// Finds the items that were named as a parent and as blockers.
  mutating func resolveItems(in repository: any ItemRepository) async throws {
    try await changes.resolveItems(in: repository)
  }

  /// Takes lines of standard input as titles.
  mutating func take(lines: [String]) { titles += lines.map { title($0, if: understands.lines) } }

  private mutating func takeTitles(_ plain: [String], _ literal: [String]) throws(UsageError) {
    if (plain + literal).contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw arguments.failure("The title is empty. Give the item a title.")
    }
    if arguments[AddCommand.Keys.each] {
      titles =
        plain.map { title($0, if: understands.words) } + literal.map { QuickTitle(literal: $0) }
    } else if !plain.isEmpty || !literal.isEmpty {
      let text = (plain + literal).joined(separator: " ")
      titles = [title(text, if: understands.words && literal.isEmpty)]
      joinsTitles = (plain + literal).count { $0.contains(where: \.isWhitespace) } > 1
    }
  }

  private func title(_ text: String, if understands: Bool) -> QuickTitle {
    guard understands else { return QuickTitle(literal: text) }
    var parts: QuickTitle.Parts = []
    if !changes.sets(.due) { parts.insert(.due) }
    if !changes.sets(.repeat) { parts.insert(.rule) }
    return QuickTitle(text, parts: parts, calendar)
  }
}
