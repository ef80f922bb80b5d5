import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Prints the items that hold some words, by relevance.
struct SearchCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    // What is searched for is a word, whatever lists are called.
    let parsed = try ParsedFilter(
      Keys.words,
      of: arguments,
      views: nil,
      calendar: context.world.calendar
    )
    guard let filter = parsed.filter.withTextsAtTop else {
      throw arguments.failure(
        "A search needs a word that the items must have; 'itemsctl list' takes any filter."
      )
    }
    let query = ItemQuery(
      filter,
      sort: [.ascending(.relevance)],
      limit: arguments[ListOptions.limit]?.count
    )
    var printer = context.listPrinter
    printer.emphasis = SearchWords(of: filter)
    let count = try await printer.print(context.repository.pages(of: query))
    if count == 0 { try context.output.hint("No item has these words.") }
    return count == 0 && arguments[ListCommand.Keys.exitStatus] ? .failure : .success
  }
}

extension SearchCommand {
  enum Keys {
    static let words = Argument<[String]>(
      "word",
      help:
        "The beginnings of words in title, notes or tags, without regard to case and accents, and "
        + "further conditions as 'list' takes them.",
      atLeastOne: true,
      dashedWords: FilterKey.dashAdvice,
      completion: .words(.conditions)
    )
  }

  static let command = Command<CommandAction>(
    "search",
    synonyms: ["grep"],
    abstract: "Search for words, the most relevant items first.",
    discussion: "Finds items of any status, unless a condition names one.",
    examples: [
      Example("itemsctl search invoice", "Items with a word that begins so:"),
      Example("itemsctl search invoice oct status:open -paid", "With conditions:"),
    ],
    arguments: [Keys.words],
    options: [ListOptions.limit, ListCommand.Keys.exitStatus],
    action: CommandAction(store: .read, isPaged: true) {
      try await SearchCommand(context: $0).run()
    }
  )
}

extension ItemFilter {
  /// The same filter with all texts of its top in one, by which relevance is measured; nil without.
  fileprivate var withTextsAtTop: ItemFilter? {
    guard case .and(let filters) = self else {
      if case .text = self { return self }
      return nil
    }
    var texts: [String] = []
    var others: [ItemFilter] = []
    for filter in filters {
      if case .text(let text) = filter { texts.append(text) } else { others.append(filter) }
    }
    guard !texts.isEmpty else { return nil }
    return .and([.text(texts.joined(separator: " "))] + others)
  }
}
