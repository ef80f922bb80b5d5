extension ItemRepository {
  /// A cycle of open items that wait for each other, of which this item is one; nil if there is none.
  ///
  /// Edits that would close a cycle are refused; edits of several devices can close one together.
  public func blockerCycle(of id: ItemID) async throws(StorageError) -> BlockerCycle? {
    guard let item = try await item(id), item.status == .open else { return nil }
    var search = BlockerSearch(for: id, from: item.blockers)
    while true {
      let ids = search.nextLevel()
      guard !ids.isEmpty else { return search.cycle }
      // Among so many, a query is refused.
      for start in stride(from: 0, to: ids.count, by: 10_000) {
        let some = Set(ids[start..<min(start + 10_000, ids.count)])
        let query = ItemQuery(.and([.ids(some), .status([.open])]))
        for item in try await items(query) { search.visit(item.id, blockers: item.blockers) }
      }
    }
  }
}
