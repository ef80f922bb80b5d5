/// A page in the order of an indexed attribute, read along the index.
///
/// One SELECT cannot do this: the index holds the types one after the other and no items without the
/// attribute, and has equal values in the order of the numbers, which a descending walk meets
/// backwards. So the page is read in steps until it is full: the rest of the items that are equal to
/// the cursor's, then each type, then the items without the attribute. Each step starts in the index
/// at its first item.
struct AttributeWalk {
  private let attribute: AttributeExpression
  private let path: AttributePath
  private let isDescending: Bool
  /// The order as a whole.
  private let sort: [ItemSort]
  /// The types to walk through, in order.
  private let types: [AttributeType]
  /// Whether items without the attribute can be in the result.
  private let includesMissing: Bool
  /// The value and the further sort keys of the item before the page.
  private let cursor: ItemCursor?
  private let limit: Int
  /// Where days begin, if the order has any.
  private let zone: LocalZone?
  /// The statement up to the filter's condition.
  private let start: SQLFragment
  /// The same beside a value that the items are equal to: only that is looked for in the index.
  private let startOfEquals: SQLFragment

  /// The walk of a query; nil if no index gives its order.
  init?(_ query: ItemQuery, on session: SQLiteSession) throws(StorageError) {
    guard case .attribute(let path)? = query.sort.first?.key, let limit = query.limit, limit > 0,
      query.scope == .live, !query.filter.hasText, !query.filter.hasTags
    else { return nil }
    let indexes = try session.readAttributeIndexes()
    guard indexes.covers(path, query.filter) else { return nil }
    let sort = CompiledQuery.total(query.sort)
    // What a query may not ask for is refused by CompiledQuery.
    for key in sort.dropFirst().map(\.key) {
      if case .field(let part) = key, !part.isOrdered { return nil }
      if key == .relevance || key == .urgency { return nil }
    }
    zone = query.orderZone
    if let cursor = query.after { _ = try CompiledQuery.place(cursor, sort, zone) }
    self.path = path
    self.sort = sort
    self.limit = min(limit, Int.max - 1)
    attribute = AttributeExpression(path, isIndexed: true)
    isDescending = sort[0].isDescending
    cursor = query.after
    let wanted = query.filter.types(at: path)
    let types = AttributeType.allCases.filter { wanted?.contains($0) ?? true }
    self.types = isDescending ? types.reversed() : types
    includesMissing = wanted == nil
    let select = SQLFragment("SELECT \(ItemRow.itemColumns) FROM items WHERE is_deleted = 0 AND ")
    start = select + (try query.filter.condition(indexes)) + " AND "
    startOfEquals = select + (try query.filter.condition(indexes.leaving(path))) + " AND "
  }

  /// Reads the page.
  func page(on session: SQLiteSession) throws(StorageError) -> ItemPage {
    // The steps must see one state.
    guard !session.connection.isInTransaction else { return try read(session.items) }
    return try session.connection.transaction(.read) { () throws(StorageError) in
      try read(session.items)
    }
  }

  /// Reads the items of a SELECT.
  typealias Reader = (SQLFragment) throws(StorageError) -> [Item]

