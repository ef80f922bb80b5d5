// Conditions on single fields, each derived from the table of fields.

extension ItemFilter {
  /// A condition on a field's value; give values in their JSON form.
  public enum FieldMatch: Sendable, Equatable {
    /// The item has a value (true) or none (false).
    case exists(Bool)
    /// The value is one of these; of ``Item/blockers``, one of them is.
    case oneOf([JSONValue])
    /// The comparison holds for the value: numbers and times by size, texts by their UTF-8 bytes,
    /// named values by their order. An item without a value does not match.
    case compared(Comparison, JSONValue)
    /// The value is a day or a time within that range; an item without a value does not match.
    case within(DateRange)
    /// The value is a text that contains this one, by its bytes; for words see ``ItemFilter/text(_:)``.
    case contains(String)
  }

  /// Items with one of these statuses.
  public static func status(_ statuses: [Status]) -> ItemFilter {
    .field(.status, .oneOf(Status.allCases.filter(statuses.contains).map(\.jsonForm)))
  }

  /// Items of this kind.
  public static func kind(_ kind: String) -> ItemFilter {
    .field(.kind, .compared(.equal, .string(kind)))
  }

  /// Items in this list.
  public static func list(_ list: String) -> ItemFilter {
    .field(.list, .compared(.equal, .string(list)))
  }

  /// Items whose priority compares like this, as in `.priority(.atLeast, .medium)`.
  public static func priority(_ comparison: Comparison, _ priority: Priority) -> ItemFilter {
    .field(.priority, .compared(comparison, priority.jsonForm))
  }

  /// Items that start within this range; an item without a start never does.
  public static func start(_ range: DateRange) -> ItemFilter { .field(.start, .within(range)) }

  /// Items with a start in the future: nothing is to be done for them yet.
  public static let waiting = ItemFilter.start(.future)

  /// Open items with a due date in the past: a day before today, or a moment before now.
  public static let overdue = ItemFilter.and([.status([.open]), .due(.past)])

  /// Items due within this range; an item without a due date never is.
  public static func due(_ range: DateRange) -> ItemFilter { .field(.due, .within(range)) }

  /// Items with (true) or without (false) a due date.
  public static func hasDue(_ has: Bool) -> ItemFilter { .field(.due, .exists(has)) }

  /// Items created within this range.
  public static func created(_ range: DateRange) -> ItemFilter {
    .field(.createdAt, .within(range))
  }

  /// Items last edited within this range.
  public static func updated(_ range: DateRange) -> ItemFilter {
    .field(.updatedAt, .within(range))
  }
}

extension ItemFilter.FieldMatch {
  /// Whether an item's value of a part matches.
  ///
  /// If the query is not ``ItemQuery/resolved(at:)``, conditions on days and times use the current
  /// time and the zone of this process.
  func holds(for part: ItemPart, of item: Item) -> Bool {
    guard let value = item.value(of: part), value != .object([:]),
      part != .blockers || value != []
    else {
      return self == .exists(false)
    }
    switch resolved(for: part, at: .current, in: .current) {
    case .exists(let isThere): return isThere
    case .oneOf(let values):
      if part == .blockers { return value.array?.contains(where: values.contains) ?? false }
      guard let operand = part.operand(value) else { return values.contains(value) }
      return values.contains { part.operand($0) == operand }
    case .compared(let comparison, let wanted):
      guard let value = part.operand(value), let wanted = part.operand(wanted) else { return false }
      return comparison.holds(isBelow: value < wanted, isEqual: value == wanted)
    case .within(let range):
      guard let value = DayOrInstant(jsonForm: value) else { return false }
      return range.holds(value, at: .current, in: .current)
    case .contains(let text):
      return value.contains(Array(part.storedForm(of: text).utf8))
    }
  }
}

extension ItemFilter.Comparison {
  /// Whether two values compare so, given their order.
  func holds(isBelow: Bool, isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .below: isBelow
    case .atMost: isBelow || isEqual
    case .above: !isBelow && !isEqual
    case .atLeast: !isBelow
    }
  }
}
