// Filters as SQL conditions on the table `items`.

extension ItemFilter {
  /// The SQL condition of the filter, in a form that can use `indexes`.
  func condition(
    _ indexes: AttributeIndexes = .none,
    depth: Int = 0
  ) throws(StorageError) -> SQLFragment {
    guard depth < ItemFilter.maxDepth else {
      throw StorageError(
        .invalidQuery,
        "The filter is nested more than \(ItemFilter.maxDepth) deep."
      )
    }
    switch self {
    case .all: return .yes
    // A literal lets SQLite see that an index for this kind alone fits.
    case .field(.kind, .compared(.equal, .string(let kind))) where indexes.has(kind: kind):
      return SQLFragment("kind = \(AttributeIndex.quoted(kind))")
    case .field(.blockers, let match): return try match.conditionOnBlockers()
    case .field(let part, let match): return try match.condition(on: part)
    case .tags(let match, let tags): return Self.condition(match, tags)
    case .text(let text): return Self.condition(text: text)
    case .attribute(let path, let match): return try match.condition(on: path, indexes)
    case .ids(let ids): return SQLFragment("id IN ") + .list(ids.sorted().map { .id($0) })
    case .idRange(let range):
      return SQLFragment("id BETWEEN ? AND ?", [.id(range.lowerBound), .id(range.upperBound)])
    case .numbers(let numbers):
      return SQLFragment("items.number IN ") + .list(numbers.sorted().map { .integer(Int64($0)) })
    case .below(let filter, let levels):
      return Self.condition(below: try filter.condition(depth: depth + 1), levels)
    case .top: return Self.isAtTop
    case .blockedBy(let filter):
      return Self.condition(blockedBy: try filter.condition(depth: depth + 1))
    case .blocking(let filter):
      return Self.condition(blocking: try filter.condition(depth: depth + 1))
    case .and(let filters):
      let indexes = indexes.within(and: filters)
      return .joined(try Self.conditions(filters, indexes, depth), by: "AND", none: .yes)
    case .or(let filters):
      return .joined(try Self.conditions(filters, indexes.withinOr, depth), by: "OR", none: .no)
    case .not(let filter):
      let condition = try filter.condition(indexes, depth: depth + 1)
      // A comparison with a missing due date is NULL, and its negation would be NULL as well.
      return SQLFragment("(") + condition + ") IS NOT TRUE"
    }
  }

  private static func conditions(
    _ filters: [ItemFilter],
    _ indexes: AttributeIndexes,
    _ depth: Int
  ) throws(StorageError) -> [SQLFragment] {
    var conditions: [SQLFragment] = []
    for filter in filters {
      conditions.append(try filter.condition(indexes, depth: depth + 1))
    }
    return conditions
  }

  /// The items under these, with nothing under deleted ones; the table of circles makes the search end.
  private static func condition(
    below condition: SQLFragment,
    _ levels: ClosedRange<Int>
  ) -> SQLFragment {
    SQLFragment("items.number IN (WITH RECURSIVE below (id, number, level, is_deleted) AS (")
      + SQLFragment("SELECT id, number, 0, 0 FROM items WHERE is_deleted = 0 AND ") + condition
      + SQLFragment(
        """
         UNION SELECT child.id, child.number, level + 1, child.is_deleted FROM below
         JOIN items AS child ON child.parent = below.id
         WHERE below.is_deleted = 0 AND level < ?
         AND child.number NOT IN (SELECT number FROM item_circles))
         SELECT number FROM below WHERE level >= ?)
        """,
        [.integer(Int64(levels.upperBound)), .integer(Int64(max(levels.lowerBound, 1)))]
      )
  }

  private static let isAtTop = SQLFragment(
    """
    (items.parent IS NULL OR items.number IN (SELECT number FROM item_circles)
     OR NOT EXISTS (SELECT 1 FROM items AS above
     WHERE above.id = items.parent AND above.is_deleted = 0))
    """
  )

  // The few blockers that there are lead to the items, and not the other way.

  private static func condition(blockedBy condition: SQLFragment) -> SQLFragment {
    SQLFragment(
      "items.number IN (SELECT link.number FROM item_blockers AS link CROSS JOIN items"
        + " ON items.id = link.blocker WHERE items.is_deleted = 0 AND "
    ) + condition + ")"
  }

  private static func condition(blocking condition: SQLFragment) -> SQLFragment {
    SQLFragment(
      "items.id IN (SELECT link.blocker FROM item_blockers AS link CROSS JOIN items"
        + " ON items.number = link.number WHERE items.is_deleted = 0 AND "
    ) + condition + ")"
  }

  private static func condition(_ match: SetMatch, _ tags: Set<String>) -> SQLFragment {
    let values = Set(tags.map(\.nfc)).sorted { utf8Less($0, $1) }
    let lookup = "items.number IN (SELECT number FROM item_tags WHERE tag"
    switch match {
    case .all:
      return .joined(
        values.map { SQLFragment("\(lookup) = ?)", [.text($0)]) },
        by: "AND",
        none: .yes
      )
    case .any:
      return SQLFragment("\(lookup) IN ") + .list(values.map { .text($0) }) + ")"
    case .none:
      return SQLFragment("NOT \(lookup) IN ") + .list(values.map { .text($0) }) + ")"
    }
  }