  /// Reads the page, step by step.
  func read(_ run: Reader) throws(StorageError) -> ItemPage {
    var items: [Item] = []
    var place = cursor?.values[0].attributeOperand
    var types = types[...]
    if let place {
      // Types that the filter leaves out have no place in the walk.
      let first = types.firstIndex { type in
        isDescending ? type.rawValue <= place.type.rawValue : type.rawValue >= place.type.rawValue
      }
      types = types[(first ?? types.endIndex)...]
    } else if cursor != nil {
      types = []
    }
    for type in types where items.count <= limit {
      if let found = place, found.type == type {
        let equals = attribute.has(type) { $0 + SQLFragment(" = ?", [found.value]) }
        let room = limit + 1 - items.count
        items += try rows(startOfEquals, equals + " AND " + behindCursor, rest, room, run)
        guard items.count <= limit else { break }
      } else {
        place = nil
      }
      items += try rows(of: type, behind: place?.value, limit + 1 - items.count, run)
      place = nil
    }
    if includesMissing, items.count <= limit {
      let isBehind = cursor?.values[0] == .missing ? behindCursor : .yes
      let condition = attribute.isMissing + " AND " + isBehind
      items += try rows(start, condition, rest, limit + 1 - items.count, run)
    }
    guard items.count > limit else { return ItemPage(items: items, next: nil) }
    items.removeLast(items.count - limit)
    return ItemPage(
      items: items,
      next: ItemCursor(after: items[limit - 1], rank: 0, sort: sort, zone: zone)
    )
  }

  /// The sort keys after the attribute.
  private var rest: [ItemSort] { Array(sort.dropFirst()) }

  private var behindCursor: SQLFragment {
    cursor.map { OrderTerm.behind(Array($0.values.dropFirst()), rest, zone) } ?? .yes
  }

  /// The first items of a type whose value lies behind another one.
  private func rows(
    of type: AttributeType,
    behind value: SQLFragment.Value?,
    _ count: Int,
    _ run: Reader
  ) throws(StorageError) -> [Item] {
    let sign = isDescending ? "<" : ">"
    let condition =
      value.map { value in attribute.has(type) { $0 + SQLFragment(" \(sign) ?", [value]) } }
      ?? attribute.has(type)
    // The index has numbers in the direction of the values.
    let along = ItemSort(.number, descending: isDescending)
    guard rest.count == 1, rest[0] != along else {
      return try rows(start, condition, sort, count, run)
    }
    let items = try rows(start, condition, [sort[0], along], count, run)
    var ordered: [Item] = []
    for equals in items.runs(at: path) { ordered += equals.reversed() }
    guard items.count == count, let last = items.last?.attribute(at: path),
      let operand = last.attributeOperand
    else { return ordered }
    // The walk ended within the last value's items; the first of these may not have been met.
    let kept = ordered.prefix { $0.attribute(at: path)?.compare(last) != 0 }
    let equals = attribute.has(type) { $0 + SQLFragment(" = ?", [operand]) }
    return kept + (try rows(startOfEquals, equals, rest, count - kept.count, run))
  }

  /// The first items that match a condition, in an order.
  private func rows(
    _ start: SQLFragment,
    _ condition: SQLFragment,
    _ sort: [ItemSort],
    _ count: Int,
    _ run: Reader
  ) throws(StorageError) -> [Item] {
    let terms = sort.flatMap { key in
      key.key == .attribute(path)
        ? [OrderTerm(expression: attribute.value, isDescending: key.isDescending)]
        : OrderTerm.terms([key], zone)
    }
    return try run(
      start + condition + OrderTerm.orderBy(terms)
        + SQLFragment(" LIMIT ?", [.integer(Int64(count))])
    )
  }
}

extension SQLiteSession {
  /// The items of a SELECT.
  fileprivate func items(_ query: SQLFragment) throws(StorageError) -> [Item] {
    let statement = try queryStatement(query)
    // SQLite adds up the work of all runs.
    statement.forgetWork()
    return try statement.all { row throws(StorageError) in try row.item() }
  }
}

extension [Item] {
  /// The items in groups of neighbours whose values at a path are equal.
  fileprivate func runs(at path: AttributePath) -> [ArraySlice<Item>] {
    var runs: [ArraySlice<Item>] = []
    var start = startIndex
    for index in indices.dropFirst() {
      let (one, other) = (self[index - 1].attribute(at: path), self[index].attribute(at: path))
      if let one, let other, one.compare(other) == 0 { continue }
      runs.append(self[start..<index])
      start = index
    }
    return isEmpty ? [] : runs + [self[start...]]
  }
}
