import Storage

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

/// What became of items: how many were changed, and the first of them, as there may be too many to be held.
struct ItemOutcomes: Sendable {
  /// How many items became others.
  private(set) var changed = 0
  /// How many were so already.
  private(set) var same = 0
  /// The first ones, or all.
  private(set) var first: [ItemOutcome] = []
  /// The first ones that became others, as many as are named of many.
  private(set) var firstChanged: [ItemOutcome] = []
  /// The first items that became others, as many as hooks are told of, and one more.
  private(set) var changedIDs: [ItemID] = []
  /// How many of the first ones are kept; nil for all.
  let limit: Int?

  /// How many of many items are named.
  static let maxNames = 5

  init(limit: Int?) { self.limit = limit }

  var count: Int { changed + same }

  mutating func note(_ outcome: ItemOutcome) {
    if outcome.isSame { same += 1 } else { changed += 1 }
    if !outcome.isSame {
      if changedIDs.count <= ChangedItems.maxItems { changedIDs.append(outcome.after.id) }
      if firstChanged.count < ItemOutcomes.maxNames { firstChanged.append(outcome) }
    }
    if limit.map({ first.count < $0 }) != false { first.append(outcome) }
  }
}
