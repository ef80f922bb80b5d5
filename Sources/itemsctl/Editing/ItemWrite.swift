import ArgumentParsing
import Storage

/// Does one thing to all items that a command line means, or to none.
struct ItemWrite {
  let context: CommandContext
  let operation: ItemOperation

  /// Finds the items and does it, once a person agreed where that is needed.
  @discardableResult
  func run(on targets: ItemTargets) async throws -> ExitCode {
    let report = ItemWriteReport(context: context, operation: operation)
    if context.arguments[WriteOptions.dryRun] {
      var outcomes: [ItemOutcome] = []
      let found = try await found(targets)
      let below = takesBelow ? try await items(below: found) : []
      for item in found + below {
        outcomes.append(try operation.preview(on: item, now: context.world.calendar.now))
      }
      try await report.tell(outcomes, isPreview: true)
      return .success
    }
    let confirmed = try await confirmed(targets)
    let withBelow = try await confirmBelow(targets)
    let outcomes = try await write(targets, confirmed, withBelow: withBelow)
    context.changed.note(outcomes.lazy.filter { !$0.isSame }.map(\.after.id))
    context.output.recordCompleted(report.summary(of: outcomes))
    try await report.tell(outcomes)
    if case .filter = targets, !operation.isFinal {
      try context.output.hint("'itemsctl undo' takes it back.")
    }
    return .success
  }

  private func write(
    _ targets: ItemTargets,
    _ confirmed: Set<ItemID>?,
    withBelow: Bool
  ) async throws -> [ItemOutcome] {
    try await context.repository.write { [operation] transaction throws(StorageError) in
      // All are found before the first is changed, so that none is met twice.
      var items = try targets.items(in: transaction, operation.scope)
      if let confirmed { items.removeAll { !confirmed.contains($0.id) } }
      var further = withBelow ? items : []
      while let query = operation.query(below: further, besides: items) {
        further = try transaction.page(query).items
        items += further
      }
      var outcomes: [ItemOutcome] = []
      for item in items { outcomes.append(try operation.perform(on: item, in: transaction)) }
      return outcomes
    }
  }

  private var takesBelow: Bool {
    operation.below != nil && context.arguments[WriteOptions.below]
  }

  private func items(below items: [Item]) async throws -> [Item] {
    var (further, below): ([Item], [Item]) = (items, [])
    while let query = operation.query(below: further, besides: items + below) {
      further = try await context.repository.items(query)
      below += further
    }
    return below
  }

  /// Whether what stands under the items is meant, too: by the flag, or as a person answers.
  private func confirmBelow(_ targets: ItemTargets) async throws -> Bool {
    guard operation.below != nil, operation.asksAboutBelow, !takesBelow else { return takesBelow }
    let found = try await targets.items(in: context.repository, operation.scope)
    let below = try await items(below: found)
    guard !below.isEmpty else { return false }
    let isOne = below.count == 1
    let what = isOne ? ItemPhrase.name(of: below[0]) : "\(below.count) items"
    let above = found.count == 1 ? "it" : "them"
    let isDeleted = operation.scope == .deleted
    let stands = isDeleted ? "stood" : isOne ? "stands" : "stand"
    if context.questions.mayAsk, !context.arguments[WriteOptions.yes] {
      let verb = operation.phrase(isOne ? "it" : "these", isDone: false)
      let question = "\(what) \(stands) under \(above). \(verb.capitalizedFirst), too?"
      return try context.questions.isYes(question)
    }
    let rest =
      isDeleted
      ? "under \(above) \(isOne ? "stays" : "stay") deleted" : "\(stands) under \(above) as before"
    try context.output.hint("\(what) \(rest); '--below' takes \(isOne ? "it" : "these"), too.")
    return false
  }

  /// The items that a filter holds for, or those that are named; none is a failure.
  func found(_ targets: ItemTargets) async throws -> [Item] {
    let items = try await targets.items(in: context.repository, operation.scope)
    guard !items.isEmpty else {
      var help = "'status:any' asks for items that are done or cancelled, too."
      if case .filter(let filter) = targets,
        let list = try await filter.listAmongWords(in: context.repository)
      {
        help = "'list:\(list.visible)' means the list."
      }
      throw CommandError(
        .failure,
        "No \(operation.scope == .deleted ? "deleted item" : "item") fits the filter.",
        help: [help]
      )
    }
    return items
  }

  /// The items that a person agreed to, where the command has to ask.
  ///
  /// Others that the filter holds for by the time of the write are left alone.
  private func confirmed(_ targets: ItemTargets) async throws -> Set<ItemID>? {
    var filterWords = ""
    switch targets {
    case .named: guard operation.isFinal else { return nil }
    case .filter(let filter):
      filterWords = FilterPrinter.words(of: filter).map { " (\($0.joined(separator: " ")))" } ?? ""
    }
    let items = try await found(targets)
    if !context.arguments[WriteOptions.yes] {
      let what = items.count == 1 ? ItemPhrase.name(of: items[0]) : "\(items.count) items"
      let question = operation.phrase(what, isDone: false).capitalizedFirst + filterWords
      if items.count > 1, context.questions.mayAsk { try name(items) }
      try context.questions.confirm(question + (operation.isFinal ? " for good?" : "?"))
    }
    return Set(items.map(\.id))
  }
}

extension ItemWrite {
  /// How many titles a question shows.
  private static let namedItems = 5

  /// Names the items that a question is about, or the first of them.
  private func name(_ items: [Item]) throws {
    for item in items.prefix(ItemWrite.namedItems) {
      try context.output.message("  \(ItemPhrase.name(of: item))")
    }
    let more = items.count - ItemWrite.namedItems
    if more > 0 { try context.output.message("  … and \(more) more") }
  }
}

extension ItemOperation {
  /// The query for items under these that are not known yet; nil where the operation takes none along.
  ///
  /// A query for what is below ends at deleted items, so these are found level by level.
  fileprivate func query(below items: [Item], besides known: [Item]) -> ItemQuery? {
    guard let condition = below, !items.isEmpty else { return nil }
    let place: ItemFilter =
      switch scope {
      case .deleted: .field(.parent, .oneOf(items.map { .string($0.id.description) }))
      case .live: .below(.ids(Set(items.map(\.id))), levels: 1...Int.max)
      }
    return ItemQuery(
      .and([place, .not(.ids(Set(known.map(\.id)))), condition]),
      sort: [.ascending(.number)],
      scope: scope
    )
  }
}

/// The options of commands that change items.
enum WriteOptions {
  static let yes = Flag("yes", short: "y", help: "Do not ask before many items are changed.")
  static let below = Flag("below", help: "What stands under the items, too.")
  static let dryRun = Flag("dry-run", help: "Say what would be done, and do nothing.")

  static let all: [any NamedKey] = [yes, dryRun]
  static let allWithBelow: [any NamedKey] = [below] + all

  /// What a command needs of its store: a preview only looks at it.
  static func access(_ arguments: ParsedArguments) -> StoreAccess {
    arguments[dryRun] ? .inspect : .write
  }
}
