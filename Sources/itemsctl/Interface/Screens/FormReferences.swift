import Storage

/// The other items that a form names by their numbers.
struct FormReferences {
  let repository: any ItemRepository
  /// Called when a form can say more than before.
  let onChange: @MainActor () -> Void

  /// The numbers of items, deleted ones included.
  func numbers(of ids: Set<ItemID>) async -> [ItemID: Int] {
    var numbers: [ItemID: Int] = [:]
    for scope in ItemScope.allCases {
      let items = (try? await repository.items(ItemQuery(.ids(ids), scope: scope))) ?? []
      for item in items { numbers[item.id] = item.number }
    }
    return numbers
  }
}
