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
    case .field(let part, let match): match.holds(for: part, of: item)
    case .tags(let match, let tags):
      match.holds(item.tags, Set(tags.map(\.precomposedStringWithCanonicalMapping)))
    case .text(let text): Words.of(item).contains(allOf: Words.of(text))
    case .attribute(let path, let match): match.holds(for: item.attribute(at: path))
    case .ids(let ids): ids.contains(item.id)
    case .idRange(let range): range.contains(item.id)
    case .numbers(let numbers): numbers.contains(item.number)
    case .below, .top: preconditionFailure("the transaction has resolved it")
    case .and(let filters): filters.allSatisfy { holds($0, item) }
    case .or(let filters): filters.contains { holds($0, item) }
    case .not(let filter): !holds(filter, item)
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
