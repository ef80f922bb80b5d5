import Storage

/// The meaning of each ``ItemFilter``, written as simply as possible.
enum ReferenceFilter {
  static func holds(_ filter: ItemFilter, for item: Item) -> Bool {
    switch filter {
    case .all: true
    case .field(let part, let match): holds(match, part, of: item)
    case .tags(let match, let tags): holds(match, tags, for: item)
    case .text(let text): holds(text: text, for: item)
    case .attribute(let key, let match): holds(match, item.attributes[ReferenceText.composed(key)])
    case .ids(let ids): ids.contains(item.id)
    case .idRange(let range): range.contains(item.id)
    case .numbers(let numbers): numbers.contains(item.number)
    case .and(let filters): filters.allSatisfy { holds($0, for: item) }
    case .or(let filters): filters.contains { holds($0, for: item) }
    case .not(let filter): !holds(filter, for: item)
    }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// A part's value as it compares: times in milliseconds, named values by their place; nil for none.
  static func value(of part: ItemPart, _ item: Item) -> ItemCursor.Value? {
    switch part {
    case .number: .integer(Int64(item.number))
    case .kind: .text(item.kind)
    case .title: .text(item.title)
    case .notes: .text(item.notes)
    case .list: .text(item.list)
    case .status: .integer(Int64(item.status.rawValue))
    case .priority: .integer(Int64(item.priority.rawValue))
    case .dueAt: item.dueAt.map { .integer(ReferenceRules.milliseconds($0)) }
    case .createdAt: .integer(ReferenceRules.milliseconds(item.createdAt))
    case .updatedAt: .integer(ReferenceRules.milliseconds(item.updatedAt))
    case .completedAt: item.completedAt.map { .integer(ReferenceRules.milliseconds($0)) }
    default: preconditionFailure("\(part) is not drawn")
    }
  }

  private static func wanted(_ name: JSONValue, _ part: ItemPart) -> ItemCursor.Value? {
    guard case .string(let name) = name else { return nil }
    return switch part {
    case .status: Status(name: name).map { .integer(Int64($0.rawValue)) }
    case .priority: Priority(name: name).map { .integer(Int64($0.rawValue)) }
    default: .text(name)
    }
  }

  private static func holds(
    _ match: ItemFilter.FieldMatch,
    _ part: ItemPart,
    of item: Item
  ) -> Bool {
    let value = value(of: part, item)
    switch match {
    case .exists(let isThere): return (value != nil) == isThere
    case .oneOf(let names): return names.contains { wanted($0, part) == value }
    case .within(let range):
      guard case .integer(let moment)? = value else { return false }
      return isIn(range, moment)
    case .compared(let comparison, let name):
      guard let value, let wanted = wanted(name, part) else { return false }
      let isBelow = ReferenceOrder.isLess(value, wanted)
      return switch comparison {
      case .equal: value == wanted
      case .notEqual: value != wanted
      case .below: isBelow
      case .atMost: isBelow || value == wanted
      case .above: !isBelow && value != wanted
      case .atLeast: !isBelow
      }
    }
  }

  private static func holds(
    _ match: ItemFilter.SetMatch,
    _ tags: Set<String>,
    for item: Item
  ) -> Bool {
    let wanted = Set(tags.map { ReferenceText.composed($0) })
    switch match {
    case .all: return wanted.isSubset(of: item.tags)
    case .any: return !wanted.isDisjoint(with: item.tags)
    case .none: return wanted.isDisjoint(with: item.tags)
    }
  }

  private static func holds(text: String, for item: Item) -> Bool {
    let words = ([item.title, item.notes] + item.tags).flatMap { ReferenceText.words($0) }
    return ReferenceText.words(text).allSatisfy { wanted in
      words.contains { $0.unicodeScalars.starts(with: wanted.unicodeScalars) }
    }
  }

  private static func isIn(_ range: DateRange, _ moment: Int64) -> Bool {
    if let from = range.from, moment < ReferenceRules.milliseconds(from) { return false }
    if let until = range.until, moment >= ReferenceRules.milliseconds(until) { return false }
    return true
  }

  private static func holds(_ match: ItemFilter.AttributeMatch, _ value: JSONValue?) -> Bool {
    guard let value else { return false }
    switch match {
    case .exists: return true
    case .equals(let wanted):
      return isSame(ReferenceJSON.text(of: value), ReferenceJSON.text(of: wanted))
    case .contains(let part): return contains(part, value)
    }
  }

  private static func contains(_ part: String, _ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): contains(part, in: text)
    case .array(let elements): elements.contains { isString(part, $0) }
    default: false
    }
  }

  private static func isString(_ wanted: String, _ value: JSONValue) -> Bool {
    guard case .string(let text) = value else { return false }
    return isSame(wanted, text)
  }

  private static func contains(_ part: String, in text: String) -> Bool {
    let part = Array(part.utf8)
    let text = Array(text.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
