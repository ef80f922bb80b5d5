/// The SQL of a query.
struct CompiledQuery {
  /// The statement; it returns one row more than the limit if there is a next page.
  let statement: SQLFragment
  /// The order, which ends with the number.
  let sort: [ItemSort]

  /// What is read of each item.
  enum Selection {
    /// The columns that ``Statement/item()`` reads, and the rank if the order needs it.
    case items
    /// The number and the rank, which is 0 if the order does not need it.
    case numbers
  }

  init(
    _ query: ItemQuery,
    indexes: AttributeIndexes = .none,
    selecting selection: Selection = .items,
    alongDueIndex: Bool = false,
    only dueValues: DueValues? = nil
  ) throws(StorageError) {
    if let limit = query.limit, limit < 0 {
      throw StorageError(.invalidQuery, "The limit \(limit) is below zero.")
    }
    sort = CompiledQuery.total(query.sort)
    for case .field(let part) in sort.map(\.key) where !part.isOrdered {
      throw StorageError(.invalidQuery, "Items cannot be ordered by '\(part.name)'.")
    }
    let urgency = try query.urgencyRule?.expression()
    let needsRank = sort.contains { $0.key == .relevance }
    var statement = SQLFragment("SELECT ")
    switch selection {
    case .items: statement.sql += ItemRow.itemColumns + (needsRank ? ", search.rank" : "")
    case .numbers: statement.sql += "items.number, " + (needsRank ? "search.rank" : "0.0")
    }
    statement.sql += " FROM items" + (alongDueIndex ? " INDEXED BY items_by_due" : "")
    if needsRank { statement = statement + (try CompiledQuery.rankJoin(query.filter)) }
    statement.sql += " WHERE is_deleted = \(query.scope == .deleted ? 1 : 0)"
    // The indexes hold live items only.
    let condition = try query.filter.condition(query.scope == .live ? indexes : .none)
    if condition != .yes { statement = statement + SQLFragment(" AND ") + condition }
    if let dueValues {
      statement = statement + SQLFragment(" AND ") + dueValues.condition(query.filter)
    }
    // Within one stretch of the index, due dates are in order in every zone.
    let zone = dueValues == nil ? query.orderZone : nil
    if let cursor = query.after {
      let place = try CompiledQuery.place(cursor, sort, query.orderZone)
      let behind = dueValues?.behind(place, sort, zone: query.zone)
      statement =
        statement + SQLFragment(" AND ")
        + (behind ?? OrderTerm.behind(place, sort, zone, urgency: urgency))
    }
    statement = statement + OrderTerm.orderBy(OrderTerm.terms(sort, zone, urgency: urgency))
    if let limit = query.limit {
      statement =
        statement + SQLFragment(" LIMIT ?", [.integer(Int64(min(limit, Int.max - 1)) + 1)])
    }
    self.statement = statement
  }

  /// The order up to the number; no two items share one, so that later keys have no effect.
  static func total(_ sort: [ItemSort]) -> [ItemSort] {
    guard let end = sort.firstIndex(where: { $0.key == .number }) else {
      return sort + [.ascending(.number)]
    }
    return Array(sort[...end])
  }

  private static func rankJoin(_ filter: ItemFilter) throws(StorageError) -> SQLFragment {
    let texts = filter.topTexts
    guard !texts.isEmpty else {
      throw StorageError(
        .invalidQuery,
        "Ordering by relevance needs a text to search for at the top of the filter."
      )
    }
    guard let expression = texts.lazy.compactMap({ SearchExpression($0) }).first else {
      // A text without a word matches every item, with the same relevance.
      return SQLFragment(" JOIN (SELECT 0.0 AS rank) AS search")
    }
    return SQLFragment(
      """
       JOIN (SELECT rowid AS number, rank FROM item_search WHERE item_search MATCH ?) AS search \
      ON search.number = items.number
      """,
      [.text(expression.match)]
    )
  }

  /// The values of a cursor that fits the query.
  static func place(
    _ cursor: ItemCursor,
    _ sort: [ItemSort],
    _ zone: LocalZone?
  ) throws(StorageError) -> [ItemCursor.Value] {
    guard cursor.sort == sort, cursor.values.count == sort.count else {
      throw StorageError(
        .invalidQuery,
        "The cursor comes from a query with another order; start again."
      )
    }
    guard cursor.zone == zone?.identifier else {
      throw StorageError(
        .invalidQuery,
        "The cursor comes from a query in another time zone, where days begin at other moments; "
          + "start again."
      )
    }
    return cursor.values
  }
}

// MARK: - Running

