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

  fileprivate func continuing(at cursor: ItemCursor) -> SortedResultCache {
    var result = self
    result.cursor = cursor
    return result
  }
}

/// The items of the page after a cursor, for a query whose result SQLite computes as a whole.
///
/// Keeps the sorted numbers for the next page until the store changes, so that the page equals that of a new query. They
/// take 16 bytes per item.
struct SortedRest: OrderedItems {
  private let session: SQLiteSession
  private let statement: Statement
  private var result: SortedResultCache
  private(set) var rank = 0.0

  init(
    of query: ItemQuery,
    behind cursor: ItemCursor,
    on session: SQLiteSession
  ) throws(StorageError) {
    self.session = session
    result = try session.rest(of: query, behind: cursor)
    // Kept already here: a page that exceeds its budget is read again.
    session.sortedResultCache = result
    statement = try session.connection.cached(
      "SELECT \(ItemRow.itemColumns) FROM items WHERE number = ?1"
    )
    statement.forgetWork()
  }

  func advance() -> Bool { result.position < result.rest.count }

  mutating func item() throws(StorageError) -> Item {
    let entry = result.rest[result.position]
    statement.bind(entry.number, at: 1)
    guard let item = try statement.only({ row throws(StorageError) in try row.item() }) else {
      throw session.connection.damaged("Item \(entry.number)")
    }
    rank = entry.rank
    result.position += 1
    return item
  }

  func keep(for next: ItemCursor?) {
    session.sortedResultCache = next.map { result.continuing(at: $0) }
  }
}

extension SQLiteSession {
  fileprivate func rest(
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
