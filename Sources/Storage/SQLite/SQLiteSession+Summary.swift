extension SQLiteSession {
  /// Counts the items of a query in one snapshot.
  func summary(_ query: SummaryQuery) throws(StorageError) -> ItemSummary {
    try query.check()
    let resolved = query.filter.resolved(at: environment.now(), in: query.zone)
    let filter = try resolved.condition(attributeIndexes(for: query.filter))
    let condition = SQLFragment("WHERE is_deleted = 0 AND ") + filter
    return try connection.transaction(.read) { () throws(StorageError) in
      var summary = ItemSummary()
      if query.needsTimes {
        let tally = try tally(query, condition)
        (summary.counts, summary.activity, summary.due) = (tally.counts, tally.activity, tally.due)
      } else {
        summary.counts = try counts(condition)
      }
      if query.groupings.contains(.list) {
        summary.lists = try groups(of: "list", from: "items", condition)
      }
      if query.groupings.contains(.tag) {
        // item_tags holds the items of each tag side by side, so that SQLite need not sort.
        let tables = "item_tags CROSS JOIN items USING (number)"
        summary.tags = try groups(of: "tag", from: tables, condition)
      }
      return summary
    }
  }

  private func counts(_ condition: SQLFragment) throws(StorageError) -> StatusCounts {
    let sql = SQLFragment("SELECT status, count(*) FROM items ") + condition + " GROUP BY status"
    let statement = try queryStatement(sql)
    defer { statement.reset() }
    var counts = StatusCounts()
    while try statement.step() {
      if let status = statement.status(0) { counts[status] = Int(statement.integer(1)) }
    }
    return counts
  }

  /// Makes one pass over the rows: SQL has no fast lookup of a time among hundreds of moments.
  private func tally(
    _ query: SummaryQuery,
    _ condition: SQLFragment
  ) throws(StorageError) -> SummaryTally {
    let columns = "status, created_at, ifnull(completed_at, updated_at), due"
    let statement = try queryStatement(SQLFragment("SELECT \(columns) FROM items ") + condition)
    defer { statement.reset() }
    var tally = SummaryTally(query)
    while try statement.step() {
      guard let status = statement.status(0) else { continue }
      tally.add(
        status,
        created: statement.integer(1),
        closed: statement.integer(2),
        due: statement.optionalInteger(3)
      )
    }
    return tally
  }

  private func groups(
    of column: String,
    from tables: String,
    _ condition: SQLFragment
  ) throws(StorageError) -> [ItemSummary.Group] {
    let sums = Status.allCases.map { "sum(status = \($0.rawValue))" }.joined(separator: ", ")
    let select = SQLFragment("SELECT \(column), \(sums) FROM \(tables) ")
    let statement = try queryStatement(select + condition + " GROUP BY 1 ORDER BY 1")
    return try statement.all { row in
      var counts = StatusCounts()
      for (index, status) in Status.allCases.enumerated() {
        counts[status] = Int(row.integer(index + 1))
      }
      return ItemSummary.Group(name: row.text(0), counts: counts)
    }
  }
}

extension Statement {
  /// A status, or nil for an unknown number.
  fileprivate func status(_ column: Int) -> Status? { Status(rawValue: Int(integer(column))) }
}
