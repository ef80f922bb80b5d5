import ArgumentParsing
import Phrases
import Storage

/// One thing that is done to items, with the words for it.
struct ItemOperation: Sendable {
  /// What is done.
  enum Effect: Sendable {
    case change(@Sendable (inout Item) throws(StorageError) -> Void)
    /// What repeats moves on; anything else is done.
    case complete(LocalCalendar)
    /// What repeats moves on, and nothing stays of the date that was open.
    case skip(LocalCalendar)
    case delete
    case restore
    case purge
  }

  let effect: Effect
  /// The words before and behind what it is done to, as in `mark 3 items as done`.
  let verb: String
  var verbEnd = ""
  /// The word for what was done, as in `deleted 3 items`.
  let past: String
  /// The message for an item that has that state already, as in `3 "Buy milk" needs no change`.
  var already = "needs no change"
  /// Whether what is other than before is told as well.
  var isDetailed = true
  /// Whether it is one thing to a person, told in one sentence and never asked about: a list gets another name.
  var isToldAsOne = false
  /// The lists that have no items any more once it is done.
  var emptiedLists: [String] = []
  /// Which of the items under those that are named may be meant as well; nil where none are.
  var below: ItemFilter?
  /// Whether a person is asked about those under the items.
  var asksAboutBelow = true

  /// Where its items are.
  var scope: ItemScope {
    switch effect {
    case .change, .complete, .skip, .delete: .live
    case .restore, .purge: .deleted
    }
  }

  /// Whether nothing brings back what it does.
  var isFinal: Bool {
    if case .purge = effect { true } else { false }
  }

  /// A sentence about what is to be done, or was.
  func phrase(_ what: String, isDone: Bool) -> String {
    isDone ? "\(past) \(what)" : "\(verb) \(what)\(verbEnd)"
  }

  /// What an item that moved on is due next; nil for one that did not.
  func movedTo(_ item: Item) -> DayOrInstant? {
    switch effect {
    case .complete, .skip: item.status == .open ? item.due ?? item.start : nil
    case .change, .delete, .restore, .purge: nil
    }
  }

  /// True if the operation closed a repeating item because no date was left.
  func hasEnded(_ item: Item) -> Bool {
    switch effect {
    case .complete, .skip: item.repeat != nil && item.status != .open
    case .change, .delete, .restore, .purge: false
    }
  }

  /// Does it to an item.
  func perform(
    on item: Item,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> ItemOutcome {
    switch effect {
    case .change(let change):
      var new = item
      try change(&new)
      return ItemOutcome(before: item, after: try transaction.update(new))
    case .complete(let calendar):
      let done = try transaction.complete(item.id, at: calendar.now, in: calendar.zone)
      // Counted from done, the next date may be the one that was open.
      let isSame = done.record == nil ? nil : false
      return ItemOutcome(before: item, after: done.item, isSame: isSame)
    case .skip(let calendar):
      let moved = try transaction.skip(item.id, at: calendar.now, in: calendar.zone)
      let isSame = ItemOperation.isPassedOver(item) ? false : nil
      return ItemOutcome(before: item, after: moved, isSame: isSame)
    case .delete: try transaction.delete(item.id)
    case .restore: try transaction.restore(item.id)
    case .purge: try transaction.purge(item.id)
    }
    return ItemOutcome(before: item, after: item, isSame: false)
  }

  /// Whether an item has a date to pass over, be the next one the same.
  private static func isPassedOver(_ item: Item) -> Bool {
    item.repeat != nil && item.status == .open
  }

  /// What would come of it; throws what doing it would throw for the item's new values.
  func preview(on item: Item, now: Date) throws(StorageError) -> ItemOutcome {
    var new = item
    var isSame: Bool?
    switch effect {
    case .change(let change): try change(&new)
    case .complete(let calendar):
      if new.complete(at: calendar.now, in: calendar.zone) != nil { isSame = false }
    case .skip(let calendar):
      new.skip(at: calendar.now, in: calendar.zone)
      if ItemOperation.isPassedOver(item) { isSame = false }
    case .delete, .restore, .purge: return ItemOutcome(before: item, after: item, isSame: false)
    }
    return ItemOutcome(before: item, after: try item.updated(to: new, now: now), isSame: isSame)
  }

  /// The command that does it to the items that its words name.
  ///
  /// The condition narrows a filter that asks for no status.
  func command(
    _ name: String,
    synonyms: [String] = [],
    abstract: String,
    discussion: String,
    examples: [Example],
    filtersFor condition: ItemFilter
  ) -> Command<CommandAction> {
    ItemOperation.command(
      name,
      synonyms: synonyms,
      abstract: abstract,
      discussion: discussion,
      examples: examples,
      filtersFor: condition,
      scope: scope,
      takesBelow: below != nil
    ) { _ in self }
  }

  /// The command that does what depends on the day to the items that its words name.
  static func command(
    _ name: String,
    synonyms: [String],
    abstract: String,
    discussion: String,
    examples: [Example],
    filtersFor condition: ItemFilter,
    scope: ItemScope = .live,
    takesBelow: Bool,
    _ operation: @escaping @Sendable (LocalCalendar) -> ItemOperation
  ) -> Command<CommandAction> {
    let words =
      scope == .deleted
      ? ItemTargets.deletedWords
      : condition == .status([.open]) ? ItemTargets.words : ItemTargets.closedWords
    return Command(
      name,
      synonyms: synonyms,
      abstract: abstract,
      discussion: discussion,
      examples: examples,
      arguments: [words],
      options: takesBelow ? WriteOptions.allWithBelow : WriteOptions.all,
      action: CommandAction(store: WriteOptions.access) { context in
        let targets = try ItemTargets(context, words, narrowedTo: condition)
        let operation = operation(context.world.calendar)
        return try await ItemWrite(context: context, operation: operation).run(on: targets)
      }
    )
  }
}
