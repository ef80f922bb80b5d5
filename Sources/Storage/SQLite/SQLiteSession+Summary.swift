extension SQLiteSession {
  /// Counts the items of a query in one snapshot.
  func summary(_ query: SummaryQuery) throws(StorageError) -> ItemSummary {
    try query.check()
    let resolved = query.filter.resolved(at: environment.now(), in: query.zone)
    let filter = try resolved.condition(attributeIndexes(for: query.filter))
    let condition = SQLFragment("WHERE is_deleted = 0 AND ") + filter
    return try connection.transaction(.read) { () throws(StorageError) in
      var summary = ItemSummary()
      if query.needsTimes || query.groupings.contains(.list) {
        let tally = try tally(query, condition)
        (summary.counts, summary.activity, summary.due) = (tally.counts, tally.activity, tally.due)
        summary.lists = tally.lists
      } else {
        summary.counts = try counts(condition)
      }
      if query.groupings.contains(.tag) { summary.tags = try tags(condition) }
      return summary
    }
  }

  private func counts(_ condition: SQLFragment) throws(StorageError) -> StatusCounts {
    let sql = SQLFragment("SELECT \(Self.statusSums) FROM items ") + condition
    return try queryStatement(sql).only { row in row.statusCounts(from: 0) } ?? StatusCounts()
  }

  /// The columns of ``Statement/statusCounts(from:)``; by groups, SQLite would sort all rows in memory.
  static let statusSums = Status.allCases.map { "ifnull(sum(status = \($0.rawValue)), 0)" }
    .joined(separator: ", ")

  /// Makes one pass over the rows: SQL has no fast lookup of a time among hundreds of moments, and would sort all
  /// rows by list, in memory that grows with them.
  private func tally(
    _ query: SummaryQuery,
    _ condition: SQLFragment
  ) throws(StorageError) -> SummaryTally {
    let countsLists = query.groupings.contains(.list)
    let columns =
      "status, created_at, ifnull(completed_at, updated_at), due" + (countsLists ? ", list" : "")
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
      if countsLists { tally.add(status, list: statement.text(4)) }
    }
    return tally
  }

  private func tags(_ condition: SQLFragment) throws(StorageError) -> [ItemSummary.Group] {
    // item_tags holds the items of each tag side by side, so that SQLite need not sort.
    let select = SQLFragment(
      "SELECT tag, \(Self.statusSums) FROM item_tags CROSS JOIN items USING (number) "
    )
    let statement = try queryStatement(select + condition + " GROUP BY 1 ORDER BY 1")
    return try statement.all { row in
      ItemSummary.Group(name: row.text(0), counts: row.statusCounts(from: 1))
    }
  }
}

extension Statement {
  /// How many items have each status, of columns from that one on.
  func statusCounts(from column: Int) -> StatusCounts {
    var counts = StatusCounts()
    for (index, status) in Status.allCases.enumerated() {
      counts[status] = Int(integer(column + index))
    }
    return counts
  }

  /// A status, or nil for an unknown number.
  fileprivate func status(_ column: Int) -> Status? { Status(rawValue: Int(integer(column))) }
}
