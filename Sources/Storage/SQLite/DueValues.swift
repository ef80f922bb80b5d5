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

/// The items of a query in the order of the index over open items.
struct DueOrderItems: OrderedItems {
  private var instants: Stretch
  private var days: Stretch
  /// The stretch in which the item stands; nil before the first one.
  private var current: DueValues?

  init(_ query: ItemQuery, isTold: Bool, on session: SQLiteSession) throws(StorageError) {
    let statements = try session.preparedInDueOrder(query, alongDueIndex: isTold)
    let zoneNumber = ZoneTable.number(of: query.zone.pinned)
    instants = Stretch(statement: statements.instants, zoneNumber: zoneNumber)
    days = Stretch(statement: statements.days, zoneNumber: zoneNumber)
  }

  mutating func advance() throws(StorageError) -> Bool {
    if current != .days { try instants.advance() }
    if current != .instants { try days.advance() }
    guard !instants.isAtEnd || !days.isAtEnd else { return false }
    let isInstant = !instants.isAtEnd && (days.isAtEnd || instants.order <= days.order)
    current = isInstant ? .instants : .days
    return true
  }

  func item() throws(StorageError) -> Item {
    try (current == .days ? days : instants).statement.item()
  }

  func end() {
    instants.statement.reset()
    days.statement.reset()
  }

  /// A stretch of the index and the place in it; the item there is read only if it is taken.
  private struct Stretch {
    let statement: Statement
    let zoneNumber: Int
    /// Whether every row was passed.
    private(set) var isAtEnd = false
    /// The place of the row in the order; that of items without a due date is beyond all others.
    private(set) var order = Int64.max
    /// The column's value, which many rows share.
    private var column = Int64.max

    init(statement: Statement, zoneNumber: Int) {
      self.statement = statement
      self.zoneNumber = zoneNumber
      statement.forgetWork()
    }

    /// Goes to the next row.
    mutating func advance() throws(StorageError) {
      isAtEnd = try !statement.step()
      guard !isAtEnd else { return }
      let next = statement.optionalInteger(ItemPart.due.rawValue) ?? .max
      guard next != column else { return }
      column = next
      // A damaged value is reported when the item is read.
      order = next == .max ? .max : ZoneTable.order(of: next, in: zoneNumber) ?? .max
    }
  }
}

extension SQLiteSession {
  /// The statements of the stretches with their values bound; the same query again reuses the last ones.
  fileprivate func preparedInDueOrder(
    _ query: ItemQuery,
    alongDueIndex: Bool
  ) throws(StorageError) -> (instants: Statement, days: Statement) {
    // Swift's `==` treats canonically equivalent texts as equal; for SQLite they differ.
    let isReusable = query.after == nil && !query.filter.hasStrings
    if isReusable, let last = lastDueQuery, last.query == query {
      last.instants.bind(last.values.instants)
      last.days.bind(last.values.days)
      return (last.instants, last.days)
    }
    let indexes = try attributeIndexes(for: query.filter)
    func compiled(_ values: DueValues) throws(StorageError) -> CompiledQuery {
      try CompiledQuery(query, indexes: indexes, alongDueIndex: alongDueIndex, only: values)
    }
    let (first, second) = (try compiled(.instants), try compiled(.days))
    let instants = try queryStatement(first.statement)
    let days = try queryStatement(second.statement)
    if isReusable {
      lastDueQuery = DueQuery(
        query: query,
        instants: instants,
        days: days,
        values: (first.statement.values, second.statement.values)
      )
    }
    return (instants, days)
  }

  /// A query in the order of the index over open items, with what it was compiled to.
  struct DueQuery {
    let query: ItemQuery
    let instants: Statement
    let days: Statement
    let values: (instants: [SQLFragment.Value], days: [SQLFragment.Value])
  }
}
