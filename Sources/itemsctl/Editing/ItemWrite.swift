import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Does one thing to all items that a command line means, or to none.
struct ItemWrite {
  let context: CommandContext
  let operation: ItemOperation

  /// Finds the items and does it, once a person agreed where that is needed.
  @discardableResult
  func run(on targets: ItemTargets) async throws -> ExitCode {
    var report = ItemWriteReport(context: context, operation: operation)
    if context.arguments[WriteOptions.dryRun] {
      let outcomes = try await namingCycles {
        try await preview(targets, limit: report.limit)
      }
      try await report.naming(parentsOf: outcomes).tell(outcomes, isPreview: true)
      try await tellNewLists(of: outcomes, count: 0, leave: operation.emptiedLists)
      try LateStartNotice(context: context).warn(about: outcomes)
      if !takesBelow, let (found, below) = try await itemsBelow(targets) {
        try hint(at: below, under: found)
      }
      return .success
    }
    let confirmed = try await confirmed(targets)
    let withBelow = try await confirmBelow(targets)
    // A person may have stopped until here: nothing was written yet.
    let (outcomes, canBeUndone) = try await namingCycles {
      try await write(targets, confirmed, withBelow: withBelow, limit: report.limit)
    }
    // With '--yes', nobody has looked before.
    if outcomes.count == 0 { try await check(FoundItems(), targets) }
    context.changed.note(outcomes.changedIDs)
    report = try await report.naming(parentsOf: outcomes)
    context.output.recordCompleted(report.summary(of: outcomes))
    try await report.tell(outcomes, canBeUndone: canBeUndone)
    try await tellBlockers(of: outcomes)
    try await tellNewLists(of: outcomes, count: outcomes.changed)
    try LateStartNotice(context: context).warn(about: outcomes)
    if case .filter = targets, !operation.isFinal, canBeUndone {
      try context.output.hint("'itemsctl undo' takes it back.")
    }
    if operation.isFinal { try await tellWhatUndoMeans() }
    return .success
  }

