/// The items of a query in its order, one after the other.
///
/// Each way to find them is a type of its own; ``SQLiteSession/page(_:)`` makes a page of any of them.
protocol OrderedItems {
  /// How well the item that was last read fits the words of the query; 0 if its order does not need that.
  var rank: Double { get }
  /// Goes to the next item; false behind the last one.
  mutating func advance() throws(StorageError) -> Bool
  /// Reads the item, once.
  mutating func item() throws(StorageError) -> Item
  /// Ends the reading, also after an error: a statement that is not reset keeps its connection's snapshot.
  func end()
  /// Keeps for the page behind a place what would cost much to find again; without a place there is none.
  func keep(for next: ItemCursor?)
}

extension OrderedItems {
  var rank: Double { 0 }
  func end() {}
  func keep(for next: ItemCursor?) {}
}

extension SQLiteSession {
  /// One page of a query's items, with the cursor of the next page.
  func page(_ asked: ItemQuery) throws(StorageError) -> ItemPage {
    let query = asked.resolved(at: environment.now())
    if query.scope == .deleted, query.filter.hasText { return try pageOfDeletedTexts(query) }
    let way = try Way(query, on: self)
    guard way.takesSeveralStatements, !connection.isInTransaction else {
      return try page(query, by: way)
    }
    // They must see one state.
    return try connection.transaction(.read) { () throws(StorageError) in try page(query, by: way) }
  }

  private func page(_ query: ItemQuery, by way: Way) throws(StorageError) -> ItemPage {
    var rows = try items(of: query, by: way)
    defer { rows.end() }
    let limit = query.limit ?? Int.max
    var page = ItemPage(items: [], next: nil)
    page.items.reserveCapacity(min(limit, 64))
    while try rows.advance() {
      guard page.items.count < limit else {
        page.next = try page.items.last.map { last throws(StorageError) in
          try cursor(after: last, rank: rows.rank, of: query)
        }
        break
      }
      page.items.append(try rows.item())
    }
    rows.keep(for: page.next)
    return page
  }

  /// The place behind an item in a query's order.
  private func cursor(
    after item: Item,
    rank: Double,
    of query: ItemQuery
  ) throws(StorageError) -> ItemCursor {
    let isBlocked =
      query.followsUrgency && !item.blockers.isEmpty
      ? try count(.and([.ids([item.id]), .blocked])) > 0 : false
    return ItemCursor(
      after: item,
      rank: rank,
      sort: CompiledQuery.total(query.sort),
      of: query,
      isBlocked: isBlocked
    )
  }

  /// How the items of a query are found in its order.
  private enum Way {
    /// By one statement, which SQLite reads along an index or sorts.
    case statement
    /// Along the index over open items; SQLite may have to be told that it is the best one.
    case dueIndex(isTold: Bool)
    /// Along the index of an attribute.
    case attributeIndex(AttributeWalk)
    /// By the numbers of the rest of the result, which were sorted once.
    case sortedRest(ItemCursor)

    init(_ query: ItemQuery, on session: SQLiteSession) throws(StorageError) {
      if let walk = try AttributeWalk(query, on: session) {
        self = .attributeIndex(walk)
      } else if let cursor = query.after, let limit = query.limit, limit > 0,
        query.gathersWholeAnswer, !session.connection.isInTransaction
      {
        // Not within a transaction: it may be rolled back, and what was kept from it would then be wrong.
        self = .sortedRest(cursor)
      } else {
        let isTold = try session.walksAlongDueIndex(query)
        let isAlong = query.followsDueIndex && (isTold || !query.gathersWholeAnswer)
        self = isAlong ? .dueIndex(isTold: isTold) : .statement
      }
    }

    var takesSeveralStatements: Bool {
      switch self {
      case .statement, .dueIndex: false
      case .attributeIndex(let walk): walk.takesSeveralStatements
      case .sortedRest: true
      }
    }
  }

  private func items(of query: ItemQuery, by way: Way) throws(StorageError) -> any OrderedItems {
    switch way {
    case .statement: try StatementItems(query, on: self)
    case .dueIndex(let isTold): try DueOrderItems(query, isTold: isTold, on: self)
    case .attributeIndex(let walk): walk
    case .sortedRest(let cursor): try SortedRest(of: query, behind: cursor, on: self)
    }
  }
}
