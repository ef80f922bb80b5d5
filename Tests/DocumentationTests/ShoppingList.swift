import Registry
import Storage
import Sync

struct ShoppingList {
  @Injected(\.itemRepository) private var items
  @Injected(\.syncEngine) private var engine

  func plan(_ titles: [String]) async throws {
    try await items.write { transaction in
      for title in titles {
        try transaction.add(ItemDraft(title: title, priority: .high, list: "shopping"))
      }
    }
  }

  func open() async throws -> [Item] {
    try await items.items(ItemQuery(.and([.list("shopping"), .status([.open])])))
  }

  func sync() async throws -> SyncSummary {
    try await engine.sync()
  }
}
