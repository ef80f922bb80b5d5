/// The items of one statement in its order.
struct StatementItems: OrderedItems {
  private let statement: Statement
  private let hasRank: Bool
  private(set) var rank = 0.0

  init(_ query: ItemQuery, on session: SQLiteSession) throws(StorageError) {
    let (compiled, statement) = try session.prepared(query)
    self.statement = statement
    hasRank = compiled.sort.contains { $0.key == .relevance }
    // SQLite adds up the work of all runs: without this, a long walk's later pages would exceed the budget.
    statement.forgetWork()
  }

  func advance() throws(StorageError) -> Bool { try statement.step() }

  mutating func item() throws(StorageError) -> Item {
    if hasRank { rank = statement.double(ItemRow.itemColumnCount) }
    return try statement.item()
  }

  func end() { statement.reset() }
}

extension SQLiteSession {
  /// The query's statement with its values bound; the same query again reuses the last statement.
  fileprivate func prepared(_ query: ItemQuery) throws(StorageError) -> (CompiledQuery, Statement) {
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
}
