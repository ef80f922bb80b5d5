import Storage

/// Where an item stands in a list that is shown as a tree.
package struct OutlinePlace: Sendable, Equatable {
  /// How many items of the list stand above it.
  package var level = 0
  /// True if items of the list stand below it.
  package var hasItemsBelow = false
  /// True if the items below it are hidden.
  package var isFolded = false
  /// The items directly under it in the store, without cancelled ones; zero where they are not counted.
  package var steps = 0
  /// How many of these are done.
  package var doneSteps = 0
  /// True if the list holds more items below it than are read.
  package var isCut = false
}

/// The items of a window as a tree: each is below its parent, if the list has that as well.
///
/// In a list by due date, an item that is due by today stays at its own date if its parent is due later or never: a folded
/// project must not hide it.
struct ItemOutline: Sendable {
  /// The items that stand at their own place, in the order of the list.
  private(set) var roots: [Item]
  /// The items below each one, in the order of the list.
  private var children: [ItemID: [Item]] = [:]
  private var progress = StepProgress()
  private var isCut = false

  /// The most items that are read below those of a window.
  private static let maxBelow = 1_000

  /// Reads what stands above and below these items.
  ///
  /// Four queries at most, each along the index of parents; a list in which no item has another one below takes one.
  init(
    _ items: [Item],
    of query: ItemQuery,
    in repository: any ItemRepository,
    now: Timestamp
  ) async throws(StorageError) {
    roots = items
    let reader = OutlineReader(query: query, repository: repository, today: query.zone.day(of: now))
    let nested = try await reader.nestedItems(among: items)
    roots = items.filter { !nested.contains($0.id) }
    progress = try await StepProgress(under: roots, in: repository)
    guard progress.hasSteps else { return }
    let below = try await reader.items(below: roots, limit: ItemOutline.maxBelow)
    isCut = below.isCut
    let known = Dictionary((roots + below.items).map { ($0.id, $0) }) { first, _ in first }
    let own = Set(roots.map(\.id))
    for item in below.items where !own.contains(item.id) {
      guard let parent = item.parent.flatMap({ known[$0] }),
        !reader.standsAtOwnDate(item, under: parent)
      else { continue }
      children[parent.id, default: []].append(item)
    }
    let parents = below.items.filter { !own.contains($0.id) }
    try await progress.count(under: parents, in: repository)
  }

  /// An item and all below it, each followed by those below itself.
  func rows(from root: Item) -> [(item: Item, place: OutlinePlace)] {
    var rows: [(item: Item, place: OutlinePlace)] = []
    var waiting = [(item: root, level: 0)]
    var seen: Set<ItemID> = []
    while let next = waiting.popLast() {
      guard seen.insert(next.item.id).inserted else { continue }
      let below = children[next.item.id] ?? []
      rows.append((next.item, place(of: next.item, level: next.level, below: below.count)))
      waiting += below.reversed().map { ($0, next.level + 1) }
    }
    return rows
  }

  private func place(of item: Item, level: Int, below: Int) -> OutlinePlace {
    var place = OutlinePlace(level: level, hasItemsBelow: below > 0)
    // The records of an item that comes again are no steps towards an end.
    if item.repeat == nil, let counts = progress[item.id] {
      (place.steps, place.doneSteps) = counts
      place.isCut = isCut && counts.all - counts.done > below
    }
    return place
  }
}

/// Reads the neighbours of items in a list.
private struct OutlineReader {
  let query: ItemQuery
  let repository: any ItemRepository
  let today: CalendarDay

  /// The items that stand below others of the list, wherever in the list those are.
  func nestedItems(among items: [Item]) async throws(StorageError) -> Set<ItemID> {
    let placed = items.filter { $0.parent != nil }
    guard !placed.isEmpty else { return [] }
    let parents = ItemFilter.and([query.filter, .ids(Set(placed.compactMap(\.parent)))])
    // The store knows the circles that moves on several devices make, of which each item is at the top.
    let below = ItemFilter.below(parents, levels: 1...1)
    let nested = try await repository.items(
      ItemQuery(
        .and([.ids(Set(placed.map(\.id))), below]),
        sort: [.ascending(.number)],
        zone: query.zone
      )
    )
    let pressing = nested.filter { isPressing($0) }
    let above = try await known(Set(pressing.compactMap(\.parent)), among: items)
    let loose = pressing.filter { item in
      item.parent.flatMap { above[$0] }.map { standsAtOwnDate(item, under: $0) } ?? false
    }
    return Set(nested.map(\.id)).subtracting(loose.map(\.id))
  }

  private func known(
    _ ids: Set<ItemID>,
    among items: [Item]
  ) async throws(StorageError) -> [ItemID: Item] {
    guard !ids.isEmpty else { return [:] }
    let found = try await repository.items(ItemQuery(.ids(ids), zone: query.zone))
    return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
  }

  /// True if an item is due by today, in a list by due date.
  private func isPressing(_ item: Item) -> Bool {
    guard query.sort.first == .ascending(.due), item.status == .open else { return false }
    return item.due.map { $0.day(in: query.zone) <= today } ?? false
  }

  /// True if an item is due by today, and the one above it is not.
  func standsAtOwnDate(_ item: Item, under parent: Item) -> Bool {
    isPressing(item) && !isPressing(parent)
  }

  /// The items of the list at any level below these.
  func items(
    below roots: [Item],
    limit: Int
  ) async throws(StorageError) -> (items: [Item], isCut: Bool) {
    let below = ItemFilter.below(.ids(Set(roots.map(\.id))), levels: 1...Int.max)
    // By number, which is how they are found: an index of the list's order would be walked from end to end.
    let page = try await repository.page(
      ItemQuery(
        .and([query.filter, below]),
        sort: [.ascending(.number)],
        limit: limit,
        zone: query.zone
      )
    )
    return (query.ordered(page.items), page.next != nil)
  }
}

extension ItemQuery {
  /// Items in the order of the query.
  fileprivate func ordered(_ items: [Item]) -> [Item] {
    let keyed = items.map { item in (item, sort.map { $0.value(of: item, in: zone) }) }
    return keyed.sorted { first, second in
      for (key, (left, right)) in zip(sort, zip(first.1, second.1)) {
        guard let left, let right else { continue }
        if key.precedes(left, right) { return true }
        if key.precedes(right, left) { return false }
      }
      return first.0.number < second.0.number
    }
    .map(\.0)
  }
}
