import Registry
import Storage
import Sync

struct ShoppingList {
  @Injected(\.itemRepository) private var items
  @Injected(\.replicaStore) private var replica
  @Injected(\.networkService) private var network
  let hub: Remote

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

  func sync() async throws -> SyncSummary {
    try await SyncEngine(store: replica, remote: hub, networkService: network).sync()
  }
}
