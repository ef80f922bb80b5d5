import Storage

/// How messages name items: by number and title.
typealias ItemNames = [ItemID: String]

extension ItemRepository {
  /// The names of these items, deleted ones included; those that are gone have none.
  func names(of ids: Set<ItemID>) async throws -> ItemNames {
    var names: ItemNames = [:]
    let ordered = Array(ids)
    for scope in ItemScope.allCases {
      for part in stride(from: 0, to: ordered.count, by: 500) {
        let some = Set(ordered[part..<min(part + 500, ordered.count)])
        for item in try await items(ItemQuery(.ids(some), scope: scope)) {
          names[item.id] = ItemPhrase.name(of: item)
        }
      }
    }
    return names
  }
}
