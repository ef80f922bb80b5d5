import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Items by their numbers and ids, or all those that a filter holds for.
enum ItemTargets: Sendable {
  /// Those that words name; a run of numbers means only those that the condition holds for.
  case named([NamedItems], runsNarrowedTo: ItemFilter)
  case filter(ItemFilter)

  static let words = words(.itemsOrFilter)
  /// The same, and what is to change behind items.
  static let editWords = words(.itemsAndChanges)
  /// The same for what is done or cancelled.
  static let closedWords = words(.closedItemsOrFilter)
  /// The same for what was deleted.
  static let deletedWords = words(.deletedItemsOrFilter)

  /// How items are named, without a full stop.
  static let namesHelp =
    "An item's number, or at least \(ItemReference.minimumDigits) digits of its id; several as 6,7 or 6-9"

  private static func words(_ completion: CompletionKind) -> Argument<[String]> {
    Argument(
      "id|filter",
      help: ItemTargets.namesHelp + "; or a filter as 'list' takes it.",
      atLeastOne: true,
      dashedWords: FilterKey.dashAdvice,
      completion: .words(completion)
    )
  }

  /// Reads the words of a positional from a place on, or those of them before another place.
  ///
  /// Where each word names items, these are meant. Else the words are a filter, narrowed by a
  /// further condition unless it asks for a status; a number among its words could mean either, and
  /// is refused.
  init(
    _ context: CommandContext,
    _ key: Argument<[String]> = ItemTargets.words,
    from start: Int = 0,
    until end: Int? = nil,
    narrowedTo condition: ItemFilter
  ) throws(UsageError) {
    let arguments = context.arguments
    let words = arguments[key]
    let all = words[start..<(end ?? words.count)]
    let plain = end == nil ? all.dropLast(arguments.literalCount) : all
    let named = plain.compactMap { NamedItems($0) }
    if plain.count == all.count, named.count == plain.count {
      try ItemTargets.check(named, words, from: start, arguments)
      self = .named(named, runsNarrowedTo: condition)
      return
    }
    for index in plain.indices {
      guard let reason = NamedItems.mistakenRun(words[index]) else { continue }
      let end = reason.hasSuffix("?") ? "" : "."
      throw arguments.failure(
        "'\(words[index])' is no run of numbers: \(reason)\(end) 'text:\(words[index])' means the text.",
        excerpt: CommandExcerpt(words: words, index: index)
      )
    }
    if let index = plain.indices.first(where: { ItemTargets.looksLikeItems(plain[$0]) }) {
      let word = words[index]
      let means = ItemReference(word) == nil ? "" : "'number:\(word)' means the item and "
      throw arguments.failure(
        "'\(word)' names \(means.isEmpty ? "items" : "an item"), and the other words are a filter: "
          + "give one or the other. In a filter, \(means)'text:\(word)' means the text.",
        excerpt: CommandExcerpt(words: words, index: index)
      )
    }
    let filter = try ParsedFilter(
      key,
      of: arguments,
      from: start,
      until: end,
      views: context.settings.views,
      calendar: context.world.calendar
    )
    for hint in filter.hints { try? context.output.hint(hint) }
    self = .filter(filter.narrowed(to: condition))
  }

  /// The items that the first words name, where the first of them does; and how many words these are.
  static func leading(
    _ arguments: ParsedArguments,
    _ key: Argument<[String]>,
    narrowedTo condition: ItemFilter
  ) throws(UsageError) -> (targets: ItemTargets, count: Int)? {
    let words = arguments[key]
    let named = words.dropLast(arguments.literalCount).prefix(while: looksLikeItems)
      .compactMap { NamedItems($0) }
    guard !named.isEmpty else { return nil }
    try check(named, words, from: 0, arguments)
    return (.named(named, runsNarrowedTo: condition), named.count)
  }

  /// The one item that a word names, where that is all.
  var only: ItemReference? {
    guard case .named(let named, _) = self, named.count == 1, named[0].parts.count == 1,
      case .one(let reference) = named[0].parts[0]
    else { return nil }
    return reference
  }

  private static func check(
    _ named: [NamedItems],
    _ words: [String],
    from start: Int,
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    for (offset, name) in named.enumerated() where name.isTooLong {
      throw arguments.failure(
        "'\(name.word)' means more than \(NamedItems.longestRun) items. A filter can take any number of "
          + "items, and 'text:\(name.word)' means the text.",
        excerpt: CommandExcerpt(words: words, index: start + offset)
      )
    }
  }

  /// Whether a word names items more likely than it is text, as `12` does and `cafe` does not.
  static func looksLikeItems(_ word: String) -> Bool { NamedItems(word)?.isLikely ?? false }
}

extension ItemTargets {
  /// The items within a transaction, each once, by the page.
  func forEachPage(
    in transaction: any ItemTransaction,
    _ scope: ItemScope,
    _ body: ([Item]) throws(StorageError) -> Void
  ) throws(StorageError) {
    switch self {
    case .filter(let filter):
      try transaction.forEachPage(of: ItemTargets.query(filter, scope), body)
    case .named(let named, let condition):
      var items: [Item] = []
      for name in named {
        items += try name.resolve(in: transaction, scope, runsNarrowedTo: condition)
      }
      try body(items.eachOnce)
    }
  }

  /// The items in a repository, each once, by the page.
  func forEachPage(
    in repository: any ItemRepository,
    _ scope: ItemScope,
    _ body: ([Item]) async throws -> Void
  ) async throws {
    switch self {
    case .filter(let filter):
      for try await items in repository.pages(of: ItemTargets.query(filter, scope)) {
        try await body(items)
      }
    case .named(let named, let condition):
      var items: [Item] = []
      for name in named {
        items += try await name.resolve(in: repository, scope, runsNarrowedTo: condition)
      }
      try await body(items.eachOnce)
    }
  }

  private static func query(_ filter: ItemFilter, _ scope: ItemScope) -> ItemQuery {
    ItemQuery(filter, sort: [.ascending(.number)], scope: scope)
  }
}

extension [Item] {
  /// Each item at the place where it comes first.
  var eachOnce: [Item] {
    guard count > 1 else { return self }
    var seen: Set<ItemID> = []
    return filter { seen.insert($0.id).inserted }
  }
}
