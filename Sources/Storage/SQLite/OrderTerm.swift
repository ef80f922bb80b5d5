/// One term of an ORDER BY.
struct OrderTerm {
  let expression: SQLFragment
  let isDescending: Bool

  /// The terms of sort keys, with days where they begin in a zone; without one, days come behind instants.
  ///
  /// An order by urgency needs the expression of its rule.
  static func terms(
    _ sort: [ItemSort],
    _ zone: LocalZone?,
    urgency: SQLFragment? = nil
  ) -> [OrderTerm] {
    sort.flatMap { key in
      key.expressions(zone, urgency)
        .map { OrderTerm(expression: $0, isDescending: key.isDescending) }
    }
  }

  /// The clause ORDER BY.
  static func orderBy(_ terms: [OrderTerm]) -> SQLFragment {
    var clause = SQLFragment(" ORDER BY ")
    for (index, term) in terms.enumerated() {
      if index > 0 { clause.sql += ", " }
      clause = clause + term.expression + (term.isDescending ? " DESC" : "")
    }
    return clause
  }

  /// The condition that selects the items after those values of the sort keys.
  ///
  /// `a > x OR (a = x AND (b > y OR …))`, with `a >= x AND` in front, where an index can start.
  static func behind(
    _ values: [ItemCursor.Value],
    _ sort: [ItemSort],
    _ zone: LocalZone?,
    urgency: SQLFragment? = nil
  ) -> SQLFragment {
    let terms = terms(sort, zone, urgency: urgency)
    let values = zip(sort, values).flatMap { $0.operands($1) }
    var condition: SQLFragment?
    for (term, value) in zip(terms, values).reversed() {
      let sign = term.isDescending ? "<" : ">"
      let isBehind = term.expression + SQLFragment(" \(sign) ?", [value])
      guard let inner = condition else {
        condition = isBehind
        continue
      }
      condition =
        SQLFragment("(") + isBehind + " OR (" + term.expression
        + SQLFragment(" = ? AND ", [value]) + inner + "))"
    }
    guard let condition, let first = terms.first, let value = values.first else { return .yes }
    let start = SQLFragment(" \(first.isDescending ? "<=" : ">=") ? AND ", [value])
    return first.expression + start + condition
  }
}

extension ItemSort {
  /// The SQL expressions of the key.
  ///
  /// Items without a due date come last in both directions, by a value that an index can hold;
  /// `due IS NULL, due` would need a temporary B-tree.
  fileprivate func expressions(_ zone: LocalZone?, _ urgency: SQLFragment?) -> [SQLFragment] {
    switch key {
    case .relevance: return [SQLFragment("search.rank")]
    case .urgency: return urgency.map { [$0] } ?? []
    case .rank:
      // Items without one are last in either direction.
      let column = ItemPart.rank.queryColumn
      return [
        SQLFragment("(\(column) \(isDescending ? "<>" : "=") '')"), SQLFragment(column),
      ]
    case .field(let part):
      guard part.isOptional else { return [SQLFragment(part.queryColumn)] }
      let end = part.form == .text ? "''" : "\(isDescending ? -Int64.max : Int64.max)"
      var value = part.queryColumn
      if part.form == .dayOrTime, let zone { value = DayOrderFunction.call(on: value, in: zone) }
      return [SQLFragment("ifnull(\(value), \(end))")]
    case .attribute(let path):
      let attribute = AttributeExpression(path)
      return [
        SQLFragment("ifnull(") + attribute.type + ", \(missingType))",
        SQLFragment("ifnull(") + attribute.value + ", 0)",
      ]
    }
  }

  /// The values of the expressions for a value of a cursor.
  fileprivate func operands(_ value: ItemCursor.Value) -> [SQLFragment.Value] {
    if key == .rank {
      return [.integer((value == .text("")) == isDescending ? 0 : 1), value.plainOperand]
    }
    guard case .attribute = key else { return [value.plainOperand] }
    guard let (type, operand) = value.attributeOperand else {
      return [.integer(missingType), .integer(0)]
    }
    return [.integer(Int64(type.rawValue)), operand]
  }

  /// Stands for the type of an attribute that an item does not have: behind all types.
  private var missingType: Int64 { isDescending ? 0 : 9 }
}

extension ItemCursor.Value {
  /// The value of a sort key that is no attribute.
  fileprivate var plainOperand: SQLFragment.Value {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value), .json(let value): .text(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .missing: .integer(0)
    }
  }

  /// The type and the value of an attribute as SQL compares them; nil without one.
  var attributeOperand: (type: AttributeType, value: SQLFragment.Value)? {
    switch self {
    case .integer, .real: (.number, plainOperand)
    case .text(let value): (.text, .text(value.escapedForOrder))
    case .boolean: (.boolean, plainOperand)
    case .json(let value): (value.utf8.first == UInt8(ascii: "[") ? .list : .object, plainOperand)
    case .missing: nil
    }
  }
}