extension SQLiteSession {
  /// One page of a query's items, with the cursor of the next page.
  func page(_ asked: ItemQuery) throws(StorageError) -> ItemPage {
    let query = asked.resolved(at: environment.now())
    if query.scope == .deleted, query.filter.hasText { return try pageOfDeletedTexts(query) }
    if let walk = try AttributeWalk(query, on: self) { return try walk.page(on: self) }
    // A transaction may be rolled back; a result kept from it would then be wrong.
    if let cursor = query.after, let limit = query.limit, limit > 0, query.gathersWholeAnswer,
      !connection.isInTransaction
    {
      return try pageOfTail(query, behind: cursor, limit: limit)
    }
    let walks = try walksAlongDueIndex(query)
    if query.followsDueIndex, walks || !query.gathersWholeAnswer {
      return try pageInDueOrder(query, alongDueIndex: walks)
    }
    let (compiled, statement) = try prepared(query)
    // SQLite adds up the work of all runs: without this, a long walk's later pages would exceed the budget.
    statement.forgetWork()
    var items: [Item] = []
    var lastRank = 0.0
    let limit = query.limit ?? Int.max
    items.reserveCapacity(min(limit, 64))
    let hasRank = compiled.sort.contains { $0.key == .relevance }
    // Also after an error: a statement that is not reset keeps its connection's snapshot.
    defer { statement.reset() }
    while try statement.step() {
      guard items.count < limit else {
        guard let last = items.last else { break }
        return ItemPage(
          items: items,
          next: try cursor(after: last, rank: lastRank, sort: compiled.sort, of: query)
        )
      }
      items.append(try statement.item())
      if hasRank { lastRank = statement.double(ItemRow.itemColumnCount) }
    }
    return ItemPage(items: items, next: nil)
  }

  /// The place behind an item in a query's order.
  func cursor(
    after item: Item,
    rank: Double,
    sort: [ItemSort],
    of query: ItemQuery
  ) throws(StorageError) -> ItemCursor {
    let isBlocked =
      query.followsUrgency && !item.blockers.isEmpty
      ? try count(.and([.ids([item.id]), .blocked])) > 0 : false
    return ItemCursor(after: item, rank: rank, sort: sort, of: query, isBlocked: isBlocked)
  }

  /// The query's statement with its values bound; the same query again reuses the last statement.
  private func prepared(_ query: ItemQuery) throws(StorageError) -> (CompiledQuery, Statement) {
    // Swift's `==` treats canonically equivalent texts as equal; for SQLite they differ.
    guard query.after == nil, !query.filter.hasStrings, !query.sort.usesAttributes else {
      let compiled = try CompiledQuery(
        query,
        indexes: attributeIndexes(for: query.filter)
      )
      return (compiled, try queryStatement(compiled.statement))
    }
    if let lastQuery, lastQuery.query == query {
      lastQuery.statement.bind(lastQuery.compiled.statement.values)
      return (lastQuery.compiled, lastQuery.statement)
    }
    let compiled = try CompiledQuery(query)
    let statement = try queryStatement(compiled.statement)
    lastQuery = (query, compiled, statement)
    return (compiled, statement)
  }

  /// The number of live items that match a filter.
  func count(_ filter: ItemFilter) throws(StorageError) -> Int {
    let resolved = filter.resolved(at: environment.now(), in: .current)
    let condition = try resolved.condition(attributeIndexes(for: filter))
    guard resolved.countsAlongDueIndex else { return try count(condition) }
    // Without a range of due dates, both stretches are all of the index.
    guard !resolved.dueRanges.isEmpty else { return try count(condition, alongDueIndex: true) }
    var total = 0
    for values in DueValues.allCases {
      let part = condition + SQLFragment(" AND ") + values.condition(resolved)
      total += try count(part, alongDueIndex: true)
    }
    return total
  }

  private func count(
    _ condition: SQLFragment,
    alongDueIndex: Bool = false
  ) throws(StorageError) -> Int {
    // A condition that can never hold uses no index, and SQLite refuses to be told one.
    let hint = alongDueIndex && !condition.hasConstant ? " INDEXED BY items_by_due" : ""
    let sql = SQLFragment("SELECT count(*) FROM items\(hint) WHERE is_deleted = 0 AND ")
    return Int(try queryStatement(sql + condition).only { $0.integer(0) } ?? 0)
  }

  /// A cached statement with its values bound; throws `.invalidQuery` for more values than SQLite takes.
  func queryStatement(_ fragment: SQLFragment) throws(StorageError) -> Statement {
    try fragment.refuseTooManyValues()
    let statement = try connection.cached(fragment.sql)
    statement.bind(fragment.values)
    return statement
  }
}

extension SQLFragment {
  /// Throws `.invalidQuery` if it has more values than SQLite takes.
  func refuseTooManyValues() throws(StorageError) {
    guard values.count > SQLFragment.maxValues else { return }
    throw StorageError(
      .invalidQuery,
      "The query compares with more than \(SQLFragment.maxValues) values; split it."
    )
  }

  /// SQLite takes 32,766 parameters. <https://www.sqlite.org/limits.html>
  private static let maxValues = 32_000
}

extension ItemCursor {
  init(after item: Item, rank: Double, sort: [ItemSort], zone: LocalZone?) {
    let values = sort.map { $0.value(of: item, in: zone ?? .utc) ?? .real(rank) }
    self.init(sort: sort, values: values, zone: zone)
  }

  /// The place behind an item in a query's order, with the rule if the order is by urgency.
  ///
  /// `isBlocked` is true if the item matches ``ItemFilter/blocked``; it matters for an order by urgency alone.
  init(
    after item: Item,
    rank: Double,
    sort: [ItemSort],
    of query: ItemQuery,
    _ urgency: UrgencyRule? = nil,
    isBlocked: Bool
  ) {
    let urgency = urgency ?? query.urgencyRule
    let zone = query.orderZone
    let values = sort.map { key in
      let value =
        key.key == .urgency
        ? urgency?.value(of: item, isBlocked: isBlocked) : key.value(of: item, in: zone ?? .utc)
      return value ?? .real(rank)
    }
    self.init(sort: sort, values: values, zone: zone, moment: query.moment)
  }
}
