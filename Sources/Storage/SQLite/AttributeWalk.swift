/// The items of a page in the order of an indexed attribute, read along the index.
///
/// One SELECT cannot do this: the index holds the types one after the other and no items without the
/// attribute, and has equal values in the order of the numbers, which a descending walk meets
/// backwards. So the items are read in steps until the page is full: the rest of the items that are equal to
/// the cursor's, then each type, then the items without the attribute. Each step starts in the index
/// at its first item.
struct AttributeWalk: OrderedItems {
  private let attribute: AttributeExpression
  private let path: AttributePath
  private let filter: ItemFilter
  private let indexes: AttributeIndexes
  private let isDescending: Bool
  /// The order as a whole.
  private let sort: [ItemSort]
  /// The value and the further sort keys of the item before the page.
  private let cursor: ItemCursor?
  /// Where days begin, if the order has any.
  private let zone: LocalZone?
  /// The steps that were not taken, the next one last.
  private var steps: [Step] = []
  /// How many more items the page and the look behind it take.
  private var room: Int
  /// The items that the last step found, and how many of them were passed.
  private var found: [Item] = []
  private var passed = 0
  private let reading: Reading

  /// What reads the SELECTs.
  struct Reading {
    /// The items of a SELECT.
    let items: (SQLFragment) throws(StorageError) -> [Item]
    /// The only value of a SELECT.
    let value: (SQLFragment) throws(StorageError) -> SQLFragment.Value?
  }

  private enum Step {
    /// The items whose value is the cursor's, and which come behind it by the further keys.
    case equals(AttributeType, SQLFragment.Value)
    /// The items with a value of a type, or those of them behind a value.
    case values(AttributeType, behind: SQLFragment.Value?)
    /// The items without a value, or those of them behind the cursor by the further keys.
    case missing(isBehindCursor: Bool)
  }

  /// The walk of a query; nil if no index gives its order.
  ///
  /// A test may read the SELECTs in a way of its own.
  init?(
    _ query: ItemQuery,
    on session: SQLiteSession,
    reading: Reading? = nil
  ) throws(StorageError) {
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
    self.filter = query.filter
    self.indexes = indexes
    self.sort = sort
    self.reading = reading ?? session.reading
    attribute = indexes.expression(at: path)
    isDescending = sort[0].isDescending
    cursor = query.after
    room = min(limit, Int.max - 1) + 1
    steps = steps(through: filter.types(at: path)).reversed()
  }

  /// Whether more than one statement may be read, which must see one state.
  var takesSeveralStatements: Bool { steps.count > 1 || isAgainstNumbers }

  /// The steps through the types that the filter leaves in, all of them without a list, from the cursor on.
  private func steps(through wanted: Set<AttributeType>?) -> [Step] {
    let place = cursor?.values[0]
    var steps: [Step] = []
    let types = AttributeType.allCases.filter { wanted?.contains($0) ?? true }
    for type in isDescending ? types.reversed() : types where place != .missing {
      guard let found = place?.attributeOperand else {
        steps.append(.values(type, behind: nil))
        continue
      }
      if found.type == type {
        steps += [.equals(type, found.value), .values(type, behind: found.value)]
      } else if (found.type.rawValue < type.rawValue) != isDescending {
        steps.append(.values(type, behind: nil))
      }
    }
    if wanted == nil { steps.append(.missing(isBehindCursor: place == .missing)) }
    return steps
  }

  mutating func advance() throws(StorageError) -> Bool {
    while passed == found.count, room > 0, let step = steps.popLast() {
      found = try items(of: step)
      passed = 0
      room -= found.count
    }
    return passed < found.count
  }

  mutating func item() -> Item {
    passed += 1
    return found[passed - 1]
  }
}

// MARK: - Steps

extension AttributeWalk {
  /// The first items of a step, as many as there is room for.
  private func items(of step: Step) throws(StorageError) -> [Item] {
    switch step {
    case .equals(let type, let value):
      return try items(type, equalTo: value, behindCursor, room)
    case .values(let type, let value) where isAgainstNumbers:
      return try itemsAgainstNumbers(type, behind: value)
    case .values(let type, let value):
      return try reading.items(select(type, behind: value) + ordered(sort, room))
    case .missing(let isBehindCursor):
      let isBehind = isBehindCursor ? behindCursor : .yes
      let missing = try select(filter, indexes) + " AND " + attribute.isMissing + " AND " + isBehind
      return try reading.items(missing + ordered(rest, room))
    }
  }

