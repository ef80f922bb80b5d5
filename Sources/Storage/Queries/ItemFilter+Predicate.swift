// Conditions as functions of an item.

extension ItemFilter {
  /// Whether an item matches, as a function; the filter is valid, resolved, and without conditions on trees.
  var predicate: @Sendable (Item) -> Bool {
    switch self {
    case .all: return { _ in true }
    case .field(let part, let match): return { match.holds(for: part, of: $0) }
    case .tags(let match, let tags):
      let wanted = Set(tags.map(\.nfc))
      return { match.holds($0.tags, wanted) }
    case .text(let text):
      let words = SearchWords([text])
      return { words.areFound(in: $0) }
    case .attribute(let path, let match): return { match.holds(for: $0.attribute(at: path)) }
    case .ids(let ids): return { ids.contains($0.id) }
    case .idRange(let range): return { range.contains($0.id) }
    case .numbers(let numbers): return { numbers.contains($0.number) }
    case .below, .top, .blockedBy, .blocking:
      preconditionFailure("conditions on trees have been resolved")
    case .and(let filters):
      let predicates = filters.map(\.predicate)
      return { item in predicates.allSatisfy { $0(item) } }
    case .or(let filters):
      let predicates = filters.map(\.predicate)
      return { item in predicates.contains { $0(item) } }
    case .not(let filter):
      let predicate = filter.predicate
      return { !predicate($0) }
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
