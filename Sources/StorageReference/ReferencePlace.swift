import Storage

/// Where an item stands, found by going up from it alone.
enum ReferencePlace {
  /// The items above an item, the next one first.
  static func above(_ item: Item, among items: [Item]) -> [Item] {
    var above: [Item] = []
    var child = item
    while let parent = parent(of: child, among: items) {
      above.append(parent)
      child = parent
    }
    return above
  }

  /// The item under which one stands: its parent, unless it is the youngest in a circle.
  private static func parent(of item: Item, among items: [Item]) -> Item? {
    guard let parent = items.first(where: { $0.id == item.parent }) else { return nil }
    var circle = [item]
    var next: Item? = parent
    while let one = next, !circle.contains(where: { $0.id == one.id }) {
      circle.append(one)
      next = items.first { $0.id == one.parent }
    }
    let isYoungest = circle.allSatisfy { $0.id <= item.id }
    return next?.id == item.id && isYoungest ? nil : parent
  }
}
