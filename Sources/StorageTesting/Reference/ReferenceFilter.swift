import Storage

/// The meaning of each ``ItemFilter``, written as simply as possible.
enum ReferenceFilter {
  static func holds(_ filter: ItemFilter, for item: Item) -> Bool {
    switch filter {
    case .all: true
    case .status(let statuses): statuses.contains(item.status)
    case .kind(let kind): isSame(kind, item.kind)
    case .list(let list): isSame(list, item.list)
    case .priority(let comparison, let priority): holds(comparison, item.priority, priority)
    case .tags(let match, let tags): holds(match, tags, for: item)
    case .text(let text): holds(text: text, for: item)
    case .due(let range): item.dueAt.map { isIn(range, $0) } ?? false
    case .hasDue(let wanted): (item.dueAt != nil) == wanted
    case .created(let range): isIn(range, item.createdAt)
    case .updated(let range): isIn(range, item.updatedAt)
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

  private static func holds(
    _ comparison: ItemFilter.Comparison,
    _ left: Priority,
    _ right: Priority
  ) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .below: left < right
    case .atMost: left <= right
    case .above: left > right
    case .atLeast: left >= right
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

  private static func isIn(_ range: DateRange, _ date: Date) -> Bool {
    let moment = ReferenceRules.milliseconds(date)
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
