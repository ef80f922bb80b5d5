import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One thing that is done to items, and how it is spoken of.
struct ItemAct: Sendable {
  /// What is done.
  enum Operation: Sendable {
    case change(@Sendable (Item) -> Item)
    case delete
    case restore
    case purge
  }

  /// The words for it, around what it is done to.
  struct Phrases: Sendable {
    /// What is to be done, as `delete 3 items`.
    let now: @Sendable (String) -> String
    /// What was done, as `deleted 3 items`.
    let past: @Sendable (String) -> String
    /// That it was so, as `3 "Buy milk" is so already`.
    var already: @Sendable (String) -> String = { "\($0) is so already" }
    /// Whether id and due date are told as well.
    var isDetailed = true
  }

  let operation: Operation
  let phrases: Phrases

  /// Where its items are.
  var scope: ItemScope {
    switch operation {
    case .change, .delete: .live
    case .restore, .purge: .deleted
    }
  }

  /// Whether nothing brings back what it does.
  var isFinal: Bool {
    if case .purge = operation { true } else { false }
  }

  /// Does it to an item.
  func perform(
    on item: Item,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> ItemOutcome {
    switch operation {
    case .change(let change):
      return ItemOutcome(before: item, after: try transaction.update(change(item)))
    case .delete: try transaction.delete(item.id)
    case .restore: try transaction.restore(item.id)
    case .purge: try transaction.purge(item.id)
    }
    return ItemOutcome(before: item, after: item, isSame: false)
  }

  /// What would come of it; throws what doing it would throw for the item's new values.
  func rehearse(on item: Item, now: Date) throws(StorageError) -> ItemOutcome {
    guard case .change(let change) = operation else {
      return ItemOutcome(before: item, after: item, isSame: false)
    }
    return ItemOutcome(before: item, after: try item.updated(to: change(item), now: now))
  }
}

/// An item before and after something was done to it.
struct ItemOutcome: Sendable {
  let before: Item
  let after: Item
  /// Whether it was so already.
  let isSame: Bool

  init(before: Item, after: Item, isSame: Bool? = nil) {
    self.before = before
    self.after = after
    self.isSame = isSame ?? (before == after)
  }
}