  /// Names the items of a cycle that the body would close.
  private func namingCycles<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch {
      guard let cycle = (error as? StorageError)?.cause as? BlockerCycle else { throw error }
      throw try await cycle.error(in: context.repository)
    }
  }

  /// Tells which of the items that are done waited for others that are still open.
  private func tellBlockers(of outcomes: ItemOutcomes) async throws {
    guard case .complete = operation.effect else { return }
    let waiting = outcomes.first.filter { !$0.isSame && !$0.before.blockers.isEmpty }
    let ids = waiting.reduce(into: Set<ItemID>()) { $0.formUnion($1.before.blockers) }
    guard !ids.isEmpty else { return }
    let blockers = try await context.repository.items(
      ItemQuery(.and([.ids(ids), .status([.open])]), sort: [.ascending(.number)])
    )
    for outcome in waiting {
      let names = blockers.filter { outcome.before.blockers.contains($0.id) }
      guard !names.isEmpty else { continue }
      try context.output.message(
        "Item \(outcome.before.number) waited for \(ItemRelations.names(of: names)), still open."
      )
    }
  }

  private func tellNewLists(
    of outcomes: ItemOutcomes,
    count: Int,
    leave: [String] = []
  ) async throws {
    let moved = outcomes.first.filter { !utf8Equal($0.before.list, $0.after.list) }
    guard !moved.isEmpty else { return }
    let lists = Set(moved.map(\.after.list))
    try await NewListNotice(context: context).tell(lists, count: count, leave: leave)
  }

  /// What is done for good is no step: `undo` behind it would take back another one than a person has in mind.
  private func tellWhatUndoMeans() async throws {
    let store = try context.undoableRepository()
    guard context.output.messagesAreSeen,
      let step = try await store.history().first(where: { !$0.isUndone })
    else { return }
    let before = try await StepPhrases(for: [step], in: store).text(of: step)
    try context.output.hint(
      "This cannot be undone. 'itemsctl undo' would take back the step before it: \(before)."
    )
  }

  private func preview(_ targets: ItemTargets, limit: Int?) async throws -> ItemOutcomes {
    var outcomes = ItemOutcomes(limit: limit)
    var places = PlacePreview(context.repository)
    let preview = { (items: [Item]) in
      for item in items {
        let outcome = try operation.preview(on: item, now: context.world.calendar.now)
        try await places.check(outcome.before, becomes: outcome.after)
        outcomes.note(outcome)
      }
    }
    var found = FoundItems()
    try await targets.forEachPage(in: context.repository, operation.scope) { items in
      found.add(items)
      try await preview(items)
    }
    try await check(found, targets)
    if takesBelow { try await forEachPage(below: found.ids) { try await preview($0) } }
    return outcomes
  }

  // MARK: - Writing

  /// Leaves the body of a write that a person has not agreed to.
  private struct BeyondUndo: Error {
    var wrappedAsStorageError: StorageError { StorageError(.aborted, "", cause: self) }
  }

  /// Does it, and tells beforehand where the history has no room for it.
  private func write(
    _ targets: ItemTargets,
    _ confirmed: Set<ItemID>?,
    withBelow: Bool,
    limit: Int?
  ) async throws -> (outcomes: ItemOutcomes, canBeUndone: Bool) {
    let asks = context.questions.mayAsk && !WriteOptions.areAgreed(context.arguments)
    do throws(StorageError) {
      return try await write(targets, confirmed, withBelow, limit, beyondUndo: !asks)
    } catch {
      guard error.cause is BeyondUndo else { throw error }
      try context.output.message(ItemWrite.beyondUndo)
      try context.questions.confirm("Go on?")
      return try await write(targets, confirmed, withBelow, limit, beyondUndo: true)
    }
  }

  private static let beyondUndo =
    "A change of this size cannot be undone, and earlier steps cannot be undone any more."

  private func write(
    _ targets: ItemTargets,
    _ confirmed: Set<ItemID>?,
    _ withBelow: Bool,
    _ limit: Int?,
    beyondUndo: Bool
  ) async throws(StorageError) -> (outcomes: ItemOutcomes, canBeUndone: Bool) {
    try await context.repository.write {
      [operation, output = context.output] transaction throws(StorageError) in
      // All are found before the first is changed, so that none is met twice; by their ids, as they may be many.
      var ids: [ItemID] = []
      try targets.forEachPage(in: transaction, operation.scope) { items throws(StorageError) in
        ids += items.lazy.map(\.id)
      }
      if let confirmed { ids.removeAll { !confirmed.contains($0) } }
      if withBelow { ids += try operation.idsBelow(ids, in: transaction) }
      var outcomes = ItemOutcomes(limit: limit)
      for part in ids.parts {
        let page = try transaction.page(ItemQuery(.ids(Set(part)), scope: operation.scope))
        let items = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        for id in part {
          guard let item = items[id] else { continue }
          outcomes.note(try operation.perform(on: item, in: transaction))
        }
      }
      let canBeUndone = operation.isFinal || transaction.canBeUndone
      if !canBeUndone {
        guard beyondUndo else { throw BeyondUndo().wrappedAsStorageError }
        // Nobody can be asked, or all was agreed to; it is not done yet.
        try? output.message(ItemWrite.beyondUndo)
      }
      return (outcomes, canBeUndone)
    }
  }

  // MARK: - What stands below

  private var takesBelow: Bool {
    operation.below != nil && context.arguments[WriteOptions.below]
  }

  /// The items that stand under these and may be meant, too, by the page; each once, and none of these.
  private func forEachPage(
    below ids: [ItemID],
    _ body: ([Item]) async throws -> Void
  ) async throws {
    var known = Set(ids)
    var level = ids
    while !level.isEmpty {
      var next: [ItemID] = []
      for part in level.parts {
        guard let query = operation.query(below: part) else { return }
        for try await items in context.repository.pages(of: query) {
          let new = items.filter { known.insert($0.id).inserted }
          next += new.map(\.id)
          try await body(new)
        }
      }
      level = next
    }
  }

  /// Whether what stands under the items is meant, too: by the flag, or as a person answers.
  private func confirmBelow(_ targets: ItemTargets) async throws -> Bool {
    guard !takesBelow else { return true }
    guard let (found, below) = try await itemsBelow(targets) else { return false }
    if context.questions.mayAsk, !WriteOptions.areAgreed(context.arguments) {
      let isOne = below.count == 1
      let verb = operation.phrase(isOne ? "it" : "these", isDone: false)
      let question = "\(place(of: below, under: found)). \(verb.capitalizedFirst), too?"
      let only = found.count == 1 ? "\(found.first[0].number)" : "these \(found.count)"
      return try context.questions.isYesForMore(question, orOnly: only)
    }
    try hint(at: below, under: found)
    return false
  }

  /// The items that are meant and those under them; nil if there is none under them, or none that could be meant, too.
  private func itemsBelow(
    _ targets: ItemTargets
  ) async throws -> (found: FoundItems, below: FoundItems)? {
    guard operation.below != nil, operation.asksAboutBelow else { return nil }
    // Most stores have no trees, and then there is nothing to look for.
    let placed = ItemQuery(.field(.parent, .exists(true)), limit: 1, scope: operation.scope)
    guard try await !context.repository.items(placed).isEmpty else { return nil }
    var found = FoundItems()
    try await targets.forEachPage(in: context.repository, operation.scope) { found.add($0) }
    var below = FoundItems()
    try await forEachPage(below: found.ids) { below.add($0) }
    return below.isEmpty ? nil : (found, below)
  }

  /// As in `3 items stand under it`.
  private func place(of below: FoundItems, under found: FoundItems) -> String {
    let verb = operation.scope == .deleted ? "stood" : below.count == 1 ? "stands" : "stand"
    return "\(name(of: below)) \(verb) \(under(found))"
  }

  private func name(of below: FoundItems) -> String {
    below.count == 1 ? ItemPhrase.name(of: below.first[0]) : "\(below.count) items"
  }

  private func under(_ found: FoundItems) -> String { "under \(found.count == 1 ? "it" : "them")" }

  /// Tells of the items under those that are meant.
  private func hint(at below: FoundItems, under found: FoundItems) throws {
    let isOne = below.count == 1
    let sentence =
      operation.scope == .deleted
      ? "\(name(of: below)) \(under(found)) \(isOne ? "stays" : "stay") deleted"
      : "\(place(of: below, under: found)) as before"
    try context.output.hint("\(sentence); '--below' takes \(isOne ? "it" : "these"), too.")
  }

  // MARK: - Finding

  /// The items that a filter holds for, or those that are named; none is a failure.
  func found(_ targets: ItemTargets) async throws -> FoundItems {
    var found = FoundItems()
    try await targets.forEachPage(in: context.repository, operation.scope) { found.add($0) }
    try await check(found, targets)
    return found
  }

  private func check(_ found: FoundItems, _ targets: ItemTargets) async throws {
    guard found.isEmpty else { return }
    var help = "'status:any' asks for items that are done or cancelled, too."
    if case .filter(let filter) = targets {
      if let list = try await filter.listAmongWords(in: context.repository) {
        help = "'list:\(list.visible)' means the list."
      } else if let missing = try await filter.missingName(in: context.repository) {
        help = missing
        if context.arguments.declares(ItemKeys.untags) {
          help += " After a filter, changes follow 'to'."
        }
      }
    }
    throw CommandError(
      .failure,
      "No \(operation.scope == .deleted ? "deleted item" : "item") fits the filter.",
      help: [help]
    )
  }

  /// The items that a person agreed to, where the command has to ask; nil for all that are meant.
  ///
  /// Others that the filter holds for by the time of the write are left alone.
  private func confirmed(_ targets: ItemTargets) async throws -> Set<ItemID>? {
    var filterWords = ""
    switch targets {
    case .named: guard operation.isFinal else { return nil }
    case .filter where operation.isToldAsOne: return nil
    case .filter(let filter):
      filterWords = FilterPrinter.words(of: filter).map { " (\($0.joined(separator: " ")))" } ?? ""
    }
    guard !WriteOptions.areAgreed(context.arguments) else { return nil }
    let found = try await found(targets)
    let what = found.count == 1 ? ItemPhrase.name(of: found.first[0]) : "\(found.count) items"
    let question = operation.phrase(what, isDone: false).capitalizedFirst + filterWords
    if found.count > 1, context.questions.mayAsk { try name(found) }
    try context.questions.confirm(question + (operation.isFinal ? " for good?" : "?"))
    return Set(found.ids)
  }

  /// Names the items that a question is about, or the first of them.
  private func name(_ found: FoundItems) throws {
    for item in found.first {
      try context.output.message("  \(ItemPhrase.name(of: item))")
    }
    let more = found.count - found.first.count
    if more > 0 { try context.output.message("  … and \(more) more") }
  }
}

