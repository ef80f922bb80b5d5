// How the cost of a query decides the form of its SQL.

extension ItemQuery {
  /// Whether the index over open items gives the order.
  var followsDueIndex: Bool {
    guard scope == .live, filter.isOpenOnly else { return false }
    // Every order ends with the number, whether the query names it or not.
    let order = ItemQuery.defaultSort
    return sort.starts(with: order) || sort == order.dropLast()
  }

  /// Whether SQLite computes the whole result before it returns the first item.
  ///
  /// It does so if no index gives the order, and if it looks up words or tags.
  var gathersWholeAnswer: Bool {
    if filter.hasText || filter.hasTags { return true }
    switch sort.first?.key {
    case nil, ItemSort.Key.number?: return false
    case ItemSort.Key.updated?: return scope == .deleted
    default: return !followsDueIndex
    }
  }
}

extension SQLiteSession {
  /// Whether so many items hold the query's words that walking the index over open items is faster than the search index.
  ///
  /// SQLite cannot know this: it assumes that every search has few results. A step along the index
  /// costs a thirtieth of looking up a row. With the words in every 64th item, the walk takes a
  /// fraction of the time for the usual page, and at worst twice the time, if all these items are
  /// at its end.
  func walksAlongDueIndex(_ query: ItemQuery) throws(StorageError) -> Bool {
    guard query.followsDueIndex, let limit = query.limit,
      let expression = SearchExpression(query.filter.topTexts.joined(separator: " "))
    else { return false }
    // Done copies are not open, and have greater numbers.
    let greatest = try connection.cached("SELECT max(number) FROM items WHERE number < ?1")
    greatest.bind(ItemNumbers.firstRecord, at: 1)
    let total = try greatest.only { $0.integer(0) } ?? 0
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
  /// The texts that every item of the result holds: the filter itself, or parts of a top-level `and`.
  var topTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .and(let filters): filters.flatMap(\.topTexts)
    default: []
    }
  }

  /// Whether items are counted along the index over open items, as there are open ones alone and no better index.
  ///
  /// SQLite does not know how few are open, and would walk along another one.
  var countsAlongDueIndex: Bool { isOpenOnly && comparesFieldsAlone }

  private var comparesFieldsAlone: Bool {
    switch self {
    case .all: true
    case .field(let part, _): part != .parent && part != .blockers && part != .number && part != .id
    case .and(let filters), .or(let filters): filters.allSatisfy(\.comparesFieldsAlone)
    case .not(let filter): filter.comparesFieldsAlone
    default: false
    }
  }

  /// Whether SQLite can see that every item of the result is open.
  fileprivate var isOpenOnly: Bool {
    switch self {
    case .and(let filters): filters.contains { $0.isOpenOnly }
    default: self == .status([.open])
    }
  }
}
