// The default order by an index, though an index cannot know where somebody looks at the store.
//
// A day begins at a moment that depends on the zone, so that no index holds days and instants in one order. Each of the
// two kinds is in order by itself, in any zone: the index has instants first, then days, then items without a due date.
// So a query reads two stretches of it and merges them: this takes a thousandth of the time of sorting 100,000 items.

/// One of the two stretches of the index over open items.
enum DueValues: CaseIterable {
  /// The items that are due at an instant.
  case instants
  /// The items that are due on a day, and behind them those that are not due.
  case days

  /// The expression of the index.
  private static let column = "ifnull(due, \(Int64.max))"

  /// The column's value at which the second stretch begins.
  private static let boundary = DayOrInstant.dayBase >> 1

  /// The condition that bounds the stretch, by the ranges of dates that the filter asks for at its top.
  func condition(_ filter: ItemFilter) -> SQLFragment {
    let stretch =
      switch self {
      case .instants: SQLFragment("\(DueValues.column) < \(DueValues.boundary)")
      case .days: SQLFragment("\(DueValues.column) > \(DueValues.boundary)")
      }
    let ranges = filter.dueRanges.map { range in
      switch self {
      case .instants: range.instants(of: DueValues.column)
      case .days: range.days(of: DueValues.column)
      }
    }
    return .joined([stretch] + ranges, by: "AND", none: .yes)
  }

  /// The condition that selects what comes behind a place in the merged order.
  func behind(_ place: [ItemCursor.Value], _ sort: [ItemSort], zone: LocalZone) -> SQLFragment {
    guard case .integer(let order)? = place.first else { return .no }
    if order == Int64.max {
      return self == .instants ? .no : OrderTerm.behind(place, sort, nil)
    }
    let value = DayOrInstant(order: order, in: zone)
    switch (self, value) {
    case (.instants, .instant), (.days, .day):
      return OrderTerm.behind([.integer(value.column)] + place.dropFirst(), sort, nil)
    case (.instants, .day(let day)):
      // A day comes before an instant at its first moment.
      let start = zone.milliseconds(ofStart: day.daysSince1970)
      return SQLFragment("\(DueValues.column) >= ?", [.integer(start)])
    case (.days, .instant(let date)):
      let day = zone.firstDay(beginningAfter: date.millisecondsSince1970)
      return SQLFragment("\(DueValues.column) >= ?", [.integer(DayOrInstant.day(day).column)])
    }
  }
}

extension SQLiteSession {
  /// One page of a query whose order is that of the index over open items.
  func pageInDueOrder(
    _ query: ItemQuery,
    alongDueIndex: Bool
  ) throws(StorageError) -> ItemPage {
    let prepared = try preparedInDueOrder(query, alongDueIndex: alongDueIndex)
    let zone = query.zone.pinned
    let zoneNumber = ZoneTable.number(of: zone)
    var stretches: [Stretch] = []
    // Also after an error: a statement that is not reset keeps its connection's snapshot.
    defer { for stretch in stretches { stretch.statement.reset() } }
    for (_, statement) in prepared {
      statement.forgetWork()
      var stretch = Stretch(statement: statement, zoneNumber: zoneNumber)
      stretches.append(stretch)
      try stretch.advance()
      stretches[stretches.count - 1] = stretch
    }
    let limit = query.limit ?? Int.max
    var page = ItemPage(items: [], next: nil)
    page.items.reserveCapacity(min(limit, 64))
    while page.items.count < limit {
      var place = stretches[0].order <= stretches[1].order ? 0 : 1
      if stretches[place].isAtEnd { place = 1 - place }
      guard let item = try stretches[place].next() else { return page }
      page.items.append(item)
    }
    guard !stretches.allSatisfy(\.isAtEnd), let last = page.items.last else {
      return page
    }
    let sort = prepared.first?.compiled.sort ?? query.sort
    page.next = ItemCursor(after: last, rank: 0, sort: sort, zone: zone)
    return page
  }

  /// The statements of the stretches with their values bound; the same query again reuses the last ones.
  private func preparedInDueOrder(
    _ query: ItemQuery,
    alongDueIndex: Bool
  ) throws(StorageError) -> [(compiled: CompiledQuery, statement: Statement)] {
    // Swift's `==` treats canonically equivalent texts as equal; for SQLite they differ.
    let isReusable = query.after == nil && !query.filter.hasStrings
    if isReusable, let lastDueQuery, lastDueQuery.query == query {
      for (compiled, statement) in lastDueQuery.prepared {
        statement.bind(compiled.statement.values)
      }
      return lastDueQuery.prepared
    }
    let indexes = try attributeIndexes(for: query.filter)
    var prepared: [(compiled: CompiledQuery, statement: Statement)] = []
    for values in DueValues.allCases {
      let compiled = try CompiledQuery(
        query,
        indexes: indexes,
        alongDueIndex: alongDueIndex,
        only: values
      )
      prepared.append((compiled, try queryStatement(compiled.statement)))
    }
    if isReusable { lastDueQuery = (query, prepared) }
    return prepared
  }

  /// The first item of a stretch that was not taken yet.
  private struct Stretch {
    let statement: Statement
    let zoneNumber: Int
    private var item: Item?
    /// Its place in the order; beyond all others behind the last one.
    private(set) var order = Int64.max

    init(statement: Statement, zoneNumber: Int) {
      self.statement = statement
      self.zoneNumber = zoneNumber
    }

    var isAtEnd: Bool { item == nil }

    /// Takes the first item, moving it out: a copy would count two dozen references.
    mutating func next() throws(StorageError) -> Item? {
      guard let next = item.take() else { return nil }
      try advance()
      return next
    }

    mutating func advance() throws(StorageError) {
      item = try statement.step() ? try statement.item() : nil
      // By the table, since most days come more than once.
      order = item?.due.flatMap { ZoneTable.order(of: $0.column, in: zoneNumber) } ?? Int64.max
    }
  }
}
