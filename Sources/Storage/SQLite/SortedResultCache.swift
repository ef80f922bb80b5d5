/// The rest of a query's result: the numbers of its items in order, sorted once for all later pages.
///
/// Without it, each page of a result that no index gives in order would cost as much as the whole.
struct SortedResultCache {
  /// The statement of the whole result, which identifies the query.
  fileprivate let statement: SQLFragment
  fileprivate let version: StoreVersion
  fileprivate let rest: [(number: Int64, rank: Double)]
  /// How many of these were returned already.
  fileprivate var position = 0
  /// Where the next page begins.
  fileprivate var cursor: ItemCursor
}

extension SQLiteSession {
  /// The page after a cursor, for a query whose result SQLite computes as a whole.
  ///
  /// Keeps the sorted numbers for the next page until the store changes, so that the page equals
  /// that of a new query. They take 16 bytes per item.
  func pageOfTail(
    _ query: ItemQuery,
    behind cursor: ItemCursor,
    limit: Int
  ) throws(StorageError) -> ItemPage {
    try connection.transaction(.read) { () throws(StorageError) in
      var tail = try tail(of: query, behind: cursor)
      // Kept already here: a page that exceeds its budget is read again.
      sortedResultCache = tail
      let statement = try connection.cached(
        "SELECT \(ItemRow.itemColumns) FROM items WHERE number = ?1"
      )
      statement.forgetWork()
      var page = ItemPage(items: [], next: nil)
      page.items.reserveCapacity(min(limit, 64))
      for entry in tail.rest[tail.position...].prefix(limit) {
        page.items.append(try item(entry.number, by: statement))
      }
      tail.position += page.items.count
      guard tail.position < tail.rest.count, let last = page.items.last else {
        sortedResultCache = nil
        return page
      }
      let next = try self.cursor(
        after: last,
        rank: tail.rest[tail.position - 1].rank,
        sort: cursor.sort,
        of: query
      )
      tail.cursor = next
      sortedResultCache = tail
      page.next = next
      return page
    }
  }

  private func tail(
    of query: ItemQuery,
    behind cursor: ItemCursor
  ) throws(StorageError) -> SortedResultCache {
    let indexes = try attributeIndexes(for: query.filter)
    var whole = query
    whole.limit = nil
    whole.after = nil
    let key = try CompiledQuery(whole, indexes: indexes, selecting: .numbers).statement
    let version = try StoreVersion(self)
    if let kept = sortedResultCache, kept.version == version, kept.cursor == cursor,
      kept.statement.isIdentical(to: key)
    {
      return kept
    }
    whole.after = cursor
    let compiled = try CompiledQuery(whole, indexes: indexes, selecting: .numbers)
    let rest = try queryStatement(compiled.statement).all { row in
      (number: row.integer(0), rank: row.double(1))
    }
    return SortedResultCache(statement: key, version: version, rest: rest, cursor: cursor)
  }

  private func item(_ number: Int64, by statement: Statement) throws(StorageError) -> Item {
    statement.bind(number, at: 1)
    guard let item = try statement.only({ row throws(StorageError) in try row.item() }) else {
      throw connection.damaged("Item \(number)")
    }
    return item
  }
}

extension SQLFragment {
  /// Whether both have the same bytes; Swift's `==` treats canonically equivalent texts as equal.
  fileprivate func isIdentical(to other: SQLFragment) -> Bool {
    utf8Equal(sql, other.sql)
      && values.elementsEqual(other.values) { left, right in
        guard case (.text(let left), .text(let right)) = (left, right) else { return left == right }
        return utf8Equal(left, right)
      }
  }
}
