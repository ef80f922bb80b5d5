package import Storage

/// A step of items up or down in the order by hand, among those that stand beside them.
///
/// It reads the order within its transaction, so that steps that follow each other quickly add up.
package struct HandMove: Sendable {
  /// The items; several move as one.
  package var ids: Set<ItemID>
  /// How many items they pass: a negative number moves them up.
  package var distance: Int
  /// The items that the list shows.
  var filter: ItemFilter
  /// True if only items below the same one are beside each other.
  var isTree: Bool

  /// The place of items after a step.
  package enum Outcome: Sendable, Equatable {
    /// The items stand directly before the other one.
    case before(Item, [Item])
    /// The items stand directly behind the other one.
    case after(Item, [Item])
    /// Nothing is beyond the items.
    case atEnd
    /// The items are not beside each other: they are in several lists, or below different items.
    case apart
  }

  /// Places the items.
  func perform(in transaction: any ItemTransaction) throws(StorageError) -> Outcome {
    let found = try items(.ids(ids), in: transaction)
    guard let first = found.first else { return .atEnd }
    let siblings = try siblings(of: first, in: transaction)
    let moved = siblings.filter { ids.contains($0.id) }
    guard moved.count == found.count else { return .apart }
    let others = siblings.filter { !ids.contains($0.id) }
    // Up, the first of them counts; down, the last one.
    let edge = distance < 0 ? moved.first : moved.last
    let before = siblings.prefix { $0.id != edge?.id }.count { !ids.contains($0.id) }
    let target = max(0, min(before + distance, others.count))
    guard target != before else { return .atEnd }
    let neighbour = distance < 0 ? others[target] : others[target - 1]
    var position = distance < 0 ? ItemPosition.before(neighbour.id) : .after(neighbour.id)
    for item in moved {
      try transaction.place(item.id, position)
      position = .after(item.id)
    }
    return distance < 0 ? .before(neighbour, moved) : .after(neighbour, moved)
  }

  /// The items of the list that stand beside one, itself included, in their order.
  private func siblings(
    of item: Item,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> [Item] {
    let all = try items(.list(item.list), in: transaction)
    guard isTree, all.contains(where: { $0.parent != nil }) else { return all }
    if let parent = item.parent, try !items(.ids([parent]), in: transaction).isEmpty {
      return all.filter { $0.parent == parent }
    }
    let roots = ItemFilter.not(.below(filter, levels: 1...1))
    return try items(.and([.list(item.list), roots]), in: transaction)
  }

  private func items(
    _ some: ItemFilter,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> [Item] {
    try transaction.page(ItemQuery(.and([filter, some]), sort: [.ascending(.rank)])).items
  }
}
