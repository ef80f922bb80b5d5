package import Storage

/// The meaning of each ``ItemFilter``, written as simply as possible.
package enum ReferenceFilter {
  package static func holds(
    _ filter: ItemFilter,
    for item: Item,
    _ view: ReferenceView
  ) -> Bool {
    switch filter {
    case .all: true
    case .field(let part, let match): holds(match, part, of: item, view)
    case .tags(let match, let tags): holds(match, tags, for: item)
    case .text(let text): holds(text: text, for: item)
    case .attribute(let path, let match):
      ReferenceAttribute.holds(match, ReferenceAttribute.value(at: path, item), view)
    case .ids(let ids): ids.contains(item.id)
    case .idRange(let range): range.contains(item.id)
    case .numbers(let numbers): numbers.contains(item.number)
    case .top: ReferencePlace.above(item, among: view.items).isEmpty
    case .below(let filter, let levels):
      ReferencePlace.above(item, among: view.items).enumerated().contains { level, above in
        levels.contains(level + 1) && holds(filter, for: above, view)
      }
    case .blockedBy(let filter):
      view.items.contains { item.blockers.contains($0.id) && holds(filter, for: $0, view) }
    case .blocking(let filter):
      view.items.contains { $0.blockers.contains(item.id) && holds(filter, for: $0, view) }
    case .and(let filters): filters.allSatisfy { holds($0, for: item, view) }
    case .or(let filters): filters.contains { holds($0, for: item, view) }
    case .not(let filter): !holds(filter, for: item, view)
    }
  }

  /// A part's value as it compares: times in milliseconds, named values by their place; nil for none.
  static func value(of part: ItemPart, _ item: Item) -> ItemCursor.Value? {
    switch part {
    case .number: .integer(Int64(item.number))
    case .kind: .text(item.kind)
    case .title: .text(item.title)
    case .notes: .text(item.notes)
    case .list: .text(item.list)
    case .rank: .text(item.rank)
    case .status: .integer(Int64(item.status.rawValue))
    case .priority: .integer(Int64(item.priority.rawValue))
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
    case .list: .text(ReferenceText.composed(name))
    default: .text(name)
    }
  }

  private static func holds(
    _ match: ItemFilter.FieldMatch,
    _ part: ItemPart,
    of item: Item,
    _ view: ReferenceView
  ) -> Bool {
    if part == .due { return view.holds(match, item.due) }
    if part == .start { return view.holds(match, item.start) }
    // Of these only that they are there is asked.
    if part == .repeat { return match == .exists(item.repeat != nil) }
    if part == .blockers {
      guard case .oneOf(let ids) = match else { return match == .exists(!item.blockers.isEmpty) }
      return item.blockers.contains { ids.contains(.string("\($0)")) }
    }
    if part == .parent {
      guard case .oneOf(let ids) = match else { return match == .exists(item.parent != nil) }
      return item.parent.map { ids.contains(.string("\($0)")) } ?? false
    }
    let value = value(of: part, item)
    switch match {
    case .exists(let isThere): return (value != nil) == isThere
    case .oneOf(let names): return names.contains { wanted($0, part) == value }
    case .contains(let text):
      guard case .text(let whole)? = value else { return false }
      return ReferenceText.contains(part == .list ? ReferenceText.composed(text) : text, in: whole)
    case .within(let range):
      guard case .integer(let moment)? = value else { return false }
      return view.isIn(range, .instant(Date(millisecondsSince1970: moment)))
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
}
