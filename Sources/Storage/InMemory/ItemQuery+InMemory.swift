// Queries on items in memory.

extension ItemQuery {
  /// The page of items in memory that the query asks for, for backends whose storage answers no queries.
  ///
  /// It looks at every item of the scope and sorts those that match. A cursor holds the sort keys of the last item of
  /// its page, so that the next page is right even if that item is gone.
  ///
  /// - Parameters:
  ///   - items: The items of a scope, in any order. The live ones are read a second time if the filter has a condition on trees, or the
  ///     order is by urgency.
  ///   - environment: The backend's clock, on which a condition such as ``ItemFilter/overdue`` depends.
  /// - Returns: The items in the query's order, and the cursor of the next page if there is one.
  /// - Throws: ``StorageError/Code/invalidQuery`` for a query that every backend refuses.
  public func page<Items: Sequence<Item>>(
    of items: (ItemScope) -> Items,
    environment: StoreEnvironment
  ) throws(StorageError) -> ItemPage {
    let query = resolved(at: environment.now())
    // Throws for a query that SQLite would refuse, with the same message.
    let compiled = try CompiledQuery(query)
    try compiled.statement.refuseTooManyValues()
    let matches = query.filter.resolvingTrees(in: items(.live)).predicate
    let sort = compiled.sort
    let ranking = sort.contains { $0.key == .relevance } ? SearchWords(filter.topTexts) : nil
    let urgency = query.urgencyRule
    let blocked: ItemFilter = urgency == nil ? .or([]) : .blocked
    let isBlocked = blocked.resolvingTrees(in: items(.live)).predicate
    var found = items(scope).filter(matches)
      .map { item in
        let rank = ranking?.rank(of: item) ?? 0
        let place = ItemCursor(
          after: item,
          rank: rank,
          sort: sort,
          of: query,
          urgency,
          isBlocked: isBlocked(item)
        )
        return (item: item, place: place)
      }
    if let after { found.removeAll { !after.precedes($0.place) } }
    found.sort { $0.place.precedes($1.place) }
    let kept = found.prefix(limit ?? found.count)
    return ItemPage(
      items: kept.map(\.item),
      next: kept.count < found.count ? kept.last?.place : nil
    )
  }
}

extension ItemFilter {
  /// A function that says whether an item matches, for backends whose storage answers no queries.
  ///
  /// If the filter has a condition on trees, make the function again when items have changed. To ask for a page, use
  /// ``ItemQuery/page(of:environment:)``.
  ///
  /// - Parameters:
  ///   - live: The live items. They are read only if the filter has a condition on trees.
  ///   - environment: The backend's clock, on which a condition such as ``overdue`` depends.
  ///   - zone: The zone that decides which moments belong to which day.
  /// - Returns: The function.
  /// - Throws: ``StorageError/Code/invalidQuery`` for a filter that every backend refuses.
  public func predicate<Live: Sequence<Item>>(
    among live: @autoclosure () -> Live,
    environment: StoreEnvironment,
    zone: LocalZone = .current
  ) throws(StorageError) -> @Sendable (Item) -> Bool {
    let filter = resolved(at: environment.now(), in: zone)
    // Throws for a filter that SQLite would refuse, with the same message.
    try filter.condition().refuseTooManyValues()
    return filter.resolvingTrees(in: live()).predicate
  }
}

extension ItemCursor {
  /// Whether this place comes before another one of the same order.
  fileprivate func precedes(_ other: ItemCursor) -> Bool {
    for (key, (one, another)) in zip(sort, zip(values, other.values)) {
      if key.precedes(one, another) { return true }
      if key.precedes(another, one) { return false }
    }
    return false
  }
}
