import Storage

/// The items that words mean, by their ids: there may be too many of them to be held whole.
struct FoundItems: Sendable {
  /// How many items are kept whole.
  static let maxFirst = 5

  private(set) var ids: [ItemID] = []
  /// The first of them.
  private(set) var first: [Item] = []

  var count: Int { ids.count }
  var isEmpty: Bool { ids.isEmpty }

  mutating func add(_ items: [Item]) {
    ids += items.lazy.map(\.id)
    first += items.prefix(FoundItems.maxFirst - first.count)
  }
}

extension [ItemID] {
  /// So many that a query can compare with, one part after the other.
  var parts: some Sequence<ArraySlice<ItemID>> {
    stride(from: 0, to: count, by: 500).lazy.map { self[$0..<Swift.min($0 + 500, self.count)] }
  }
}