  private static func condition(text: String) -> SQLFragment {
    guard let expression = SearchExpression(text) else { return .yes }
    return SQLFragment(
      "items.number IN (SELECT rowid FROM item_search WHERE item_search MATCH ?)",
      [.text(expression.match)]
    )
  }
}

extension ItemPart {
  /// The column, by a name that is clear beside the search index.
  var queryColumn: String { self == .number || self == .rank ? "items.\(column)" : column }

  /// A value to compare with.
  ///
  /// Named values stand in the text, not in parameters, so that the partial index over open items fits.
  fileprivate func operand(of value: JSONValue) throws(StorageError) -> SQLFragment {
    // An id has no order, but can be looked up.
    if case .id = form, let id = value.string.flatMap(ItemID.init(_:)) {
      return SQLFragment("?", [.id(id)])
    }
    switch operand(value) {
    case .integer(let number)?:
      if case .choice = form { return SQLFragment("\(number)") }
      return SQLFragment("?", [.integer(number)])
    case .text(let text)?: return SQLFragment("?", [.text(text)])
    default:
      throw StorageError(.invalidQuery, "The part '\(name)' cannot be compared with that value.")
    }
  }
}

extension ItemFilter.FieldMatch {
  /// The condition on the blockers, by the table of all of them, which is short.
  fileprivate func conditionOnBlockers() throws(StorageError) -> SQLFragment {
    switch self {
    case .exists(let isThere):
      let lookup = "IN (SELECT number FROM item_blockers)"
      return SQLFragment("items.number \(isThere ? "" : "NOT ")\(lookup)")
    case .oneOf(let values):
      let ids = values.compactMap { ItemID(jsonForm: $0) }
      return SQLFragment("items.number IN (SELECT number FROM item_blockers WHERE blocker IN ")
        + .list(ids.map { .id($0) }) + ")"
    case .compared, .within, .contains:
      throw StorageError(
        .invalidQuery,
        "The part '\(ItemPart.blockers.name)' cannot be compared with that value."
      )
    }
  }

  fileprivate func condition(on part: ItemPart) throws(StorageError) -> SQLFragment {
    let column = part.queryColumn
    switch self {
    case .exists(let isThere): return SQLFragment("\(column) IS \(isThere ? "NOT " : "")NULL")
    case .compared(let comparison, let value):
      return SQLFragment("\(column) \(comparison.sql) ") + (try part.operand(of: value))
    case .oneOf(let values):
      var operands: [SQLFragment] = []
      for value in values { operands.append(try part.operand(of: value)) }
      if operands.count == 1 { return SQLFragment("\(column) = ") + operands[0] }
      let list = operands.map(\.sql).joined(separator: ", ")
      return SQLFragment("\(column) IN (\(list))", operands.flatMap(\.values))
    case .within(let range):
      switch part.form {
      case .time: return range.instants(of: column)
      case .dayOrTime:
        return .joined([range.instants(of: column), range.days(of: column)], by: "OR", none: .no)
      default: throw StorageError(.invalidQuery, "The part '\(part.name)' is not a time.")
      }
    case .contains(let text):
      guard case .text = part.form else {
        throw StorageError(.invalidQuery, "The part '\(part.name)' is not a text.")
      }
      return SQLFragment("instr(\(column), ?) > 0", [.text(part.storedForm(of: text))])
    }
  }
}

extension ItemFilter.Comparison {
  var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .below: "<"
    case .atMost: "<="
    case .above: ">"
    case .atLeast: ">="
    }
  }
}

/// What stands above every instant and below every day in a column.
private let firstOfDays = DayOrInstant.dayBase >> 1

extension DateRange {
  /// The condition that a column holds an instant within the range, which is resolved.
  func instants(of column: String) -> SQLFragment {
    let from = from?.edge?.instant.clampedMilliseconds
    let until = until?.edge?.instant.clampedMilliseconds ?? firstOfDays
    return DateRange.condition(on: column, from: from, until: until)
  }

  /// The condition that a column holds a day within the range, which is resolved.
  func days(of column: String) -> SQLFragment {
    let from = (from?.edge?.day).map { DayOrInstant.day($0).column } ?? firstOfDays
    // What stands for no value in an index is no day.
    let until = (until?.edge?.day).map { DayOrInstant.day($0).column } ?? Int64.max
    return DateRange.condition(on: column, from: from, until: until)
  }

  private static func condition(on column: String, from: Int64?, until: Int64) -> SQLFragment {
    let end = SQLFragment("\(column) < ?", [.integer(until)])
    guard let from else { return end }
    return SQLFragment("(\(column) >= ? AND ", [.integer(from)]) + end + ")"
  }
}
