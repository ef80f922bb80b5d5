extension SQLiteSession {
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
