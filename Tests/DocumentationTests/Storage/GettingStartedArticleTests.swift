import Foundation
import Registry
import RegistryTesting
import Storage
import Testing

// The blocks of the article "Getting started" of Storage.

struct Errands {
  @Injected(\.itemRepository) private var items

  func note(_ title: String) async throws(StorageError) -> Item {
    try await items.add(ItemDraft(title: title, list: "errands"))
  }
}

@Suite struct GettingStartedArticleTests {
  private let friday = Date(timeIntervalSince1970: 1_800_000_000)
  private var saturday: Date { friday.addingTimeInterval(86_400) }

  private func check(_ count: Int) throws {
    if count > 0 { throw CocoaError(.userCancelled) }
  }

  private func askForSpace() { Issue.record("there is space") }

  @Test func `a store is opened by its path`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("errands.sqlite")
    let store = try SQLiteRepository(at: path)
    #expect(try await store.count(.all) == 0)
    await store.close()
  }

  @Test func `a store is opened by a person's choice`() async throws {
    let folder = try ArticleFolder().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let chosen = try StoreLocation("\(folder)/errands.json").open()
    #expect(chosen is JSONFileRepository)
    #expect(StoreLocation("memory:") == .memory)
    #expect(StoreLocation("a.items") == .sqlite(path: "a.items"))
    await chosen.close()
  }

  @Test func `items are added, changed, found and deleted`() async throws {
    let store = try SQLiteRepository.inMemory()
    let milk = try await store.add("Milk")
    let paint = try await store.add(
      ItemDraft(title: "Paint", list: "boat", tags: ["shop"], dueAt: friday)
    )
    print(paint.number)
    #expect(paint.number == 2)
    var item = paint
    item.status = .done
    item.tags.insert("bought")
    item = try await store.update(item)
    #expect(item.completedAt == item.updatedAt && item.tags == ["shop", "bought"])
    let moved = try await store.write { transaction throws(StorageError) in
      let items = try transaction.page(ItemQuery(.list("boat"))).items
      for var item in items {
        item.list = "summer"
        try transaction.update(item)
      }
      return items.count
    }
    #expect(moved == 1)
    try await find(milk, in: store)
    try await deleteAndRestore(milk, in: store)
  }

  private func find(_ milk: Item, in store: SQLiteRepository) async throws {
    let first = try await store.item(number: 1)
    let same = try await store.item(milk.id)
    let due = try await store.items(ItemQuery(.due(.before(saturday)), sort: [.ascending(.due)]))
    let open = try await store.count(.status([.open]))
    #expect(first == milk && same == milk && due.map(\.title) == ["Paint"] && open == 1)
    #expect(try await store.item(number: 3) == nil)
  }

  private func deleteAndRestore(_ milk: Item, in store: SQLiteRepository) async throws {
    try await store.delete(milk.id)
    let back = try await store.restore(milk.id)
    #expect(back == milk)
  }

  @Test func `another type's error aborts a write`() async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let error = await #expect(throws: StorageError.self) {
      try await store.write { transaction throws(StorageError) in
        do {
          try check(try transaction.count(.all))
        } catch {
          throw StorageError(.aborted, "The errands were left as they are.", cause: error)
        }
      }
    }
    #expect(error?.code == .aborted && error?.cause is CocoaError)
  }

  @Test func `a failure is told by its code`() async throws {
    let store = try SQLiteRepository.inMemory()
    do throws(StorageError) {
      try await store.add("")
    } catch {
      print(error.message)
      if error.code == .full { askForSpace() }
    }
    #expect(try await store.count(.all) == 0)
  }

  @Test(.container) func `a repository is injected`() async throws {
    #expect(try await Errands().note("Post the letter").list == "errands")
  }

  @Test(.container) func `the container is told of the place`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("errands.sqlite")
    try await FactoryContext.withContext {
      Container.shared.storeLocation.register { .sqlite(path: path) }
      let item = try await Errands().note("Post the letter")
      #expect(item.number == 1)
      await Container.shared.shutdown()
    }
    #expect(try folder.names == ["errands.sqlite"])
  }
}