extension ItemOperation {
  /// The query for items under these; nil where the operation takes none along.
  ///
  /// A query for what is below ends at deleted items, so these are found level by level.
  fileprivate func query(below ids: ArraySlice<ItemID>) -> ItemQuery? {
    guard let condition = below else { return nil }
    let place: ItemFilter =
      switch scope {
      case .deleted: .field(.parent, .oneOf(ids.map { .string($0.description) }))
      case .live: .below(.ids(Set(ids)), levels: 1...Int.max)
      }
    return ItemQuery(.and([place, condition]), sort: [.ascending(.number)], scope: scope)
  }

  /// The items within a transaction that stand under these and may be meant, too; each once, and none of these.
  fileprivate func idsBelow(
    _ ids: [ItemID],
    in transaction: any ItemTransaction
  ) throws(StorageError) -> [ItemID] {
    var known = Set(ids)
    var all: [ItemID] = []
    var level = ids
    while !level.isEmpty {
      var next: [ItemID] = []
      for part in level.parts {
        guard let query = query(below: part) else { return [] }
        try transaction.forEachPage(of: query) { items in
          next += items.lazy.map(\.id).filter { known.insert($0).inserted }
        }
      }
      all += next
      level = next
    }
    return all
  }
}

/// The options of commands that change items.
enum WriteOptions {
  static let yes = Flag("yes", short: "y", help: "Do not ask before many items are changed.")
  /// The same without a letter, for commands in which `-y` would take a tag away.
  static let spelledYes = Flag(yes.definition.name, help: yes.definition.help)

  /// True if nobody is to be asked; false for a command that has no such option.
  static func areAgreed(_ arguments: ParsedArguments) -> Bool {
    arguments.declares(yes) && arguments[yes]
  }

  static let below = Flag("below", help: "Include the items under these, at any level.")
  static let dryRun = Flag("dry-run", help: "Say what would be done, and do nothing.")

  static let all: [any NamedKey] = [yes, dryRun]
  static let allWithBelow: [any NamedKey] = [below] + all
  static let allBesideTags: [any NamedKey] = [below, spelledYes, dryRun]

  /// What a command needs of its store: a preview only looks at it.
  static func access(_ arguments: ParsedArguments) -> StoreAccess {
    arguments[dryRun] ? .inspect : .write
  }
}
