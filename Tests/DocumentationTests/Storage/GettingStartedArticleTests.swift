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

struct TooManyErrands: Error {
  let count: Int
}

@Suite struct GettingStartedArticleTests {
  private let friday = CalendarDay(year: 2027, month: 1, day: 15)
  private var saturday: CalendarDay { friday.adding(days: 1) }

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
      ItemDraft(title: "Paint", list: "boat", tags: ["shop"], due: .day(friday))
    )
    print(paint.number)
    #expect(paint.number == 2)
    var item = paint
    item.status = .done
    item.tags.insert("bought")
    item = try await store.update(item)
    #expect(item.completedAt == item.updatedAt && item.tags == ["shop", "bought"])
    let moved = try await store.write { transaction in
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

  @Test func `an error of one's own comes back as it is`() async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let before = try await store.count(.all)
    let error = await #expect(throws: TooManyErrands.self) {
      try await store.write { transaction in
        let count = try transaction.count(.all)
        guard count < 20 else { throw TooManyErrands(count: count) }
        try transaction.add(ItemDraft(title: "One more"))
      }
    }
    #expect(error?.count == before)
    #expect(try await store.count(.all) == before)
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
      Container.shared.storeLocation.register(.sqlite(path: path))
      let item = try await Errands().note("Post the letter")
      #expect(item.number == 1)
      await Container.shared.shutdown()
    }
    #expect(try folder.names == ["errands.sqlite"])
  }
}
