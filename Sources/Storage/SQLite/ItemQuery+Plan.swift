// What a query costs SQLite, as far as it changes how the query is put.

extension ItemQuery {
  /// Whether the index over open items gives the order.
  var followsDueIndex: Bool {
    guard scope == .live, filter.isOpenOnly else { return false }
    // The number ends every order, so that it need not be named.
    let order = ItemQuery.defaultSort
    return sort.starts(with: order) || sort == order.dropLast()
  }

  /// Whether SQLite goes over the whole answer before it gives the first item of it.
  ///
  /// So it does where no index gives the order, and where words and tags are looked up.
  var gathersWholeAnswer: Bool {
    if filter.hasText || filter.hasTags { return true }
    switch sort.first?.key {
    case nil, .number: return false
    case .updated: return scope == .deleted
    default: return !followsDueIndex
    }
  }
}

extension SQLiteSession {
  /// Whether so many items hold the query's words that some of them are sooner found by walking along the order of the
  /// index over open items than by looking up each.
  ///
  /// SQLite cannot know: it takes every search for a rare one. A step along the index costs a thirtieth of the lookup of a
  /// row. With the words in every 64th item the walk is the dearer way at worst by twice, where all of them stand at its
  /// end, and takes for the usual page a fraction.
  func walksAlongDueIndex(_ query: ItemQuery) throws(StorageError) -> Bool {
    guard query.followsDueIndex, let limit = query.limit,
      let expression = SearchExpression(query.filter.topTexts.joined(separator: " "))
    else { return false }
    let total = try connection.cached("SELECT max(number) FROM items").only { $0.integer(0) } ?? 0
    guard limit <= total / 128 else { return false }
    let statement = try connection.cached(
      "SELECT count(*) FROM (SELECT 1 FROM item_search WHERE item_search MATCH ?1 LIMIT ?2)"
    )
    statement.bind(expression.match, at: 1)
    statement.bind(total / 64, at: 2)
    return try statement.only { $0.integer(0) } == total / 64
  }
}

extension ItemFilter {
  /// The texts that all items of the answer hold: at the top, or within the top `and`.
  var topTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .and(let filters): filters.flatMap(\.topTexts)
    default: []
    }
  }

  /// Whether every item of the answer is open, as SQLite can see.
  fileprivate var isOpenOnly: Bool {
    switch self {
    case .status([.open]): true
    case .and(let filters): filters.contains { $0.isOpenOnly }
    default: false
    }
  }
}
