import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage

/// Prints the items that a filter holds for.
struct ListCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let (arguments, output) = (context.arguments, context.output)
    let filter = try context.filter(
      onlyOpen: !arguments[ListOptions.all] && !arguments[Keys.deleted],
      onlyStarted: true
    )
    let query = ItemQuery(
      filter,
      sort: ListCommand.sort(context),
      limit: arguments[ListOptions.limit]?.count,
      scope: arguments[Keys.deleted] ? .deleted : .live,
      zone: context.world.calendar.zone
    )
    var printer = context.listPrinter
    printer.hasDueHeadings = query.sort == ItemQuery.defaultSort && filter.isOfOpenItems
    let count =
      arguments[ListOptions.tree]
      ? try await printer.print(ItemTree(context.repository.items(query)).rows)
      : try await printer.print(context.repository.pages(of: query))
    if count == 0, output.messagesAreSeen {
      try output.message(
        query.scope == .deleted ? "No deleted item fits." : try await emptiness(filter)
      )
    }
    if output.messagesAreSeen { try await tellOfNumber() }
    return count == 0 && arguments[Keys.exitStatus] ? .failure : .success
  }

  /// The order that the words ask for, else the settings'.
  static func sort(_ context: CommandContext) -> [ItemSort] {
    let asked =
      context.arguments[ListOptions.sort] ?? context.settings.value(.sort, as: SortKeys.self)
    return asked?.keys ?? ItemQuery.defaultSort
  }

  /// A number alone is looked for as a word; whoever means the item with that number is told how.
  private func tellOfNumber() async throws {
    let words = context.arguments[FilterKey.words]
    guard words.count == 1, context.arguments.literalCount == 0,
      let number = ItemReference(words[0])?.number,
      let item = try await context.repository.item(number: number)
    else { return }
    try context.output.hint(
      "That looks for the text '\(number)'. 'itemsctl show \(number)' shows \(ItemPhrase.name(of: item))."
    )
  }

  /// Why a person sees nothing.
  private func emptiness(_ filter: ItemFilter) async throws -> String {
    guard try await context.repository.count(.all) > 0 else {
      return "There are no items yet. 'itemsctl add \"Buy milk\"' adds the first."
    }
    if let list = try await filter.listAmongWords(in: context.repository) {
      return "No item fits. 'list:\(list.visible)' means the list."
    }
    let words = context.arguments[FilterKey.words].dropLast(context.arguments.literalCount)
    if words.contains(where: FilterTerm.runsTogether) {
      return
        "No item fits. Words in one pair of quotes are one condition; give each condition as a separate word."
    }
    if let date = try context.parsedFilter().dates.first {
      if let index = words.firstIndex(of: date), index > words.startIndex,
        ["by", "due", "before", "until"].contains(words[index - 1].lowercased())
      {
        return "No item fits. 'due:..\(date.visible)' asks for what is due by then."
      }
      return "No item fits. 'text:\(date.visible)' looks for the text, not the date."
    }
    if let name = filter.likelyViewOrDay() {
      return "No item fits, as no item has these words. Did you mean '\(name)'?"
    }
    if let missing = try await filter.missingName(in: context.repository) {
      return "No item fits. \(missing)"
    }
    let waiting = try await waitingCount()
    guard waiting == 0 else {
      return "No item fits now. \(counted(waiting)) \(waiting == 1 ? "starts" : "start") later: "
        + "'is:waiting' asks for \(waiting == 1 ? "it" : "them")."
    }
    return "No item fits. 'itemsctl list --all' shows those that are done, too."
  }

  /// How many items would fit if none had to wait for its start.
  private func waitingCount() async throws -> Int {
    guard !context.arguments[ListOptions.all] else { return 0 }
    let filter = try context.parsedFilter()
      .filter(onlyOpen: true, onlyStarted: false, context.world.calendar)
    return try await context.repository.count(filter)
  }
}

extension ListCommand {
  /// The words that `list` understands beside a filter.
  enum Keys {
    static let deleted = Flag("deleted", help: "Deleted items, which can be restored.")
    static let exitStatus = Flag(
      "exit-status",
      short: "e",
      help: "Exit with 1 if there is no item."
    )
  }

  static let command = Command<CommandAction>(
    "list",
    abstract: "List open items by due date, then priority.",
    discussion: """
      A pipe gets one line for each item, values between tabs, without a header: \
      \(TSV.listedParts.map(\.label).joined(separator: ", ")). On a terminal, headings \
      divide the list into items that are overdue, due today, due later, and without a date. What \
      is overdue stands first there: also what was due earlier today.
      """,
    examples: [
      Example(
        "itemsctl list today",
        "What is due today or before; also overdue, week, upcoming, waiting:"
      ),
      Example("itemsctl list list:home due:..friday", "What is due at home until Friday:"),
      Example("itemsctl list below:12 --tree", "Everything under an item, as a tree:"),
      Example("itemsctl list +shop or +errand", "Items with either tag:"),
      Example(
        "itemsctl list status:done --sort -updated -n 5",
        "The last five items that were done:"
      ),
    ],
    arguments: [FilterKey.words],
    options: [
      ListOptions.sort, ListOptions.limit, ListOptions.tree, ListOptions.all, Keys.deleted,
      Keys.exitStatus,
    ],
    action: CommandAction(store: .read, isPaged: true) {
      try await ListCommand(context: $0).run()
    }
  )
}
