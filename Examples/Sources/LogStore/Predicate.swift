import Foundation
import Storage

/// A filter as a question to an item.
struct Predicate {
  private let filter: ItemFilter

  init(_ filter: ItemFilter) { self.filter = filter }

  func holds(for item: Item) -> Bool { holds(filter, item) }

  private func holds(_ filter: ItemFilter, _ item: Item) -> Bool {
    switch filter {
    case .all: true
    case .status(let statuses): statuses.contains(item.status)
    case .kind(let kind): item.kind.utf8.elementsEqual(kind.utf8)
    case .list(let list): item.list.utf8.elementsEqual(list.utf8)
    case .priority(let comparison, let priority): comparison.holds(item.priority, priority)
    case .tags(let match, let tags):
      match.holds(item.tags, Set(tags.map(\.precomposedStringWithCanonicalMapping)))
    case .text(let text): Words.of(item).contains(allOf: Words.of(text))
    case .due(let range): item.dueAt.map { range.holds($0) } ?? false
    case .hasDue(let has): (item.dueAt != nil) == has
    case .created(let range): range.holds(item.createdAt)
    case .updated(let range): range.holds(item.updatedAt)
    case .attribute(let key, let match):
      item.attributes[key.precomposedStringWithCanonicalMapping].map { match.holds($0) } ?? false
    case .ids(let ids): ids.contains(item.id)
    case .idRange(let range): range.contains(item.id)
    case .numbers(let numbers): numbers.contains(item.number)
    case .and(let filters): filters.allSatisfy { holds($0, item) }
    case .or(let filters): filters.contains { holds($0, item) }
    case .not(let filter): !holds(filter, item)
    }
  }
}

extension ItemFilter.Comparison {
  fileprivate func holds(_ left: Priority, _ right: Priority) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .below: left < right
    case .atMost: left <= right
    case .above: left > right
    case .atLeast: left >= right
    }
  }
}

extension ItemFilter.SetMatch {
  fileprivate func holds(_ tags: Set<String>, _ wanted: Set<String>) -> Bool {
    switch self {
    case .all: wanted.isSubset(of: tags)
    case .any: !wanted.isDisjoint(with: tags)
    case .none: wanted.isDisjoint(with: tags)
    }
  }
}

extension DateRange {
  fileprivate func holds(_ date: Date) -> Bool {
    let moment = date.milliseconds
    if let from, moment < from.milliseconds { return false }
    if let until, moment >= until.milliseconds { return false }
    return true
  }
}

extension Date {
  /// Whole milliseconds since 1970, as items keep them.
  var milliseconds: Int64 {
    let milliseconds = (timeIntervalSinceReferenceDate * 1_000).rounded()
    guard abs(milliseconds) < 1e18 else { return milliseconds < 0 ? .min : .max }
    return Int64(milliseconds) + 978_307_200_000
  }
}

extension ItemFilter.AttributeMatch {
  fileprivate func holds(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.exists, _): true
    case (.equals(let wanted), _): value == wanted
    case (.contains(let part), .string(let text)): text.utf8.contains(part.utf8)
    case (.contains(let part), .array(let elements)): elements.contains(.string(part))
    case (.contains, _): false
    }
  }
}

extension String.UTF8View {
  fileprivate func contains(_ part: String.UTF8View) -> Bool {
    part.isEmpty || Data(self).range(of: Data(part)) != nil
  }
}
