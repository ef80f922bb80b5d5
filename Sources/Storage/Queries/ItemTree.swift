/// The tree that the parents of items form.
///
/// An item is under its ``Item/parent`` if that is among the items, else at the top. Concurrent
/// moves on several devices can put items under each other in a circle; of these, the item with the
/// greatest id, which is the youngest, is at the top. So every device shows the same tree, and
/// nothing is written.
public struct ItemTree: Sendable {
  /// The items at the top, in the order in which they were given.
  public private(set) var top: [Item] = []
  /// The ids of the items of each circle, in the order of their ids; usually there are none.
  public private(set) var circles: [[ItemID]] = []

  private var items: [ItemID: Item] = [:]
  private var children: [ItemID: [Item]] = [:]

  /// Makes the tree of these items; those under one parent keep their order.
  public init(_ items: some Sequence<Item>) {
    let items = Array(items)
    for item in items { self.items[item.id] = item }
    circles = Self.circles(items, parents: self.items.mapValues(\.parent))
    let loose = Set(circles.compactMap(\.last))
    for item in items {
      if let parent = item.parent, self.items[parent] != nil, !loose.contains(item.id) {
        children[parent, default: []].append(item)
      } else {
        top.append(item)
      }
    }
  }

  /// The items directly under this one, in the order in which they were given.
  public func children(of id: ItemID) -> [Item] { children[id] ?? [] }

  /// The parent of this item, or nil at the top.
  public func parent(of id: ItemID) -> Item? {
    guard let parent = items[id]?.parent,
      children[parent]?.contains(where: { $0.id == id }) ?? false
    else { return nil }
    return items[parent]
  }

  /// The ancestors of this item, its parent first.
  public func ancestors(of id: ItemID) -> [Item] {
    Array(
      sequence(state: id) { id in
        let parent = parent(of: id)
        if let parent { id = parent.id }
        return parent
      }
    )
  }

  /// An item and its level.
  public struct Row: Sendable, Equatable {
    /// The item.
    public let item: Item
    /// How many ancestors it has; zero at the top.
    public let level: Int
  }

  /// Every item, each followed by the items under it.
  public var rows: [Row] { rows(from: top, level: 0) }

  /// The items under this one, each followed by the items under it; level 1 is directly under this one.
  public func rows(below id: ItemID) -> [Row] { rows(from: children(of: id), level: 1) }

  /// A tree may be as deep as others made it: the stack is a list.
  private func rows(from first: [Item], level: Int) -> [Row] {
    var rows: [Row] = []
    var waiting = first.reversed().map { Row(item: $0, level: level) }
    while let row = waiting.popLast() {
      rows.append(row)
      waiting += children(of: row.item.id).reversed().map { Row(item: $0, level: row.level + 1) }
    }
    return rows
  }

  private static func circles(_ items: [Item], parents: [ItemID: ItemID?]) -> [[ItemID]] {
    var settled: Set<ItemID> = []
    var circles: [[ItemID]] = []
    for item in items where item.parent != nil && !settled.contains(item.id) {
      var path: [ItemID] = []
      var places: [ItemID: Int] = [:]
      var next: ItemID? = item.id
      while let id = next, parents[id] != nil, !settled.contains(id), places[id] == nil {
        places[id] = path.count
        path.append(id)
        next = parents[id].flatMap(\.self)
      }
      if let next, let start = places[next] { circles.append(path[start...].sorted()) }
      settled.formUnion(path)
    }
    return circles
  }
}