  /// The sort keys after the attribute.
  private var rest: [ItemSort] { Array(sort.dropFirst()) }

  private var behindCursor: SQLFragment {
    cursor.map { OrderTerm.behind(Array($0.values.dropFirst()), rest, zone) } ?? .yes
  }

  /// Whether equal values are wanted in the order of their numbers, and the index has them the other way round.
  private var isAgainstNumbers: Bool {
    rest.count == 1 && rest[0] != ItemSort(.number, descending: isDescending)
  }

  /// The first items of a type, or of those behind a value, where the index has equal values the other way round.
  private func itemsAgainstNumbers(
    _ type: AttributeType,
    behind value: SQLFragment.Value?
  ) throws(StorageError) -> [Item] {
    // Of the last value, only the first items are wanted, which the index has last.
    let last = try reading.value(
      select(type, behind: value, columns: attribute.value.sql) + ordered([sort[0]], 1)
        + SQLFragment(" OFFSET ?", [.integer(Int64(room - 1))])
    )
    let along = [sort[0], ItemSort(.number, descending: isDescending)]
    let items = try reading.items(select(type, behind: value, before: last) + ordered(along, room))
    let whole = items.runs(at: path).flatMap { $0.reversed() }
    guard let last else { return whole }
    return whole + (try self.items(type, equalTo: last, .yes, room - whole.count))
  }

  /// The first items with a value that meet a condition, in the order of the further keys.
  private func items(
    _ type: AttributeType,
    equalTo value: SQLFragment.Value,
    _ condition: SQLFragment,
    _ count: Int
  ) throws(StorageError) -> [Item] {
    let known = type.json(value).map { filter.deciding($0, at: path) } ?? filter
    let equals = attribute.has(type) { $0 + SQLFragment(" = ?", [value]) }
    // Of two conditions that fit an index, SQLite may choose the wider: the filter's is kept from it.
    let select = try select(known, indexes.leaving(path)) + " AND " + equals + " AND " + condition
    return try reading.items(select + ordered(rest, count))
  }

  /// A SELECT of the items of a type, or of those between two values, both excluded.
  private func select(
    _ type: AttributeType,
    behind value: SQLFragment.Value?,
    before end: SQLFragment.Value? = nil,
    columns: String = ItemRow.itemColumns
  ) throws(StorageError) -> SQLFragment {
    var left = filter
    for (bound, isBehind) in [(value, true), (end, false)] {
      guard let passed = bound.flatMap({ type.json($0) }) else { continue }
      left = left.passing(passed, at: path, isDescending: isBehind == isDescending)
    }
    var select = try select(left, indexes, columns)
    // What the filter says already is not said again: SQLite would compute it for each item.
    if !left.hasOneType(at: path) { select = select + " AND " + attribute.has(type) }
    for (bound, sign) in [(value, isDescending ? "<" : ">"), (end, isDescending ? ">" : "<")] {
      guard let bound else { continue }
      select = select + " AND " + attribute.value + SQLFragment(" \(sign) ?", [bound])
    }
    return select
  }

  private func select(
    _ filter: ItemFilter,
    _ indexes: AttributeIndexes,
    _ columns: String = ItemRow.itemColumns
  ) throws(StorageError) -> SQLFragment {
    SQLFragment("SELECT \(columns) FROM items WHERE is_deleted = 0 AND ")
      + (try filter.condition(indexes))
  }

  /// The order of a SELECT, and how many items it reads.
  private func ordered(_ sort: [ItemSort], _ count: Int) -> SQLFragment {
    let terms = sort.flatMap { key in
      key.key == .attribute(path)
        ? [OrderTerm(expression: attribute.value, isDescending: key.isDescending)]
        : OrderTerm.terms([key], zone)
    }
    return OrderTerm.orderBy(terms) + SQLFragment(" LIMIT ?", [.integer(Int64(count))])
  }
}

extension SQLiteSession {
  fileprivate var reading: AttributeWalk.Reading {
    AttributeWalk.Reading(
      items: { [self] select throws(StorageError) in
        let statement = try queryStatement(select)
        // SQLite adds up the work of all runs.
        statement.forgetWork()
        return try statement.all { row throws(StorageError) in try row.item() }
      },
      value: { [self] select throws(StorageError) in
        let statement = try queryStatement(select)
        statement.forgetWork()
        return try statement.only { $0.value(0) } ?? nil
      }
    )
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
