// Conditions on where items stand.

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

  /// Whether it asks where items stand.
  var hasTrees: Bool {
    switch self {
    case .below, .top: true
    case .and(let filters), .or(let filters): filters.contains(where: \.hasTrees)
    case .not(let filter): filter.hasTrees
    default: false
    }
  }

  /// The filter with its conditions on ancestors replaced by conditions on parents; for authors of backends.
  ///
  /// `items` are the live items; they are read only if the filter has such a condition. Call ``resolved(at:in:)`` first.
  public func resolvingTrees<Items: Sequence<Item>>(
    in items: @autoclosure () -> Items
  ) -> ItemFilter {
    hasTrees ? resolved(in: ItemTree(items())) : self
  }

  private func resolved(in tree: ItemTree) -> ItemFilter {
    replacingTrees { condition in
      guard case .below(let filter, let levels) = condition else {
        return .not(tree.filter(under: Set(tree.rows.map(\.item.id))))
      }
      let above = filter.resolved(in: tree).predicate
      return tree.filter(under: tree.parents(below: above, levels))
    }
  }

  /// The filter with others in place of its conditions on where items stand.
  func replacingTrees<Failure>(
    _ replacement: (ItemFilter) throws(Failure) -> ItemFilter
  ) throws(Failure) -> ItemFilter {
    switch self {
    case .top, .below: return try replacement(self)
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
