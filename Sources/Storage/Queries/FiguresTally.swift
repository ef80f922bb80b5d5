/// Adds up figures, item by item in the order of their numbers, so that every backend rounds alike.
struct FiguresTally {
  private var groups: [JSONValue?: Figures] = [:]
  private let isGrouped: Bool

  init(_ query: FiguresQuery) {
    isGrouped = query.group != nil
    if !isGrouped { groups[nil] = Figures() }
  }

  /// Counts an item with that value in that group.
  mutating func add(_ value: JSONValue?, in group: JSONValue?) {
    groups[isGrouped ? group?.asGroup : nil, default: Figures()].add(value)
  }

  /// The figures of each group, the group without a value last.
  var figures: [ItemFigures] {
    groups.map { group, figures in
      ItemFigures(
        group: group,
        count: figures.count,
        valueCount: figures.valueCount,
        sum: figures.sum.json,
        average: figures.sum.average,
        minimum: figures.minimum,
        maximum: figures.maximum
      )
    }
    .sorted { left, right in
      guard let left = left.group, let right = right.group else { return left.group != nil }
      return left.sorts(before: right)
    }
  }
}

private struct Figures {
  private(set) var count = 0
  private(set) var valueCount = 0
  private(set) var sum = Sum()
  private(set) var minimum: JSONValue?
  private(set) var maximum: JSONValue?

  mutating func add(_ value: JSONValue?) {
    count += 1
    guard let value, value != .null else { return }
    valueCount += 1
    sum.add(value)
    if minimum.map({ value.sorts(before: $0) }) ?? true { minimum = value }
    if maximum.map({ $0.sorts(before: value) }) ?? true { maximum = value }
  }
}

/// A sum that is exact for integers, and of doubles as near as one addition would be.
///
/// Kahan's sum in Neumaier's form (Zeitschrift für angewandte Mathematik und Mechanik 54, 1974).
private struct Sum {
  private var integers: Int128 = 0
  private var doubles = 0.0
  private var lost = 0.0
  private var count = 0
  private var hasDoubles = false

  mutating func add(_ value: JSONValue) {
    switch value {
    case .integer(let number): integers += Int128(number)
    case .double(let number):
      hasDoubles = true
      let next = doubles + number
      lost += abs(doubles) >= abs(number) ? (doubles - next) + number : (number - next) + doubles
      doubles = next
    default: return
    }
    count += 1
  }

  private var total: Double { Double(integers) + (doubles + lost) }

  var json: JSONValue {
    if !hasDoubles, let exact = Int64(exactly: integers) { return .integer(exact) }
    return .double(total)
  }

  var average: Double? { count == 0 ? nil : total / Double(count) }
}

extension JSONValue {
  /// The value that stands for all that are equal to it.
  fileprivate var asGroup: JSONValue? {
    switch self {
    case .null: nil
    case .double(let number): Int64(exactly: number).map { .integer($0) } ?? self
    default: self
    }
  }

  /// Whether it comes first in ascending order.
  fileprivate func sorts(before other: JSONValue) -> Bool {
    ItemSort.ascending(.attribute("")).precedes(
      ItemCursor.Value(attribute: self),
      ItemCursor.Value(attribute: other)
    )
  }
}
