/// The rest of an answer: the numbers of its items in their order, sorted once for all pages that follow.
///
/// Else each page of an answer that no index gives in order would cost as much as the whole of it.
struct SortedResultCache {
  /// The whole answer's statement, which tells queries apart.
  fileprivate let statement: SQLFragment
  fileprivate let version: StoreVersion
  fileprivate let rest: [(number: Int64, rank: Double)]
  /// How many of these were given already.
  fileprivate var position = 0
  /// Where the next page begins.
  fileprivate var cursor: ItemCursor
}

extension SQLiteSession {
  /// The page behind a cursor of a query whose answer has to be gathered as a whole.
  ///
  /// What was sorted for one page is kept for the next, as long as nothing changes: the answer is the one that a query of
  /// its own would give. 16 bytes for each item of it are taken.
  func pageOfTail(
    _ query: ItemQuery,
    behind cursor: ItemCursor,
    limit: Int
  ) throws(StorageError) -> ItemPage {
    try connection.transaction(.read) { () throws(StorageError) in
      var tail = try tail(of: query, behind: cursor)
      // Kept already here: a page that is given up as too long is read again.
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
      let next = ItemCursor(after: last, rank: tail.rest[tail.position - 1].rank, sort: cursor.sort)
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
  /// Whether both are the same byte by byte; Swift calls text equal that differs in its bytes.
  fileprivate func isIdentical(to other: SQLFragment) -> Bool {
    utf8Equal(sql, other.sql)
      && values.elementsEqual(other.values) { left, right in
        guard case (.text(let left), .text(let right)) = (left, right) else { return left == right }
        return utf8Equal(left, right)
      }
  }
}
