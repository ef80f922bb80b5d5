import Registry
import Storage
import Sync

struct ShoppingList {
  @Injected(\.itemRepository) private var items

  func plan(_ titles: [String]) async throws {
    try await items.write { transaction throws(StorageError) in
      for title in titles {
        try transaction.add(ItemDraft(title: title, priority: .high, list: "shopping"))
      }
    }
  }

  func open() async throws -> [Item] {
    try await items.items(ItemQuery(.and([.list("shopping"), .status([.open])])))
  }

  func sync(through hub: Remote) async throws -> SyncSummary {
    let engine = SyncEngine(
      store: Container.shared.replicaStore(),
      remote: hub,
      networkService: Container.shared.networkService()
    )
    return try await engine.sync()
  }
}
