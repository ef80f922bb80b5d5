import Storage
import Testing

// The blocks of the landing page of Storage.

func summary(of store: any ItemRepository) async throws(StorageError) -> String {
  let open = try await store.count(.status([.open]))
  let next = try await store.items(ItemQuery(.status([.open]), limit: 1)).first
  return "\(open) open, next: \(next?.title ?? "nothing")"
}

@Suite struct StorageArticleTests {
  @Test func `a store keeps items`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(at: path)

    let boat = try await store.add(ItemDraft(title: "Repaint the boat", priority: .high))
    try await store.add("Order antifouling")

    let isUrgent = ItemFilter.and([.status([.open]), .priority(.atLeast, .high)])
    let urgent = try await store.items(ItemQuery(isUrgent))
    #expect(urgent == [boat])
    #expect(try await summary(of: store) == "2 open, next: Repaint the boat")
    await store.close()
  }

  @Test(arguments: ["memory:", "items.json", "items.sqlite"])
  func `backends are exchangeable`(_ name: String) async throws {
    let folder = try ArticleFolder()
    let path = name == "memory:" ? name : folder.file(name)
    let store = try StoreLocation(path).open()
    #expect(try await summary(of: store) == "0 open, next: nothing")
    await store.close()
  }
}
