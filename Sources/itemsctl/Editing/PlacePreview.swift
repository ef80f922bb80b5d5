import Storage

/// Checks for a preview what only a write checks: that no item would stand under itself, too deep, or wait for itself.
///
/// A preview writes nothing, so each item is checked against the store as the items before it would leave it.
struct PlacePreview {
  let repository: any ItemRepository
  /// The items that would stand elsewhere or wait for others than now.
  private var edited: [ItemID: Item] = [:]
  /// The same by the items under which they would stand.
  private var moved: [ItemID: [Item]] = [:]

  init(_ repository: any ItemRepository) { self.repository = repository }

  /// Checks an item that another becomes, or a new one; throws what the write would throw.
  mutating func check(_ before: Item?, becomes after: Item) async throws {
    let old = before?.blockers ?? []
    guard after.parent != before?.parent || after.blockers != old else { return }
    defer {
      edited[after.id] = after
      if let parent = after.parent { moved[parent, default: []].append(after) }
    }
    if after.parent != before?.parent, after.parent != nil { try await checkParent(of: after) }
    guard !after.blockers.isSubset(of: old) else { return }
    let known = try await items(reachedFrom: after.blockers) { Array($0.blockers) }
    try after.checkBlockers(since: old) { id throws(StorageError) in known[id]?.blockers ?? [] }
  }

  private func checkParent(of item: Item) async throws {
    let above = try await items(reachedFrom: Set([item.parent].compactMap(\.self))) {
      [$0.parent].compactMap(\.self)
    }
    let below = ItemFilter.below(.ids([item.id]), levels: 1...ItemLimits.level + 1)
    let stored = try await repository.items(ItemQuery(below)).filter { edited[$0.id] == nil }
    let children = Dictionary(grouping: stored, by: \.parent)
    try item.checkParent { id throws(StorageError) in
      above[id]?.parent
    } childrenOf: { id throws(StorageError) in
      (children[id] ?? []) + (moved[id] ?? [])
    }
  }

  /// The items to which some lead, live or deleted, as they would be.
  private func items(
    reachedFrom start: Set<ItemID>,
    _ next: (Item) -> [ItemID]
  ) async throws -> [ItemID: Item] {
    var found: [ItemID: Item] = [:]
    var ids = start
    while !ids.isEmpty {
      var items = ids.compactMap { edited[$0] }
      let others = ItemFilter.ids(ids.subtracting(items.map(\.id)))
      items += try await repository.items(ItemQuery(others))
      items += try await repository.items(ItemQuery(others, scope: .deleted))
      for item in items { found[item.id] = item }
      ids = Set(items.flatMap(next)).subtracting(found.keys)
    }
    return found
  }
}
