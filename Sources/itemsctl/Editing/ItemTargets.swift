import ArgumentParsing
import Storage

/// Items by their numbers and ids, or all those that a filter holds for.
enum ItemTargets: Sendable {
  case references([ItemReference])
  case filter(ItemFilter)

  static let words = words(.itemsOrFilter)
  /// The same for what is done or cancelled.
  static let closedWords = words(.closedItemsOrFilter)
  /// The same for what was deleted.
  static let deletedWords = words(.deletedItemsOrFilter)

  private static func words(_ completion: CompletionKind) -> Argument<[String]> {
    Argument(
      "id|filter",
      help: "An item's number, or at least \(ItemReference.minimumDigits) digits of its id; or a "
        + "filter as 'list' takes it.",
      atLeastOne: true,
      dashedWords: true,
      dashMeaning: FilterKey.dashMeaning,
      completion: .words(completion)
    )
  }

  /// Reads the words of a positional from a place on.
  ///
  /// Where each word names an item, these are meant. Else the words are a filter, narrowed by a
  /// further condition unless it asks for a status; a number among its words could mean either, and
  /// is refused.
  init(
    _ context: CommandContext,
    _ key: Argument<[String]> = ItemTargets.words,
    from start: Int = 0,
    narrowedTo condition: ItemFilter
  ) throws(UsageError) {
    let arguments = context.arguments
    let words = arguments[key]
    let plain = words[start...].dropLast(arguments.literalCount)
    let references = plain.map { ItemReference($0) }
    if plain.count == words.count - start, !references.contains(where: { $0 == nil }) {
      self = .references(references.compactMap { $0 })
      return
    }
    for (index, word) in zip(plain.indices, plain) {
      guard let numbers = ItemReference.spelledOut(word) else { continue }
      throw arguments.failure(
        "'\(word)' names no item. Write '\(numbers)' to mean these, or 'text:\(word)' to mean the text.",
        excerpt: CommandExcerpt(words: words, index: index)
      )
    }
    if let index = plain.indices.first(where: { ItemTargets.looksLikeItem(plain[$0]) }) {
      throw arguments.failure(
        "'\(words[index])' stands for an item, the other words for a filter: give either. Within a "
          + "filter, 'number:\(words[index])' means the item and 'text:\(words[index])' the text.",
        excerpt: CommandExcerpt(words: words, index: index)
      )
    }
    let filter = try ParsedFilter(
      key,
      of: arguments,
      from: start,
      calendar: context.world.calendar
    )
    self = .filter(filter.narrowed(to: condition))
  }

  /// Whether a word names an item more likely than it is text, as `12` does and `cafe` does not.
  static func looksLikeItem(_ word: String) -> Bool {
    ItemReference(word) != nil && word.contains { $0.isNumber }
  }
}

extension ItemTargets {
  /// The items within a transaction, each once.
  func items(
    in transaction: any ItemTransaction,
    _ scope: ItemScope
  ) throws(StorageError) -> [Item] {
    switch self {
    case .filter(let filter):
      return try transaction.page(ItemTargets.query(filter, scope)).items
    case .references(let references):
      var items: [Item] = []
      for reference in references {
        items.appendOnce(try reference.resolve(in: transaction, scope))
      }
      return items
    }
  }

  /// The items in a repository, each once.
  func items(in repository: any ItemRepository, _ scope: ItemScope) async throws -> [Item] {
    switch self {
    case .filter(let filter):
      return try await repository.items(ItemTargets.query(filter, scope))
    case .references(let references):
      var items: [Item] = []
      for reference in references {
        items.appendOnce(try await reference.resolve(in: repository, scope))
      }
      return items
    }
  }

  private static func query(_ filter: ItemFilter, _ scope: ItemScope) -> ItemQuery {
    ItemQuery(filter, sort: [.ascending(.number)], scope: scope)
  }
}

extension [Item] {
  fileprivate mutating func appendOnce(_ item: Item) {
    if !contains(where: { $0.id == item.id }) { append(item) }
  }
}
