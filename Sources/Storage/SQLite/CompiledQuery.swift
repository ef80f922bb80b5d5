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
