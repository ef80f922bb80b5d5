// Conditions on where items stand, and on what they wait for.

extension ItemFilter {
  /// Items below this one, at any level.
  public static func below(
    _ id: ItemID,
    levels: ClosedRange<Int> = 1...Int.max
  ) -> ItemFilter {
    .below(.ids([id]), levels: levels)
  }

  /// Items directly below this one.
  public static func parent(_ id: ItemID) -> ItemFilter { .below(id, levels: 1...1) }

  /// Open items that wait for a live item that is open.
  ///
  /// A blocker that is done, cancelled, deleted or not in the store blocks nothing.
  public static let blocked = ItemFilter.and([.status([.open]), .blockedBy(.status([.open]))])

  /// Open items for which a live item waits that is open.
  public static let blocking = ItemFilter.and([.status([.open]), .blocking(.status([.open]))])

  /// Items that wait for this one, be it done or not; it has to be live.
  public static func blockedBy(_ id: ItemID) -> ItemFilter { .blockedBy(.ids([id])) }

  /// True if it asks where items stand, or what became of those that they wait for.
  var hasTrees: Bool {
    switch self {
    case .below, .top, .blockedBy, .blocking: true
    case .and(let filters), .or(let filters): filters.contains(where: \.hasTrees)
    case .not(let filter): filter.hasTrees
    default: false
    }
  }

  /// The filter with its conditions on ancestors and blockers replaced by others; for authors of backends.
  ///
  /// `items` are the live items; they are read only if the filter has such a condition. Call ``resolved(at:in:)`` first.
  public func resolvingTrees<Items: Sequence<Item>>(
    in items: @autoclosure () -> Items
  ) -> ItemFilter {
    guard hasTrees else { return self }
    return resolved(in: ItemTree(items()))
  }

  private func resolved(in tree: ItemTree) -> ItemFilter {
    replacingTrees { condition in
      if case .blockedBy(let filter) = condition {
        let found = tree.items(for: filter.resolved(in: tree)).map(\.id.jsonForm)
        return .field(.blockers, .oneOf(found))
      }
      if case .blocking(let filter) = condition {
        return .ids(Set(tree.items(for: filter.resolved(in: tree)).flatMap(\.blockers)))
      }
      guard case .below(let filter, let levels) = condition else {
        return .not(tree.filter(under: Set(tree.rows.map(\.item.id))))
      }
      let above = filter.resolved(in: tree).predicate
      return tree.filter(under: tree.parents(below: above, levels))
    }
  }

  /// The filter with others in place of its conditions for which ``hasTrees`` is true.
  func replacingTrees<Failure>(
    _ replacement: (ItemFilter) throws(Failure) -> ItemFilter
  ) throws(Failure) -> ItemFilter {
    switch self {
    case .top, .below, .blockedBy, .blocking: return try replacement(self)
    case .and(let filters):
      return .and(
        try filters.map { filter throws(Failure) in try filter.replacingTrees(replacement) }
      )
    case .or(let filters):
      return .or(
        try filters.map { filter throws(Failure) in try filter.replacingTrees(replacement) }
      )
    case .not(let filter): return .not(try filter.replacingTrees(replacement))
    default: return self
    }
  }
}

extension ItemTree {
  /// The items that match a condition without trees.
  fileprivate func items(for filter: ItemFilter) -> [Item] {
    let matches = filter.predicate
    return rows.map(\.item).filter(matches)
  }

  /// Items that stand directly under one of these; deleted ones as well, which stood there.
  fileprivate func filter(under parents: Set<ItemID>) -> ItemFilter {
    .and([
      .field(.parent, .oneOf(parents.map { .string($0.description) })),
      .not(.ids(Set(circles.compactMap(\.last)))),
    ])
  }

  /// The items directly under which those of these levels stand.
  fileprivate func parents(
    below matches: (Item) -> Bool,
    _ levels: ClosedRange<Int>
  ) -> Set<ItemID> {
    let found = rows.map(\.item).filter(matches).map(\.id)
    let below = found.flatMap { rows(below: $0) }
      .filter { $0.level < levels.upperBound && $0.level + 1 >= levels.lowerBound }
    return Set((levels.contains(1) ? found : []) + below.map(\.item.id))
  }
}
