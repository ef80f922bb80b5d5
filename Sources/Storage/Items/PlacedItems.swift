/// An item at its new place among the others of its list, and the ranks that bring it there.
struct PlacedItems {
  private let item: Item
  /// The others in the order by hand.
  private let others: [Item]
  /// How many of the others are before the item.
  private let index: Int
  /// How many of the others have a rank; these come first.
  private let rankedCount: Int

  init(_ item: Item, at index: Int, among others: [Item]) {
    self.item = item
    self.others = others
    self.index = index
    rankedCount = others.prefix { !$0.rank.isEmpty }.count
  }

  /// The items with new ranks, in their order: as few as there is room for.
  func ranks() -> [Item] {
    var extra = 0
    while true {
      let (fewerBefore, moreBehind) = (start(extra), end(extra))
      for range in [start(0)..<moreBehind, fewerBefore..<end(0), fewerBefore..<moreBehind] {
        if let items = ranks(in: range) { return items }
      }
      precondition(extra <= others.count, "without neighbours there is room")
      extra += 1 + extra / 4
    }
  }

  /// The first of the others that gets a rank, when so many with a rank do; those without one must.
  private func start(_ extra: Int) -> Int { max(0, min(index, rankedCount) - extra) }

  /// The end of the others that get a rank.
  private func end(_ extra: Int) -> Int {
    index < rankedCount ? min(rankedCount, index + extra) : index
  }

  /// The item and the others of a range with ranks between those around them; nil if there is no room.
  private func ranks(in range: Range<Int>) -> [Item]? {
    let lower = range.lowerBound > 0 ? others[range.lowerBound - 1].rank : nil
    let upper = range.upperBound < rankedCount ? others[range.upperBound].rank : nil
    var items = Array(others[range])
    items.insert(item, at: index - range.lowerBound)
    guard let keys = ItemRank.keys(for: items.map(\.id), between: lower, and: upper) else {
      return nil
    }
    for (offset, key) in keys.enumerated() { items[offset].rank = key }
    return items
  }
}
