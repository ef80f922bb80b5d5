// The rule on what an item may wait for.

/// Items that wait for each other in a circle: each waits for the next, and the last for the first.
public struct BlockerCycle: Error, Sendable, Equatable {
  /// The items, in the order in which they wait.
  public let items: [ItemID]

  /// A cycle of these items.
  public init(items: [ItemID]) { self.items = items }
}

extension Item {
  /// Checks that the item would not wait for itself, be it by way of others; for authors of backends.
  ///
  /// A backend calls it when an item gets another blocker. A blocker that the store does not know is allowed: an
  /// import or a sync may bring it later, and until then it blocks nothing. Neither the status of an item nor its
  /// deletion counts, so that no reopening and no restoring closes a cycle.
  ///
  /// - Parameters:
  ///   - old: The blockers that the item had before.
  ///   - blockersOf: The blockers of an item of the store, live or deleted.
  /// - Throws: ``StorageError/Code/invalidItem``, whose cause is a ``BlockerCycle``.
  public func checkBlockers(
    since old: Set<ItemID> = [],
    _ blockersOf: (ItemID) throws(StorageError) -> Set<ItemID>
  ) throws(StorageError) {
    let new = blockers.subtracting(old)
    guard !new.isEmpty else { return }
    var search = BlockerSearch(for: id, from: new)
    while let next = search.next() { search.visit(next, blockers: try blockersOf(next)) }
    guard let cycle = search.cycle else { return }
    throw StorageError(.invalidItem, cycle.message, cause: cycle)
  }
}

extension BlockerCycle {
  /// A sentence that names the items by their ids.
  fileprivate var message: String {
    guard items.count > 1 else { return "The item \(items[0]) would wait for itself." }
    let names = items.map(\.description).joined(separator: ", ")
    return "These items would wait for each other in a circle, each for the next: \(names). "
      + "Remove one of their blockers first."
  }
}

/// Looks for an item among those for which others wait, each item once and the nearest first.
package struct BlockerSearch {
  private let goal: ItemID
  /// The item from which each was reached; the goal itself for the first ones.
  private var origins: [ItemID: ItemID] = [:]
  private var waiting: [ItemID] = []
  private var place = 0
  private var isFound = false

  /// A search from the blockers of an item, for the item.
  package init(for goal: ItemID, from blockers: Set<ItemID>) {
    self.goal = goal
    visit(goal, blockers: blockers)
  }

  /// The items to look at next; none once the search is over.
  package mutating func nextLevel() -> [ItemID] {
    guard !isFound else { return [] }
    defer { place = waiting.count }
    return Array(waiting[place...])
  }

  /// The item to look at next; nil once the search is over.
  package mutating func next() -> ItemID? {
    guard !isFound, place < waiting.count else { return nil }
    defer { place += 1 }
    return waiting[place]
  }

  /// Notes for which items one waits.
  package mutating func visit(_ id: ItemID, blockers: Set<ItemID>) {
    for blocker in blockers.sorted() where !isFound && origins[blocker] == nil {
      origins[blocker] = id
      if blocker == goal { isFound = true } else { waiting.append(blocker) }
    }
  }

  /// The way back to the item, which is first; nil if it was not met.
  package var cycle: BlockerCycle? {
    guard isFound, var id = origins[goal] else { return nil }
    var path: [ItemID] = []
    while id != goal, let origin = origins[id] {
      path.append(id)
      id = origin
    }
    return BlockerCycle(items: [goal] + path.reversed())
  }
}

extension BlockerCycle {
  /// Cycles among items and their blockers, so many that every cycle has an item of one of them.
  ///
  /// Takes time in proportion to the items and blockers; the stack is a list, as a chain may have any length.
  static func all(_ blockers: [ItemID: [ItemID]]) -> [BlockerCycle] {
    var cycles: [BlockerCycle] = []
    var finished: Set<ItemID> = []
    for first in blockers.keys.sorted() where !finished.contains(first) {
      var path: [(id: ItemID, rest: ArraySlice<ItemID>)] = [
        (first, blockers[first, default: []][...])
      ]
      var places = [first: 0]
      while let last = path.indices.last {
        guard let next = path[last].rest.popFirst() else {
          finished.insert(path[last].id)
          places[path[last].id] = nil
          path.removeLast()
          continue
        }
        if let place = places[next] {
          cycles.append(BlockerCycle(items: path[place...].map(\.id)))
        } else if let more = blockers[next], !finished.contains(next) {
          places[next] = path.count
          path.append((next, more[...]))
        }
      }
    }
    return cycles
  }
}
